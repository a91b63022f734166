"""Which exhibit of letters is shown, with which letters and network, and where that is from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from core.letters import exhibits
from core.letters.exhibits import LettersTrace
from core.letters.loading import load_letters
from core.letters.network import Build, Letters
from core.letters.spelling import spelled, typed_letters
from core.letters.tasks import INDUCTION, THREE_QUESTIONS, Task
from core.training.letters import Moment, example_row, induction_build, question_build

Exhibit = Literal["questions", "induction"]
TASKS: dict[Exhibit, Task] = {"questions": THREE_QUESTIONS, "induction": INDUCTION}
STEPS: dict[tuple[Exhibit, int], int] = {
    ("questions", 1): 1000,
    ("questions", 2): 1000,
    ("questions", 3): 240,
    ("induction", 1): 720,
    ("induction", 2): 480,
}
SHIPPED: dict[tuple[Exhibit, int], str] = {
    ("questions", 1): "three-questions-1-head",
    ("questions", 3): "three-questions-3-heads",
    ("induction", 2): "induction-2-layers",
}


@dataclass(frozen=True)
class View:
    """One exhibit with its letters, its size (heads or layers), and the seed of a training."""

    exhibit: Exhibit
    letters: tuple[int, ...]
    size: int
    seed: int = 0

    @property
    def task(self) -> Task:
        return TASKS[self.exhibit]

    @property
    def build(self) -> Build:
        """The network of this size."""
        return (question_build if self.exhibit == "questions" else induction_build)(self.size)

    @property
    def steps(self) -> int:
        """How long a training lasts."""
        return STEPS[self.exhibit, self.size]

    @property
    def text(self) -> str:
        return spelled(np.array(self.letters))

    def check(self, text: str) -> tuple[int, ...]:
        """Return the letters in a text. Raises ValueError, with a sentence."""
        task = self.task
        found = typed_letters(text, task.alphabet, task.length, task.length)
        return tuple(int(letter) for letter in found)

    def drawn(self, seed: int) -> View:
        """The same with other letters, as the task draws them."""
        row = self.task.draw(np.random.default_rng(seed), 1).letters[0]
        return replace(self, letters=tuple(int(letter) for letter in row))


def first_view(exhibit: Exhibit) -> View:
    """What an exhibit opens with."""
    row = tuple(int(letter) for letter in example_row(TASKS[exhibit]))
    return View(exhibit, row, 3 if exhibit == "questions" else 2)


def untrained(view: View) -> Letters:
    """The network as a training from this seed finds it."""
    return drawn_network(view.build, view.seed)


@lru_cache(maxsize=8)
def drawn_network(build: Build, seed: int) -> Letters:
    """A network of random numbers; kept, so that its figures are measured once."""
    return Letters(build, build.seeded(seed), seed, 0)


def shipped(view: View) -> Letters | None:
    """The network that comes with the lesson; None for a size that does not.

    Raises DamagedLettersError.
    """
    name = SHIPPED.get((view.exhibit, view.size))
    return None if name is None else load_letters(name)


def trace_of(view: View, model: Letters) -> LettersTrace:
    """What a network makes of the letters."""
    return exhibits.trace(model, np.array(view.letters))


def trace_at(view: View, moment: Moment) -> LettersTrace:
    """What the network that is being trained makes of them."""
    row = exhibits.questions_of(view.task, moment.example)
    return exhibits.traced(view.task, row, moment.maps, moment.answers, moment.figures)


def source_of(model: Letters, here: bool) -> str:
    """Where a network's numbers come from."""
    if model.steps == 0:
        return f"random, untrained, seed {model.seed}"
    if here:
        return f"trained here, seed {model.seed}, {model.steps} steps"
    return "trained, shipped weights"
