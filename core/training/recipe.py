"""How a translator is trained: every number that decides the result, in one record."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from core.translator.parameters import HIDDEN, Context

# Both models take the same number of steps and so meet the same sentences: one switch differs.
# At length 100 to 170 CPU seconds a model on one core of a 2020s laptop, 25 to 45 the short course.
LONG_STEPS: dict[Context, int] = {"attention": 9000, "fixed": 9000}
SHORT_STEPS: dict[Context, int] = {"attention": 2300, "fixed": 2300}
QUICK_STEPS: dict[Context, int] = {"attention": 1200, "fixed": 1200}


class CourseLength(NamedTuple):
    """How long both models are trained, and the seconds that this takes on an idle core."""

    steps: dict[Context, int]
    seconds: float


COURSES: dict[str, CourseLength] = {
    "quick": CourseLength(QUICK_STEPS, 36),
    "short": CourseLength(SHORT_STEPS, 60),
    "full": CourseLength(LONG_STEPS, 205),
}


@dataclass(frozen=True)
class Recipe:
    """One model's training. The same recipe gives the same weights on the same machine.

    Adam (Kingma, Ba, ICLR 2015) with beta_2 = 0.98; the rate rises over warm_up steps and falls
    along a cosine to floor times its height; gradients are clipped to a norm of clip. pairs
    sentences are made from the seed and met in batches of one source length.
    """

    context: Context
    seed: int = 0
    steps: int = 0
    hidden: int = HIDDEN
    pairs: int = 40_000
    batch: int = 32
    rate: float = 0.01
    warm_up: int = 100
    floor: float = 0.05
    clip: float = 1.0

    def __post_init__(self) -> None:
        if self.steps == 0:
            object.__setattr__(self, "steps", LONG_STEPS[self.context])
        for name in ("steps", "hidden", "pairs", "batch"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")

    def rate_at(self, step: int) -> float:
        """The learning rate of a step, counted from 0."""
        if step < self.warm_up:
            return self.rate * (step + 1) / self.warm_up
        done = (step - self.warm_up) / max(1, self.steps - self.warm_up)
        return self.rate * (self.floor + (1 - self.floor) * (1 + math.cos(math.pi * done)) / 2)
