"""Pane 02 as a learner uses it: length, paper, words of one's own, pointing, undo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from core.experiment import BottleneckExperiment
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.instruments.indexed import parts
from desktop_app.lettering import LABEL
from desktop_app.panes.bottleneck import funnel, remains
from desktop_app.panes.bottleneck.pane import BottleneckLab
from desktop_app.panes.bottleneck.quality import NAME_LINE, spread
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme
from tests.desktop.conftest import click, drag
from tests.desktop.layout import findings

Open = Callable[..., Application]
Shown = Callable[..., SlideView]


def lab_of(view: SlideView) -> BottleneckLab:
    lab = view.lab
    assert isinstance(lab, BottleneckLab)
    return lab


def experiment_of(view: SlideView) -> BottleneckExperiment:
    experiment = view.session.experiment()
    assert isinstance(experiment, BottleneckExperiment)
    return experiment


def painted(view: SlideView) -> list[str]:
    """Every text on the slide now."""
    with lettering.audit() as audit:
        view.grab()
    return [drawn.text for drawn in audit.drawn]


def type_sentence(lab: BottleneckLab, text: str) -> None:
    click(lab.field)
    lab.field.selectAll()
    QTest.keyClicks(lab.field, text)
    QTest.keyClick(lab.field, Qt.Key.Key_Return)


def test_dragging_the_slider_is_one_step_and_reads_the_curves(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    where = [QPoint(round(lab.slider.x_of(length - 3)), 20) for length in (14, 20)]
    drag(lab.slider, *where)
    assert experiment_of(view).length == 20
    texts = painted(view)
    assert "BLEU at 20, published" in texts
    assert {"26.94", "26.99", "22.47", "20.67"} <= set(texts)
    view.session.undo()
    assert experiment_of(view).length == 14
    assert not view.session.can_undo
    assert "BLEU at 14, interpolated" in painted(view)


def test_arrow_keys_move_by_one_word(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab_of(view).slider.setFocus()
    QTest.keyClick(lab_of(view).slider, Qt.Key.Key_Right)
    assert experiment_of(view).length == 15
    QTest.keyClick(lab_of(view).slider, Qt.Key.Key_End)
    assert experiment_of(view).length == 60


def test_beyond_the_figure_no_number_is_shown(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab_of(view).ask_length(60.0, None)
    texts = painted(view)
    assert "BLEU at 60, not published" in texts
    assert texts.count("\N{EN DASH}") == 4
    assert "for 60 there is no published number." in texts


def test_training_length_is_told_beyond_thirty_words(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab_of(view).ask_length(40.0, None)
    texts = painted(view)
    assert "Trained on at most 30 words, models collapse beyond 30, even" in texts
    assert "with attention: 15.4 (without: 6.5)." in texts


def test_the_other_paper_is_one_undoable_click(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    click(lab.papers, lab.papers.segment(1).center().toPoint())
    assert experiment_of(view).figure == "cho-2014"
    texts = painted(view)
    assert "Dots: Cho et al. 2014, Figure 4a." in texts and "without" in texts
    view.session.undo()
    assert "with attention, ≤ 50" in painted(view)


@pytest.mark.parametrize(("typed", "taken"), [("1", 1), ("37", 37)])
def test_typing_a_length(shown: Shown, typed: str, taken: int) -> None:
    view = shown(2, BottleneckLab)
    box = lab_of(view).box
    click(box)
    box.selectAll()
    QTest.keyClicks(box, typed)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert experiment_of(view).length == taken
    assert len(view.session.trace()["states"]) == taken  # type: ignore[index]


def test_a_length_out_of_range_is_refused_in_words(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    refused: list[str] = []
    view.session.refused.connect(refused.append)
    box = lab_of(view).box
    click(box)
    box.selectAll()
    QTest.keyClicks(box, "61")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert refused == ["the length must be a whole number from 1 to 60"]
    assert experiment_of(view).length == 14


@pytest.mark.parametrize("text", ["one <s> two", "👩‍👩‍👧‍👦 שלום 世界", "solo"])
def test_a_sentence_of_ones_own_is_shown_literally(opened: Open, text: str) -> None:
    application = opened(2)
    lab = lab_of(application.window.view(2))
    lab.field.setFocus()
    lab.field.setText(text)
    lab.field.setModified(True)
    QTest.keyClick(lab.field, Qt.Key.Key_Return)
    tokens = experiment_of(application.window.view(2)).tokens
    assert len(tokens) == len(text.replace("世界", "世 界").split())
    assert set(tokens) <= set(painted(application.window.view(2)))
    assert findings(application) == []
    application.session.undo()
    assert experiment_of(application.window.view(2)).words == ()


def test_a_blank_sentence_is_refused_and_the_last_one_stays(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    before = experiment_of(view)
    type_sentence(lab, "   ")
    assert "type at least one word" in painted(view)
    assert experiment_of(view) == before


def test_a_new_sentence_keeps_the_length_and_can_be_undone(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    before = experiment_of(view).tokens
    click(lab_of(view).new)
    now = experiment_of(view).tokens
    assert len(now) == 14 and now != before
    view.session.undo()
    assert experiment_of(view).tokens == before


def test_pointing_at_a_word_lights_its_column(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    wrapped = remains.wrapping(lab.remains.width() - 4, experiment_of(view).tokens)
    area = QRectF(lab.remains.rect()).adjusted(4, 0, 0, 0)
    word = remains.word_rect(area, wrapped, 3).center().toPoint()
    QTest.mouseMove(lab.remains, word)
    assert lab.funnel.state is not None and lab.funnel.state.lit == 3
    click(lab.remains, word)
    QTest.mouseMove(lab.field)
    lab.hover(None)
    assert experiment_of(view).pointed == 4
    assert not view.session.can_undo, "pointing is no step"


def test_the_keyboard_walks_the_states(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    lab.funnel.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(lab.funnel, Qt.Key.Key_End)
    QTest.keyClick(lab.funnel, Qt.Key.Key_Left)
    assert experiment_of(view).pointed == 13
    assert lab.funnel.accessibleName().startswith("State 13, the:")
    QTest.keyClick(lab.funnel, Qt.Key.Key_Escape)
    assert experiment_of(view).pointed is None


@pytest.mark.parametrize("count", [1, 2, 14, 33, 60])
def test_every_column_can_be_pointed_at(count: int) -> None:
    rect = QRectF(0, 0, 296, 280)
    for place in range(count):
        middle = funnel.column_rect(rect, count, place).center()
        assert funnel.word_at(rect, count, middle) == place


def test_a_column_shows_its_numbers_as_colours(shown: Shown, theme: Theme) -> None:
    view = shown(2, BottleneckLab)
    lab = lab_of(view)
    trace = view.session.trace()
    assert trace is not None
    picture = lab.funnel.grab().toImage()
    column = funnel.column_rect(QRectF(lab.funnel.rect()), 14, 9)
    for unit in (0, 3, 7):
        y = column.top() + (unit + 0.5) * column.height() / 8
        shade = theme.score_colour(float(trace["states"][9, unit]), funnel.LIMIT)
        assert picture.pixelColor(round(column.center().x()), round(y)).rgb() == shade.rgb()


@pytest.mark.parametrize("size", [(1024, 560), (1280, 800)])
def test_every_length_fits(opened: Open, size: tuple[int, int]) -> None:
    application = opened(2, size)
    for length in (1, 3, 14, 60):
        lab_of(application.window.view(2)).ask_length(float(length), None)
        application.settle()
        assert findings(application) == [], length


def test_names_at_the_ends_stand_apart_in_their_order() -> None:
    placed = spread([100.0, 101.0, 102.0, 30.0], lowest=110.0)
    ordered = sorted(placed)
    assert [placed[0], placed[1], placed[2]] == sorted(placed[:3])
    assert placed[3] == 30.0
    assert min(np.diff(ordered)) > NAME_LINE - 1


def test_letters_slant_beside_a_number_but_not_in_a_word() -> None:
    slanted = [(text, style.italic) for text, style in parts("2,j", LABEL)]
    assert slanted == [("2", False), (",", False), ("j", True)]
    assert parts("cat", LABEL) == [("cat", LABEL)]


def test_the_length_challenge_is_reached(shown: Shown) -> None:
    view = shown(2, BottleneckLab)
    lab_of(view).ask_length(50.0, None)
    assert {"without-attention-below-ten", "training-length-matters"} <= view.session.done
