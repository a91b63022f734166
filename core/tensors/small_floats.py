"""Floats of eight bits, decoded by table: NumPy has no type for them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from core.arrays import Floats, read_only


class Layout(NamedTuple):
    """How eight bits make a number: `exponent` bits after the sign, the rest mantissa.

    infinite: whether the largest exponent means infinity and NaN, as IEEE has it. unsigned_zero:
    whether the pattern of -0 is the only NaN (the "fnuz" types).
    """

    exponent: int
    bias: int
    infinite: bool = False
    unsigned_zero: bool = False


# Micikevicius et al. 2022, "FP8 Formats for Deep Learning", and ONNX's list of float8 types.
LAYOUTS = {
    "float8_e4m3fn": Layout(4, 7),
    "float8_e5m2": Layout(5, 15, infinite=True),
    "float8_e4m3fnuz": Layout(4, 8, unsigned_zero=True),
    "float8_e5m2fnuz": Layout(5, 16, unsigned_zero=True),
}
POWERS = "float8_e8m0fnu"  # no sign and no mantissa: a power of two
SMALL_FLOATS = (*LAYOUTS, POWERS)


@cache
def table(kind: str) -> Floats:
    """The 256 numbers of a type, by their bits."""
    bits = np.arange(256)
    if kind == POWERS:
        powers = np.ldexp(1.0, bits - 127)
        powers[255] = np.nan
        return read_only(powers)
    layout = LAYOUTS[kind]
    width = 7 - layout.exponent
    exponent, mantissa = (bits & 0x7F) >> width, bits & ((1 << width) - 1)
    fraction = mantissa / (1 << width)
    normal = np.ldexp(1 + fraction, exponent - layout.bias)
    numbers = np.where(exponent == 0, np.ldexp(fraction, 1 - layout.bias), normal)
    if layout.infinite:
        top = exponent == (1 << layout.exponent) - 1
        numbers = np.where(top, np.where(mantissa == 0, np.inf, np.nan), numbers)
    elif not layout.unsigned_zero:
        numbers[[0x7F, 0xFF]] = np.nan
    numbers = np.where(bits & 0x80, -numbers, numbers)
    if layout.unsigned_zero:
        numbers[0x80] = np.nan
    return read_only(numbers)
