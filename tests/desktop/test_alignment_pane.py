"""Pane 03 as a learner uses it: step, play, drag and type energies, mark flips, shuffle, undo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import AlignmentExperiment
from core.trace import Trace
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.panes.alignment import table
from desktop_app.panes.alignment.context import CONTEXT_LIMIT, cells_of
from desktop_app.panes.alignment.pane import AlignmentLab
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme
from tests.desktop.conftest import click, drag
from tests.desktop.layout import findings

Open = Callable[..., Application]
Shown = Callable[..., SlideView]
BLACK, CAT = 1, 2


def lab_of(view: SlideView) -> AlignmentLab:
    lab = view.lab
    assert isinstance(lab, AlignmentLab)
    return lab


def experiment_of(view: SlideView) -> AlignmentExperiment:
    experiment = view.session.experiment()
    assert isinstance(experiment, AlignmentExperiment)
    return experiment


def trace_of(view: SlideView) -> Trace:
    trace = view.session.trace()
    assert trace is not None
    return trace


def painted(view: SlideView) -> list[str]:
    """Every text on the slide now."""
    with lettering.audit() as audit:
        view.grab()
    return [drawn.text for drawn in audit.drawn]


def bar_of(lab: AlignmentLab, row: int) -> QPoint:
    """A place on the bar of one energy."""
    place = table.row_rect(lab.energies.area(), 11, row)
    return table.columns(place).bar.center().toPoint()


def test_dragging_a_bar_moves_weights_and_context_as_one_step(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab, before = lab_of(view), trace_of(view)
    start = bar_of(lab, BLACK)
    drag(lab.energies, start, start + QPoint(12, 0))
    after = trace_of(view)
    by = round(12 / table.pixels_per_energy(lab.energies.area()), 1)
    moved = after["energies"][1, BLACK] - before["energies"][1, BLACK]
    assert moved == pytest.approx(by, abs=1e-9)
    assert after["weights"][1, BLACK] > before["weights"][1, BLACK]
    assert not np.allclose(after["context"][1], before["context"][1])
    assert np.array_equal(after["context"][2], before["context"][2])
    view.session.undo()
    assert experiment_of(view).offsets == ()
    assert not view.session.can_undo


def test_control_makes_a_drag_ten_times_finer(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab, before = lab_of(view), trace_of(view)["energies"][1, BLACK]
    start = bar_of(lab, BLACK)
    drag(lab.energies, start, start + QPoint(12, 0), Qt.KeyboardModifier.ControlModifier)
    moved = trace_of(view)["energies"][1, BLACK] - before
    whole = 12 / table.pixels_per_energy(lab.energies.area())
    assert moved == pytest.approx(whole / 10, abs=0.006)


def test_typing_stepping_and_giving_back_an_energy(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    energies = lab_of(view).energies
    energies.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(energies, Qt.Key.Key_Down)
    QTest.keyClick(energies, "1")
    assert energies.field is not None
    QTest.keyClicks(energies.field, "2.5")
    QTest.keyClick(energies.field, Qt.Key.Key_Return)
    assert trace_of(view)["energies"][1, BLACK] == pytest.approx(12.5)
    assert "chat-looks-at-black" in view.session.done
    QTest.keyClick(energies, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert trace_of(view)["energies"][1, BLACK] == pytest.approx(12.6)
    QTest.keyClick(
        energies,
        Qt.Key.Key_Down,
        Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert trace_of(view)["energies"][1, BLACK] == pytest.approx(11.6)
    QTest.keyClick(energies, Qt.Key.Key_Delete)
    assert experiment_of(view).offsets == ()


def test_double_clicking_types_and_nonsense_is_refused(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    refused: list[str] = []
    view.session.refused.connect(refused.append)
    energies = lab_of(view).energies
    QTest.mouseDClick(energies, Qt.MouseButton.LeftButton, pos=bar_of(lab_of(view), CAT))
    assert energies.field is not None
    energies.field.selectAll()
    QTest.keyClicks(energies.field, "high")
    QTest.keyClick(energies.field, Qt.Key.Key_Return)
    assert refused == ["high is not a number; type one such as 0.4"]
    QTest.keyClick(energies.field, Qt.Key.Key_Escape)
    assert experiment_of(view).offsets == ()


def test_left_and_right_change_the_step_from_the_table(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    energies = lab_of(view).energies
    energies.setFocus()
    QTest.keyClick(energies, Qt.Key.Key_Right)
    assert experiment_of(view).step == 3
    assert "noir" in painted(view)
    QTest.keyClick(energies, Qt.Key.Key_Left)
    QTest.keyClick(energies, Qt.Key.Key_Left)
    QTest.keyClick(energies, Qt.Key.Key_Left)
    assert experiment_of(view).step == 1, "the first step is the end"
    view.session.undo()
    assert experiment_of(view).step == 2


def test_clicking_the_map_goes_to_its_step_and_pins_its_word(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    click(lab.map, lab.map.place_of((6, 5)).center().toPoint())
    assert (experiment_of(view).step, experiment_of(view).pinned) == (7, 6)
    assert lab.energies.state is not None and lab.energies.state.tokens[5] == "white"
    view.session.undo()
    assert experiment_of(view).step == 2


def test_play_steps_to_the_end_as_one_undo_step(shown: Shown, qtbot: QtBot) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    lab.player.clock.setInterval(1)
    click(lab.controls.play)
    assert lab.controls.play.text() == "Stop"
    qtbot.waitUntil(lambda: not lab.player.playing)
    assert experiment_of(view).step == 11
    assert lab.controls.play.text() == "Play"
    view.session.undo()
    assert experiment_of(view).step == 2
    assert not view.session.can_undo


def test_play_begins_again_after_the_last_step(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    lab.ask_step(11)
    lab.press("P")
    assert lab.player.playing and experiment_of(view).step == 1


def test_any_key_stops_play_and_so_does_leaving_the_slide(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    lab.press("P")
    QTest.keyClick(lab.energies, Qt.Key.Key_Down)
    assert not lab.player.playing
    lab.press("P")
    view.hide()
    assert not lab.player.playing


def test_marking_the_two_flips_reaches_the_challenge(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    lab.ask_step(3)
    click(lab.controls.mark)
    assert experiment_of(view).marked == (3,)
    assert lab.controls.mark.text() == "Unmark"
    assert "where-the-order-flips" not in view.session.done
    lab.ask_step(7)
    lab.press("M")
    assert "where-the-order-flips" in view.session.done
    view.session.undo()
    assert experiment_of(view).marked == (3,)


def test_random_states_are_labelled_and_shuffle_draws_others(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    click(lab.controls.states, lab.controls.states.segment(1).center().toPoint())
    assert "random, untrained, seed 0" in painted(view)
    before = trace_of(view)["weights"]
    click(lab.controls.shuffle)
    assert experiment_of(view).seed == 1
    assert not np.array_equal(trace_of(view)["weights"], before)
    lab.ask_energy(0, 3.0, None)
    assert "random, then edited, seed 1" in painted(view)
    click(lab.controls.reset)
    assert "states set by hand, seed 0" in painted(view)


def test_digits_stand_in_the_row_of_the_step_alone(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    weights = trace_of(view)["weights"]
    with lettering.audit() as audit:
        lab_of(view).map.grab()
    shown = [drawn.text for drawn in audit.drawn]
    assert shown == [f"{w:.2f}".lstrip("0") for w in weights[1] if w >= 0.005]


def test_the_sum_row_shows_the_context_as_colours(shown: Shown, theme: Theme) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    assert lab.layout_now is not None
    context = trace_of(view)["context"][1]
    picture = lab.grab().toImage()
    rect = lab.layout_now.context
    height = (rect.height() - 38) / 5
    row = rect.adjusted(0, rect.height() - height - 4, 0, -4)
    cells = cells_of(row)
    for place in (0, 7, 15):
        x = cells.left() + (place + 0.5) * cells.width() / 16
        shade = theme.score_colour(float(context[place]), CONTEXT_LIMIT)
        assert picture.pixelColor(round(x), round(cells.center().y())).rgb() == shade.rgb()


def test_the_status_line_says_that_weights_sum_to_one(shown: Shown) -> None:
    lab = lab_of(shown(3, AlignmentLab))
    assert "weights of step 2 sum to 1.00" in lab.facts()
    assert lab.source() == "hand-set"


@pytest.mark.parametrize("size", [(1024, 560), (1024, 720), (1920, 1080)])
def test_random_and_edited_states_fit_every_size(opened: Open, size: tuple[int, int]) -> None:
    application = opened(3, size)
    lab = lab_of(application.window.view(3))
    lab.ask_states("random")
    lab.ask_energy(CAT, -20.0, None)
    lab.press("M")
    assert findings(application) == []


@pytest.mark.parametrize("count", [1, 2, 16])
def test_one_word_and_sixteen(opened: Open, count: int) -> None:
    application = opened(3)
    words = ("<s>", "שלום", "👩‍👩‍👧‍👦", "averyverylongword", *"abcdefghijkl")[:count]
    longest = AlignmentExperiment(words, words[::-1], tuple(range(1, count + 1)))
    application.session.edit(longest, "other words")
    application.settle()
    assert findings(application) == []
    assert lab_of(application.window.view(3)).controls.slider.isVisible() == (count > 1)
    assert {words[0], words[-1]} <= set(painted(application.window.view(3)))
