"""What is said of a line of code: what it makes, how large that is, and what holds for it."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.scripts.lines import Line
from core.trace import Trace
from desktop_app import numbers


def shape_of(line: Line, trace: Trace | None) -> str:
    """The shape of the step that a line makes, "5 × 5"; "" for no step, or only a part of one."""
    if trace is None or line.step not in trace or line.part:
        return ""
    return " × ".join(str(size) for size in trace[line.step].shape)


def said(line: Line, number: int, trace: Trace | None) -> str:
    """A line in words: "line 16 makes A, 5 × 5 · every row adds to 1.00"; "" for other lines."""
    shape = shape_of(line, trace)
    if trace is not None and line.step in trace and line.part:
        return f"line {number} makes {line.makes}, once in every round"
    if trace is None or not shape:
        return ""
    words = f"line {number} makes {line.makes}, {shape}"
    if any(span.place is not None for span in line.spans):
        words = f"line {number} writes down {line.makes}, {shape}"
    more = fact(line.step, trace)
    return f"{words} · {more}" if more else words


def fact(step: str, trace: Trace) -> str:
    """One thing that holds for a step, read from its numbers."""
    array = trace[step]
    match step:
        case "scores" | "scaled":
            low, high = float(array.min()), float(array.max())
            return f"from {numbers.fixed(low)} to {numbers.fixed(high)}"
        case "masked":
            hidden = int(np.isneginf(array).sum())
            return f"{hidden} of {array.size} hidden"
        case "exponentials":
            return "between 0 and 1, the largest of each row is 1"
        case "weights":
            return row_sums(array)
    return ""


def row_sums(weights: Floats) -> str:
    """What the rows of the weights add to."""
    totals = weights.sum(axis=-1)
    empty = int((totals == 0).sum())
    if empty:
        rows = "1 row sees" if empty == 1 else f"{empty} rows see"
        return (
            f"{rows} no key and adds to 0, the others to 1.00"
            if empty == 1
            else (f"{rows} no key and add to 0, the others to 1.00")
        )
    return f"every row adds to {numbers.fixed(float(totals.max()))}"
