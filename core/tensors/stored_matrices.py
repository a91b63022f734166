"""Weight matrices as files store them, turned into W with y = x W + b, heads side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.tensors.gathering import AnyArray, Collection
from core.tensors.readings import Matrices, Reading
from core.tensors.refusing import TensorFileError, shape_words

NAMES = {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"}


@dataclass(frozen=True, eq=False)
class Matrix:
    """weight (in, out) and bias (out,) or None, so that y = x weight + bias."""

    name: str
    weight: Floats
    bias: Floats | None

    def applied(self, x: Floats, what: str) -> Floats:
        """y = x W + b. Raises TensorFileError where widths do not fit."""
        if x.shape[-1] != self.weight.shape[0]:
            raise TensorFileError(
                f"{self.name} takes {self.weight.shape[0]} numbers a token and {what} has "
                f"{x.shape[-1]}; choose the other way of storing it, or open an input that fits"
            )
        with np.errstate(all="ignore"):
            made: Floats = x @ self.weight
        return made if self.bias is None else made + self.bias


def check_axes(arrays: Mapping[str, AnyArray], roles: Mapping[str, str]) -> None:
    """Raise TensorFileError for a matrix that is no block of rows and columns, or a bias that is
    no row."""
    for role, name in roles.items():
        matrix, bias = role.startswith("w_") or role == "packed", role.startswith(("b_", "packed_"))
        shape = arrays[name].shape
        if matrix and len(shape) != 2:
            raise TensorFileError(
                f"{name} has the shape {shape_words(shape)}; a matrix needs two axes, inputs and "
                "outputs: say what else it is"
            )
        if bias and len(shape) != 1:
            raise TensorFileError(
                f"{name} has the shape {shape_words(shape)}; a bias needs one axis: say what else "
                "it is"
            )


def choices(
    array: AnyArray, packed: bool, conv1d: bool
) -> tuple[Matrices, tuple[Matrices, ...], str]:
    """(how a matrix is stored, what is possible, why). Square ones cannot tell."""
    rows, columns = array.shape
    if packed:
        if rows == 3 * columns:
            return "linear", ("linear",), "three blocks of rows, Q, K and V"
        if columns == 3 * rows:
            return "conv1d", ("conv1d",), "three blocks of columns, as GPT-2's c_attn"
        raise TensorFileError(
            f"{array.name} has the shape {shape_words(array.shape)}; packed W_Q, W_K and W_V need "
            "3E × E (PyTorch) or E × 3E (GPT-2)"
        )
    if conv1d:
        return "conv1d", ("conv1d", "linear"), "GPT-2's Conv1D has this name"
    return "linear", ("linear", "conv1d"), "PyTorch's Linear stores it so"


def matrices(collection: Collection, reading: Reading) -> dict[str, Matrix]:
    """The matrices of a reading by letter: q, k and v, and o where the file has it."""
    found: dict[str, Matrix] = {}
    packed = reading.array("packed")
    if packed:
        whole = turned(collection.arrays[packed], reading.matrices)
        biases = bias_of(collection, reading, "packed_bias")
        wide = whole.shape[1] // 3
        for place, letter in enumerate("qkv"):
            part = slice(place * wide, (place + 1) * wide)
            bias = None if biases is None else biases[part]
            found[letter] = Matrix(f"{NAMES[letter]} of {packed}", whole[:, part], bias)
    else:
        found = separate(collection, reading)
    if name := reading.array("w_o"):
        bias = bias_of(collection, reading, "b_o")
        found["o"] = Matrix(name, turned(collection.arrays[name], reading.matrices), bias)
    return found


def separate(collection: Collection, reading: Reading) -> dict[str, Matrix]:
    """W_Q, W_K and W_V that lie apart, with biases of their own or one packed bias."""
    found: dict[str, Matrix] = {}
    packed = bias_of(collection, reading, "packed_bias")
    start = 0
    for letter in "qkv":
        name = reading.array(f"w_{letter}")
        if not name:
            continue
        weight = turned(collection.arrays[name], reading.matrices)
        bias = bias_of(collection, reading, f"b_{letter}")
        if bias is None and packed is not None:
            bias, start = packed[start : start + weight.shape[1]], start + weight.shape[1]
        if bias is not None and bias.shape != (weight.shape[1],):
            raise TensorFileError(
                f"the bias of {name} has {bias.size} numbers and {name} gives {weight.shape[1]}; "
                "choose the other way of storing it"
            )
        found[letter] = Matrix(name, weight, bias)
    return found


def turned(array: AnyArray, stored: Matrices) -> Floats:
    """A matrix with inputs as rows. Raises TensorFileError for what is not finite."""
    weight = finite(array)
    return weight.T if stored == "linear" else weight


def bias_of(collection: Collection, reading: Reading, role: str) -> Floats | None:
    """A bias, or None where there is none."""
    name = reading.array(role)
    return finite(collection.arrays[name]) if name else None


def finite(array: AnyArray, index: tuple[int, ...] = ()) -> Floats:
    """The numbers of an array. Raises TensorFileError that names the first that is not finite."""
    numbers = array.part(index)
    bad = ~np.isfinite(numbers)
    if bad.any():
        place = tuple(int(one) for one in np.argwhere(bad)[0])
        what = "not a number (NaN)" if np.isnan(numbers[place]) else "infinite"
        where = ", ".join(str(one + 1) for one in (*index, *place))
        raise TensorFileError(
            f"{array.name} is {what} at [{where}] (counting from 1); attention needs finite "
            "numbers: correct it where it was made"
        )
    return numbers
