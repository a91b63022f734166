"""The trainings of letters as jobs of the worker process, slowed down so that eyes can follow."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

import numpy as np

from core.arrays import Integers, count
from core.letters.network import Build, Letters
from core.letters.reversal import Encoder, Reverser, TrainedReverser
from core.training.letters import Moment, induction_build, question_build, train
from core.training.reversal import ReversalMoment
from core.training.reversal import train_reverser as trained_reverser
from core.training.work import RefusalError, Work

TaskName = Literal["three questions", "induction"]
Result = TypeVar("Result", Letters, TrainedReverser)

STEPS = {"three questions": 400, "induction": 600}
MOST_STEPS = 20_000


def train_letters(
    work: Work,
    task: TaskName = "three questions",
    heads: int = 3,
    layers: int = 1,
    seed: int = 0,
    steps: int | None = None,
    every: int = 4,
    seconds: float = 0.0,
    example: Sequence[int] | None = None,
) -> Letters:
    """Train a letters model; reports a `core.training.letters.Moment` after every `every` steps.

    example: the letters, from 0, whose maps are reported; a row of the task's own if None.

    seconds: how long the training shall take in all; the rest of the time is waited, evenly.
    Raises RefusalError for a build or numbers that make no sense.
    """
    try:
        build = build_for(task, heads, layers)
        wanted = checked_steps(STEPS[task] if steps is None else steps)
        row = None if example is None else checked_row(build, example)
        every = count(every, "every", least=1)
        moments = train(build, count(seed, "seed"), wanted, every, work.check, row)
    except ValueError as error:
        raise RefusalError(f"{error}.") from None
    return followed(work, moments, seconds, Letters)


def train_reverser(
    work: Work, encoder: Encoder, seed: int = 0, steps: int = 2000, every: int = 20
) -> TrainedReverser:
    """Train a reverser; reports a `core.training.reversal.ReversalMoment` after `every` steps."""
    try:
        model, wanted = Reverser(encoder), checked_steps(steps)
        seed, every = count(seed, "seed"), count(every, "every", least=1)
    except ValueError as error:
        raise RefusalError(f"{error}.") from None
    return followed(
        work, trained_reverser(model, seed, wanted, every, work.check), 0.0, TrainedReverser
    )


def build_for(task: str, heads: int, layers: int) -> Build:
    """The network for a task. Raises ValueError for what it cannot be."""
    if task == "three questions":
        if layers != 1:
            raise ValueError(f"the three questions are for one layer, not {layers}")
        return question_build(heads)
    if task == "induction":
        return induction_build(layers, heads)
    raise ValueError(f"there is no task {task!r}; there are {' and '.join(STEPS)}")


def checked_row(build: Build, example: Sequence[int]) -> Integers:
    """Letters as an array (n,). Raises ValueError for what the network cannot read."""
    task, row = build.task, np.asarray(example, dtype=np.int64)
    if row.shape != (task.length,) or row.min() < 0 or row.max() >= task.alphabet:
        raise ValueError(f"the example must be {task.length} letters from 0 to {task.alphabet - 1}")
    return row


def checked_steps(steps: int) -> int:
    """Return steps. Raises ValueError unless their end can be waited for."""
    if count(steps, "steps", least=1) > MOST_STEPS:
        raise ValueError(f"steps is {steps}; 1 to {MOST_STEPS:,} are possible")
    return steps


def followed(
    work: Work,
    moments: Iterator[Moment | ReversalMoment | Letters | TrainedReverser],
    seconds: float,
    kind: type[Result],
) -> Result:
    """Report every moment, each at its own time, and return what comes last."""
    work.check()
    import torch

    torch.set_num_threads(1)
    paused, begun = 0.0, time.monotonic()
    for found in moments:
        if isinstance(found, kind):
            return found
        assert isinstance(found, Moment | ReversalMoment)
        before = time.monotonic()
        work.report(found)
        paused += time.monotonic() - before  # a pause is no time of training
        due = begun + paused + seconds * found.step / found.steps
        work.rest(max(0.0, due - time.monotonic()))
    raise AssertionError("a training yields what it made")
