"""One step of a trace as a table: what its rows and columns are called, and its numbers.

An array of n axes becomes rows that begin with n - 1 labels: a matrix has one label a row, the
weights of several heads have two, head and query. Places count from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from core.arrays import Floats
from core.experiment import Experiment
from core.trace import Trace

NUMBER = "value"  # what the column of a list, or of a single number, is called
ROW = "row"
CORNERS = {ROW, "query", "key", "head", "feature", "component", "axis"}  # over the rows' labels


@dataclass(frozen=True)
class Table:
    """corner: the names of the label columns. columns: a name a column of numbers.

    rows: the labels of each row. numbers: (rows, columns).
    """

    name: str
    corner: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: Floats


def table_of(trace: Trace, name: str) -> Table:
    """The step `name` of a trace. Raises KeyError for one that it lacks."""
    step = trace.steps[name]
    labels = [
        axis_labels(trace.of_step(name), axis, size)
        for axis, size in zip(step.axes, step.array.shape, strict=True)
    ]
    if step.array.ndim < 2:
        [rows] = labels or [[""]]
        corner = step.axes
        given = tuple((label,) for label in rows) if step.axes else ((),)
        return Table(name, corner, (NUMBER,), given, step.array.reshape(-1, 1))
    *before, last = labels
    numbers = step.array.reshape(-1, step.array.shape[-1])
    return Table(name, step.axes[:-1], tuple(last), tuple(product(*before)), numbers)


def grid_table(
    name: str, numbers: Floats, rows: Sequence[str] = (), columns: Sequence[str] = ()
) -> Table:
    """A matrix as it stands on the screen; names that are missing are places from 1."""
    n_rows, n_columns = np.atleast_2d(numbers).shape
    return Table(
        name,
        (ROW,),
        tuple(filled(columns, n_columns)),
        tuple((label,) for label in filled(rows, n_rows)),
        np.atleast_2d(numbers),
    )


def filled(names: Sequence[str], count: int) -> list[str]:
    """`count` names: those given, then the places of the others."""
    return [names[at] if at < len(names) else str(at + 1) for at in range(count)]


def axis_labels(experiment: Experiment, axis: str, size: int) -> list[str]:
    """What the places of an axis are called: tokens where it has some, else 1, 2, 3 ..."""
    tokens = tuple(getattr(experiment, "tokens", ()))
    named = {"query": tokens, "word": tokens, "key": getattr(experiment, "key_tokens", tokens)}
    found = tuple(named.get(axis, ()))
    return list(found) if len(found) == size else [str(place) for place in range(1, size + 1)]


def shape_words(shape: tuple[int, ...]) -> str:
    """A shape in words: 5 × 4, 20000, or one number."""
    return " × ".join(str(size) for size in shape) or "one number"
