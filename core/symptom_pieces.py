"""What a line about a fault is made of, and how far two arrays are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.trace import FloatArray

Role = Literal["", "query", "key"]
SAME = 1e-12  # differences up to this are rounding, not a fault


@dataclass(frozen=True)
class Piece:
    """A part of a line: words in a role, or a number and how it is to be written.

    style: "fixed" with two decimals, "whole", or "tiny" as a power of ten.
    """

    content: str | float
    role: Role = ""
    style: Literal["fixed", "whole", "tiny"] = "fixed"


Symptom = tuple[Piece, ...]


def difference(first: FloatArray, second: FloatArray) -> float:
    """The largest difference between two arrays; infinite where one is not a number."""
    if first.shape != second.shape:
        return float("inf")
    with np.errstate(invalid="ignore"):
        apart = np.abs(first - second)
    return float(np.where(np.isnan(apart), np.inf, apart).max(initial=0.0))


def row_sums(weights: FloatArray) -> Symptom:
    """What the rows add to."""
    sums = weights.sum(axis=-1)
    low, high = float(sums.min()), float(sums.max())
    if high - low <= SAME:
        return Piece("every row adds to "), Piece(low), Piece(", not 1")
    return Piece("row sums run from "), Piece(low), Piece(" to "), Piece(high)
