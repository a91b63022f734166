"""A query whose every key is hidden: what six ways of masking make of it.

Gradients are those of the sum of the query's output, by `core.gradients` wherever its engine
computes the way; the two ways that it refuses to take are written out here, term by term.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.attention import Attention, scaled_dot_product_attention, softmax
from core.gradients import attention_gradients, softmax_gradient

FILL = -1e9


@dataclass(frozen=True)
class HiddenRow:
    """What one way makes of the row.

    weights (n_k,) and output (d_v,). query and value: the largest gradient, in absolute value,
    that the query and the values receive; NaN where it is not a number. reason: why there is no
    number at all.
    """

    name: str
    weights: Floats | None
    output: Floats | None
    query: float
    value: float
    reason: str = ""


def hidden_rows(query: Floats, key: Floats, value: Floats, scale: float) -> tuple[HiddenRow, ...]:
    """The row of one query (d_k,) over key (n_k, d_k) and value (n_k, d_v), all keys hidden."""
    return (
        zeros(query, key, value, scale),
        not_a_number(query, key, value, scale),
        filled(query, key, value),
        added_in_single(query, key, value, scale),
        added(query, key, value, scale),
        HiddenRow("refuse", None, None, 0.0, 0.0, reason="an error that names the query"),
    )


def zeros(query: Floats, key: Floats, value: Floats, scale: float) -> HiddenRow:
    """This application's way: no share of nothing."""
    hidden = np.zeros((1, len(key)), dtype=bool)
    made = scaled_dot_product_attention(query[None], key, value, hidden, scale)
    return of_attention("zeros (here)", made)


def of_attention(name: str, made: Attention) -> HiddenRow:
    """A way that the engine computes, with the engine's gradients."""
    found = attention_gradients(made, np.ones_like(made.output))
    at_query, at_value = float(np.abs(found.query).max()), float(np.abs(found.value).max())
    return HiddenRow(name, made.weights[0], made.output[0], at_query, at_value)


def not_a_number(query: Floats, key: Floats, value: Floats, scale: float) -> HiddenRow:
    """A plain softmax over -inf alone: 0 divided by 0, which spoils every gradient it meets."""
    with np.errstate(all="ignore"):
        masked = np.full(len(key), -np.inf)
        shares = np.exp(masked - masked.max())
        weights = shares / shares.sum()
        upstream = value.sum(axis=1)
        at_scores = weights * (upstream - (weights * upstream).sum())
        at_query = np.abs((at_scores * scale) @ key).max()
    return HiddenRow(
        "−∞ added, no care", weights, weights @ value, float(at_query), float(np.abs(weights).max())
    )


def filled(query: Floats, key: Floats, value: Floats) -> HiddenRow:
    """Every score replaced by -1e9: equal scores, so equal weights on what is forbidden.

    The scores are gone, so none of them receives a gradient; the forbidden values do.
    """
    weights = softmax(np.full(len(key), FILL))
    # d output / d score is there, but the score that it would reach has been overwritten.
    return HiddenRow("−1e9 filled in", weights, weights @ value, 0.0, float(weights.max()))


def added(query: Floats, key: Floats, value: Floats, scale: float) -> HiddenRow:
    """-1e9 added to every score: float64 keeps the scores' differences."""
    everywhere = np.full((1, len(key)), FILL)
    made = scaled_dot_product_attention(query[None], key, value, everywhere, scale)
    return of_attention("−1e9 added, float64", made)


def added_in_single(query: Floats, key: Floats, value: Floats, scale: float) -> HiddenRow:
    """The same in float32, whose numbers near 1e9 are 64 apart: the scores are lost."""
    scaled = (key @ query * scale).astype(np.float32)
    weights = softmax((scaled + np.float32(FILL)).astype(np.float64))
    at_scores = softmax_gradient(weights, value.sum(axis=1)) * scale
    at_query = float(np.abs(at_scores @ key).max())
    return HiddenRow(
        "−1e9 added, float32", weights, weights @ value, at_query, float(weights.max())
    )
