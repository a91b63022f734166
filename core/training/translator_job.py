"""The training of a translator as a job of the worker process."""

from __future__ import annotations

from core.arrays import count
from core.training.recipe import SHORT_STEPS, Recipe
from core.training.translators import Outcome, Wish, train
from core.training.work import RefusalError, Work
from core.translator.parameters import Context

MOST_STEPS = 100_000


def train_translator(
    work: Work,
    context: Context,
    seed: int = 0,
    steps: int | None = None,
    every: int = 100,
    samples: int = 12,
) -> Outcome:
    """Train one translator; reports a `core.training.translators.Progress` every `every` steps.

    steps None is the short course, under a minute. samples: sentences a length on which accuracy
    is measured for each report. Raises RefusalError for numbers that make no sense.
    """
    try:
        if context not in SHORT_STEPS:
            raise ValueError(f"{context!r} is no context; there are {' and '.join(SHORT_STEPS)}")
        wanted = SHORT_STEPS[context] if steps is None else count(steps, "steps", least=1)
        if wanted > MOST_STEPS:
            raise ValueError(f"steps is {wanted}; 1 to {MOST_STEPS:,} are possible")
        recipe = Recipe(context, count(seed, "seed"), wanted)
        every, samples = count(every, "every", least=1), count(samples, "samples")
    except ValueError as error:
        raise RefusalError(f"{error}.") from None

    def wish() -> Wish:
        work.check()  # waits while paused, raises once cancelled
        return "go"

    return train(recipe, work.report, wish, every=every, samples=samples)
