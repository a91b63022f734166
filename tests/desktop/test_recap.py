"""Pane 11 as a learner uses it: parts of the formula, last matrices, challenges, ways on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app import motion
from desktop_app.application import Application
from desktop_app.panes.recap.challenges import ChallengeRow
from desktop_app.panes.recap.claims import ClaimRow
from desktop_app.panes.recap.pane import RecapLab
from desktop_app.panes.recap.strip import captions
from tests.desktop.conftest import click
from tests.desktop.layout import findings

Open = Callable[..., Application]
SOFTMAX = 3


def lab_of(application: Application) -> RecapLab:
    lab = application.window.view(11).lab
    assert isinstance(lab, RecapLab)
    return lab


def middle_of(lab: RecapLab, part: int) -> QPoint:
    rect = lab.formula.rect_of(part)
    assert rect is not None
    return rect.center().toPoint()


# the matrices


def test_the_matrices_are_the_learners_own(opened: Open) -> None:
    application = opened(11)
    lab = lab_of(application)
    before = captions(lab.strip.state)  # type: ignore[arg-type]
    assert lab.facts()[0].startswith("starting values of pane 05")
    application.session.go(5)
    attention = application.window.view(5).lab
    attention.ask_cell("query", 2, 2, 0.4, None)  # type: ignore[attr-defined]
    application.session.go(11)
    after = captions(lab.strip.state)  # type: ignore[arg-type]
    assert before[0] == "ate · cat = 1.54" and after[0] == "ate · cat = 2.02"
    assert after[1:4] == ("÷ 2 = 1.01", "kept at 1.01", "weight 0.62")
    assert lab.facts()[0] == "last settings of pane 05: n = 5"


def test_a_cell_has_the_colour_of_its_weight(opened: Open) -> None:
    application = opened(11)
    lab, theme = lab_of(application), application.window.theme
    cells = lab.strip.cells(SOFTMAX)
    picture = lab.strip.grab().toImage()
    weights = application.session.trace(5)["weights"]  # type: ignore[index]
    for row, column in ((0, 0), (1, 0), (4, 3)):
        middle = cells.topLeft() + QPointF(column + 0.5, row + 0.5) * lab.strip.cell
        seen = picture.pixelColor(middle.toPoint())
        assert seen == theme.weight_colour(float(weights[row, column])), (row, column)


@pytest.mark.parametrize(
    ("mask", "pinned", "words"),
    [
        ("none", (3, 2), "nothing hidden"),
        ("causal", (3, 4), "hidden: −∞"),
        ("causal", None, "10 pairs hidden"),
    ],
)
def test_the_mask_is_told_in_words(
    opened: Open, mask: str, pinned: tuple[int, int] | None, words: str
) -> None:
    from msgspec.structs import replace

    application = opened(5)
    experiment = application.session.experiment(5)
    assert experiment is not None
    application.session.edit(replace(experiment, mask=mask, pinned=pinned), "a test")
    application.session.go(11)
    assert captions(lab_of(application).strip.state)[2] == words  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "d_k", "size"), [(1, 1, (1280, 800)), (12, 16, (1024, 720))])
def test_every_shape_of_matrix_finds_room(
    opened: Open, n: int, d_k: int, size: tuple[int, int]
) -> None:
    application = opened(5, size)
    attention = application.window.view(5).lab
    attention.ask_tokens(n)  # type: ignore[attr-defined]
    attention.ask_key_size(d_k)  # type: ignore[attr-defined]
    application.session.go(11)
    application.settle()
    assert findings(application) == []
    strip = lab_of(application).strip
    for part in range(5):
        assert strip.column(part).contains(strip.cells(part))


# lighting


def test_pointing_at_a_part_lights_it_and_its_matrix(opened: Open) -> None:
    lab = lab_of(opened(11))
    band = lab.theme.band
    QTest.mouseMove(lab.formula, middle_of(lab, SOFTMAX))
    assert (lab.formula.lit, lab.strip.lit) == (SOFTMAX, SOFTMAX)
    corner = lab.strip.column(SOFTMAX).topLeft() + QPointF(20, 4)
    assert lab.strip.grab().toImage().pixelColor(corner.toPoint()) == band
    QTest.mouseMove(lab.strip, lab.strip.column(0).center().toPoint())
    assert (lab.formula.lit, lab.strip.lit) == (0, 0)
    rect = lab.formula.rect_of(0)
    assert rect is not None
    beside = (rect.topLeft() + QPointF(-4, 12)).toPoint()
    assert lab.formula.grab().toImage().pixelColor(beside) == band


def test_keys_choose_a_part_and_enter_opens_its_matrix(opened: Open) -> None:
    application = opened(11)
    lab = lab_of(application)
    QTest.keyClick(application.window, Qt.Key.Key_4)
    assert lab.lit == SOFTMAX
    QTest.keyClick(lab.formula, Qt.Key.Key_Right)
    QTest.keyClick(lab.formula, Qt.Key.Key_Right)
    assert lab.lit == 4, "the last part is the end"
    QTest.keyClick(lab.formula, Qt.Key.Key_Left)
    assert "part 4 of 5: softmax" in lab.formula.accessibleName()
    QTest.keyClick(lab.formula, Qt.Key.Key_Return)
    assert application.session.slide == 5
    grids = application.window.view(5).lab.grids  # type: ignore[attr-defined]
    assert application.window.focusWidget() is grids["weights"]


def test_a_click_on_a_matrix_opens_it(opened: Open) -> None:
    application = opened(11)
    strip = lab_of(application).strip
    click(strip, strip.cells(1).center().toPoint())
    assert application.session.slide == 5


def test_with_less_motion_the_first_part_is_lit_and_nothing_plays(opened: Open) -> None:
    lab = lab_of(opened(11))
    assert lab.lit == 0 and not lab.lighting.isActive()


def test_the_parts_light_in_turn_once(opened: Open, qtbot: QtBot) -> None:
    application = opened(10)
    motion.set_reduced(False)
    lab = lab_of(application)
    lab.lighting.setInterval(1)
    lit: list[int | None] = []
    lab.lighting.timeout.connect(lambda: lit.append(lab.lit))
    application.session.go(11)
    assert lab.lit == 0
    qtbot.waitUntil(lambda: not lab.lighting.isActive())
    assert lit == [1, 2, 3, 4, None]
    QTest.keyClick(application.window, Qt.Key.Key_2)
    assert lab.lit == 1 and not lab.lighting.isActive()


# challenges, ways on


def test_the_circles_count_what_is_done_and_lead_to_their_slides(opened: Open) -> None:
    application = opened(5)
    experiment = application.session.experiment(5)
    assert experiment is not None
    attention = application.window.view(5).lab
    attention.ask_cell("query", 2, 2, 0.4, None)  # type: ignore[attr-defined]
    application.session.go(11)
    row = lab_of(application).challenges
    lesson = application.session.lesson
    assert len(row.dots) == sum(len(slide.challenges) for slide in lesson.slides)
    assert row.done_count == 1
    place = next(place for place, dot in enumerate(row.dots) if dot.id == "ate-gives-cat")
    middle = row.middles()[place].toPoint()
    QTest.mouseMove(row, middle)
    assert row.toolTip().startswith("Drag the numbers of ate")
    picture = row.grab().toImage()
    assert picture.pixelColor(middle + QPoint(-6, 0)) == application.window.theme.ink
    click(row, middle)
    assert application.session.slide == 5


def test_the_circles_can_be_walked_by_keyboard(opened: Open) -> None:
    application = opened(11)
    row: ChallengeRow = lab_of(application).challenges
    row.setFocus()
    for _ in row.dots:
        QTest.keyClick(row, Qt.Key.Key_Right)
    assert row.at == len(row.dots) - 1
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert application.session.slide == row.dots[-1].slide


def test_each_claim_is_one_line_and_one_link(opened: Open) -> None:
    application = opened(11)
    rows = application.window.view(11).column.findChildren(ClaimRow)
    assert [row.number for row in rows] == [3, 5, 7, 8, 9]
    assert {row.height() for row in rows} == {64}
    column = application.window.view(11).column
    assert column.formulas == []
    click(rows[2])
    assert application.session.slide == 7
    application.session.go(11)
    rows[4].setFocus()
    QTest.keyClick(rows[4], Qt.Key.Key_Return)
    assert application.session.slide == 9


def test_the_next_lesson_is_announced_but_cannot_be_opened(opened: Open) -> None:
    card = lab_of(opened(11)).card
    assert card is not None and not card.isEnabled()
    assert card.accessibleName() == (
        "Up next: lesson 2, The Transformer Architecture, not installed yet"
    )


def test_restart_asks_once_and_keeps_the_challenges(opened: Open) -> None:
    application = opened(5)
    session = application.session
    start = session.experiment(5)
    attention = application.window.view(5).lab
    attention.ask_cell("query", 2, 2, 0.4, None)  # type: ignore[attr-defined]
    question = session.lesson.questions[0]
    session.answers.answer(question, question.choices[0].id)
    session.go(11)
    restart = lab_of(application).buttons["restart"]
    click(restart)
    (dialog,) = application.window.findChildren(QDialog)
    named = {part.text(): part for part in dialog.findChildren(QPushButton)}
    click(named["Cancel"])
    assert session.slide == 11 and session.experiment(5) != start
    click(restart)
    dialog = application.window.findChildren(QDialog)[-1]
    named = {part.text(): part for part in dialog.findChildren(QPushButton)}
    click(named["Restart"])
    assert session.slide == 1 and session.visited == {1}
    assert session.experiment(5) is start and not session.histories[5].can_undo
    assert session.answers.standing(question) == "open"
    assert "ate-gives-cat" in session.done and "ate-gives-cat" in application.settings.done
    assert np.isclose(session.trace(5)["scores"][2, 1], 1.54)  # type: ignore[index]


@pytest.mark.parametrize("size", [(1024, 560), (1366, 768), (1920, 1080)])
def test_the_formula_fits_every_window(opened: Open, size: tuple[int, int]) -> None:
    application = opened(11, size)
    lab = lab_of(application)
    for part in range(5):
        rect, label = lab.formula.rect_of(part), lab.formula.label_of(part)
        assert rect is not None and label is not None
        assert lab.formula.rect().toRectF().contains(rect)
        assert not rect.intersects(label)
    assert findings(application) == []
