"""A large map made small so that the largest weight under each pixel stays visible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.arrays import Floats

Bytes = NDArray[np.uint8]
NOTHING = 255  # a cell without a number, or left out; weights take 0 to STEPS
STEPS = 254
ROWS_AT_ONCE = 512


@dataclass(frozen=True, eq=False)
class Pyramid:
    """levels: the map as bytes, then each a quarter of the one before, by the largest of four.

    A byte is a share of `top`, the weight at the end of the colour range.
    """

    levels: tuple[Bytes, ...]
    top: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the map."""
        rows, columns = self.levels[0].shape
        return rows, columns

    def level(self, cells_a_pixel: float) -> int:
        """The level at which no pixel hides a cell: one of its cells is a pixel wide at least."""
        wanted = int(np.ceil(np.log2(max(cells_a_pixel, 1.0))))
        return min(wanted, len(self.levels) - 1)


def pyramid(
    weights: Floats, left_out: NDArray[np.bool_] | None = None, top: float = 1.0
) -> Pyramid:
    """The pyramid of a map (n_q, n_k). left_out: cells that are not drawn, like those of NaN."""
    base = np.empty(weights.shape, np.uint8)
    for start in range(0, len(weights), ROWS_AT_ONCE):
        part = weights[start : start + ROWS_AT_ONCE]
        gone = np.isnan(part)
        if left_out is not None:
            gone |= left_out[start : start + ROWS_AT_ONCE]
        shares = np.clip(np.where(gone, 0.0, part) / (top or 1.0), 0, 1)
        base[start : start + ROWS_AT_ONCE] = np.where(gone, NOTHING, np.rint(shares * STEPS))
    levels = [base]
    while max(levels[-1].shape) > 1:
        levels.append(halved(levels[-1]))
    return Pyramid(tuple(levels), top)


def halved(level: Bytes) -> Bytes:
    """The largest of each four cells; where all four hold nothing, nothing."""
    rows, columns = level.shape
    whole = np.pad(level, ((0, rows % 2), (0, columns % 2)), constant_values=NOTHING)
    # NOTHING must lose against any weight: shifted by one it is the smallest byte.
    shifted = whole + np.uint8(1)
    pairs = np.maximum(shifted[::2], shifted[1::2])
    made: Bytes = np.maximum(pairs[:, ::2], pairs[:, 1::2]) - np.uint8(1)
    return made


def thumbnail(weights: Floats, side: int) -> Bytes:
    """A map as bytes, at most `side` cells a side."""
    made = pyramid(weights)
    return next(one for one in made.levels if max(one.shape) <= side)
