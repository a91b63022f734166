"""Training until it stops improving: how far does a bigger fixed vector help?

A bigger model that is trained too briefly is worse than a small one, which would teach something
false. So every size is trained until its loss on held-out sentences no longer falls: the rate is
cut to three tenths whenever two measurements in a row bring nothing; the fourth time ends it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from core.training.batches import batch
from core.training.course import Course
from core.training.recipe import Recipe
from core.translator.language import TRAINED_TO, held_out
from core.translator.parameters import HIDDEN, Parameters

BETWEEN = 1000  # Steps from one measurement to the next.
ENOUGH = 0.005  # The share of the best loss by which a new one must be lower to count.
CUT, CUTS = 0.3, 3


@dataclass
class Exhausted:
    """What came of it: the best parameters and their loss, after how many steps and CPU seconds.

    losses holds (step, held-out loss in nats a word); stopped_early says that the limit came first.
    """

    parameters: Parameters
    loss: float
    steps: int
    seconds: float
    stopped_early: bool
    losses: list[tuple[int, float]] = field(default_factory=list)


def recipe_of(hidden: int, seed: int) -> Recipe:
    """More sentences, and a lower rate for a bigger vector; steps count for nothing."""
    rate = 0.01 * math.sqrt(HIDDEN / hidden)
    return Recipe("fixed", seed, hidden=hidden, pairs=60_000, rate=rate)


def until_it_stops(
    hidden: int, seed: int, limit: float, report: Callable[[int, float, float], None]
) -> Exhausted:
    """Train a fixed-context model of this size, at most `limit` CPU seconds.

    report is called with step, held-out loss and rate after each measurement.
    """
    recipe = recipe_of(hidden, seed)
    course, begun = Course(recipe), time.process_time()
    rate, misses, cuts = recipe.rate, 0, 0
    best = Exhausted(course.parameters(), math.inf, 0, 0.0, False)
    while cuts <= CUTS:
        for _ in range(BETWEEN):
            course.advance(rate * min(1.0, (course.step + 1) / recipe.warm_up))
        loss = held_out_loss(course)
        best.losses.append((course.step, loss))
        best.seconds = time.process_time() - begun
        report(course.step, loss, rate)
        if loss < best.loss * (1 - ENOUGH):
            best.parameters, best.loss, best.steps = course.parameters(), loss, course.step
            misses = 0
        else:
            misses += 1
        if misses == 2:
            rate, misses, cuts = rate * CUT, 0, cuts + 1
        if best.seconds > limit:
            best.stopped_early = True
            break
    return best


def held_out_loss(course: Course) -> float:
    """Nats a word on 15 held-out sentences of each length from 3 to 30."""
    total = words = 0.0
    for length in range(3, TRAINED_TO + 1):
        made = batch(list(islice(held_out(length, 1), 15)))
        counted = float(made.counted.sum())
        total += course.loss_of(made) * counted
        words += counted
    return total / words
