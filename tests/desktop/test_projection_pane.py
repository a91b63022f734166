"""Pane 04 as a learner uses it: tips, keys, words, numbers, sharpness, d_k, undo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from core.experiment import ProjectionExperiment
from desktop_app.application import Application
from desktop_app.instruments.plane_view import plane_view, square
from desktop_app.lettering import Audit
from desktop_app.numbers import MINUS
from desktop_app.panes.projection.pane import ProjectionLab
from tests.desktop.conftest import click, drag
from tests.desktop.layout import findings
from tests.desktop.wide import chosen

Open = Callable[..., Application]
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def lab_of(application: Application) -> ProjectionLab:
    lab = application.window.view(4).lab
    assert isinstance(lab, ProjectionLab)
    return lab


def experiment_of(application: Application) -> ProjectionExperiment:
    experiment = application.session.experiment(4)
    assert isinstance(experiment, ProjectionExperiment)
    return experiment


def middle(lab: ProjectionLab, grid: str, row: int, column: int) -> QPoint:
    return lab.grids[grid].place_of((row, column)).center().toPoint()


def tip(lab: ProjectionLab, arrow: int) -> QPoint:
    return lab.plane.tip(arrow).toPoint()


def shown(lab: ProjectionLab, grid: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return lab.grids[grid].state.numbers


def type_number(lab: ProjectionLab, grid: str, row: int, column: int, text: str) -> None:
    field_of = lab.grids[grid]
    click(field_of, middle(lab, grid, row, column))
    field_of.setFocus()
    QTest.keyClick(field_of, Qt.Key.Key_Return)
    assert field_of.field is not None
    QTest.keyClicks(field_of.field, text)
    QTest.keyClick(field_of.field, Qt.Key.Key_Return)


# the plane


def test_dragging_the_query_changes_w_q_alone_as_one_undo_step(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    drag(lab.plane, tip(lab, 0), tip(lab, 0) + QPoint(8, 80))
    moved = experiment_of(application)
    # 80 px are one unit: (1.1, 0.3) goes to (1.2, -0.7).
    assert shown(lab, "query")[2] == pytest.approx([1.2, -0.7])
    assert replace(moved, w_q=start.w_q) == start and moved.w_q != start.w_q
    application.session.undo()
    assert experiment_of(application) == start and not application.session.can_undo


def test_dragging_a_key_changes_w_k_and_the_scores_follow(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    drag(lab.plane, tip(lab, 5), tip(lab, 5) + QPoint(-40, 0))  # fish
    moved = experiment_of(application)
    assert shown(lab, "key")[4] == pytest.approx([1.2, -0.8])
    assert replace(moved, w_k=start.w_k) == start
    # 1.1 * 1.2 + 0.3 * (-0.8) = 1.08
    assert lab.dictionary.state is not None
    assert lab.dictionary.state.dots[4] == pytest.approx(1.08)


def test_the_first_challenge_is_solved_by_dragging(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    drag(lab.plane, tip(lab, 0), tip(lab, 0) + QPoint(-8, 72))
    assert "ate-turns-to-fish" in application.session.done


def test_a_click_on_a_tip_or_a_word_pins_the_key_without_an_undo_step(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    click(lab.plane, tip(lab, 4))
    assert experiment_of(application).pinned == 4
    lab.repaint()
    word = next(label for label in lab.plane.labels if label.arrow == 1 and not label.is_number)
    click(lab.plane, word.rect.center().toPoint())
    assert experiment_of(application).pinned == 1
    assert not application.session.can_undo


def test_a_tip_stays_inside_the_plane_and_the_scale_stays_with_it(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    before = lab.plane.view
    drag(lab.plane, tip(lab, 2), QPoint(5000, -5000))
    assert lab.plane.view == before
    assert lab.plane.rect().contains(tip(lab, 2))


def test_keys_choose_pin_and_move_an_arrow(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    lab.plane.setFocus()
    QTest.keyClick(lab.plane, Qt.Key.Key_Up, ALT)
    QTest.keyClick(lab.plane, Qt.Key.Key_Left, ALT | SHIFT)
    QTest.keyClick(lab.plane, Qt.Key.Key_Right, ALT | CONTROL)
    assert shown(lab, "query")[2] == pytest.approx([0.11, 0.4])
    QTest.keyClick(lab.plane, Qt.Key.Key_Right)
    QTest.keyClick(lab.plane, Qt.Key.Key_Space)
    assert experiment_of(application).pinned == 1
    QTest.keyClick(lab.plane, Qt.Key.Key_Down, ALT)
    assert shown(lab, "key")[0] == pytest.approx([-1.0, 0.8])
    for _ in range(4):
        application.session.undo()
    assert not application.session.can_undo


def test_arrows_are_read_aloud(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    assert lab.plane.accessibleName() == "query ate, 1.1, 0.3, length 1.14"
    assert lab.dictionary.accessibleName() == "key cat, 1.7, 1.2, dot product 2.23, weight 0.54"
    lab.plane.setFocus()
    QTest.keyClick(lab.plane, Qt.Key.Key_Right)
    assert lab.plane.accessibleName() == (
        f"key the, {MINUS}1.0, 0.9, dot product {MINUS}0.83, weight 0.03"
    )


def test_foot_numbers_give_way_to_the_pinned_one(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    lab.repaint()
    assert sorted(label.arrow for label in lab.plane.labels if label.is_number) == [1, 2, 3, 4, 5]
    # fish beside cat: their feet, and so their numbers, would stand in one place
    drag(lab.plane, tip(lab, 5), tip(lab, 2) + QPoint(16, 6))
    lab.repaint()
    shown_numbers = {label.arrow for label in lab.plane.labels if label.is_number}
    assert 2 in shown_numbers
    rects = [label.rect for label in lab.plane.labels]
    assert not any(a.intersects(b) for place, a in enumerate(rects) for b in rects[:place])


def test_the_plane_paints_query_blue_and_key_orange(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    picture = lab.plane.grab().toImage()
    halfway = (lab.plane.view.origin + lab.plane.tip(0)) * 0.5
    assert picture.pixelColor(halfway.toPoint()) == lab.theme.query.line
    third = lab.plane.view.origin + (lab.plane.tip(2) - lab.plane.view.origin) * 0.4
    assert picture.pixelColor(third.toPoint()) == lab.theme.key.line


def test_a_word_without_features_says_why_it_stays(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    empty = (*start.features[:2], (0.0,) * 4, *start.features[3:])
    application.session.edit(replace(start, features=empty), "no features")
    reasons: list[str] = []
    application.session.refused.connect(reasons.append)
    drag(lab.plane, tip(lab, 0), tip(lab, 0) + QPoint(40, 0))
    assert reasons == [
        "the row of ate in X is all zero, so no W_Q moves its query; give it a number in X first"
    ]
    assert experiment_of(application).w_q == start.w_q
    # Typing is refused with the same sentence, and the number in force stays.
    type_number(lab, "key", 2, 0, "3")
    assert "no W_K moves its key" in reasons[-1]
    assert shown(lab, "key")[2] == pytest.approx([0, 0])


def test_a_query_of_length_0_has_no_line_and_can_be_pulled_out_again(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    drag(lab.plane, tip(lab, 0), lab.plane.view.origin.toPoint())
    assert lab.plane.state is not None and lab.plane.state.length == 0
    assert lab.dictionary.state is not None
    assert lab.dictionary.state.weights == pytest.approx([0.2] * 5)
    assert "best key the, tied" in lab.facts()
    lab.repaint()
    assert not [label for label in lab.plane.labels if label.is_number]
    drag(lab.plane, tip(lab, 0), tip(lab, 0) + QPoint(80, -80))
    assert shown(lab, "query")[2] == pytest.approx([1, 1])


# scale


def test_arrows_beyond_the_plane_make_its_squares_smaller(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    type_number(lab, "key", 0, 0, "30")
    view = lab.plane.view
    assert view.unit < 80 and lab.plane.rect().contains(tip(lab, 1))
    application.session.undo()
    assert lab.plane.view.unit == 80


@pytest.mark.parametrize(
    ("unit", "units"), [(80, 1), (16, 1), (10, 2), (4, 5), (2, 10), (0.1, 200)]
)
def test_a_square_is_a_round_number_of_units(unit: float, units: float) -> None:
    assert square(unit) == pytest.approx(units)
    assert unit * units >= 16 - 1e-9


def test_points_survive_the_way_to_pixels_and_back(opened: Open) -> None:
    state = lab_of(opened(4)).plane.state
    assert state is not None
    view = plane_view(428, 280, state)
    assert (view.unit, view.origin) == (80, QPointF(166, 142))
    assert view.units(view.at(np.array([1.5, -0.25]))) == pytest.approx((1.5, -0.25))


# dictionary and lookups


def test_the_dictionary_pins_with_mouse_and_keys(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    click(lab.dictionary, QPoint(30, 24 + 36 * 3 + 18))
    assert experiment_of(application).pinned == 4
    lab.dictionary.setFocus()
    QTest.keyClick(lab.dictionary, Qt.Key.Key_Up)
    assert experiment_of(application).pinned == 3
    for _ in range(5):
        QTest.keyClick(lab.dictionary, Qt.Key.Key_Down)
    assert experiment_of(application).pinned == 5


def test_pointing_at_a_row_lights_its_arrow(opened: Open) -> None:
    lab = lab_of(opened(4))
    QTest.mouseMove(lab.dictionary, QPoint(30, 24 + 18))
    assert lab.plane.state is not None and lab.plane.state.hovered == 1


def test_another_word_asks(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    chips = lab.controls.words
    click(chips, chips.segment(4).center().toPoint())
    assert experiment_of(application).pointed == 5
    assert lab.plane.accessibleName().startswith("query fish, 1.4, 0.3")
    assert not application.session.can_undo


def test_sharpness_by_slider_box_and_the_wrong_number(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    slider, box = lab.controls.slider, lab.controls.box
    click(slider, QPoint(round(slider.x_of(5)), 20))
    assert experiment_of(application).sharpness == 8
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "20,0")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert experiment_of(application).sharpness == 20
    assert "soft-becomes-hard" in application.session.done
    reasons: list[str] = []
    application.session.refused.connect(reasons.append)
    box.selectAll()
    QTest.keyClicks(box, "21")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert reasons == ["sharpness must be a number from 0 to 20"]
    assert experiment_of(application).sharpness == 20


def test_the_strips_say_words_weights_and_ties(opened: Open, audit: Audit) -> None:
    application = opened(4)
    lab = lab_of(application)
    lab.grab()
    texts = [drawn.text for drawn in audit.drawn]
    assert {"cat 0.54", "ate", "fish 0.30", "cat 1.00"} <= set(texts)
    assert "At sharpness 8 cat takes 0.99; at 0 every key takes 0.20." in texts
    drag(lab.plane, tip(lab, 0), lab.plane.view.origin.toPoint())
    lab.grab()
    assert any("tie, first key taken" in drawn.text for drawn in audit.drawn)


# projections


def test_each_matrix_is_dragged_typed_and_undone(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    place = middle(lab, "features", 0, 1)
    drag(lab.grids["features"], place, place + QPoint(20, 0))
    assert experiment_of(application).features[0] == (1, 1.5, 0, -1)
    type_number(lab, "w_v", 3, 1, "-2")
    assert experiment_of(application).w_v[3][:2] == (-0.7, -2)
    type_number(lab, "value", 4, 0, "1.25")
    assert shown(lab, "value")[4, 0] == pytest.approx(1.25)
    for _ in range(3):
        application.session.undo()
    after = experiment_of(application)
    assert (after.features, after.w_v, after.w_q) == (start.features, start.w_v, start.w_q)


def test_typing_in_q_moves_the_tip_and_keeps_the_other_number(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    type_number(lab, "query", 2, 1, "-0.5")
    assert lab.plane.state is not None
    assert lab.plane.state.query == pytest.approx([1.1, -0.5])
    assert experiment_of(application).w_k == application.session.histories[4].start.w_k  # type: ignore[union-attr]


def test_the_field_shows_no_rounding_dust(opened: Open) -> None:
    lab = lab_of(opened(4))
    grid = lab.grids["query"]
    grid.setFocus()
    click(grid, middle(lab, "query", 2, 0))  # 0.8 - 0.5 + 0.7 + 0.1
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert grid.field is not None and grid.field.text() == "1.1"
    QTest.keyClick(grid.field, Qt.Key.Key_Escape)


def test_the_corner_takes_the_followed_number_apart(opened: Open, audit: Audit) -> None:
    application = opened(4)
    lab = lab_of(application)
    click(lab.grids["key"], middle(lab, "key", 4, 1))
    assert experiment_of(application).product == ("key", 5, 2)
    QTest.mouseMove(lab.plane, QPoint(4, 4))
    audit.drawn.clear()
    lab.grab()
    # fish in W_K, column 2: 0 * 0.9 - 1 * 0.4 + 1 * (-1.2) + 2 * 0.4 = -0.8
    sums = [drawn.text for drawn in audit.drawn]
    start = sums.index(" · ") - 1
    assert "".join(sums[start : start + 15]) == (
        f"0.0 · 0.9+ ({MINUS}1.0) · 0.4+ 1.0 · ({MINUS}1.2)+ 2.0 · 0.4"
    )
    assert lab.grids["w_k"].state.column_outline == (1, "key")
    assert lab.grids["features"].state.row_outline == (4, "output")


def test_space_follows_a_cell_by_keyboard(opened: Open) -> None:
    application = opened(4)
    grid = lab_of(application).grids["value"]
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Down)
    QTest.keyClick(grid, Qt.Key.Key_Space)
    assert experiment_of(application).product == ("value", 2, 1)


# d_k, shuffle, tab order


def test_d_k_4_shows_one_projection_at_a_time(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    toggle = lab.controls.key_size
    click(toggle, toggle.segment(1).center().toPoint())
    assert shown(lab, "query").shape == (5, 4)
    assert experiment_of(application).source == "hand-set"
    role = lab.controls.role
    visible = {name for name, grid in lab.grids.items() if grid.isVisible()}
    assert visible == {"features", "w_q", "query"}
    click(role, role.segment(2).center().toPoint())
    visible = {name for name, grid in lab.grids.items() if grid.isVisible()}
    assert visible == {"features", "w_v", "value"}
    application.session.undo()
    assert experiment_of(application).w_q == start.w_q
    assert all(grid.isVisible() for grid in lab.grids.values()) and not role.isVisible()


def test_in_four_dimensions_the_query_follows_the_pointer(opened: Open) -> None:
    application = opened(4)
    lab = lab_of(application)
    lab.asking.key_size(4)
    start = lab.plane.tip(0)
    drag(lab.plane, start.toPoint(), start.toPoint() + QPoint(30, 40))
    moved = lab.plane.tip(0) - start
    assert (moved.x(), moved.y()) == pytest.approx((30, 40), abs=0.6)
    assert lab.plane.state is not None and lab.plane.state.off_plane[1] == 0
    assert lab.plane.state.caption == "seen in the plane of ate and cat"


def test_shuffle_is_random_and_says_so(opened: Open) -> None:
    application = opened(4)
    lab, start = lab_of(application), experiment_of(application)
    click(lab.controls.shuffle)
    assert lab.source() == "random, untrained"
    drag(lab.plane, tip(lab, 0), tip(lab, 0) + QPoint(10, 0))
    assert lab.source() == "random, then edited"
    click(lab.controls.reset)
    assert experiment_of(application).features == start.features


def test_tab_goes_through_the_groups_in_reading_order(opened: Open) -> None:
    lab = lab_of(opened(4))
    c = lab.controls
    wanted = [c.words, c.key_size, c.shuffle, c.reset, lab.plane, lab.dictionary, c.box, c.slider]
    wanted += [
        lab.grids[name] for name in ("features", "w_q", "w_k", "w_v", "query", "key", "value")
    ]
    found, widget = [], c.words
    for _ in range(60):
        if widget.isVisibleTo(lab) and widget in wanted:
            found.append(widget)
        widget = widget.nextInFocusChain()  # type: ignore[assignment]
    assert found[: len(wanted)] == wanted


# every window, and words of every kind

SIZES = [(1024, 560), (1024, 720), (1280, 800), (1366, 768), (1920, 1080)]
STRANGE = ("<s>", "שלום", "a<b<c", "antidisestablishmentarianism", "&amp;", "the", "the", "日期")


def with_words(experiment: ProjectionExperiment, words: tuple[str, ...]) -> ProjectionExperiment:
    features = (*experiment.features, (1, 0, 1, 0), (1, 0, 1, 0), (0, 0, 0, 0))[: len(words)]
    return replace(
        experiment, tokens=words, features=features, pointed=1, pinned=1, product=("query", 1, 1)
    )


def smallest() -> ProjectionExperiment:
    """One word of one feature, whose query is nothing."""
    return ProjectionExperiment(("cat",), ((1.0,),), *(((0.0, 0.0),),) * 3)


@pytest.mark.parametrize("size", chosen(SIZES, 0, 2, 4))
def test_nothing_is_clipped_or_touches(opened: Open, size: tuple[int, int]) -> None:
    application = opened(4, size)
    lab, start = lab_of(application), experiment_of(application)
    states = [
        start,
        replace(start, key_size=4, product=("value", 2, 4)),
        with_words(start, STRANGE),
        smallest(),
        replace(start, w_k=tuple(tuple(1000 * x for x in row) for row in start.w_k)),
        replace(start, sharpness=0.25),
    ]
    # Each size meets three of the states, and each state two sizes or more.
    first = SIZES.index(size)
    for experiment in [states[(first + place) % 6] for place in (0, 1, 3)]:
        application.session.edit(experiment, "another state")
        lab.hover(1)
        assert findings(application) == []


def test_the_word_under_the_pointer_may_vanish(opened: Open) -> None:
    application = opened(4)
    words = lab_of(application).controls.words
    QTest.mouseMove(words, words.segment(4).center().toPoint())
    application.session.edit(smallest(), "one word")
    application.settle()
    assert len(words.options) == 1 and findings(application) == []


def test_words_that_look_like_markup_stand_literally(opened: Open, audit: Audit) -> None:
    application = opened(4)
    application.session.edit(with_words(experiment_of(application), STRANGE), "words")
    lab_of(application).grab()
    texts = {drawn.text for drawn in audit.drawn}
    assert {"<s>", "a<b<c", "&amp;", "שלום"} <= texts


def test_equal_words_stay_apart(opened: Open) -> None:
    application = opened(4)
    application.session.edit(with_words(experiment_of(application), STRANGE), "words")
    lab = lab_of(application)
    chips = lab.controls.words
    click(chips, chips.segment(6).center().toPoint())
    assert experiment_of(application).pointed == 7
    click(lab.dictionary, QPoint(30, round(24 + lab.dictionary.row * 5.5)))
    assert experiment_of(application).pinned == 6
