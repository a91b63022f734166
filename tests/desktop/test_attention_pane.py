"""Pane 05 as a learner uses it: drag, type, step, mask, scale, resize, pin, undo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment
from desktop_app.application import Application
from desktop_app.panes.attention.pane import AttentionLab
from tests.desktop.conftest import click, drag, move

Open = Callable[..., Application]


def lab_of(application: Application) -> AttentionLab:
    lab = application.window.view(5).lab
    assert isinstance(lab, AttentionLab)
    return lab


def experiment_of(application: Application) -> AttentionExperiment:
    experiment = application.session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    return experiment


def middle(lab: AttentionLab, grid: str, row: int, column: int) -> QPoint:
    return lab.grids[grid].place_of((row, column)).center().toPoint()


def test_opening_numbers_give_the_weights_that_a_calculator_gives(opened: Open) -> None:
    application = opened(5)
    weights = lab_of(application).grids["weights"].state.numbers
    # ate: scores/2 of the, cat, ate = 0.31, 0.77, -0.59 and e to them 1.36, 2.16, 0.55
    assert weights[2, :3] == pytest.approx([0.3341, 0.5297, 0.1362], abs=5e-4)
    assert weights.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-15)


def test_dragging_twelve_pixels_adds_three_tenths_as_one_undo_step(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    start = middle(lab, "query", 2, 2)
    drag(lab.grids["query"], start, start + QPoint(12, 0))
    assert experiment_of(application).query[2][2] == 0.4
    application.session.undo()
    assert experiment_of(application).query[2][2] == 0.1
    assert not application.session.can_undo


@pytest.mark.parametrize("called", ["another pane", "another window"])
def test_a_drag_whose_release_never_comes_ends(qtbot: QtBot, opened: Open, called: str) -> None:
    """Or the next move, with no button held, would go on with it."""
    application = opened(5)
    grid = lab_of(application).grids["query"]
    start = middle(lab_of(application), "query", 2, 2)
    QTest.mousePress(grid, Qt.MouseButton.LeftButton, pos=start)
    move(grid, start + QPoint(12, 0))
    if called == "another pane":
        QTest.keyClick(grid, Qt.Key.Key_PageDown)
        QTest.keyClick(application.window, Qt.Key.Key_PageUp)
    else:
        other = QWidget()
        qtbot.addWidget(other)
        other.show()
        other.activateWindow()
        qtbot.waitUntil(other.isActiveWindow)
        other.close()
        application.window.activateWindow()
        qtbot.waitUntil(application.window.isActiveWindow)
    move(grid, start + QPoint(60, 0))
    assert experiment_of(application).query[2][2] == 0.4
    application.session.undo()
    assert not application.session.can_undo


def test_a_key_that_is_held_is_one_undo_step(opened: Open) -> None:
    application = opened(5)
    grid = lab_of(application).grids["query"]
    click(grid, middle(lab_of(application), "query", 2, 2))
    alt = Qt.KeyboardModifier.AltModifier
    for repeats in (False, True, True, False):
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Up, alt, "", repeats)
        QApplication.sendEvent(grid, press)
    assert experiment_of(application).query[2][2] == 0.5
    application.session.undo()
    assert experiment_of(application).query[2][2] == 0.4
    application.session.undo()
    assert experiment_of(application).query[2][2] == 0.1
    assert not application.session.can_undo


@pytest.mark.parametrize(
    ("copied", "value", "said"),
    [("-0,75\r\n", -0.75, ""), ("0,5\t1\n2\t3", 0.1, "4 numbers"), ("", 0.1, "nothing is not")],
)
def test_a_number_is_pasted_into_a_cell(opened: Open, copied: str, value: float, said: str) -> None:
    """As a spreadsheet copies it: with a decimal comma and the end of its line."""
    application = opened(5)
    lab = lab_of(application)
    click(lab.grids["query"], middle(lab, "query", 2, 2))
    QApplication.clipboard().setText(copied)
    QTest.keyClick(lab.grids["query"], Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert experiment_of(application).query[2][2] == value
    assert said in lab.problem and bool(said) == bool(lab.problem)


def test_a_touchpad_turns_in_whole_notches(opened: Open) -> None:
    application = opened(5)
    grid = lab_of(application).grids["query"]
    place = QPointF(middle(lab_of(application), "query", 2, 2))
    click(grid, place.toPoint())
    for turn in (15,) * 8 + (60, -60, -60, 240):
        event = QWheelEvent(
            place, place, QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.ScrollUpdate, False,
        )  # fmt: skip
        QApplication.sendEvent(grid, event)
    assert experiment_of(application).query[2][2] == pytest.approx(0.1 + 0.1 - 0.1 + 0.2)


@pytest.mark.parametrize(
    ("held", "expected"),
    [(Qt.KeyboardModifier.ShiftModifier, 1.1), (Qt.KeyboardModifier.ControlModifier, 0.11)],
)
def test_shift_and_control_change_the_size_of_a_step(
    opened: Open, held: Qt.KeyboardModifier, expected: float
) -> None:
    application = opened(5)
    lab = lab_of(application)
    start = middle(lab, "query", 2, 2)
    drag(lab.grids["query"], start, start + QPoint(4, 0), held)
    assert experiment_of(application).query[2][2] == pytest.approx(expected)


def test_dragging_a_key_changes_the_key_that_its_column_shows(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    start = middle(lab, "key", 2, 1)  # third component of cat
    drag(lab.grids["key"], start, start + QPoint(8, 0))
    assert experiment_of(application).key[1] == (-0.2, 0.5, 1.8, 2.0)


@pytest.mark.parametrize("typed", ["0.4", "0,4", ".4"])
def test_a_typed_number_is_taken_with_point_or_comma(opened: Open, typed: str) -> None:
    application = opened(5)
    grid = lab_of(application).grids["query"]
    grid.setFocus()
    grid.cursor_cell = (2, 2)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None
    grid.field.selectAll()
    QTest.keyClicks(grid.field, typed)
    QTest.keyClick(grid.field, Qt.Key.Key_Return)
    assert experiment_of(application).query[2][2] == 0.4


def test_nonsense_keeps_the_last_number_and_says_why(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    grid = lab.grids["query"]
    grid.setFocus()
    grid.cursor_cell = (2, 2)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None
    field = grid.field
    field.selectAll()
    QTest.keyClicks(field, "1.2.4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert lab.problem == "1.2.4 is not a number; type one such as 0.4"
    assert experiment_of(application).query[2][2] == 0.1
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not application.session.can_undo


def test_leaving_a_field_unchanged_is_no_undo_step(opened: Open) -> None:
    application = opened(5)
    grid = lab_of(application).grids["value"]
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None
    QTest.keyClick(grid.field, Qt.Key.Key_Return)
    assert not application.session.can_undo


def test_the_keyboard_alone_moves_steps_and_clears(opened: Open) -> None:
    application = opened(5)
    grid = lab_of(application).grids["query"]
    grid.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Left):
        QTest.keyClick(grid, key)
    assert grid.cursor_cell == (1, 2)
    QTest.keyClick(grid, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert experiment_of(application).query[1][2] == -0.4
    QTest.keyClick(grid, Qt.Key.Key_Delete)
    assert experiment_of(application).query[1][2] == 0.0
    assert grid.accessibleName() == "Query, cat, column 3, 0, editable"


def test_each_mask_hides_what_its_name_says(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    for index, hidden in enumerate((0, 10, 5, 5)):  # none, causal, all but the last key, custom
        click(lab.controls.mask, lab.controls.mask.segment(index).center().toPoint())
        masked = lab.trace["masked"]  # type: ignore[index]
        assert int(np.isneginf(masked).sum()) == hidden
    assert experiment_of(application).mask == "custom"


def test_a_custom_mask_is_painted_by_clicking_dragging_and_space(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    click(lab.controls.mask, lab.controls.mask.segment(0).center().toPoint())
    click(lab.controls.mask, lab.controls.mask.segment(3).center().toPoint())
    grid = lab.grids["masked"]
    drag(grid, middle(lab, "masked", 0, 0), middle(lab, "masked", 0, 2))
    custom = experiment_of(application).custom
    assert custom is not None and custom[0] == (False, False, False, True, True)
    application.session.undo()
    assert experiment_of(application).custom == ((True,) * 5,) * 5
    grid.setFocus()
    grid.cursor_cell = (4, 4)
    QTest.keyClick(grid, Qt.Key.Key_Space)
    custom = experiment_of(application).custom
    assert custom is not None and not custom[4][4]


def test_a_word_without_visible_key_gets_weight_and_output_0_and_a_note(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    click(lab.controls.mask, lab.controls.mask.segment(2).center().toPoint())
    while experiment_of(application).visible_keys:
        click(lab.controls.visible_keys, lab.controls.visible_keys.button(-1).center().toPoint())
    assert lab.trace is not None
    assert not lab.trace["weights"].any() and not lab.trace["output"].any()
    assert "no visible key for the, cat, ate, fresh, fish: weights and output 0" in lab.facts()


def test_without_the_scale_the_scaled_scores_are_the_scores(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    click(lab.controls.scale)
    assert lab.trace is not None
    assert (lab.trace["scaled"] == lab.trace["scores"]).all()
    assert "not scaled" in lab.facts()
    application.window.command("undo")
    assert lab.controls.scale.isChecked()


def test_shuffle_says_that_its_numbers_are_random_and_can_be_undone(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    before = experiment_of(application)
    QTest.keyClick(lab.grids["query"], Qt.Key.Key_R)
    assert lab.source() == "random, untrained"
    assert experiment_of(application).query != before.query
    application.session.undo()
    assert experiment_of(application) == before
    assert lab.source() == "hand-set"


def test_words_and_dimensions_grow_and_shrink_without_losing_numbers(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    before = experiment_of(application)
    click(lab.controls.tokens, lab.controls.tokens.button(1).center().toPoint())
    click(lab.controls.key_size, lab.controls.key_size.button(1).center().toPoint())
    grown = experiment_of(application)
    assert len(grown.tokens) == 6 and grown.key_size == 5
    assert [row[:4] for row in grown.query[:5]] == list(before.query)
    click(lab.controls.tokens, lab.controls.tokens.button(-1).center().toPoint())
    click(lab.controls.key_size, lab.controls.key_size.button(-1).center().toPoint())
    assert experiment_of(application).query == before.query


@pytest.mark.parametrize(("n", "d_k"), [(1, 1), (12, 16), (12, 1), (1, 16), (7, 3)])
def test_every_size_fits_into_the_smallest_lab(opened: Open, n: int, d_k: int) -> None:
    application = opened(5, (1024, 720))
    lab = lab_of(application)
    lab.ask_tokens(n)
    lab.ask_key_size(d_k)
    application.settle()
    for name, grid in lab.grids.items():
        assert lab.rect().contains(grid.geometry()), name
    grids = list(lab.grids.items())
    for (name, grid), (other, neighbour) in combinations(grids, 2):
        cells = grid.geometry().adjusted(6, 6, -6, -6)
        assert not cells.intersects(neighbour.geometry().adjusted(6, 6, -6, -6)), (name, other)


def test_a_weight_is_pinned_by_click_and_let_go_by_escape(opened: Open, qtbot: QtBot) -> None:
    application = opened(5)
    lab = lab_of(application)
    grid = lab.grids["weights"]
    click(grid, middle(lab, "weights", 4, 1))
    assert experiment_of(application).pinned == (5, 2)
    assert lab.arithmetic().query_token == "fish" and lab.arithmetic().key_token == "cat"
    assert not application.session.can_undo  # a pin is only pointing
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Escape)
    assert experiment_of(application).pinned is None


def test_the_arithmetic_of_a_weight_adds_up_to_the_weight(opened: Open) -> None:
    application = opened(5)
    sums = lab_of(application).arithmetic().sums
    assert sums is not None and sums.part is not None
    assert sum(q * k for q, k in sums.terms) == pytest.approx(sums.score, abs=1e-12)
    assert sums.score * sums.scale == pytest.approx(sums.scaled, abs=1e-12)
    assert sums.part / sum(sums.parts) == pytest.approx(sums.weight, abs=1e-12)


def test_the_challenge_is_done_when_cat_gets_more_than_sixty_per_cent(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    card = application.window.view(5).card
    assert card is not None and not card.state.done and card.state.now == "now 0.53"
    start = middle(lab, "query", 2, 2)
    drag(lab.grids["query"], start, start + QPoint(12, 0))
    assert card.state.done and card.state.now == "now 0.62"
    application.session.undo()
    assert card.state.done  # once done, it stays done
    assert application.settings.done == {"ate-gives-cat"}


def test_scores_beyond_the_colour_range_are_marked(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application)
    lab.ask_cell("query", 2, 3, 9.0, None)
    application.settle()
    grid = lab.grids["scores"]
    assert grid.state.numbers[2, 1] > grid.state.limit
    picture = grid.grab().toImage()
    place = grid.place_of((2, 1))
    ground = picture.pixelColor(round(place.left()) + 3, round(place.bottom()) - 3)
    notch = [
        picture.pixelColor(round(place.center().x()) + dx, round(place.top()) + 1)
        for dx in (-1, 0, 1)
    ]
    assert any(abs(colour.lightness() - ground.lightness()) > 60 for colour in notch)


def test_resting_on_a_symbol_of_the_formula_lights_its_matrix(opened: Open, qtbot: QtBot) -> None:
    application = opened(5)
    lab = lab_of(application)
    block = application.window.view(5).column.formulas[1]
    spots = [QPoint(x, block.height() // 2) for x in range(0, block.width(), 2)]
    on_value = next(spot for spot in spots if block.role_at(spot.toPointF()) == "value")
    with qtbot.waitSignal(block.pointed):
        QTest.mouseMove(block, on_value)
    assert lab.lit == "value"
    application.settle()
    assert lab.layout_now is not None
    edge = lab.layout_now.value.toRect().topLeft() + QPoint(30, -4)
    assert lab.grab().toImage().pixelColor(edge).lightness() < 80


def test_the_context_menu_keeps_shuffle_where_its_button_has_no_room(opened: Open) -> None:
    application = opened(5, (1024, 720))
    lab = lab_of(application)
    assert lab.controls.shuffle.isHidden()
    place = QPoint(200, 200)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, lab.mapToGlobal(place))
    lab.contextMenuEvent(event)
    menu = lab.findChild(QMenu)
    assert menu is not None
    menu.actions()[0].trigger()
    assert lab.source() == "random, untrained"
    menu.close()
