"""One array of a file: its shape and type as stored, and its numbers when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Floats
from core.tensors.small_floats import SMALL_FLOATS, table

BFLOAT16 = "bfloat16"
TOLERANCES = {
    "float16": 1e-2,
    BFLOAT16: 1e-2,
    "text": 1e-2,
    "float32": 1e-4,
    # Each weight is off by up to half a step of its mantissa of 3 or 2 bits.
    **{kind: 0.14 if "m2" in kind else 0.07 for kind in SMALL_FLOATS},
}


@dataclass(frozen=True, eq=False)
class TensorArray:
    """name: as the file calls it. values: as stored, often mapped, so that a part is read when it
    is used; bfloat16 lies there as uint16. stored: what the type is called. text: whether its
    numbers were written as text, with as many digits as somebody chose.
    """

    name: str
    values: NDArray[Any]
    stored: str
    text: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of every axis."""
        return tuple(int(size) for size in self.values.shape)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.values.size)

    @property
    def whole(self) -> bool:
        """Whether it holds booleans or whole numbers."""
        coded = self.stored == BFLOAT16 or self.stored in SMALL_FLOATS
        return self.values.dtype.kind in "biu" and not coded

    @property
    def boolean(self) -> bool:
        """Whether it holds booleans."""
        return bool(self.values.dtype.kind == "b")

    @property
    def tolerance(self) -> float:
        """How far a sum of weights of this type may be from 1: rounding, not a mistake."""
        return TOLERANCES.get("text" if self.text else self.stored, 1e-6)

    def part(self, index: tuple[Any, ...] = ()) -> Floats:
        """Some of its numbers as float64. Half precision is widened before any arithmetic."""
        found = np.asarray(self.values[index])
        if self.stored == BFLOAT16:
            found = (found.astype(np.uint32) << 16).view(np.float32)
        elif self.stored in SMALL_FLOATS:
            found = table(self.stored)[found]
        return np.ascontiguousarray(found, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class TensorFile:
    """What was read. labels: rows and columns named by the file itself, or one list of tokens.
    dialect: how a table is written, `core.tensors.tables.Dialect`."""

    path: Path
    kind: str
    arrays: tuple[TensorArray, ...]
    notes: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    dialect: object = None

    @property
    def name(self) -> str:
        """The file's name, without its folder."""
        return self.path.name


def type_name(dtype: np.dtype[Any]) -> str:
    """What a type is called: `float16`, and `float32, big-endian` where that is so."""
    return dtype.newbyteorder("=").name


def order_note(name: str, dtype: np.dtype[Any], fortran: bool) -> list[str]:
    """What was unusual about how an array is stored; none of it changes what it means."""
    notes = []
    if dtype.byteorder == ">":
        notes.append(f"{name} is stored big-endian")
    if fortran:
        notes.append(f"{name} is stored column by column (Fortran order); rows stay rows")
    return notes
