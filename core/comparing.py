"""Two states of one lab beside each other: which inputs differ, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from core.catalogue import MEASURES
from core.experiment import Experiment, ProjectionExperiment
from core.lesson import Challenge, Where
from core.places import key_tokens, query_tokens
from core.trace import FloatArray, Trace

# Fields that say what is looked at, or where numbers come from, and are no inputs.
PASSIVE = frozenset(
    {"pinned", "pointed", "product", "source", "kept", "drawn", "custom", "built", "part"}
)
SYMBOLS = {
    "query": "Q", "key": "K", "value": "V", "features": "X", "w_q": "W_Q", "w_k": "W_K",
    "w_v": "W_V", "energies": "e",
}  # fmt: skip
WORDS = {
    "tokens": "words", "source_tokens": "source", "d_model": "d_model", "key_size": "d_k",
    "scaled": "scale", "knocked_out": "heads out", "visible_keys": "visible keys", "length": "n",
}  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """One input that differs: its name, and what it is in A and in B."""

    name: str
    a: float | str
    b: float | str


@dataclass(frozen=True)
class Change:
    """One measure of both states."""

    name: str
    a: float
    b: float


@dataclass(frozen=True)
class Row:
    """The weights of one query in both states; tokens of query and keys; where the row lies."""

    token: str
    keys: tuple[str, ...]
    a: FloatArray
    b: FloatArray
    place: tuple[int, ...]


def differences(a: Experiment, b: Experiment) -> tuple[Difference, ...]:
    """Every input in which two experiments of one kind differ, cell by cell in a matrix."""
    found: list[Difference] = []
    for name in type(a).__struct_fields__:
        first, second = getattr(a, name), getattr(b, name, None)
        if name in PASSIVE and not (name in {"custom", "built"} and in_force(a, b, name)):
            continue
        if first != second:
            found += between(name, first, second)
    return tuple(found)


def in_force(a: Experiment, b: Experiment, name: str) -> bool:
    """Whether a mask that is kept in this field is the one in use."""
    return name in {getattr(a, "mask", ""), getattr(b, "mask", "")}


def between(name: str, first: object, second: object) -> list[Difference]:
    """The differences between two values of one field."""
    if is_matrix(first) and is_matrix(second) and shape(first) == shape(second):
        symbol = SYMBOLS.get(name, name)
        left, right = np.array(first, dtype=float), np.array(second, dtype=float)
        return [
            Difference(f"{symbol} {row + 1},{column + 1}", left[row, column], right[row, column])
            for row, column in np.argwhere(left != right)
        ]
    return [Difference(WORDS.get(name, name.replace("_", " ")), said(first), said(second))]


def is_matrix(value: object) -> bool:
    """Whether a field holds rows of numbers, all equally long."""
    rows = value if isinstance(value, tuple) else ()
    return bool(rows) and all(
        isinstance(row, tuple) and len(row) == len(rows[0]) and all(
            isinstance(number, int | float) for number in row
        )
        for row in rows
    )  # fmt: skip


def shape(value: object) -> tuple[int, ...]:
    """Rows and columns of a field that is a matrix."""
    return np.array(value).shape


def said(value: object) -> float | str:
    """A value that is no matrix, as a number or in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | float):
        return float(value)
    if value in (None, "", ()):
        return "none"
    if isinstance(value, tuple):
        plain = all(isinstance(part, str | int | float) for part in value)
        return " ".join(str(part) for part in value) if plain else f"{len(value)} rows"
    if isinstance(value, msgspec.Struct):
        return str(getattr(value, "words", type(value).__name__))
    return str(value)


def compared_row(a: Trace, b: Trace) -> Row | None:
    """The pinned query's weights (of the pinned head) in both; None where they do not match."""
    if "weights" not in a or "weights" not in b or a["weights"].shape != b["weights"].shape:
        return None
    place = row_place(b)
    if key_tokens(a) != key_tokens(b):
        return None
    token = query_tokens(b)[place[-1]]
    return Row(token, key_tokens(b), a["weights"][place], b["weights"][place], place)


def row_place(trace: Trace) -> tuple[int, ...]:
    """Which row of the weights is looked at: the pinned query's, else the first."""
    experiment = trace.experiment
    if isinstance(experiment, ProjectionExperiment):
        return (experiment.pointed - 1,)
    pinned = getattr(experiment, "pinned", None)
    if isinstance(pinned, tuple):
        return tuple(part - 1 for part in pinned[:-1])
    step = getattr(experiment, "step", None)
    # A step beyond a translation that has become shorter is its last one, as in the lab.
    first = (min(step, len(trace["weights"])) - 1 if isinstance(step, int) else 0,)
    return (0, *first) if trace["weights"].ndim == 3 else first


def changes(a: Trace, b: Trace, challenges: Sequence[Challenge]) -> tuple[Change, ...]:
    """What the slide's challenges measure, and the entropy of the row, where they changed."""
    asked = [(part.predicate.measure, part.predicate.where) for part in challenges]
    if "weights" in b and b["weights"].ndim == 2:
        asked.insert(0, ("entropy", Where(query=row_place(b)[-1] + 1)))
    found: dict[str, Change] = {}
    for name, where in asked:
        try:
            before, after = MEASURES[name].of(a, where), MEASURES[name].of(b, where)
        except (ValueError, KeyError, IndexError):
            continue  # it does not apply to one of the two
        if isinstance(before, float) and isinstance(after, float) and before != after:
            label = name if where.query is None else f"{name}, {placed(b, where)}"
            found.setdefault(label, Change(label, before, after))
    return tuple(found.values())


def placed(trace: Trace, where: Where) -> str:
    """The query that a measure is of, as its token."""
    query = where.query
    return query_tokens(trace)[query - 1] if isinstance(query, int) else str(query)
