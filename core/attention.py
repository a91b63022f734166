"""Softmax and scaled dot-product attention, one function a step (Vaswani et al. 2017, 3.2.1).

scores = query key^T, scaled = scores * scale, masked = scaled with -inf where hidden,
exponentials = exp(masked - row_max), weights = exponentials / row_sum, output = weights value.
"""

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Booleans, Floats, cell, float_array, product, read_only
from core.checks import (
    all_finite,
    bounded,
    check_axes,
    check_mask,
    check_operands,
    check_visible,
    leading_axes,
    read_mask,
    seen_pairs,
    visible_cells,
)


@dataclass(frozen=True, eq=False)
class Attention:
    """Every step of one attention, read-only float64; leading axes (...) are all broadcast.

    query (..., n_q, d_k), key (..., n_k, d_k) and value (..., n_k, d_v) are copies of what was
    given, and `mask` is the boolean or additive mask or None. scores, scaled, masked,
    exponentials and weights are (..., n_q, n_k), row_max and row_sum (..., n_q, 1), output
    (..., n_q, d_v). A hidden cell is -inf in masked and 0 in exponentials and weights; its scores
    and scaled are what the operands give: NaN if one of them holds NaN, else finite. A query
    with no visible key has row_max 0 (there is no maximum), row_sum 0, weights 0 and output 0.
    """

    query: Floats
    key: Floats
    value: Floats
    scale: float
    mask: Booleans | Floats | None
    scores: Floats
    scaled: Floats
    masked: Floats
    row_max: Floats
    exponentials: Floats
    row_sum: Floats
    weights: Floats
    output: Floats

    @property
    def visible(self) -> Booleans:
        """Which key each query may see, (..., n_q, n_k)."""
        return read_only(np.asarray(self.masked > -np.inf))

    @property
    def sees_a_key(self) -> Booleans:
        """Which queries see at least one key, (..., n_q)."""
        return read_only(np.asarray(self.visible.any(axis=-1)))


def softmax(scores: ArrayLike, axis: int = -1) -> Floats:
    """Return exp(scores) divided by its sum along `axis`: positive weights that sum to 1.

    The row maximum is subtracted first, so no finite score overflows. -inf gets weight 0, and a
    row of nothing but -inf (or of no scores) gets all zeros. NaN and +inf raise ValueError that
    names the cell: neither has a share that one could compute.
    """
    numbers = float_array(scores, "scores")
    if numbers.ndim == 0:
        raise ValueError("scores is a single number; softmax needs a row of them")
    if (wrong := np.argwhere(~(numbers < np.inf))).size:
        index = tuple(int(i) for i in wrong[0])
        what = "+inf" if numbers[index] > 0 else "not a number (NaN)"
        raise ValueError(f"{cell('scores', index)} is {what}; softmax needs scores below +inf")
    shares = exponentials(numbers, row_max(numbers, axis))
    return weights(shares, row_sum(shares, axis))


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    scale: float | None = None,
) -> Attention:
    """Return every step of softmax(query key^T * scale + mask) value (Vaswani 2017, eq. 1).

    query (..., n_q, d_k), key (..., n_k, d_k), value (..., n_k, d_v); leading axes broadcast.
    mask, broadcast to (..., n_q, n_k): booleans, True may attend, or floats added after scaling
    (-inf hides). scale None is 1/sqrt(d_k), or 1 if d_k is 0; any number is used as it is.
    What hidden keys and values hold, NaN included, reaches neither weights nor output.

    Raises ValueError for shapes that do not fit, a mask of whole numbers, +inf or NaN in a mask,
    and a visible NaN, infinity or score beyond float64, naming the cell.
    """
    query, key = float_array(query, "query"), float_array(key, "key")
    value, mask = float_array(value, "value"), read_mask(mask)
    visible = _visible(query, key, value, mask)
    factor = scale_factor(scale, query.shape[-1])
    raw = scores(query, key)
    check_visible(raw, visible, "scores")
    # A hidden score may overflow unseen: the largest float64 stands for it in the display.
    raw = read_only(bounded(raw))
    if raw.shape != visible.shape:
        raw = read_only(np.broadcast_to(raw, visible.shape))
    scaled = scaled_scores(raw, factor)
    check_visible(scaled, visible, "scaled")
    scaled = read_only(bounded(scaled))
    masked = masked_scores(scaled, mask)
    top = row_max(masked)
    shares = exponentials(masked, top)
    total = row_sum(shares)
    share = weights(shares, total)
    mixed = output(share, value, visible)
    return Attention(
        query, key, value, factor, mask, raw, scaled, masked, top, shares, total, share, mixed
    )


