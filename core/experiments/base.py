"""What every kind of experiment shares: its types, its limits and its checks."""

from __future__ import annotations

from typing import Literal

Matrix = tuple[tuple[float, ...], ...]
Flags = tuple[tuple[bool, ...], ...]
Source = Literal[
    "hand-set",
    "random, untrained",
    "random, then edited",
    "trained",
    "opened from a file",
    "opened from a file without V, which is K",
    "opened from a file, then edited",
]

MAX_CELL = 1_000_000.0


def check_matrix(name: str, matrix: Matrix, rows: int) -> None:
    """Raise ValueError unless `matrix` has `rows` equally long rows of finite numbers."""
    require(len(matrix) == rows, f"{name} has {len(matrix)} rows; it needs {rows}")
    width = len(matrix[0])
    require(1 <= width <= 64, f"{name} has {width} columns in its first row; 1 to 64 are possible")
    for place, row in enumerate(matrix, 1):
        require(
            len(row) == width,
            f"{name} row {place} has {len(row)} numbers; the first row has {width}",
        )
        for column, number in enumerate(row, 1):
            # Every edit comes by here: a sentence for each of its numbers is not made ahead.
            if not abs(number) <= MAX_CELL:
                raise ValueError(
                    f"{name} row {place}, column {column} is {number}; "
                    f"it must be a number of at most {MAX_CELL:,.0f}"
                )


def after_a_hand(source: Source) -> Source:
    """What is said of numbers once a hand has changed some of them."""
    if source == "hand-set":
        return source
    return "opened from a file, then edited" if "file" in source else "random, then edited"


def is_from_file(experiment: object) -> bool:
    """Whether a learner's file gave the numbers of an experiment, edited since or not."""
    source: str = getattr(experiment, "source", "")
    return "file" in source or (source == "hand-set" and bool(getattr(experiment, "file", "")))


def require(holds: bool, sentence: str) -> None:
    """Raise ValueError with `sentence` unless `holds`."""
    if not holds:
        raise ValueError(sentence)
