"""The sum behind one weight of an opened tensor, and the row that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arithmetic import LARGEST_PLAIN_EXPONENT, WeightArithmetic
from core.attention import Attention
from core.tensors.showing import Shown


def arithmetic_of(steps: Attention, divided: bool, query: int, key: int) -> WeightArithmetic:
    """How one computed weight came about; query and key count from 0."""
    masked = steps.masked[query]
    visible = np.isfinite(masked)
    largest = float(np.abs(masked[visible]).max()) if visible.any() else 0.0
    shift = float(steps.row_max[query, 0]) if largest > LARGEST_PLAIN_EXPONENT else 0.0
    parts = np.exp(np.where(visible, masked, -np.inf) - shift)
    terms = zip(steps.query[query], steps.key[key], strict=True)
    return WeightArithmetic(
        terms=tuple((float(q), float(k)) for q, k in terms),
        score=float(steps.scores[query, key]),
        scale=steps.scale,
        divided=divided,
        scaled=float(steps.scaled[query, key]),
        hidden=not bool(visible[key]),
        shift=shift,
        part=float(parts[key]) if visible[key] else None,
        parts=tuple(float(part) for part in parts[visible]),
        weight=float(steps.weights[query, key]),
    )


@dataclass(frozen=True)
class RowReading:
    """One row of a map: its largest weights as (column, weight), largest first, their sum over
    all columns, and how many columns are not listed."""

    strongest: tuple[tuple[int, float], ...]
    total: float
    others: int


def row_reading(shown: Shown, row: int, most: int) -> RowReading:
    """What a row holds; columns are those of what is shown, from 0."""
    weights = np.nan_to_num(shown.weights[row])
    order = np.argsort(-weights, kind="stable")[:most]
    strongest = tuple((int(place), float(shown.weights[row][place])) for place in order)
    return RowReading(strongest, float(weights.sum()), max(len(weights) - most, 0))
