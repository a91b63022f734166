"""Which cases of a wide matrix the usual run takes; `python -m tests.full` takes all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

FULL = "ATTENTION_FULL" in os.environ
Row, Column = TypeVar("Row"), TypeVar("Column")


def met(rows: Iterable[Row], columns: list[Column], each: int) -> list[tuple[Row, Column]]:
    """Each row with `each` of the columns, two apart, so that the rows share the columns out."""
    every = len(columns)
    shifts = range(every) if FULL else [2 * turn for turn in range(each)]
    return [
        (row, columns[(place + shift) % every])
        for place, row in enumerate(rows, 1)
        for shift in shifts
    ]


def chosen(every: list[Column], *usual: int) -> list[Column]:
    """Those at the places `usual` of a list; the others belong to the full run."""
    return every if FULL else [every[place] for place in usual]
