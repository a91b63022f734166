"""Attention with one mistake in it, step by step.

A fault is a field of an experiment. The engine then computes the faulty steps in place of the
right ones, so that a lab shows what the mistake really does to the learner's own numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from core.arrays import Booleans, Floats, read_only
from core.attention import Attention, scaled_dot_product_attention, scaled_scores, softmax

BLOWN_UP = 1000.0  # what scores are multiplied by where the row maximum is skipped
DECIMALS = 2  # to which every stage is rounded under "rounding"


def faulty_attention(
    query: Floats,
    key: Floats,
    value: Floats,
    mask: Booleans | None = None,
    scale: float | None = None,
    fault: str = "",
) -> Attention:
    """The steps of `scaled_dot_product_attention` with one mistake; "" makes none.

    Shapes as there; leading axes are those of the operands. A number that cannot be computed is
    NaN or infinite in the record: that is what is to be seen. Faults that lie before the queries
    and keys (same-projections, reshaped-heads, swapped-values) change nothing here.
    """
    right = scaled_dot_product_attention(query, key, value, mask, scale)
    match fault:
        case "no-scale":
            return scaled_dot_product_attention(query, key, value, mask, 1.0)
        case "scale-d_k":
            size = query.shape[-1]
            return scaled_dot_product_attention(query, key, value, mask, 1.0 / size)
        case "scaled-query":
            small = scaled_scores(right.query, right.scale)
            moved = scaled_dot_product_attention(small, key, value, mask, 1.0)
            return replace(moved, query=right.query, scores=right.scores, scale=right.scale)
        case "scale-after":
            whole = scaled_dot_product_attention(query, key, value, mask, 1.0)
            return mixed(whole, whole.weights * right.scale)
        case "softmax-columns":
            return mixed(right, softmax(right.masked, axis=-2))
        case "mask-after":
            whole = scaled_dot_product_attention(query, key, value, None, scale)
            return mixed(whole, np.where(right.visible, whole.weights, 0.0), mask=mask)
        case "mask-zero":
            return masked_with_zero(right)
        case "no-row-max":
            return without_row_max(right)
        case "rounding":
            return rounded(right)
    return right


def mixed(attention: Attention, weights: Floats, **steps: Any) -> Attention:
    """`attention` with other weights, and the output that they make of its values."""
    with np.errstate(all="ignore"):
        output = weights @ attention.value
    made: Any = {**steps, "weights": weights, "output": output}
    for step in made.values():
        if isinstance(step, np.ndarray):
            step.setflags(write=False)
    return replace(attention, **made)


def masked_with_zero(right: Attention) -> Attention:
    """Hidden scores count as 0, and so keep a weight."""
    masked = np.where(right.visible, right.scaled, 0.0)
    top = masked.max(axis=-1, keepdims=True)
    shares = np.exp(masked - top)
    total = shares.sum(axis=-1, keepdims=True)
    steps = {"masked": masked, "row_max": top, "exponentials": shares, "row_sum": total}
    return mixed(right, shares / total, **steps)


def without_row_max(right: Attention) -> Attention:
    """Scores a thousand times as large, and nothing subtracted before the exponential."""
    with np.errstate(all="ignore"):
        masked = right.masked * BLOWN_UP
        shares = np.exp(masked)
        total = shares.sum(axis=-1, keepdims=True)
        weights = shares / total
    steps = {
        "scores": right.scores * BLOWN_UP,
        "scaled": right.scaled * BLOWN_UP,
        "masked": masked,
        "row_max": np.zeros_like(right.row_max),
        "exponentials": shares,
        "row_sum": total,
    }
    return mixed(right, weights, **steps)


def rounded(right: Attention) -> Attention:
    """Every stage goes on from what two decimals show of the one before."""
    scores = right.scores.round(DECIMALS)
    scaled = (scores * right.scale).round(DECIMALS)
    masked = np.where(right.visible, scaled, -np.inf)
    weights = softmax(masked).round(DECIMALS)
    made = mixed(right, weights, scores=scores, scaled=scaled, masked=masked)
    return replace(made, output=read_only(made.output.round(DECIMALS)))
