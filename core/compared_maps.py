"""Whole matrices of two states beside each other: A, B and B − A, or why there is no difference.

Cells are taken from each other place by place, so both need the same shape. Nothing is rounded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Booleans, Floats, read_only
from core.explaining.explanation import Explanation, Factor, Index, Operand, Term
from core.explaining.naming import place, words_of
from core.trace import Trace

STEP = "difference"  # what a difference is called where a step of a trace is named
ROW_STEP = "difference of weights"  # one of the weights, whichever matrix is looked at
# Steps that are compared, in the order in which they are offered, with the words for each.
MAPS = {
    "weights": "weights", "scores": "scores", "energies": "energies", "scaled": "scaled",
    "masked": "masked scores", "output": "output", "head_outputs": "heads",
    "softmax_scaled": "softmax, scaled",
    "softmax_unscaled": "softmax, unscaled", "example_scores_scaled": "scores, scaled",
    "example_scores_unscaled": "scores, unscaled", "context": "context", "query": "Q", "key": "K",
    "value": "V", "features": "X", "states": "states",
}  # fmt: skip
ROLES = {"weights": "weight", "softmax_scaled": "weight", "softmax_unscaled": "weight",
         "query": "query", "key": "key", "value": "value"}  # fmt: skip
MANY = {"query": "queries", "key": "keys", "component": "numbers a row", "head": "heads",
        "word": "words", "unit": "units"}  # fmt: skip
ONE = {"query": "query", "key": "key", "component": "number a row", "head": "head",
       "word": "word", "unit": "unit"}  # fmt: skip
PLACE = {"component": "number"}  # what a place along an axis is called, if not as the axis
ROUNDING = 1e-12  # differences below it are no more than the order of additions


@dataclass(frozen=True)
class Choice:
    """A matrix that can be looked at. heads: how many there are of it, 0 where it has none.

    why_not: why A and B cannot be taken from each other, in a sentence; "" where they can.
    """

    step: str
    words: str
    heads: int = 0
    why_not: str = ""

    @property
    def role(self) -> str:
        """What colours it: "weight", "query", "key" or "value", else "score"."""
        return ROLES.get(self.step, "score")


@dataclass(frozen=True, eq=False)
class ComparedMap:
    """One matrix of both states, (rows, columns) each.

    head: which one, from 1; 0 for none. hidden_a, hidden_b: cells that a mask hides, None where
    nothing is hidden. rows, columns: their names in B; rows_before, columns_before: in A. limit:
    the largest difference that is a number.
    """

    choice: Choice
    head: int
    a: Floats
    b: Floats
    difference: Floats
    hidden_a: Booleans | None
    hidden_b: Booleans | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    rows_before: tuple[str, ...]
    columns_before: tuple[str, ...]
    axes: tuple[str, ...]  # of the step, without that of the heads

    @property
    def listed(self) -> bool:
        """Whether it is one row of a step without rows."""
        return len(self.axes) == 1

    @property
    def hidden(self) -> Booleans | None:
        """Cells that are hidden in A and in B; of masked scores also those hidden in one, which
        differ by no number."""
        either = [one for one in (self.hidden_a, self.hidden_b) if one is not None]
        if self.choice.step == "masked" and either:
            return either[0] | either[-1]
        if self.hidden_a is None or self.hidden_b is None:
            return None
        return self.hidden_a & self.hidden_b

    @property
    def limit(self) -> float:
        sizes = np.abs(self.difference[np.isfinite(self.difference)])
        return float(sizes.max(initial=0.0))

    @property
    def same(self) -> bool:
        """Whether no cell differs by more than rounding."""
        return bool(np.isfinite(self.difference).all()) and self.limit < ROUNDING

    @property
    def reworded(self) -> bool:
        """Whether places that are compared have other names in A than in B."""
        return self.rows != self.rows_before or self.columns != self.columns_before

    def largest(self) -> Index:
        """The cell that differs most; one that is no number comes first, a hidden one last."""
        sizes = np.where(np.isnan(self.difference), np.inf, np.abs(self.difference))
        if self.hidden is not None:
            sizes = np.where(self.hidden, -1.0, sizes)
        row, column = np.unravel_index(int(np.argmax(sizes)), sizes.shape)
        return int(row), int(column)

    def index(self, cell: Index) -> Index:
        """Where a cell lies in the step of the trace."""
        if self.listed:
            return (cell[1],)
        return (self.head - 1, *cell) if self.head else cell

    def cell(self, index: Index) -> Index | None:
        """The cell at an index of the step; None for one of another head, or outside."""
        found = (0, *index) if self.listed else index[-2:]
        inside = len(found) == 2 and all(
            0 <= at < size for at, size in zip(found, self.difference.shape, strict=True)
        )
        return found if inside and self.index(found) == index else None

    def tells(self, cell: Index) -> bool:
        """Whether the difference is a number of its own: not where a score is no number."""
        return bool(np.isfinite([self.a[cell], self.b[cell]]).all())

    def whose(self, cell: Index) -> str:
        """The words that a cell belongs to: "ate → cat", or "ate, number 3"."""
        row, column = self.rows[cell[0]], self.columns[cell[1]]
        if column == str(cell[1] + 1):  # a place, and no word
            column = f"{PLACE.get(self.axes[-1], self.axes[-1])} {column}"
        if self.listed:
            return column
        between = " \N{RIGHTWARDS ARROW} " if self.axes == ("query", "key") else ", "
        return f"{row}{between}{column}"


def choices(a: Trace, b: Trace) -> tuple[Choice, ...]:
    """Every matrix that A or B has; those that cannot be compared say why."""
    found = []
    for step, words in MAPS.items():
        if step not in a and step not in b:
            continue
        either = (b if step in b else a).steps[step]
        heads = either.array.shape[0] if either.axes[:1] == ("head",) else 0
        found.append(Choice(step, words, heads, reason_against(a, b, step, words)))
    return tuple(found)


def reason_against(a: Trace, b: Trace, step: str, words: str) -> str:
    """Why a step of A and of B cannot be taken from each other; "" where it can."""
    for name, trace in (("A", a), ("B", b)):
        if step not in trace:
            because = f": {trace.problem.rstrip('.')}" if trace.problem else ""
            return f"{name} has no {words} here, so there is nothing to compare{because}."
    first, second = a.steps[step], b.steps[step]
    if first.array.shape == second.array.shape:
        return ""
    axes = second.axes
    if len(first.axes) != len(axes):
        return f"The {words} of A and B are different things: their axes differ."
    apart = [
        (axis, one, two)
        for axis, one, two in zip(axes, first.array.shape, second.array.shape, strict=True)
        if one != two
    ]
    in_a = " and ".join(counted(axis, one) for axis, one, _ in apart)
    in_b = " and ".join(counted(axis, two) for axis, _, two in apart)
    return (
        f"The {words} cannot be taken from each other: A has {in_a}, B has {in_b}. "
        "Give B as many, or keep B as A."
    )


def counted(axis: str, count: int) -> str:
    """A number of things along an axis: "5 queries"."""
    return f"{count} {(ONE if count == 1 else MANY).get(axis, axis)}"


def compared_map(a: Trace, b: Trace, choice: Choice, head: int = 1) -> ComparedMap | None:
    """A chosen matrix of both; None where `choice` says why it cannot be compared."""
    if choice.why_not:
        return None
    axes = b.steps[choice.step].axes[1 if choice.heads else 0 :]
    head = min(max(head, 1), choice.heads) if choice.heads else 0
    one, two = (matrix(trace[choice.step], head) for trace in (a, b))
    with np.errstate(invalid="ignore"):
        apart = read_only(two - one)
    hidden_a, hidden_b = (hidden_cells(trace, choice, head) for trace in (a, b))
    if hidden_a is not None and hidden_b is not None:
        apart = read_only(np.where(hidden_a & hidden_b, 0.0, apart))
    down, across = axes if len(axes) == 2 else ("", axes[0])
    rows, rows_before = (names(trace, down, len(two)) for trace in (b, a))
    columns, columns_before = (names(trace, across, two.shape[1]) for trace in (b, a))
    return ComparedMap(
        choice, head, one, two, apart, hidden_a, hidden_b,
        rows, columns, rows_before, columns_before, axes,
    )  # fmt: skip


def matrix(array: Floats, head: int) -> Floats:
    """A step as rows and columns: one head of it, and a list as one row."""
    return np.atleast_2d(array[head - 1] if head else array)


def hidden_cells(trace: Trace, choice: Choice, head: int) -> Booleans | None:
    """Which weights or masked scores a mask hides; None for another step, or where nothing is."""
    if choice.step not in {"weights", "masked"} or "masked" not in trace:
        return None
    hidden = np.isneginf(matrix(trace["masked"], head))
    return hidden if hidden.any() else None


def names(trace: Trace, axis: str, size: int) -> tuple[str, ...]:
    """What the places of an axis are called: tokens where it has some, else 1, 2, 3 ..."""
    side = {"query": "query", "word": "query", "key": "key"}.get(axis)
    found = words_of(trace, side) if side else ()
    return found if len(found) == size else tuple(str(at) for at in range(1, size + 1))


def explained(found: ComparedMap, cell: Index) -> Explanation:
    """Where one difference comes from: what B has, less what A has."""
    index, choice = found.index(cell), found.choice
    a, b, apart = (float(part[cell]) for part in (found.a, found.b, found.difference))
    role = "" if choice.role == "score" else choice.role
    note = "A is what was kept, B what is live"
    if found.reworded and (found.rows_before[cell[0]], found.columns_before[cell[1]]) != (
        found.rows[cell[0]], found.columns[cell[1]],
    ):  # fmt: skip
        note = f"in A this place is {found.rows_before[cell[0]]}, {found.columns_before[cell[1]]}"
    return Explanation(
        STEP,
        index,
        f"B \N{MINUS SIGN} A, {choice.words} {place(index)}",
        apart,
        (
            Term((Factor(b, role),), "B"),
            Term((Factor(-a if a else 0.0, role),), "A, taken off"),
        ),
        (),
        (Operand(choice.step, index, role),),
        found.whose(cell),
        note,
    )
