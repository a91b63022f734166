"""Pane 09 as a learner uses it: type words, exchange, break the shapes, pin, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.experiment import CrossExperiment
from core.translator import shelf
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.drawers.faults import FaultSection
from desktop_app.panes.cross.pane import CrossLab
from desktop_app.panes.cross.picture import part_rooms
from desktop_app.panes.cross.size_field import SizeField
from desktop_app.panes.cross.word_field import WORD, WordField
from tests.desktop.conftest import click, drag, painted
from tests.desktop.layout import findings
from tests.desktop.wide import met

Open = Callable[..., Application]
Key = Qt.Key


def lab_of(application: Application) -> CrossLab:
    """The lab, with nothing under the pointer."""
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    QTest.mouseMove(application.window, QPoint(3, 3))
    lab.grids["weights"].set_hovered(None)
    return lab


def experiment_of(application: Application) -> CrossExperiment:
    experiment = application.session.experiment(9)
    assert isinstance(experiment, CrossExperiment)
    return experiment


def numbers(lab: CrossLab, name: str) -> np.ndarray:
    return lab.grids[name].state.numbers


def type_at_end(field: WordField, text: str) -> None:
    click(field)
    QTest.keyClick(field, Key.Key_End)
    QTest.keyClicks(field, text)


def step(field: SizeField, way: int) -> None:
    click(field, field.button(way).center().toPoint())


def test_the_opening_weights_are_those_of_two_sentences(opened: Open) -> None:
    lab = lab_of(opened(9))
    assert numbers(lab, "weights").shape == (4, 6)
    assert numbers(lab, "weights")[1].round(2).tolist() == [0.07, 0.07, 0.68, 0.02, 0.11, 0.05]
    texts = painted(lab)
    shown = {"chat", "0.68", "2.82", "m = 4 words", "n = 6 words", "turned to 3 × 6", "= 4 × 6"}
    assert shown <= set(texts)


def test_a_space_puts_a_word_to_work_and_one_visit_is_one_undo_step(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    type_at_end(lab.controls.source, " and")
    assert numbers(lab, "weights").shape == (4, 6)
    QTest.keyClicks(lab.controls.source, " rice ")
    assert numbers(lab, "weights").shape == (4, 8)
    assert lab.controls.source.text() == "the black cat eats fresh fish and rice "
    QTest.keyClick(lab.controls.source, Key.Key_Return)
    assert experiment_of(application).source_tokens[-2:] == ("and", "rice")
    assert "eight-columns" in application.session.done
    application.session.undo()
    assert experiment_of(application).source_tokens[-1] == "fish"
    assert not application.session.can_undo


def test_escape_drops_the_word_that_is_not_finished(opened: Open) -> None:
    application = opened(9)
    field = lab_of(application).controls.target
    type_at_end(field, " un peu")
    QTest.keyClick(field, Key.Key_Escape)
    assert field.text() == "le chat noir mange un"
    assert experiment_of(application).tokens[-1] == "un"


def test_an_empty_sentence_is_refused_in_words_and_the_last_one_stays(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    field = lab.controls.target
    click(field)
    field.selectAll()
    QTest.keyClick(field, Key.Key_Delete)
    assert field.placeholderText() == field.reason == "type at least one word"
    alert = lab.theme.alert
    image = field.grab().toImage()
    assert image.pixelColor(1, field.height() // 2) == QColor(alert)
    QTest.keyClick(field, Key.Key_Return)
    assert experiment_of(application).tokens == ("le", "chat", "noir", "mange")
    assert lab.problem == "type at least one word"
    QTest.keyClick(field, Key.Key_Escape)
    assert field.text() == "le chat noir mange" and field.reason == ""


def test_too_many_words_name_the_limit(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    field = lab.controls.source
    click(field)
    field.selectAll()
    QApplication.clipboard().setText("so " * 65)
    QTest.keyClick(field, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.reason == "65 words; this lab takes 1 to 64"
    assert field.reason in painted(lab)
    assert len(experiment_of(application).source_tokens) == 6


def test_new_words_say_that_their_numbers_are_random(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    assert lab.source() == "hand-set" and "set by hand, not learned" in painted(lab)
    type_at_end(lab.controls.source, " quickly ")
    assert lab.source() == "hand-set; random, untrained for quickly"
    assert "hand-set; random for quickly" in painted(lab)


def test_the_keyboard_reaches_everything_in_the_order_of_the_eye(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    controls, grids = lab.controls, lab.grids
    expected = [
        controls.examples, controls.mode, controls.swap, controls.target, controls.source,
        *(grids[name] for name in ("query", "key", "weights", "value", "output")),
        lab.totals, controls.query_size, controls.key_size,
    ]  # fmt: skip
    controls.examples.setFocus(Qt.FocusReason.TabFocusReason)
    found = []
    for _ in expected:
        focused = QApplication.focusWidget()
        found.append(focused)
        QTest.keyClick(focused, Key.Key_Tab)
    assert found == expected


def test_x_exchanges_the_sentences_and_their_numbers(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    before = experiment_of(application)
    lab.grids["query"].setFocus()
    QTest.keyClick(application.window, Key.Key_X)
    assert experiment_of(application).tokens == before.source_tokens
    assert numbers(lab, "weights").shape == (6, 4)
    click(lab.controls.swap)
    assert experiment_of(application).operands == before.operands
    assert experiment_of(application).pinned == before.pinned
    application.session.undo()
    application.session.undo()
    assert not application.session.can_undo


def test_x_in_a_sentence_is_a_letter(opened: Open) -> None:
    application = opened(9)
    field = lab_of(application).controls.target
    type_at_end(field, " six")
    QTest.keyClick(field, Key.Key_Return)
    assert experiment_of(application).tokens == ("le", "chat", "noir", "mange", "six")


def test_self_makes_the_weights_square_and_the_source_field_repeats(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    click(lab.controls.mode, lab.controls.mode.segment(0).center().toPoint())
    assert numbers(lab, "weights").shape == (4, 4)
    assert not lab.controls.source.isEnabled()
    assert lab.controls.source.text() == "le chat noir mange"
    assert " come from the target too" in painted(lab)
    type_at_end(lab.controls.target, " bien ")
    assert numbers(lab, "weights").shape == (5, 5)
    click(lab.controls.mode, lab.controls.mode.segment(1).center().toPoint())
    assert lab.controls.source.text() == "the black cat eats fresh fish"
    assert numbers(lab, "weights").shape == (5, 6)


def test_inlets_leave_the_field_that_they_name(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    layout = lab.layout_now
    assert layout is not None
    theme = lab.theme
    over_source = QPoint(round(layout.stem_x), round(layout.source.bottom() + 4))
    over_target = QPoint(round(layout.target.right() - 24), round(layout.target.bottom() + 4))
    green = QPoint(round((layout.stem_x + layout.value.right()) / 2), round(layout.fork_y))
    image = lab.grab().toImage()
    assert near(image.pixelColor(over_source), theme.ink3)
    assert near(image.pixelColor(over_target), theme.sheet)
    assert near(image.pixelColor(green), theme.value.line)
    lab.asking.mode("self")
    image = lab.grab().toImage()
    assert near(image.pixelColor(over_source), theme.sheet)
    assert near(image.pixelColor(over_target), theme.ink3)


def near(found: QColor, wanted: QColor) -> bool:
    """The same but for antialiasing."""
    pairs = zip(found.getRgb(), wanted.getRgb(), strict=True)
    return all(abs(one - other) <= 70 for one, other in pairs)


def test_more_columns_in_the_keys_alone_give_no_product(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    before = numbers(lab, "weights").copy()
    step(lab.controls.key_size, 1)
    assert "Queries have 3 columns, keys have 4: no product." in painted(lab)
    assert "no product, so no weight" in painted(lab)
    for name in ("weights", "output"):
        assert lab.grids[name].state.faded
    np.testing.assert_array_equal(numbers(lab, "weights"), before)
    strip = lab.layout_now.strip
    inside = QPoint(round(strip.left() + 8), round(strip.center().y()))
    assert lab.grab().toImage().pixelColor(inside) == lab.theme.alert_tint
    card = application.window.view(9).card
    assert card.state.reason == "queries and keys do not fit"
    step(lab.controls.query_size, 1)
    assert numbers(lab, "key").shape == (4, 6) and not lab.grids["weights"].state.faded
    assert lab.grab().toImage().pixelColor(inside) == lab.theme.sunken
    application.session.undo()
    application.session.undo()
    assert experiment_of(application).key_size == 3


def test_a_faded_product_is_half_as_strong(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    heat = lab.grids["weights"]
    corner = heat.place_of((0, 0)).topLeft().toPoint() + QPoint(4, 4)
    full = heat.grab().toImage().pixelColor(corner)
    step(lab.controls.key_size, -1)
    half = lab.grab().toImage().pixelColor(heat.mapToParent(corner))
    channels = [colour.getRgb()[:3] for colour in (full, half, lab.theme.sheet)]
    for one, two, ground in zip(*channels, strict=True):
        assert two == pytest.approx((one + ground) / 2, abs=3)


def test_words_changed_during_a_mismatch_leave_empty_brackets(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    step(lab.controls.key_size, 1)
    type_at_end(lab.controls.source, " now ")
    assert not lab.grids["weights"].isVisible() and not lab.grids["output"].isVisible()
    assert painted(lab).count("no product") == 2
    step(lab.controls.key_size, -1)
    assert lab.grids["weights"].isVisible() and numbers(lab, "weights").shape == (4, 7)


def test_sizes_step_by_keyboard_and_stop_at_one(opened: Open) -> None:
    application = opened(9)
    field = lab_of(application).controls.query_size
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(field, Key.Key_Up)
    assert len(experiment_of(application).query[0]) == 4
    QTest.keyClick(field, Key.Key_Home)
    QTest.keyClick(field, Key.Key_Down)
    assert len(experiment_of(application).query[0]) == 1
    assert field.accessibleName() == "Columns of the queries, d k: 1, from 1 to 6"


def test_dragging_a_key_changes_the_pinned_sum(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    grid = lab.grids["key"]
    start = grid.place_of((0, 2)).center().toPoint()  # first component of cat
    drag(grid, start, start + QPoint(8, 0))
    assert experiment_of(application).key[2] == (-1.2, -0.5, -1.3)
    assert "2.58" in painted(lab)  # 2.82 - 1.2 * 0.2
    application.session.undo()
    assert not application.session.can_undo


def test_mange_looks_at_fish_once_its_key_is_longer(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    grid = lab.grids["key"]
    for row, number in enumerate(("1.5", "-1.5", "1.5")):
        click(grid, grid.place_of((row, 5)).center().toPoint())
        QTest.keyClick(grid, Key.Key_Return)
        QTest.keyClicks(grid.field, number)
        QTest.keyClick(grid.field, Key.Key_Return)
    assert numbers(lab, "weights")[3, 5] > 0.5
    assert "mange-eats-fish" in application.session.done


def test_pointing_lights_pinning_stays_escape_lets_go(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    heat = lab.grids["weights"]
    QTest.mouseMove(heat, heat.place_of((3, 3)).center().toPoint())
    assert lab.pair == (3, 3)
    assert (lab.controls.target.lit, lab.controls.source.lit) == (3, 3)
    assert lab.grids["query"].state.row_outline == (3, "query")
    assert lab.grids["key"].state.column_outline == (3, "key")
    assert lab.grids["value"].state.row_outline == (3, "value")
    click(heat, heat.place_of((3, 3)).center().toPoint())
    assert experiment_of(application).pinned == (4, 4)
    heat.setFocus()
    QTest.keyClick(heat, Key.Key_Escape)
    assert experiment_of(application).pinned is None
    assert not application.session.can_undo


@pytest.mark.parametrize(
    ("index", "target", "source"),
    [(2, "m = 4 words", "n = 6 patches"), (3, "m = 2 words", "n = 7 frames")],
)
def test_examples_count_in_their_own_units(
    opened: Open, index: int, target: str, source: str
) -> None:
    application = opened(9)
    lab = lab_of(application)
    click(lab.controls.examples, lab.controls.examples.segment(index).center().toPoint())
    assert {target, source} <= set(painted(lab))
    assert lab.source() == "hand-set"
    application.session.undo()
    assert lab.controls.examples.index == 0


MARKUP = ("<s>", "<unk>", "<b>bold", "a<b<c", "&lt;", "<img", "🚀", "שלום")


def test_markup_and_other_scripts_stand_as_they_are_typed(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    lab.asking.tokens("source", MARKUP, None)
    texts = painted(lab.controls.source)
    assert {lettering.shown(token, WORD) for token in MARKUP} <= set(texts)
    heat = lab.grids["weights"]
    assert "<s>" in heat.spoken((0, 0)) and "&lt;" in heat.spoken((0, 4))


def test_forty_words_scroll_drop_their_digits_and_speak_on_hover(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    forty = tuple(f"w{place}" for place in range(1, 41))
    lab.asking.tokens("source", forty, None)
    field = lab.controls.source
    assert [place for place, _ in field.placed()][:2] == [0, 1]
    texts = painted(lab)
    assert "0.02" in texts and "w3" in texts  # the lit weight alone, with its word
    assert not lab.grids["weights"].state.digits
    lab.pin((0, 39))
    assert 39 in dict(field.placed()) and field.first > 0
    assert "w40" in painted(lab)
    assert lab.grids["weights"].spoken((0, 39)).startswith("Weights, le, w40, 0.0")
    assert findings(application) == []


@pytest.mark.parametrize(
    ("words", "size"), met([("one",), tuple("abcdefgh")], [(1024, 720), (1280, 720)], 1)
)
def test_few_and_many_words_fit(
    opened: Open, size: tuple[int, int], words: tuple[str, ...]
) -> None:
    application = opened(9, size)
    lab = lab_of(application)
    lab.asking.tokens("source", words, None)
    lab.asking.tokens("target", words[:6], None)
    assert findings(application) == []
    assert lab.grids["weights"].state.digits
    lab.asking.size("query", 1)
    assert findings(application) == []


def test_the_wheel_walks_along_a_long_sentence(opened: Open) -> None:
    application = opened(9)
    lab = lab_of(application)
    lab.asking.tokens("source", tuple(f"word{place}" for place in range(20)), None)
    field = lab.controls.source
    seen = [place for place, _ in field.placed()][-1]
    for _ in range(3):
        event = QWheelEvent(
            QPointF(40, 20), QPointF(field.mapToGlobal(QPoint(40, 20))), QPoint(), QPoint(0, -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(field, event)
    assert field.first == 3 and field.placed()[-1][0] > seen


@pytest.mark.parametrize(("role", "matrix"), [("key", "key"), ("weight", "weights")])
def test_a_symbol_of_the_formula_lights_its_matrix(opened: Open, role: str, matrix: str) -> None:
    lab = lab_of(opened(9))
    beside = lab.layout_now.cells(matrix).topLeft().toPoint() - QPoint(7, -30)
    assert lab.grab().toImage().pixelColor(beside) == lab.theme.sheet
    lab.light(role)
    picture = lab.grab().toImage()
    assert picture.pixelColor(beside) == lab.theme.band
    assert picture.pixelColor(beside + QPoint(3, 0)).lightness() < 100
    lab.light("")
    assert lab.grab().toImage().pixelColor(beside) == lab.theme.sheet


def test_a_step_of_the_trace_brings_the_keyboard_to_its_matrix(opened: Open) -> None:
    lab = lab_of(opened(9))
    lab.show_step("value")
    assert QApplication.focusWidget() is lab.grids["value"]


def choose_example(lab: CrossLab, index: int) -> None:
    click(lab.controls.examples, lab.controls.examples.segment(index).center().toPoint())


def test_the_trained_translator_shows_its_own_states_and_hides_what_it_cannot_do(
    opened: Open,
) -> None:
    application = opened(9)
    lab = lab_of(application)
    choose_example(lab, 1)
    assert lab.source() == "trained, shipped weights"
    assert numbers(lab, "weights").shape == (6, 7)
    assert numbers(lab, "query").shape == (6, 3) and lab.trace["query"].shape == (6, 48)
    assert {"= 6 × 48", "= 7 × 96", "1 to 3 shown", "1 to 5 shown"} <= set(painted(lab))
    for hidden in (lab.controls.mode, lab.controls.swap, lab.controls.query_size):
        assert not hidden.isVisibleTo(lab)
    assert all(lab.grids[name].mode == "read" for name in ("query", "key", "value"))
    lab.press("X")
    assert "only goes from English to French" in lab.problem
    type_at_end(lab.controls.source, " today ")
    assert experiment_of(application).source_tokens[-1] == "today"
    assert "aujourd'hui" in experiment_of(application).tokens
    type_at_end(lab.controls.target, " et ")
    assert experiment_of(application).tokens[-1] == "et"
    application.session.undo()
    application.session.undo()
    application.session.undo()
    assert experiment_of(application).example == "translation"
    assert lab.controls.swap.isVisibleTo(lab) and lab.grids["query"].mode == "edit"


def test_a_source_that_nobody_knows_is_said_beside_the_examples(opened: Open) -> None:
    lab = lab_of(opened(9))
    choose_example(lab, 1)
    type_at_end(lab.controls.source, " zebra ")
    QTest.keyClick(lab.controls.source, Key.Key_Return)
    assert "trained, shipped weights; zebra unknown to it" in painted(lab)


def test_patches_of_the_picture_take_the_colour_of_their_weights(opened: Open) -> None:
    lab = lab_of(opened(9))
    choose_example(lab, 2)
    assert lab.layout_now is not None and lab.trace is not None
    rooms = part_rooms(lab.layout_now, lab.state())
    assert len(rooms) == 6 and rooms[3].top() > rooms[0].top()
    image = lab.grab().toImage()
    for place, room in enumerate(rooms):
        corner = room.topRight() + QPointF(-4, 3)
        weight = float(lab.trace["weights"][0, place])
        assert image.pixelColor(corner.toPoint()) == QColor(lab.theme.weight_colour(weight))


def test_frames_stand_in_a_row_and_go_when_the_sequences_change_places(opened: Open) -> None:
    lab = lab_of(opened(9))
    choose_example(lab, 3)
    assert lab.layout_now is not None
    rooms = part_rooms(lab.layout_now, lab.state())
    assert len(rooms) == 7 and len({room.top() for room in rooms}) == 1
    click(lab.controls.swap)
    assert part_rooms(lab.layout_now, lab.state()) == []


def test_no_mistake_can_be_made_in_trained_weights(opened: Open) -> None:
    application = opened(9)
    view = application.window.view(9)
    choose_example(lab_of(application), 1)
    view.side.show("try")
    section = next(
        part for part in view.side.drawers["try"].sheet.sections if isinstance(part, FaultSection)
    )
    section.set_opened(True)
    assert all(row.isHidden() for row in section.rows.values())
    assert section.head.aside == "not in trained weights"


SHOWN = [(1, (1024, 560)), (1, (1280, 800)), (2, (1024, 720)), (3, (1920, 1080))]


@pytest.mark.parametrize(("index", "size"), SHOWN)
def test_every_example_has_room_in_every_window(
    opened: Open, index: int, size: tuple[int, int]
) -> None:
    application = opened(9, size)
    lab = lab_of(application)
    choose_example(lab, index)
    application.settle()
    assert findings(application) == []


def test_long_sentences_of_the_translator_still_fit(opened: Open) -> None:
    application = opened(9, (1024, 720))
    lab = lab_of(application)
    choose_example(lab, 1)
    long = "the old king of the island does not see the young queen and the famous doctor sleeps"
    lab.asking.tokens("source", tuple(long.split()), None)
    assert len(experiment_of(application).source_tokens) == 17
    application.settle()
    assert findings(application) == []


def test_damaged_weights_are_a_sentence_and_the_example_stays(opened: Open, tmp_path: Path) -> None:
    application = opened(9)
    lab = lab_of(application)
    with shelf.shipped_from(tmp_path):
        choose_example(lab, 1)
    assert experiment_of(application).example == "translation"
    assert lab.problem and lab.controls.examples.index == 0
