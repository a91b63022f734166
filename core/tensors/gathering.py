"""What several files hold together: arrays by name, layers and heads put back behind each other."""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from core.arrays import Floats
from core.tensors.arrays import TensorArray, TensorFile
from core.tensors.names import is_matrix_name
from core.tensors.small_floats import SMALL_FLOATS

HEAD = re.compile(r"^(?P<before>.*\d.*head\D*?)(?P<number>\d+)(?P<after>\D*)$", re.IGNORECASE)
NUMBERED = re.compile(r"^(?P<before>\D*)(?P<number>\d+)(?P<after>.*)$")


@dataclass(frozen=True, eq=False)
class TensorStack:
    """Arrays of one shape that a file keeps apart, one a layer or head, seen as one array."""

    name: str
    axis: str
    members: tuple[TensorArray | TensorStack, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of members, then their shape."""
        return (len(self.members), *self.members[0].shape)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(one.size for one in self.members)

    @property
    def stored(self) -> str:
        """The type of its members."""
        return self.members[0].stored

    @property
    def whole(self) -> bool:
        """Whether it holds booleans or whole numbers."""
        return self.members[0].whole

    @property
    def boolean(self) -> bool:
        """Whether it holds booleans."""
        return self.members[0].boolean

    @property
    def tolerance(self) -> float:
        """How far a sum of weights may be from 1."""
        return self.members[0].tolerance

    def part(self, index: tuple[Any, ...] = ()) -> Floats:
        """Some of its numbers as float64; a whole number for the first axis reads one member."""
        if index and isinstance(index[0], int | np.integer):
            return self.members[int(index[0])].part(index[1:])
        chosen = self.members[index[0]] if index else self.members
        return np.stack([one.part(index[1:]) for one in chosen])


AnyArray = TensorArray | TensorStack


@dataclass(frozen=True, eq=False)
class Collection:
    """All that is open: the files, their arrays by name, labels and notes.

    target, source: names of the tokens of rows and columns; () where there are none.
    """

    files: tuple[TensorFile, ...]
    arrays: dict[str, AnyArray]
    notes: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    source: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The names of the files."""
        return ", ".join(one.name for one in self.files)


def gathered(files: Sequence[TensorFile], labels: Sequence[tuple[str, ...]] = ()) -> Collection:
    """The collection of some files. labels: of the rows, then of the columns, where they lie in
    files of their own."""
    arrays: dict[str, TensorArray] = {}
    for file in files:
        for array in file.arrays:
            arrays[own_name(file, array.name, arrays)] = array
    stacked, notes = stacks(arrays)
    notes = [note for file in files for note in file.notes] + notes + scale_notes(arrays)
    rows = next((file.row_labels for file in files if file.row_labels), ())
    columns = next((file.column_labels for file in files if file.column_labels), ())
    if labels:
        rows, columns = labels[0], labels[1] if len(labels) > 1 else ()
    return Collection(tuple(files), stacked, tuple(notes), rows, columns)


def own_name(file: TensorFile, name: str, taken: Container[str]) -> str:
    """A name for an array that no other has: with its file, its folder, and a number."""
    tried = (name, f"{file.path.stem}:{name}", f"{file.path.parent.name}/{file.path.stem}:{name}")
    numbered = (f"{tried[-1]} ({count})" for count in range(2, sys.maxsize))
    return next(one for one in (*tried, *islice(numbered, 4096)) if one not in taken)


def scale_notes(arrays: dict[str, TensorArray]) -> list[str]:
    """What is said of floats of eight bits that have a scale beside them."""
    return [
        f"{name} is stored as {array.stored} with a scale of its own, {other}, which is not applied"
        for name, array in arrays.items()
        for other in arrays
        if array.stored in SMALL_FLOATS
        and other.startswith(name.removesuffix("weight"))
        and "scale" in other[len(name.removesuffix("weight")) :]
    ]


def stacks(arrays: dict[str, TensorArray]) -> tuple[dict[str, AnyArray], list[str]]:
    """Arrays whose names differ in one counted number only, joined; and a note for each."""
    within, notes = joined_by(HEAD, dict(arrays))
    whole, more = joined_by(NUMBERED, within)
    return whole, notes + more


def joined_by(
    pattern: re.Pattern[str], arrays: dict[str, AnyArray]
) -> tuple[dict[str, AnyArray], list[str]]:
    """Arrays joined along the number that a pattern finds in their names."""
    groups: dict[tuple[str, str, tuple[int, ...]], list[tuple[int, str]]] = {}
    for name, array in arrays.items():
        found = pattern.match(name)
        if found and not is_matrix_name(name):
            key = (found["before"], found["after"], array.shape)
            groups.setdefault(key, []).append((int(found["number"]), name))
    joined: dict[str, AnyArray] = dict(arrays)
    notes = []
    for (before, after, _), members in groups.items():
        members.sort()
        numbers = [number for number, _ in members]
        if len(members) < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            continue
        axis = "head" if before.lower().rstrip("._- ").endswith("head") else "layer"
        name = f"{before}{numbers[0]}…{numbers[-1]}{after}"
        stack = TensorStack(name, axis, tuple(arrays[one] for _, one in members))
        joined = {
            **{one: array for one, array in joined.items() if one not in dict(members).values()},
            name: stack,
        }
        for _, one in members:
            joined.pop(one, None)
        notes.append(f"{len(members)} arrays of one shape, {name}, are read as {axis}s")
    return joined, notes
