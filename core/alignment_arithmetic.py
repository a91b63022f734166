"""The sums behind one step of an alignment, as numbers: what a learner checks by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, read_only
from core.trace import Trace

ASSEMBLED = 3  # how many states are named before the rest is one row


@dataclass(frozen=True)
class WeightSum:
    """How one weight came about. Nothing is rounded.

    own: the energy that the states give; energy: with the learner's offset; largest: the largest
    energy of the step. parts: e^(energy - largest) of every source word; total: their sum.
    """

    own: float
    energy: float
    largest: float
    parts: tuple[float, ...]
    total: float
    weight: float


@dataclass(frozen=True, eq=False)
class Assembly:
    """The context of one step as a sum: places (from 0) of the heaviest words, heaviest first.

    rows: their alpha_tj h_j, (places, numbers). others: the sum of all the other words' parts, with
    their weight together and their number. context: the sum of everything.
    """

    places: tuple[int, ...]
    weights: tuple[float, ...]
    rows: Floats
    others: Floats
    others_weight: float
    others_count: int
    context: Floats


def weight_sum(trace: Trace, step: int, word: int) -> WeightSum:
    """The arithmetic of one weight of an alignment trace; step and word count from 0."""
    energies = trace["energies"][step]
    largest = float(energies.max())
    parts = np.exp(energies - largest)
    return WeightSum(
        own=float(trace["own_energies"][step, word]),
        energy=float(energies[word]),
        largest=largest,
        parts=tuple(float(part) for part in parts),
        total=float(parts.sum()),
        weight=float(trace["weights"][step, word]),
    )


def assembly(trace: Trace, step: int) -> Assembly:
    """How the context of one step, counting from 0, adds up."""
    weights, annotations = trace["weights"][step], trace["annotations"]
    parts = weights[:, None] * annotations
    order = np.argsort(-weights, kind="stable")
    named, rest = order[:ASSEMBLED], order[ASSEMBLED:]
    return Assembly(
        places=tuple(int(place) for place in named),
        weights=tuple(float(weights[place]) for place in named),
        rows=read_only(parts[named]),
        others=read_only(parts[rest].sum(axis=0)),
        others_weight=float(weights[rest].sum()),
        others_count=len(rest),
        context=trace["context"][step],
    )
