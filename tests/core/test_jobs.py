"""The table of jobs, and messages on their way."""

from __future__ import annotations

from functools import partial

import pytest

from core.training.availability import obstacle
from core.training.jobs import JOBS
from core.training.messages import Finished, Frames, Pause, Start, framed
from core.training.recipe import Recipe
from core.training.translator_job import train_translator
from core.training.work import Alone, CancelledError, RefusalError


@pytest.mark.parametrize("name", JOBS)
def test_every_job_is_where_the_table_says(name) -> None:
    assert JOBS[name].load().__name__ == name


@pytest.mark.parametrize("size", [1, 3, 7, 10_000])
def test_messages_survive_being_cut_anywhere(size) -> None:
    sent = [Start(1, "echoes", {"given": "x" * 300}), Pause(1), Finished(1, list(range(50)))]
    stream = b"".join(framed(message) for message in sent)
    frames = Frames()
    pieces = [stream[first : first + size] for first in range(0, len(stream), size)]
    got = [message for piece in pieces for message in frames.messages(piece)]
    assert [type(message) for message in got] == [Start, Pause, Finished]
    assert got[0].arguments == {"given": "x" * 300} and got[2].result == list(range(50))
    assert frames.arrived == b""


def test_the_way_to_pytorch_is_told() -> None:
    assert obstacle("sys") == ""
    sentence = obstacle("no_such_package")
    assert "python -m pip install torch" in sentence or "no build" in sentence


def test_a_translator_is_trained_as_a_job(torch, monkeypatch) -> None:
    from core.training import translator_job

    monkeypatch.setattr(translator_job, "Recipe", partial(Recipe, pairs=200))
    work = Alone()
    made = train_translator(work, "attention", seed=1, steps=4, every=2, samples=1)
    assert (made.step, made.finished) == (4, True)
    assert [report.step for report in work.reports] == [2, 4]


def test_a_cancelled_translator_stops_at_once(torch) -> None:

    class Stopped(Alone):
        def check(self) -> None:
            raise CancelledError

    with pytest.raises(CancelledError):
        train_translator(Stopped(), "fixed")


def test_a_translator_that_makes_no_sense_is_refused() -> None:
    for wrong, sentence in (
        ({"context": "both"}, "'both' is no context; there are attention and fixed."),
        ({"context": "fixed", "steps": 0}, "steps is 0; it must be at least 1."),
        ({"context": "fixed", "steps": 10**6}, "steps is 1000000; 1 to 100,000 are possible."),
    ):
        with pytest.raises(RefusalError) as refusal:
            train_translator(Alone(), **wrong)
        assert str(refusal.value) == sentence
