"""An array that a record can hold: it carries NaN and infinities, and it can be compared."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats, float_array, read_only


class Numbers:
    """A read-only float64 array of any shape, as the value of a field of a record.

    Two of them are equal when shape and every number agree: NaN equals NaN here, and 0 is not -0.
    `array` is the array itself.
    """

    __slots__ = ("array",)

    def __init__(self, numbers: ArrayLike) -> None:
        array = float_array(numbers, "numbers")
        if np.isnan(array).any():  # one NaN, whatever its bits were
            array = read_only(np.where(np.isnan(array), np.nan, array))
        self.array: Floats = array

    def plain(self) -> dict[str, Any]:
        """The array as lists that a file can hold, with its shape, which empty lists lose."""
        return {"shape": list(self.array.shape), "values": self.array.ravel().tolist()}

    @classmethod
    def from_plain(cls, raw: Any) -> Numbers:
        """The array that `plain` made lists of. Raises ValueError for anything else."""
        if not isinstance(raw, dict) or set(raw) != {"shape", "values"}:
            raise ValueError("an array needs the fields shape and values, and no others")
        shape, values = raw["shape"], raw["values"]
        sizes = isinstance(shape, list | tuple) and all(type(n) is int and n >= 0 for n in shape)
        if not sizes:
            raise ValueError("shape must be a list of whole numbers from 0")
        array = float_array(values, "values")
        if array.size != math.prod(shape):
            raise ValueError(
                f"values has {array.size} numbers; the shape {list(shape)} needs {math.prod(shape)}"
            )
        return cls(array.reshape(shape))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Numbers):
            return NotImplemented
        same_shape = self.array.shape == other.array.shape
        return same_shape and self.array.tobytes() == other.array.tobytes()

    def __hash__(self) -> int:
        return hash((self.array.shape, self.array.tobytes()))

    def __repr__(self) -> str:
        return f"Numbers({self.array.tolist()!r})"