def scale_factor(scale: float | None, d_k: int) -> float:
    """Return the number that scores are multiplied by: 1/sqrt(d_k) if `scale` is None, else it."""
    if scale is None:
        return float(1.0 / np.sqrt(d_k)) if d_k else 1.0
    if isinstance(scale, bool | np.bool_) or not isinstance(scale, Real):
        raise ValueError(f"scale is {scale!r}; it needs a number, or None for 1/sqrt(d_k)")
    if not np.isfinite(float(scale)):
        raise ValueError(f"scale is {scale}; it needs a finite number, or None for 1/sqrt(d_k)")
    return float(scale)


def scores(query: ArrayLike, key: ArrayLike) -> Floats:
    """Return the dot product of each query (..., n_q, d_k) with each key, (..., n_q, n_k).

    A NaN component makes its own row or column NaN; an infinite one counts as the largest
    float64; a result beyond float64 is an infinity.
    """
    left, right = float_array(query, "query"), float_array(key, "key")
    check_axes(left, "query", "(n_q, d_k)")
    check_operands(left, right, right)
    leading_axes(query=left, key=right)
    left, right = bounded(left), bounded(right)
    result = product(left, np.swapaxes(right, -1, -2))
    if not all_finite(result):
        result = np.where(np.isfinite(result), result, _rescaled_product(left, right))
    return read_only(result)


def scaled_scores(scores: ArrayLike, scale: float) -> Floats:
    """Return scores * scale, same shape; a result beyond float64 is an infinity."""
    with np.errstate(over="ignore", under="ignore"):
        return read_only(np.asarray(float_array(scores, "scores") * scale))


def masked_scores(scaled: ArrayLike, mask: ArrayLike | None) -> Floats:
    """Return scaled scores with -inf in hidden cells and an additive mask's numbers added.

    Only -inf hides: a large negative number is added like any other, so a row of nothing but
    -1e9 keeps its weights (in float64; in float32 it would turn uniform). ValueError names a
    cell whose sum is beyond float64.
    """
    raw, added = float_array(scaled, "scaled"), read_mask(mask)
    check_mask(added, raw.shape[-2], raw.shape[-1])
    shape = (*leading_axes(scaled=raw, mask=added), *raw.shape[-2:])
    visible = visible_cells(added, shape)
    with np.errstate(over="ignore", invalid="ignore"):
        total = raw if added is None or added.dtype == np.bool_ else raw + added
    check_visible(total, visible, "masked")
    return read_only(np.where(visible, total, -np.inf))


def row_max(masked: Floats, axis: int = -1) -> Floats:
    """Return each row's largest score, its axis kept with size 1; 0 where every key is hidden."""
    top = np.max(masked, axis=axis, keepdims=True, initial=-np.inf)
    return read_only(np.where(top == -np.inf, 0.0, top))


def exponentials(masked: Floats, row_max: Floats) -> Floats:
    """Return exp(masked - row_max), same shape as masked: between 0 and 1, 0 where hidden."""
    with np.errstate(over="ignore", under="ignore"):
        return read_only(np.exp(masked - row_max))


def row_sum(exponentials: Floats, axis: int = -1) -> Floats:
    """Return each row's sum, its axis kept with size 1; 0 where every key is hidden."""
    return read_only(np.sum(exponentials, axis=axis, keepdims=True))


def weights(exponentials: Floats, row_sum: Floats) -> Floats:
    """Return exponentials / row_sum; a row that sums to 0, having no visible key, stays 0."""
    with np.errstate(under="ignore"):
        return read_only(exponentials / np.where(row_sum > 0, row_sum, 1.0))


def output(weights: Floats, value: Floats, visible: Booleans) -> Floats:
    """Return the weighted mean of the values (..., n_k, d_v) for each query, (..., n_q, d_v).

    A value that no query sees counts as 0: its weights are 0, but 0 * NaN would be NaN.
    """
    if not all_finite(value):
        seen = np.any(visible, axis=-2, keepdims=True)
        value = np.where(np.swapaxes(seen, -1, -2), value, 0.0)
    return read_only(bounded(product(weights, value)))


def _visible(query: Floats, key: Floats, value: Floats, mask: Booleans | Floats | None) -> Booleans:
    """Return who sees whom, (..., n_q, n_k), once shapes and visible numbers are in order."""
    check_operands(query, key, value)
    return seen_pairs(query, key, value, mask)


def _rescaled_product(left: Floats, right: Floats) -> Floats:
    """Return left right^T with every row first divided by a power of two near its maximum.

    Powers of two change no digits, and no partial sum overflows before the result does.
    """
    with np.errstate(all="ignore"):
        shift_left = np.frexp(np.max(np.abs(left), axis=-1, keepdims=True, initial=0.0))[1]
        shift_right = np.frexp(np.max(np.abs(right), axis=-1, keepdims=True, initial=0.0))[1]
        small_right = np.swapaxes(np.ldexp(right, -shift_right), -1, -2)
        small = np.ldexp(left, -shift_left) @ small_right
        grown: Floats = np.ldexp(small, shift_left + np.swapaxes(shift_right, -1, -2))
    return grown
