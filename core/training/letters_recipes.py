"""Which letters models are trained, for how long, from which seeds; what is measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.letters.measures import figures
from core.letters.network import Build, Letters
from core.letters.reversal import Reverser, TrainedReverser, draw_letters
from core.training.letters import Moment, induction_build, question_build, train
from core.training.reversal import train_reverser

Model = Letters | TrainedReverser

UNSEEN_SEED, UNSEEN = 30_000, 1000  # rows on which finished letters models are measured
ROWS, LENGTHS = 200, (4, 8, 12)  # rows a length on which finished reversers are measured
GOOD = 0.99  # the accuracy whose first step is noted
SAMPLE = 25  # steps between two looks at the accuracy


@dataclass(frozen=True)
class Recipe:
    """One kind of model. ship: the name of the file made from ship_seed, "" for none."""

    label: str
    kind: Build | Reverser
    steps: int
    seeds: tuple[int, ...]
    ship: str = ""
    ship_seed: int = 0


RECIPES = (
    Recipe("1 head", question_build(1), 1000, (0, 1, 2), "three-questions-1-head"),
    Recipe("2 heads", question_build(2), 1000, (0, 1)),
    Recipe("3 heads", question_build(3), 400, tuple(range(16)), "three-questions-3-heads"),
    Recipe("1 layer", induction_build(1), 1000, (0, 1)),
    Recipe("2 layers", induction_build(2), 800, (0, 1, 2, 3), "induction-2-layers"),
    Recipe("forward only", Reverser("forward only"), 3500, (0, 1, 2), "reversal-forward-only", 1),
    Recipe("both ways", Reverser("both ways"), 1400, (0, 1)),
    Recipe(
        "letter by letter", Reverser("letter by letter"), 1400, (0, 1), "reversal-letter-by-letter"
    ),
)


@dataclass(frozen=True, eq=False)
class Run:
    """One training: what came of it, its figures (shares, by name), and CPU seconds.

    good_at: the first step looked at with an accuracy of 99 %, None where there was none.
    """

    recipe: Recipe
    seed: int
    model: Model
    figures: dict[str, float]
    good_at: int | None
    cpu_seconds: float


def trained(recipe: Recipe, seed: int, tell: Callable[[str], None]) -> Run:
    """Train one model from one seed and measure it; tell says a line now and then."""
    begun, good_at = time.process_time(), None
    tell(f"{recipe.label}, seed {seed}, {recipe.steps} steps")
    if isinstance(recipe.kind, Build):
        for found in train(recipe.kind, seed, recipe.steps, SAMPLE):
            if isinstance(found, Letters):
                break
            if good_at is None and right_share(found) >= GOOD:
                good_at = found.step
        assert isinstance(found, Letters)
        seconds = time.process_time() - begun
        return Run(recipe, seed, found, letters_figures(found), good_at, seconds)
    for told in train_reverser(recipe.kind, seed, recipe.steps, recipe.steps):
        if isinstance(told, TrainedReverser):
            break
    assert isinstance(told, TrainedReverser)
    seconds = time.process_time() - begun
    return Run(recipe, seed, told, reverser_figures(told), None, seconds)


def right_share(moment: Moment) -> float:
    """Accuracy, every question counting the same."""
    return float(moment.figures.accuracy.mean())


def letters_figures(model: Letters) -> dict[str, float]:
    """Accuracy, the mass of the best head, and that head's number (from 1), for each question; for
    induction also the largest mass of a first-layer head on the token before (`token_before_mass`).
    """
    task, heads = model.build.task, model.build.heads
    examples = task.draw(np.random.default_rng(UNSEEN_SEED), UNSEEN)
    reading = model.read(examples.letters)
    found = figures(task, reading, examples)
    told = {"accuracy": float(found.accuracy.mean()), "weakest mass": found.weakest}
    for q, question in enumerate(task.questions):
        told[f"accuracy, {question}"] = float(found.accuracy[q])
        told[f"mass, {question}"] = float(found.mass[:, q].max())
        told[f"head, {question}"] = float(found.strongest[q] + 1)
    if task.causal:
        told["mass, token before"] = float(found.before[:heads].max())
    else:
        told["distinct"] = float(found.distinct)
    return told


def reverser_figures(model: TrainedReverser) -> dict[str, float]:
    """Share of right letters, of steps that point at the letter, and of steps that point one place
    later, without the first step; in all, and by length."""
    random = np.random.default_rng(UNSEEN_SEED)
    told: dict[str, list[float]] = {}
    for length in LENGTHS:
        for row in draw_letters(random, ROWS, length):
            made = model.reverse(row)
            for name, share in (
                ("right", made.right),
                ("pointed", made.pointed()),
                ("one later", made.pointed(1)),
            ):
                told.setdefault(name, []).append(share)
                told.setdefault(f"{name}, {length} letters", []).append(share)
    return {name: float(np.mean(shares)) for name, shares in told.items()}
