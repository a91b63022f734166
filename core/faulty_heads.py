"""Multi-head attention with one mistake in it."""

from __future__ import annotations

from dataclasses import replace

from core.arrays import Booleans, Floats, read_only
from core.faults import faulty_attention
from core.heads import MultiHeadAttention, MultiHeadWeights, merge_heads, multi_head_attention


def faulty_heads(
    x: Floats, weights: MultiHeadWeights, mask: Booleans | None, fault: str
) -> MultiHeadAttention:
    """Every step of self-attention of x (n, d_model) with one mistake; "" makes none.

    "reshaped-heads" cuts (n, d_model) into (heads, n, d_k) without moving the axis, and puts the
    outputs back in the same way; "same-projections" takes W_Q for W_K.
    """
    if fault == "same-projections":
        return multi_head_attention(x, weights=replace(weights, w_k=weights.w_q), mask=mask)
    right = multi_head_attention(x, weights=weights, mask=mask)
    if not fault:
        return right
    query, key, value = right.query, right.key, right.value
    if fault == "reshaped-heads":
        query, key, value = (
            reshaped(x @ matrix, weights.heads)
            for matrix in (weights.w_q, weights.w_k, weights.w_v)
        )
    attention = faulty_attention(query, key, value, mask, None, fault)
    if fault == "reshaped-heads":
        concat = read_only(attention.output.reshape(right.concat.shape).copy())
    else:
        concat = merge_heads(attention.output)
    return replace(
        right, attention=attention, concat=concat, output=read_only(concat @ weights.w_o)
    )


def reshaped(x: Floats, heads: int) -> Floats:
    """x (n, d_model) as (heads, n, d_k), read on in the order in which it lies in memory."""
    n, d_model = x.shape
    return read_only(x.reshape(heads, n, d_model // heads).copy())


def tokens_in_head(n: int, d_model: int, heads: int, head: int) -> tuple[int, int]:
    """The first and the last token, from 0, whose numbers a reshaped head holds."""
    share = n * (d_model // heads)
    return head * share // d_model, ((head + 1) * share - 1) // d_model
