"""What stands in the cells of a grid: each number as its kind of matrix writes it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from desktop_app import lettering, numbers
from desktop_app.lettering import CAPTION, LABEL

GROWING_FROM, AIR, LARGEST = 34.5, 3.0, 16  # px
Kind = Literal["query", "key", "value", "score", "weight", "output", "input"]


def cell_style(width: float, height: float) -> lettering.Style:
    """Digits grow and shrink with the cell; in a lecture, as far as "−0.00" has room in it."""
    most = (width - AIR) / lettering.width("\N{MINUS SIGN}0.00", LABEL) * LABEL.size
    if lettering.growing() and width >= GROWING_FROM and most >= LABEL.size + 1 and height >= 24:
        return LABEL.sized(min(int(most), int(height / 2), LARGEST))
    if width >= 52 and height >= 40:
        return LABEL.sized(16 if height < 50 else 20)
    return LABEL if width >= 34.5 else CAPTION


@lru_cache(maxsize=64)
def written(
    numbers_now: bytes,
    shape: tuple[int, int],
    kind: Kind,
    width: float,
    height: float,
    growing: bool,
) -> list[list[str]] | None:
    """The texts of a grid's cells. Kept, because most grids stay as they are while one moves."""
    rows = np.frombuffer(numbers_now).reshape(shape).tolist()
    style = cell_style(width, height)
    for bare in (False, True):
        texts = [[cell_text(kind, number, bare) for number in row] for row in rows]
        widest = max(lettering.width(text, style) for row in texts for text in row)
        if widest <= width - 1:
            return texts
    return None


def cell_text(kind: Kind, number: float, bare: bool) -> str:
    """One number as its kind of matrix writes it."""
    if kind in {"query", "key", "value", "input"}:
        return numbers.edited(number)
    return numbers.fixed(number, 2, bare)
