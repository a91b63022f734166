"""Pane 03 as a learner uses it: step, play, drag and type energies, mark flips, undo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.editing_alignment import sentence_of
from core.translator.examples import GARDEN
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.panes.alignment import table_places
from desktop_app.panes.alignment.context import CONTEXT_LIMIT, SHOWN, cells_of
from desktop_app.panes.alignment.pane import AlignmentLab
from desktop_app.theme import Theme
from tests.desktop.alignment_lab import (
    Shown,
    bar_of,
    experiment_of,
    lab_of,
    trace_of,
)
from tests.desktop.conftest import click, drag, painted
from tests.desktop.layout import clipped, findings

Open = Callable[..., Application]
BLACK, CAT = 1, 2


def test_dragging_a_bar_moves_weights_and_context_as_one_step(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab, before = lab_of(view), trace_of(view)
    start = bar_of(lab, BLACK)
    drag(lab.energies, start, start + QPoint(12, 0))
    after = trace_of(view)
    by = round(12 / table_places.pixels_per_energy(lab.energies.area()), 1)
    moved = after["energies"][1, BLACK] - before["energies"][1, BLACK]
    assert moved == pytest.approx(by, abs=0.051)
    assert after["weights"][1, BLACK] > before["weights"][1, BLACK]
    assert not np.array_equal(after["context"][1], before["context"][1])
    assert np.array_equal(after["context"][0], before["context"][0])
    view.session.undo()
    assert experiment_of(view).offsets == ()
    assert not view.session.can_undo


def test_control_makes_a_drag_ten_times_finer(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab, before = lab_of(view), trace_of(view)["energies"][1, BLACK]
    start = bar_of(lab, BLACK)
    drag(lab.energies, start, start + QPoint(12, 0), Qt.KeyboardModifier.ControlModifier)
    moved = trace_of(view)["energies"][1, BLACK] - before
    whole = 12 / table_places.pixels_per_energy(lab.energies.area())
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
    for _ in range(3):
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
    assert experiment_of(view).step == len(trace_of(view).tokens)
    assert lab.controls.play.text() == "Play"
    view.session.undo()
    assert experiment_of(view).step == 2
    assert not view.session.can_undo


def test_play_begins_again_after_the_last_step(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    lab.ask.step(99)
    assert trace_of(view).step == len(trace_of(view).tokens) - 1
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
    lab.ask.step(3)
    click(lab.controls.mark)
    assert experiment_of(view).marked == (3,)
    assert lab.controls.mark.text() == "Unmark"
    assert "where-the-order-flips" not in view.session.done
    lab.ask.step(7)
    lab.press("M")
    assert "where-the-order-flips" in view.session.done
    view.session.undo()
    assert experiment_of(view).marked == (3,)


def test_digits_stand_in_the_row_of_the_step_alone(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    weights = trace_of(view)["weights"]
    with lettering.audit() as audit:
        lab_of(view).map.grab()
    drawn = [each.text for each in audit.drawn]
    assert drawn == [f"{w:.2f}".removeprefix("0") for w in weights[1] if w >= 0.005]


def test_an_unknown_word_is_cut_as_it_is_drawn(shown: Shown) -> None:
    """Slanted: that face may lack signs that the upright one has, and write their numbers."""
    view = shown(3, AlignmentLab)
    words = replace(experiment_of(view), words=("\u0645\u0631\u062d\u0628\u0627", "cat"))
    view.session.edit(words, "other words", None, 3)
    with lettering.audit() as audit:
        view.grab()
    assert clipped(audit.drawn, QRectF(view.rect())) == []


def test_the_next_words_stand_with_their_probabilities(shown: Shown, theme: Theme) -> None:
    view = shown(3, AlignmentLab)
    lab = lab_of(view)
    texts = painted(view)
    for word, share in trace_of(view).next_words[:3]:
        assert word in texts and f"{share:.2f}" in texts
    assert lab.layout_now is not None
    room = lab.layout_now.next_words
    picture = lab.grab().toImage()
    found = {
        picture.pixelColor(x, round(room.top() + 11)).rgb()
        for x in range(round(room.left()), round(room.right()), 4)
    }
    assert theme.query.line.rgb() in found, "the chosen word's bar has the query's colour"


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
        x = cells.left() + (place + 0.5) * cells.width() / SHOWN
        shade = theme.score_colour(float(context[place]), CONTEXT_LIMIT)
        assert picture.pixelColor(round(x), round(cells.center().y())).rgb() == shade.rgb()


def test_the_status_line_says_what_is_computed_and_where_it_comes_from(shown: Shown) -> None:
    view = shown(3, AlignmentLab)
    facts = lab_of(view).facts()
    assert facts[1:4] == ("10 source states", "48 hidden units", "Σ_j α_2j = 1.00")
    assert lab_of(view).source() == "trained, shipped weights"


@pytest.mark.parametrize(
    ("size", "length"),
    [((1024, 560), 40), ((1024, 720), 20), ((1280, 800), 11), ((1280, 800), 60), ((1920, 1080), 4)],
)
def test_every_length_fits_every_size(opened: Open, size: tuple[int, int], length: int) -> None:
    application = opened(3, size)
    lab = lab_of(application.window.view(3))
    lab.ask.length(length)
    lab.press("G")
    assert findings(application) == []
    lab.press("L")
    assert findings(application) == []
    lab.press("U")
    lab.ask.energy(0, -12.0, None)
    lab.press("M")
    assert findings(application) == []


@pytest.mark.parametrize("words", ["yes", "שלום 你好 averyverylongwordindeed", " ".join("ab" * 30)])
def test_any_words_of_ones_own_fit(opened: Open, words: str) -> None:
    application = opened(3)
    lab = lab_of(application.window.view(3))
    lab.controls.field.type_and_enter(words)
    application.settle()
    assert trace_of(application.window.view(3)).key_tokens == sentence_of(words).typed
    assert findings(application) == []


def test_the_slide_opens_on_the_sentence_with_gold(shown: Shown) -> None:
    assert trace_of(shown(3, AlignmentLab)).key_tokens == GARDEN.english
