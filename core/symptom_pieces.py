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


def shown(value: float) -> float:
    """A number as a line shows it: what is alike here looks alike there."""
    return round(value, 2)


def amount(value: float) -> Piece:
    """A number that two decimals may be too few for."""
    return Piece(value, style="fixed" if shown(value) else "tiny")


def row_sums(after: FloatArray, before: FloatArray) -> Symptom:
    """What the rows add to, or how far weights move where every row still adds to 1."""
    sums = after.sum(axis=-1)
    low, high = float(sums.min()), float(sums.max())
    if shown(low) != shown(high):
        return Piece("row sums run from "), Piece(low), Piece(" to "), Piece(high)
    if shown(low) != 1:
        return Piece("every row adds to "), Piece(low), Piece(", not 1")
    if max(abs(low - 1), abs(high - 1)) > SAME:
        off = max(abs(low - 1), abs(high - 1))
        return Piece("row sums miss 1 by up to "), amount(off)
    return Piece("rows add to 1; weights move by up to "), amount(difference(after, before))
