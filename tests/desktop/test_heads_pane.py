"""Pane 07 as a learner uses it: cut, widen, point, pin, shuffle, type, undo."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import HeadsExperiment
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.instruments.slider import SIDE
from desktop_app.panes.heads.pane import HeadsLab
from tests.desktop.conftest import click, drag
from tests.desktop.layout import findings

Open = Callable[..., Application]
replace = msgspec.structs.replace
IT, UNTIL, CAT = 4, 3, 1


def pane(opened: Open, size: tuple[int, int] = (1280, 800)) -> Application:
    """Pane 07 with the pointer in the top bar, wherever another test has left it."""
    application = opened(7, size)
    QTest.mouseMove(application.window, QPoint(300, 20))
    application.settle()
    return application


def lab_of(application: Application) -> HeadsLab:
    lab = application.window.view(7).lab
    assert isinstance(lab, HeadsLab)
    return lab


def experiment_of(application: Application) -> HeadsExperiment:
    experiment = application.session.experiment(7)
    assert isinstance(experiment, HeadsExperiment)
    return experiment


def cell(lab: HeadsLab, head: int, query: int, key: int) -> QPoint:
    return lab.maps[head].place_of((query, key)).center().toPoint()


def click_cell(lab: HeadsLab, head: int, query: int, key: int) -> None:
    click(lab.maps[head], cell(lab, head, query, key))


def tick(lab: HeadsLab, index: int) -> QPoint:
    return QPoint(round(lab.controls.slider.x_of(index)), 20)


def shown_maps(lab: HeadsLab) -> int:
    return sum(one.isVisible() for one in lab.maps)


def texts(application: Application) -> list[str]:
    """Every text that the lab paints."""
    with lettering.audit() as audit:
        lab_of(application).grab()
    return [drawn.text for drawn in audit.drawn]


def test_the_opening_heads_follow_their_patterns(opened: Open) -> None:
    lab = lab_of(pane(opened))
    previous, noun, first, even = (one.state.numbers for one in lab.maps[:4])
    # The next hours of the clock have a score of 5 / 2 instead of 5, the others less.
    near = np.exp(-2.5)
    assert previous[IT, UNTIL] == pytest.approx(1 / (1 + 2 * near), abs=0.005)
    assert noun[IT, CAT] == pytest.approx(np.e**3 / (np.e**3 + 4), abs=1e-12)
    assert first[IT, 0] == pytest.approx(np.e**2 / (np.e**2 + 4), abs=1e-12)
    assert even[5].max() < 0.21


def test_clicking_ticks_cuts_the_matrices_and_undo_joins_them(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    for index, heads in ((0, 1), (3, 8), (4, 16), (1, 2)):
        click(lab.controls.slider, tick(lab, index))
        assert experiment_of(application).heads == heads == shown_maps(lab)
        assert lab.controls.box.text() == str(heads)
    for heads in (16, 8, 1, 4):
        application.session.undo()
        assert experiment_of(application).heads == heads == shown_maps(lab)
    assert not application.session.can_undo


def test_a_drag_of_the_slider_is_one_step_and_so_is_a_key(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    slider = lab.controls.slider
    drag(slider, tick(lab, 2), tick(lab, 4))
    assert experiment_of(application).heads == 16
    application.session.undo()
    assert experiment_of(application).heads == 4 and not application.session.can_undo
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert experiment_of(application).heads == 8
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert experiment_of(application).heads == 1


def test_a_slider_speaks_its_value_is_set_by_a_reader_and_lets_the_wheel_pass(
    opened: Open,
) -> None:
    application = pane(opened)
    slider = lab_of(application).controls.slider
    assert (slider.minimum(), slider.maximum(), slider.value()) == (1, 16, 4)
    slider.setValue(10)  # as an assistive technology does: the nearest head count
    assert experiment_of(application).heads == 8 == slider.value()
    application.session.undo()
    assert slider.value() == 4 and not application.session.can_undo
    middle = QPointF(slider.rect().center())
    wheel = QWheelEvent(
        *(middle, slider.mapToGlobal(middle), QPoint(), QPoint(0, 120)),
        *(Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier),
        *(Qt.ScrollPhase.NoScrollPhase, False),
    )
    QApplication.sendEvent(slider, wheel)
    assert slider.value() == 4 and experiment_of(application).heads == 4


def test_a_prime_model_size_has_one_head_and_no_slider(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    application.session.edit(HeadsExperiment(("the", "cat"), d_model=17, heads=1), "opened")
    application.settle()
    assert shown_maps(lab) == 1 and not lab.controls.slider.isVisible()
    assert findings(application) == []
    lab.controls.slider.resize(200, 48)
    assert lab.controls.slider.x_of(lab.controls.slider.index_of(1)) == SIDE
    application.session.undo()
    assert lab.controls.slider.isVisible()


REFUSED = {
    "3": ("must divide 16: 2 or 4", "3 heads do not divide d_model = 16"),
    "2,5": ("must divide 16: 2 or 4", "the nearest head counts are 2 and 4"),
    "0": ("must divide 16: 1", "the nearest head count is 1"),
    "64": ("must divide 16: 16", "64 heads are too many"),
    "many": ("not a number", "many is not a number"),
}


def test_the_box_takes_divisors_and_refuses_other_numbers_with_the_rule(
    opened: Open, qtbot: QtBot
) -> None:
    application = pane(opened)
    box = lab_of(application).controls.box
    box.setFocus()
    for typed, (short, sentence) in REFUSED.items():
        box.selectAll()
        QTest.keyClicks(box, typed)
        with qtbot.waitSignal(application.session.refused) as refusal:
            QTest.keyClick(box, Qt.Key.Key_Return)
        assert sentence in refusal.args[0]
        assert experiment_of(application).heads == 4 and not application.session.can_undo
        assert short in texts(application)
        QTest.keyClick(box, Qt.Key.Key_Escape)
        assert box.text() == "4" and short not in texts(application)
    box.selectAll()
    QTest.keyClicks(box, "8")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert experiment_of(application).heads == 8


def test_a_narrower_model_keeps_as_many_heads_as_divide_it(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    click(lab.controls.slider, tick(lab, 4))
    click(lab.controls.model_size, lab.controls.model_size.segment(0).center().toPoint())
    assert (experiment_of(application).d_model, experiment_of(application).heads) == (8, 8)
    assert lab.controls.slider.labels == ("1", "2", "4", "8")
    assert lab.controls.slider.maximum() == 8
    assert {"256", "64"} <= set(texts(application))
    application.session.undo()
    assert (experiment_of(application).d_model, experiment_of(application).heads) == (16, 16)


def test_pinning_a_cell_lights_its_head_and_its_query_in_all(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    click_cell(lab, 2, 5, 0)
    assert experiment_of(application).pinned == (3, 6, 1)
    assert not application.session.can_undo
    lab.hover(2, None)
    assert [one.state.row_outline for one in lab.maps[:4]] == [(5, "query")] * 4
    assert [one.state.pinned for one in lab.maps[:4]] == [None, None, (5, 0), None]
    assert lab.concat.slices.lit == lab.projection.slices.lit == 2
    said = texts(application)
    assert "fills columns 9–12" in said and "meets rows 9–12" in said and "first word" in said
    click_cell(lab, 2, 5, 0)
    lab.hover(2, None)
    assert experiment_of(application).pinned is None
    assert "point at a head" in texts(application)


def test_the_keyboard_walks_pins_and_lets_go(opened: Open) -> None:
    application = pane(opened)
    one = lab_of(application).maps[1]
    one.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (*[Qt.Key.Key_Down] * 4, Qt.Key.Key_Right):
        QTest.keyClick(one, key)
    assert one.accessibleName() == "Head 2, it, cat, 0.833925"
    QTest.keyClick(one, Qt.Key.Key_Space)
    assert experiment_of(application).pinned == (2, 5, 2)
    QTest.keyClick(one, Qt.Key.Key_Escape)
    assert experiment_of(application).pinned is None


def test_pinning_in_the_right_head_and_cutting_finely_reach_the_challenges(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    click_cell(lab, 3, IT, CAT)
    assert "head-that-finds-the-noun" not in application.session.done
    click_cell(lab, 1, 0, 0)  # any cell of the head will do
    assert "head-that-finds-the-noun" in application.session.done
    click(lab.controls.slider, tick(lab, 4))
    assert "sixteen-previous-words" not in application.session.done
    click(lab.controls.model_size, lab.controls.model_size.segment(2).center().toPoint())
    assert "sixteen-previous-words" in application.session.done


def test_a_map_may_vanish_under_the_pointer(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    click_cell(lab, 0, IT, CAT)
    application.session.edit(replace(experiment_of(application), heads=8), "8 heads")
    application.settle()
    QTest.mouseMove(lab.maps[6], cell(lab, 6, 1, 1))
    application.session.undo()
    application.settle()
    assert shown_maps(lab) == 4 and lab.lit_cell == (0, IT, CAT)


def test_the_head_pointed_at_gets_a_band(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    assert lab.layout_now is not None
    corner = lab.layout_now.heads[3].band.topLeft().toPoint() + QPoint(20, 4)
    assert lab.grab().toImage().pixelColor(corner) == lab.theme.sheet
    QTest.mouseMove(lab.maps[3], cell(lab, 3, 4, 4))
    assert lab.lit_cell == (3, 4, 4)
    assert lab.grab().toImage().pixelColor(corner) == lab.theme.band
    lab.maps[3].set_hovered(None)
    assert lab.grab().toImage().pixelColor(corner) == lab.theme.sheet


def test_pointing_at_a_slice_lights_its_head_and_a_click_pins_its_strongest_link(
    opened: Open,
) -> None:
    application = pane(opened)
    lab = lab_of(application)
    place = lab.projection.place_of((6, 3)).center().toPoint()  # row 7 belongs to head 2
    QTest.mouseMove(lab.projection, place)
    assert lab.lit_head == 1 and lab.concat.slices.lit == 1
    click(lab.projection, place)
    assert experiment_of(application).pinned == (2, IT + 1, CAT + 1)
    click(lab.concat, lab.concat.place_of((5, 9)).center().toPoint())  # slept, head 3
    assert experiment_of(application).pinned == (3, 6, 1)


def test_every_cell_of_a_cut_matrix_is_where_it_is_painted(opened: Open) -> None:
    lab = lab_of(pane(opened))
    picture = lab.projection.grab().toImage()
    numbers = lab.projection.state.numbers
    limit = lab.projection.slices.limit
    for place in [(0, 0), (3, 15), (4, 0), (7, 8), (15, 1)]:
        spot = lab.projection.place_of(place).center().toPoint()
        assert lab.projection.cell_at(spot.toPointF()) == place
        expected = lab.theme.score_colour(float(numbers[place]), limit)
        assert near(picture.pixelColor(spot), expected), place


def near(one: QColor, two: QColor) -> bool:
    channels = zip(one.getRgb(), two.getRgb(), strict=True)  # type: ignore[arg-type]
    return all(abs(first - second) <= 3 for first, second in channels)


def test_rows_are_queries_and_colours_keep_their_range(opened: Open) -> None:
    lab = lab_of(pane(opened))
    picture = lab.maps[2].grab().toImage()
    for query, key in ((0, 0), (5, 0), (5, 3)):
        spot = lab.maps[2].place_of((query, key)).center().toPoint() + QPoint(6, -6)
        weight = float(lab.maps[2].state.numbers[query, key])
        assert near(picture.pixelColor(spot), lab.theme.weight_colour(weight))
    assert lab.maps[2].state.hidden is not None and bool(lab.maps[2].state.hidden[0, 5])


def test_random_projections_say_so_and_r_shuffles_them(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    assert not lab.controls.shuffle.isVisible() and lab.source() == "hand-set"
    click(lab.controls.source, lab.controls.source.segment(1).center().toPoint())
    assert lab.source() == "random, untrained"
    assert "random, untrained, seed 7" in texts(application)
    before = lab.maps[0].state.numbers
    click(lab.controls.shuffle)
    QTest.keyClick(application.window, Qt.Key.Key_R)
    assert experiment_of(application).seed == 9
    assert not np.array_equal(before, lab.maps[0].state.numbers)
    click(lab.controls.source, lab.controls.source.segment(0).center().toPoint())
    assert lab.source() == "hand-set" and "queries and keys set by hand," in texts(application)
    for _ in range(4):
        application.session.undo()
    assert not application.session.can_undo


@pytest.mark.parametrize("size", [(1024, 560), (1366, 768)])
def test_any_head_count_shows_everything(opened: Open, size: tuple[int, int]) -> None:
    application = pane(opened, size)
    start = experiment_of(application)
    for heads, d_model, source in (
        (1, 8, "hand-set"),
        (8, 32, "random, untrained"),
        (16, 16, "hand-set"),
        (16, 64, "random, untrained"),
    ):
        changed = replace(start, heads=heads, d_model=d_model, source=source, pinned=None)
        application.session.edit(changed, "another cut")
        application.settle()
        assert findings(application) == [], (heads, d_model, source)


def test_equal_weights_name_no_word_and_small_maps_have_none(opened: Open) -> None:
    application = pane(opened)
    assert texts(application).count("slept") == 5  # over four maps, and at the rows
    lab = lab_of(application)
    click_cell(lab, 1, UNTIL, 0)  # until looks for nothing: four equal weights, none named
    assert "all 4" in texts(application)
    assert "until looks most at all 4, 0.25" in lab.maps[1].accessibleDescription()
    click(lab.controls.slider, tick(lab, 4))
    assert texts(application).count("slept") == 0
    assert lab.maps[15].place_of((0, 0)).width() == 11  # 12 px with the gap


SENTENCES = (
    ("one",),
    ("<s>", "<b>bold", "&lt;", "<s>"),
    ("שלום", "日期", "🚀"),
    ("word",) * 40,
)


def test_any_sentence_can_stand_here(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    for tokens in SENTENCES:
        changed = HeadsExperiment(tokens=tokens, heads=2, pinned=(1, 1, 1))
        application.session.edit(changed, "another sentence")
        application.settle()
        assert findings(application) == []
        last = lab.maps[1].spoken((len(tokens) - 1, 0))
        assert last.startswith(f"Head 2, {tokens[-1]}, {tokens[0]}")
        assert not lab.controls.source.isVisible()
        assert tokens[0] in texts(application)


def test_the_current_row_of_the_table_is_marked(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    assert lab.layout_now is not None
    table = lab.layout_now.table.toRect().topLeft()

    def marked() -> list[bool]:
        picture = lab.grab().toImage()
        bars = [picture.pixelColor(table + QPoint(1, 57 + 32 * row + 16)) for row in range(5)]
        return [bar == lab.theme.ink for bar in bars]

    assert marked() == [False, False, True, False, False]
    click(lab.controls.slider, tick(lab, 0))
    assert marked() == [True, False, False, False, False]


def test_tab_leads_from_the_controls_through_the_heads_to_the_result(opened: Open) -> None:
    application = pane(opened)
    lab = lab_of(application)
    box, *rest = [lab.controls.box, lab.controls.slider, lab.controls.model_size]
    rest += [lab.controls.source, *lab.maps[:4], lab.concat, lab.projection, lab.result]
    box.setFocus(Qt.FocusReason.TabFocusReason)
    for expected in rest:
        QTest.keyClick(application.window.focusWidget(), Qt.Key.Key_Tab)
        assert application.window.focusWidget() is expected
