"""Training one translator, with progress, pause, cancel and resumption; a function of its recipe.

Everything that goes in and out can be pickled, so that a worker process can run it. Time decides
nothing but the estimate of what is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from core.arrays import Floats
from core.training.course import Course
from core.training.recipe import Recipe
from core.translator.language import pair
from core.translator.network import Translator
from core.translator.parameters import Parameters
from core.translator.scoring import Quality, quality

Wish = Literal["go", "pause", "stop"]

SAMPLED: tuple[tuple[int, int], ...] = ((3, 5), (6, 10), (16, 20), (26, 30))
WATCHED = pair(12, 4)  # The sentence whose alignment is watched while it sharpens.
PAUSE = 0.02  # Seconds between two questions whether a pause is over.


@dataclass(frozen=True, eq=False)
class Progress:
    """How far a training is; seconds are of work, without pauses, and left is an estimate.

    loss is the mean since the last report, in nats a word. accuracy are small samples by length.
    english, french and weights (T, N) show WATCHED with its right translation fed in; weights is
    None for a fixed context.
    """

    recipe: Recipe
    step: int
    loss: float
    seconds: float
    left: float
    accuracy: tuple[Quality, ...]
    english: tuple[str, ...]
    french: tuple[str, ...]
    weights: Floats | None


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a training came to; finished is False if it was stopped."""

    recipe: Recipe
    parameters: Parameters
    step: int
    seconds: float
    cpu_seconds: float
    finished: bool


def always_go() -> Wish:
    """The wish of somebody who lets it run."""
    return "go"


def train(
    recipe: Recipe,
    report: Callable[[Progress], None],
    wish: Callable[[], Wish] = always_go,
    checkpoint: Path | None = None,
    resume: bool = False,
    every: int = 200,
    samples: int = 12,
) -> Outcome:
    """Train to the end of the recipe, or until the wish is "stop"; it is asked before every step.

    report is called every `every` steps and at the end. A checkpoint is written with each report
    and when stopped; resume goes on from it, and comes to the same weights as one run.
    Raises ValueError if the checkpoint is of another recipe, ImportError without torch.
    """
    watch = _Watch()
    course = Course(recipe, lambda: _waits(wish, watch))
    if resume and checkpoint is not None and checkpoint.exists():
        _resume(course, checkpoint, watch)
    if course.ready:
        told = _reporting(course, report, watch, samples)
        _advance(course, lambda: _waits(wish, watch), every, told, checkpoint, watch)
    finished = course.step >= recipe.steps
    if finished and checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    return Outcome(
        recipe, course.parameters(), course.step, watch.seconds(), watch.cpu_seconds(), finished
    )


def _reporting(
    course: Course, report: Callable[[Progress], None], watch: _Watch, samples: int
) -> Callable[[list[float]], None]:
    """Return a function that reports, given the losses since the last report."""
    begun_at = course.step

    def told(losses: list[float]) -> None:
        own = watch.seconds() - watch.earlier
        left = own / (course.step - begun_at) * (course.recipe.steps - course.step)
        report(_progress(course, losses, watch.seconds(), left, samples))

    return told


def _advance(
    course: Course,
    stops: Callable[[], bool],
    every: int,
    told: Callable[[list[float]], None],
    checkpoint: Path | None,
    watch: _Watch,
) -> None:
    """Take every step that is left, or until it stops; write checkpoints."""
    losses: list[float] = []
    while course.step < course.recipe.steps:
        if stops():
            break
        losses.append(course.advance())
        if course.step % every == 0 or course.step == course.recipe.steps:
            told(losses)
            losses.clear()
            if checkpoint is not None:
                _write(course, checkpoint, watch)
    if checkpoint is not None and losses:
        _write(course, checkpoint, watch)


class _Watch:
    """Seconds of work, by the clock without pauses and of the processor, with earlier runs'."""

    def __init__(self) -> None:
        self.begun, self.cpu_begun, self.paused = time.perf_counter(), time.process_time(), 0.0
        self.earlier = self.cpu_earlier = 0.0

    def seconds(self) -> float:
        return self.earlier + time.perf_counter() - self.begun - self.paused

    def cpu_seconds(self) -> float:
        return self.cpu_earlier + time.process_time() - self.cpu_begun


def _waits(wish: Callable[[], Wish], watch: _Watch) -> bool:
    """Wait out a pause; return whether the wish is to stop."""
    begun = time.perf_counter()
    while (wished := wish()) == "pause":
        time.sleep(PAUSE)
    watch.paused += time.perf_counter() - begun
    return wished == "stop"


def _progress(
    course: Course, losses: list[float], seconds: float, left: float, samples: int
) -> Progress:
    model = Translator(course.parameters())
    watched = model.forced(WATCHED.english, WATCHED.french)
    accuracy = tuple(quality(model, *bucket, samples) for bucket in SAMPLED) if samples else ()
    return Progress(
        recipe=course.recipe,
        step=course.step,
        loss=sum(losses) / len(losses),
        seconds=seconds,
        left=left,
        accuracy=accuracy,
        english=WATCHED.english,
        french=WATCHED.french,
        weights=watched.weights,
    )


def _write(course: Course, checkpoint: Path, watch: _Watch) -> None:
    """Write a checkpoint whole or not at all."""
    import torch

    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    beside = checkpoint.with_name(checkpoint.name + ".new")
    times = (watch.seconds(), watch.cpu_seconds())
    torch.save({"recipe": asdict(course.recipe), "times": times, **course.written()}, beside)
    beside.replace(checkpoint)


def _resume(course: Course, checkpoint: Path, watch: _Watch) -> None:
    """Take up a checkpoint and the seconds that went before it."""
    import torch

    try:
        found = torch.load(checkpoint, weights_only=True)
        recipe, times = found["recipe"], found["times"]
    except Exception as error:  # torch raises several kinds for a file that is not one of its own
        cause = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(
            f"{checkpoint.name} is damaged ({cause}); delete it and train from the start"
        ) from None
    if recipe != asdict(course.recipe):
        raise ValueError(
            f"{checkpoint.name} belongs to another training; delete it, or ask for the same "
            "model, seed and steps"
        )
    course.resume(found)
    watch.earlier, watch.cpu_earlier = times
