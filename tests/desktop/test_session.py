"""History and session: one drag one step, pins without a step, refusals without a loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.editing import with_cell
from core.experiment import AttentionExperiment, VarianceExperiment
from core.measures import DotProductSample
from desktop_app.history import History
from desktop_app.session import Session


def attention(session: Session) -> AttentionExperiment:
    experiment = session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    return experiment


@given(st.lists(st.sampled_from(["edit", "drag", "undo", "redo"]), max_size=30))
def test_undoing_everything_always_leads_back_to_the_start(moves: list[str]) -> None:
    history = History(VarianceExperiment())
    for count, move in enumerate(moves):
        if move == "undo" and history.can_undo:
            history.undo()
        elif move == "redo" and history.can_redo:
            history.redo()
        elif move in {"edit", "drag"}:
            gesture = 1 if move == "drag" else None
            history.edit(VarianceExperiment(key_size=count % 1000 + 1), move, gesture)
    while history.can_undo:
        history.undo()
    assert history.experiment == VarianceExperiment()


@given(st.integers(1, 20))
def test_undo_then_redo_changes_nothing(count: int) -> None:
    history = History(VarianceExperiment())
    for number in range(count):
        history.edit(VarianceExperiment(key_size=number + 2), str(number))
    last = history.experiment
    for _ in range(count):
        history.undo()
    for _ in range(count):
        history.redo()
    assert history.experiment == last and not history.can_redo


def test_a_gesture_is_one_step_and_the_next_gesture_another() -> None:
    history = History(VarianceExperiment())
    for gesture in (1, 1, 1, 2, 2):
        history.edit(VarianceExperiment(key_size=10 + gesture), "drag", gesture)
    assert history.place == 2


def test_a_new_edit_after_undo_drops_what_was_undone() -> None:
    history = History(VarianceExperiment())
    history.edit(VarianceExperiment(key_size=2), "a")
    history.undo()
    history.edit(VarianceExperiment(key_size=3), "b")
    assert not history.can_redo and history.undo() == "b"


def test_a_pin_is_no_step_and_keeps_redo(session: Session) -> None:
    session.go(5)
    session.edit(with_cell(attention(session), "query", 0, 0, 9.0), "Q 1,1")
    session.undo()
    session.select(replace(attention(session), pinned=(1, 1)))
    assert session.can_redo and not session.can_undo


def test_what_the_engine_refuses_changes_nothing(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    session.go(5)
    before = attention(session)
    beyond = replace(before, query=((1e6,) * 4,) * 5, key=((1e6,) * 4,) * 5)
    session.edit(beyond, "large")  # 4e12: large, yet finite
    assert said == [] and attention(session) == beyond
    with pytest.raises(ValueError, match="must be a number of at most"):
        replace(before, query=((1e300,) * 4,) * 5)


def test_an_unchanged_edit_is_no_step(session: Session) -> None:
    session.go(5)
    session.edit(attention(session), "nothing")
    assert not session.can_undo


def test_the_trace_is_computed_once_for_one_experiment(session: Session) -> None:
    session.go(5)
    first = session.trace()
    assert session.trace() is first and session.recomputations == 1


def test_a_variance_slide_waits_for_its_sample(session: Session) -> None:
    wanted: list[int] = []
    session.sample_wanted.connect(wanted.append)
    session.go(6)
    assert session.trace() is None and wanted == [7]
    session.sample_drawn(7, DotProductSample.draw(7, pairs=100, queries=50))
    trace = session.trace()
    assert trace is not None and trace["dot_products"].shape == (100,)


def test_reset_can_itself_be_undone(session: Session) -> None:
    session.go(5)
    edited = with_cell(attention(session), "value", 1, 1, 5.0)
    session.edit(edited, "V 2,2")
    session.reset()
    assert attention(session) == session.histories[5].start
    session.undo()
    assert attention(session) == edited
