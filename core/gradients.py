"""Gradients of softmax and of scaled dot-product attention, written out.

With weights p and upstream gradient g of a row, softmax passes on p (g - g . p): the Jacobian is
diag(p) - p p^T, not p (1 - p), so what a row receives sums to 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats, finite_array, read_only, refuse_not_finite
from core.attention import Attention
from core.sharpness import WHOLE, left_for_others


@dataclass(frozen=True, eq=False)
class AttentionGradients:
    """Gradients of a loss, read-only: query, key and value have the shapes of the operands.

    `weights` and `scores`, (..., n_q, n_k), are those with respect to the weights and to the raw
    scores on the way. Whatever is hidden, and a query with no visible key, has gradient 0.
    """

    query: Floats
    key: Floats
    value: Floats
    weights: Floats
    scores: Floats


def softmax_jacobian(weights: ArrayLike) -> Floats:
    """Return diag(p) - p p^T for each row p of weights (..., n), (..., n, n).

    Entry [i, j] is how weight i moves with score j. All zeros for a row with no visible key.
    """
    shares = _rows(weights, "weights")
    size = shares.shape[-1]
    jacobian = -shares[..., :, None] * shares[..., None, :] + 0.0  # no minus zero
    jacobian[..., range(size), range(size)] = shares * left_for_others(shares)
    return read_only(jacobian)


def softmax_gradient(weights: ArrayLike, upstream: ArrayLike) -> Floats:
    """Return p (g - g . p) for each row of weights p and upstream gradients g, both (..., n).

    Leading axes broadcast. Each row sums to 0, and a weight of 0 gets exactly 0.
    """
    shares, arriving = _rows(weights, "weights"), _rows(upstream, "upstream")
    if shares.shape[-1] != arriving.shape[-1]:
        raise ValueError(
            f"weights {shares.shape} and upstream {arriving.shape} need the same last axis"
        )
    with np.errstate(all="ignore"):
        arriving = _from_the_top(shares, arriving)
        expected = (shares * arriving).sum(axis=-1, keepdims=True)
        gradient = np.where(shares == 0, 0.0, shares * (arriving - expected))
    refuse_not_finite(gradient, "gradient")
    return read_only(gradient)


def attention_gradients(trace: Attention, output_gradient: ArrayLike) -> AttentionGradients:
    """Return the gradients of a loss whose gradient at trace.output is `output_gradient`.

    output_gradient has the shape of trace.output; where an operand was broadcast, its gradients
    are summed. Finite although a row may have no visible key, or hidden keys may hold NaN.
    Raises ValueError for another shape, a NaN or an infinity, or a result beyond float64.
    """
    arriving = finite_array(output_gradient, "output_gradient")
    if arriving.shape != trace.output.shape:
        raise ValueError(
            f"output_gradient has shape {arriving.shape}; the output has {trace.output.shape}"
        )
    seen = trace.visible
    # A hidden operand gets weight 0 in every sum below, but 0 * NaN is NaN: count it as 0.
    seeing = seen.any(axis=-1, keepdims=True)
    seen_key = np.swapaxes(seen.any(axis=-2, keepdims=True), -1, -2)
    query = np.where(seeing, trace.query, 0.0)
    key, value = np.where(seen_key, trace.key, 0.0), np.where(seen_key, trace.value, 0.0)
    with np.errstate(all="ignore"):
        at_weights = np.where(seen, arriving @ np.swapaxes(value, -1, -2), 0.0)
        refuse_not_finite(at_weights, "the gradient of weights")
        at_scores = softmax_gradient(trace.weights, at_weights) * trace.scale
        at_query, at_key = at_scores @ key, np.swapaxes(at_scores, -1, -2) @ query
        at_value = np.swapaxes(trace.weights, -1, -2) @ arriving
    return AttentionGradients(
        query=_summed(at_query, trace.query.shape, "the gradient of query"),
        key=_summed(at_key, trace.key.shape, "the gradient of key"),
        value=_summed(at_value, trace.value.shape, "the gradient of value"),
        weights=read_only(at_weights),
        scores=read_only(at_scores),
    )


def _from_the_top(shares: Floats, arriving: Floats) -> Floats:
    """Return `arriving` less what arrives at each row's largest weight, where that is above 1/2.

    A constant changes nothing where weights sum to 1, and this one leaves no two large terms to
    cancel each other, which would lose what a weight that rounds to 1 still passes on.
    """
    shares, arriving = np.broadcast_arrays(shares, arriving)
    if not shares.size:
        return arriving
    top = shares.argmax(axis=-1)[..., None]
    whole = abs(shares.sum(axis=-1, keepdims=True) - 1.0) < WHOLE
    better = whole & (np.take_along_axis(shares, top, axis=-1) > 0.5)
    less = np.where(better, np.take_along_axis(arriving, top, axis=-1), 0.0)
    return np.where(shares == 0, 0.0, arriving - less)


def _rows(numbers: ArrayLike, name: str) -> Floats:
    array = finite_array(numbers, name)
    if array.ndim == 0:
        raise ValueError(f"{name} is a single number; it needs a row (n,)")
    return array


def _summed(gradient: Floats, shape: tuple[int, ...], name: str) -> Floats:
    """Return `gradient` summed over the axes along which an operand of `shape` was broadcast."""
    refuse_not_finite(gradient, name)
    extra = gradient.ndim - len(shape)
    summed = gradient.sum(axis=tuple(range(extra)))
    repeated = tuple(i for i, size in enumerate(shape) if size == 1 and summed.shape[i] != 1)
    return read_only(np.asarray(summed.sum(axis=repeated, keepdims=True)))
