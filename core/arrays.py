"""Arrays in, read-only float64 arrays out: the border that every engine function shares."""

from collections.abc import Sequence
from typing import Any, TypeGuard, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Kind = TypeVar("Kind", bound=np.generic)
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Integers = NDArray[np.int64]

LARGEST = float(np.finfo(np.float64).max)


def float_array(numbers: ArrayLike, name: str) -> Floats:
    """Return a read-only float64 copy of `numbers`; integers, booleans and halves are converted.

    Converting before any arithmetic keeps a half-precision product from overflowing and an
    integer one from wrapping. The copy leaves the caller's array, and its flags, untouched.
    Raises ValueError, with `name` in the sentence, for anything that is not a block of real
    numbers.
    """
    if _is_ours(numbers):
        return numbers
    raw = as_block(numbers, name)
    if raw.dtype.kind not in "fiubO":
        raise ValueError(f"{name} holds {raw.dtype}; it needs real numbers")
    try:
        with np.errstate(over="ignore"):
            converted = np.array(raw, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} holds something that is not a float64 number") from None
    return read_only(converted)


def as_block(numbers: ArrayLike, name: str) -> NDArray[Any]:
    """Return `numbers` as an array of any type; ValueError if its rows differ in length."""
    try:
        return np.asarray(numbers)
    except ValueError:
        raise ValueError(f"{name} is ragged; every row needs the same length") from None


def finite_array(numbers: ArrayLike, name: str) -> Floats:
    """Return `float_array(numbers, name)`; ValueError names the first cell that is not finite."""
    array = float_array(numbers, name)
    refuse_not_finite(array, name)
    return array


def read_only(array: NDArray[Kind]) -> NDArray[Kind]:
    """Forbid writing into `array`, which its maker hands out, and return it."""
    array.setflags(write=False)
    return array


def refuse_not_finite(array: Floats, name: str) -> None:
    """Raise ValueError that names the first NaN or infinity in `array`."""
    if np.isfinite(array).all():
        return
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    raise ValueError(f"{cell(name, index)} {what_is_wrong(array[index])}; it needs a finite number")


def cell(name: str, index: Sequence[int]) -> str:
    """Return how messages name one cell: `key[1, 0]`."""
    return f"{name}[{', '.join(str(i) for i in index)}]" if index else name


def what_is_wrong(number: float) -> str:
    """Return the predicate for a number that is not finite: `is not a number (NaN)`."""
    if np.isnan(number):
        return "is not a number (NaN)"
    return "is +inf" if number > 0 else "is -inf"


def count(number: Any, name: str, least: int = 0) -> int:
    """Return `number` as an int of at least `least`; ValueError says what `name` must be."""
    if isinstance(number, bool | np.bool_) or not isinstance(number, int | np.integer):
        raise ValueError(f"{name} is {number!r}; it needs a whole number")
    if number < least:
        raise ValueError(f"{name} is {number}; it must be at least {least}")
    return int(number)


def product(left: Floats, right: Floats) -> Floats:
    """Return `left @ right` without a warning: overflow gives an infinity, and NaN stays NaN."""
    with np.errstate(all="ignore"):
        result: Floats = left @ right
    return result


def _is_ours(numbers: object) -> TypeGuard[Floats]:
    """Return whether `numbers` is already a read-only float64 array that needs no copy."""
    return (
        type(numbers) is np.ndarray
        and numbers.dtype == np.float64
        and numbers.base is None
        and not numbers.flags.writeable
    )
