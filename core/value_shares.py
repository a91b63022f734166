"""How much of an output each key really adds: its weight, the length of its value, and both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, read_only


@dataclass(frozen=True, eq=False)
class ValueShares:
    """One number a key. weights a_j; lengths |v_j|; parts |a_j v_j|, which is their product.

    heaviest: the key with the largest weight, adds_most: with the longest part, both from 0 and
    the first where several share it; None where no key has any.
    """

    weights: Floats
    lengths: Floats
    parts: Floats
    heaviest: int | None
    adds_most: int | None

    @property
    def differ(self) -> bool:
        """Whether the largest weight lies on a value that adds less than another one."""
        return (
            self.heaviest is not None
            and self.adds_most is not None
            and bool(self.parts[self.adds_most] > self.parts[self.heaviest])
        )


def value_shares(weights: Floats, value: Floats) -> ValueShares:
    """The shares of one query: weights (n_k,), value (n_k, d_v). NaN and infinities stay so."""
    with np.errstate(all="ignore"):
        lengths = np.linalg.norm(value, axis=1)
        parts = np.abs(weights) * lengths
    return ValueShares(
        read_only(np.array(weights)),
        read_only(lengths),
        read_only(parts),
        largest(weights),
        largest(parts),
    )


def largest(numbers: Floats) -> int | None:
    """The place of the largest number; None where none is above 0, or one is not a number."""
    if not np.isfinite(numbers).all() or not (numbers > 0).any():
        return None
    return int(np.argmax(numbers))
