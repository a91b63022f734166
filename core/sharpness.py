"""How sharp a row of attention weights is: entropy, top weight, gradient left."""

import math

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats, finite_array, read_only

WHOLE = 1e-12  # how far from 1 the sum of weights may lie that softmax made


def entropy(weights: ArrayLike, base: float = 2.0) -> Floats:
    """Return -sum p log p of each row of weights (..., n), shape (...), with 0 log 0 = 0.

    In bits, or in nats with base=math.e (Shannon 1948). 0 for a row with no visible key.
    Raises ValueError for a negative weight, NaN, infinity, or a base not above 1.
    """
    shares = _shares(weights)
    if not (base > 1 and math.isfinite(base)):
        raise ValueError(f"base is {base}; it must be above 1 (2 for bits, e for nats)")
    return read_only(np.asarray(_entropy(shares, left_for_others(shares), base)))


def top_weight(weights: ArrayLike) -> Floats:
    """Return the largest weight of each row (..., n), shape (...); 0 with no visible key."""
    return read_only(np.asarray(np.max(_shares(weights), axis=-1, initial=0.0)))


def gradient_left(weights: ArrayLike) -> Floats:
    """Return 1 - sum p^2 of each row of weights (..., n), shape (...): what can still be learned.

    It is sum p (1 - p), the trace of the softmax Jacobian diag(p) - p p^T: 0 for a one-hot row,
    at most 1 - 1/n, and 0 for a row with no visible key, which has no gradient either.
    """
    shares = _shares(weights)
    return read_only(np.asarray((shares * left_for_others(shares)).sum(axis=-1)))


def mean_sharpness(weights: ArrayLike) -> tuple[float, float, float]:
    """Return the means over rows (n, m) of top weight, gradient left and entropy in bits.

    They are those of `top_weight`, `gradient_left` and `entropy`, with their work done once.
    """
    shares = _shares(weights)
    left = left_for_others(shares)
    gradient = (shares * left).sum(axis=-1)
    top = np.max(shares, axis=-1, initial=0.0)
    return float(top.mean()), float(gradient.mean()), float(_entropy(shares, left).mean())


def _entropy(shares: Floats, left: Floats, base: float = 2.0) -> Floats:
    """Return the entropy of each row of `shares` (..., n) of whose weights so much is `left`."""
    logarithms = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    # log p of a weight near 1 is lost in its rounding; what is left for the others has it.
    np.log1p(-left, out=logarithms, where=shares > 0.5)
    # 0.0 - x, since -x would show a one-hot row as minus zero.
    return np.asarray(0.0 - (shares * logarithms).sum(axis=-1) / math.log(base))


def left_for_others(shares: Floats) -> Floats:
    """Return 1 - p of each weight of rows (..., n), same shape.

    In a row that sums to 1, that of a weight above 1/2 is the sum of the others: 1 - p would lose
    its digits, and all of them once p rounds to 1 (which is at a lead of 37 in the scores).
    """
    left = 1.0 - shares
    if not shares.shape[-1]:
        return left
    top = shares.argmax(axis=-1)[..., None]
    others = shares.copy()
    np.put_along_axis(others, top, 0.0, axis=-1)
    whole = abs(shares.sum(axis=-1, keepdims=True) - 1.0) < WHOLE
    sums = others.sum(axis=-1, keepdims=True)
    better = whole & (np.take_along_axis(shares, top, axis=-1) > 0.5)
    plain = np.take_along_axis(left, top, axis=-1)
    np.put_along_axis(left, top, np.where(better, sums, plain), axis=-1)
    return left


def _shares(weights: ArrayLike) -> Floats:
    shares = finite_array(weights, "weights")
    if shares.ndim == 0:
        raise ValueError("weights is a single number; it needs a row of weights")
    if (shares < 0).any():
        raise ValueError(f"the smallest weight is {shares.min():g}; weights cannot be negative")
    return shares
