"""Numbers about a letters model: how often it is right, and where its heads look."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Integers, read_only
from core.letters.network import Reading
from core.letters.tasks import NOT_ASKED, Examples, Task
from core.measures import entropy


@dataclass(frozen=True, eq=False)
class HeadFigures:
    """accuracy (q,): share of right answers to each question. mass (heads, q): the mean weight
    that a head lays on the place where the answer stands. entropy (heads,): mean over queries, as
    a share of the most there can be (0: one key, 1: all visible keys alike). before (heads,): under
    a causal mask, `token_before_mass`; else empty."""

    accuracy: Floats
    mass: Floats
    entropy: Floats
    before: Floats

    @property
    def distinct(self) -> bool:
        """Whether each question has a head of its own: no two share their strongest head."""
        return len(set(self.strongest)) == len(self.strongest)

    @property
    def strongest(self) -> tuple[int, ...]:
        """For each question the head that lays most of its weight on the right place, from 0."""
        return tuple(int(head) for head in self.mass.argmax(axis=0))

    @property
    def weakest(self) -> float:
        """The mass on the right place for the question that is served worst, by its best head."""
        return float(self.mass.max(axis=0).min())


def figures(task: Task, reading: Reading, examples: Examples) -> HeadFigures:
    """Return the figures of a reading of `examples.letters`, which the task drew."""
    return figures_of(task, reading.answers, reading.weights, examples)


def figures_of(task: Task, answers: Integers, weights: Floats, examples: Examples) -> HeadFigures:
    """Return the figures of answers (B, n, q) and weights (B, heads, n, n)."""
    asked = examples.places != NOT_ASKED
    right = (answers == examples.answers) & asked
    accuracy = right.sum(axis=(0, 1)) / asked.sum(axis=(0, 1))
    mass = np.stack(
        [place_mass(weights, examples.places[..., q]) for q in range(asked.shape[-1])], axis=-1
    )
    before = token_before_mass(weights, examples.places[..., 0]) if task.causal else np.zeros(0)
    spread = relative_entropy(weights, task.causal)
    return HeadFigures(read_only(accuracy), read_only(mass), spread, read_only(before))


def place_mass(weights: Floats, places: Integers) -> Floats:
    """Mean weight of each head on one place a query, (heads,), over the queries that have one.

    weights (B, heads, n, n); places (B, n), NOT_ASKED where a query has none.
    """
    asked = places != NOT_ASKED
    index = np.maximum(places, 0)[:, None, :, None]
    on_place = np.take_along_axis(weights, index, axis=-1)[..., 0]
    mean: Floats = (on_place * asked[:, None]).sum(axis=(0, 2)) / asked.sum()
    return mean


def token_before_mass(weights: Floats, places: Integers) -> Floats:
    """Mean weight of each head on the token just before, (heads,), where a later layer needs it.

    weights (B, heads, n, n); places (B, n) of the answers, NOT_ASKED where a query has none. The
    queries counted are those places: an induction head finds the letter's last appearance by
    what a first-layer head moved there. Elsewhere nothing depends on where that head looks.
    """
    row, query = np.nonzero(places != NOT_ASKED)
    place = places[row, query]
    before: Floats = weights[row, :, place, place - 1].mean(axis=0)
    return before


def relative_entropy(weights: Floats, causal: bool) -> Floats:
    """Mean entropy of each head as a share of log(visible keys), (heads,).

    weights (B, heads, n, n). Under a causal mask the first query sees a single key, so it has no
    choice and is left out.
    """
    n = weights.shape[-1]
    visible = np.arange(1, n + 1) if causal else np.full(n, n)
    shares = entropy(weights, math.e)[..., visible > 1] / np.log(visible[visible > 1])
    return read_only(np.asarray(shares.mean(axis=(0, 2))))
