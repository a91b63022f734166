"""A solution shows itself after the last hint, plays as undoable steps, and stops at any key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment
from core.lesson import Lesson
from core.predicates import holds
from desktop_app import motion
from desktop_app.panes.attention.pane import AttentionLab
from desktop_app.panes.lab import Lab
from desktop_app.slide_view import SlideView
from desktop_app.solving import Solver
from desktop_app.theme import Theme
from tests.desktop.conftest import click

Show = Callable[[int, Callable[[Theme], Lab]], SlideView]
Key = Qt.Key


def asked_for_all_hints(view: SlideView) -> None:
    card = view.card
    assert card is not None
    for _ in card.state.hints:
        QTest.keyClick(card, Key.Key_Space)


def test_every_challenge_from_02_to_09_has_a_solution_and_at_least_two_a_slide(
    lesson: Lesson,
) -> None:
    for slide in lesson.slides[1:9]:
        assert len(slide.challenges) >= 2
        for challenge in slide.challenges:
            assert challenge.solution and challenge.hints, challenge.id


def test_the_solution_is_offered_after_the_last_hint_only(shown: Show) -> None:
    view = shown(5, AttentionLab)
    card = view.card
    assert card is not None and not card.solve.isVisible()
    QTest.keyClick(card, Key.Key_Space)
    assert not card.solve.isVisible()
    QTest.keyClick(card, Key.Key_Space)
    assert card.solve.isVisible()
    assert card.rect().contains(card.solve.geometry())
    QTest.keyClick(card, Key.Key_Space)
    assert not card.solve.isVisible() and card.hints_shown == 0


def test_under_less_motion_it_plays_at_once_and_each_step_can_be_undone(shown: Show) -> None:
    view = shown(5, AttentionLab)
    session = view.session
    start = session.experiment(5)
    asked_for_all_hints(view)
    assert view.card is not None
    click(view.card.solve)
    challenge = view.slide.challenges[0]
    assert session.experiment(5) == challenge.solution[-1].experiment
    assert session.seen == {challenge.id} and session.done == set()
    assert view.card.state.seen and not view.card.state.done
    assert "solution seen" in view.card.accessibleName()
    assert view.card.told == tuple(step.say for step in challenge.solution)
    assert challenge.solution[-1].say in view.card.hint.markdown
    for step in reversed(challenge.solution[:-1]):
        session.undo()
        assert session.experiment(5) == step.experiment
    session.undo()
    assert session.experiment(5) == start and not session.can_undo


def test_a_solution_leads_there_from_a_fault_and_a_mask_too(shown: Show) -> None:
    view = shown(5, AttentionLab)
    session = view.session
    start = session.experiment(5)
    assert isinstance(start, AttentionExperiment)
    broken = replace(start, fault="mask-after", mask="padding", visible_keys=2)
    session.edit(broken, "broken")
    asked_for_all_hints(view)
    assert view.card is not None
    click(view.card.solve)
    trace = session.trace(5)
    assert trace is not None and holds(view.slide.challenges[0].predicate, trace)
    for _ in view.slide.challenges[0].solution:
        session.undo()
    assert session.experiment(5) == broken


def test_enter_on_the_card_plays_it_too(shown: Show) -> None:
    view = shown(5, AttentionLab)
    asked_for_all_hints(view)
    assert view.card is not None
    QTest.keyClick(view.card, Key.Key_Return)
    assert view.session.experiment(5) == view.slide.challenges[0].solution[-1].experiment


@pytest.fixture
def solver(qtbot: QtBot, shown: Show) -> Solver:
    """A solver at a pace that a test can wait for."""
    view = shown(5, AttentionLab)
    motion.set_reduced(False)
    view.solver.timer.setInterval(30)
    return view.solver


def test_it_plays_step_by_step(qtbot: QtBot, solver: Solver) -> None:
    challenge = solver.session.slide_at(5).challenges[0]
    with qtbot.waitSignal(solver.finished):
        solver.play(challenge)
        assert solver.taken == 1 and solver.playing
        assert solver.session.experiment(5) == challenge.solution[0].experiment
    assert solver.session.experiment(5) == challenge.solution[-1].experiment
    assert not solver.playing


def test_any_key_stops_it_and_what_was_done_stays(qtbot: QtBot, solver: Solver) -> None:
    view = solver.parent()
    assert isinstance(view, SlideView)
    challenge = solver.session.slide_at(5).challenges[0]
    solver.play(challenge)
    with qtbot.waitSignal(solver.session.said) as said:
        QTest.keyClick(view, Key.Key_A)
    assert "stopped" in said.args[0]
    assert not solver.playing
    solver.step()
    assert solver.session.experiment(5) == challenge.solution[0].experiment


def test_it_ends_when_another_slide_is_opened(solver: Solver) -> None:
    challenge = solver.session.slide_at(5).challenges[0]
    solver.play(challenge)
    solver.session.go(6)
    solver.step()
    assert not solver.playing
    assert solver.session.experiment(5) == challenge.solution[0].experiment


def test_another_challenge_begins_without_the_old_steps(shown: Show) -> None:
    view = shown(5, AttentionLab)
    asked_for_all_hints(view)
    assert view.card is not None
    click(view.card.solve)
    view.turn_challenge(1)
    assert view.card.told == () and not view.card.solve.isVisible()


def test_what_a_solution_showed_counts_once_it_is_reached_by_hand(shown: Show) -> None:
    view = shown(5, AttentionLab)
    session, challenge = view.session, view.slide.challenges[0]
    start, end = session.experiment(5), challenge.solution[-1].experiment
    view.solver.play(challenge)
    assert isinstance(end, AttentionExperiment)
    session.select(replace(end, pinned=(1, 2)))
    doubled = tuple(tuple(2 * number for number in row) for row in end.value)
    session.edit(replace(end, value=doubled), "values doubled")  # the weights stay
    assert session.done == set()
    while session.can_undo:
        session.undo()
    session.redo()
    assert session.done == set() and session.experiment(5) != start
    session.undo()
    session.edit(end, "by hand")
    assert session.done == {challenge.id} and session.seen == set()
    view.solver.play(challenge)
    assert session.done == {challenge.id} and session.seen == set()


def test_a_view_counts_for_nothing_until_it_is_left_and_reached_again(shown: Show) -> None:
    view = shown(5, AttentionLab)
    session, challenge = view.session, view.slide.challenges[0]
    own, end = session.experiment(5), challenge.solution[-1].experiment
    assert isinstance(end, AttentionExperiment) and own is not None
    session.open_experiment(5, end, "see it live: scale")
    session.select(replace(end, pinned=(1, 2)))
    session.edit(replace(end, fault="no-scale"), "fault on")
    session.edit(replace(end, fault=""), "put right")
    assert session.done == set() and session.seen == set()
    while session.can_undo:
        session.undo()
    assert session.experiment(5) == own
    session.edit(end, "by hand")
    assert session.done == {challenge.id}
