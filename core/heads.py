"""Multi-head attention (Vaswani et al. 2017, section 3.2.2): split, attend, merge, count.

x (n, d_model) is multiplied from the left, x @ w, and heads are cut from the last axis, then
moved before the tokens. Fewer key heads than query heads make grouped-query attention.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Booleans, Floats, count, finite_array, float_array, product, read_only
from core.attention import Attention, scaled_dot_product_attention
from core.checks import check_axes, read_mask
from core.head_counts import (
    check_divisible,
    divisors,
    key_head_of,
    nearest_head_counts,
    parameter_count,
)

__all__ = [
    "MultiHeadAttention",
    "MultiHeadWeights",
    "divisors",
    "key_head_of",
    "merge_heads",
    "multi_head_attention",
    "nearest_head_counts",
    "parameter_count",
    "repeat_heads",
    "split_heads",
]


@dataclass(frozen=True, eq=False)
class MultiHeadWeights:
    """The matrices of one multi-head attention, x @ w; read-only float64 copies.

    w_q (d_model, heads * d_k), w_k (d_memory, key_heads * d_k), w_v (d_memory, key_heads * d_v),
    w_o (heads * d_v, d_model); biases of the same widths, or None. key_heads None means `heads`;
    a divisor of `heads` shares each key and value head among a group of query heads.
    Raises ValueError for shapes and counts that do not fit, and for NaN or infinities.
    """

    w_q: Floats
    w_k: Floats
    w_v: Floats
    w_o: Floats
    heads: int
    b_q: Floats | None = None
    b_k: Floats | None = None
    b_v: Floats | None = None
    b_o: Floats | None = None
    key_heads: int | None = None

    def __post_init__(self) -> None:
        """Copy and check: a frozen record is only as fixed as the arrays it holds."""
        for name in ("w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, finite_array(getattr(self, name), name))
        object.__setattr__(self, "heads", count(self.heads, "heads", least=1))
        shared = self.heads if self.key_heads is None else self.key_heads
        object.__setattr__(self, "key_heads", count(shared, "key_heads", least=1))
        key_head_of(self.heads, shared)
        self._check_matrices(shared)
        self._check_biases()

    @property
    def d_k(self) -> int:
        """Numbers in one head's query and key."""
        return int(self.w_q.shape[1]) // self.heads

    @property
    def d_v(self) -> int:
        """Numbers in one head's value."""
        return int(self.w_o.shape[0]) // self.heads

    def _check_matrices(self, key_heads: int) -> None:
        for name in ("w_q", "w_k", "w_v", "w_o"):
            if getattr(self, name).ndim != 2:
                raise ValueError(f"{name} has shape {getattr(self, name).shape}; it needs two axes")
        for name, width, heads in (
            ("w_q", self.w_q.shape[1], self.heads),
            ("w_k", self.w_k.shape[1], key_heads),
            ("w_v", self.w_v.shape[1], key_heads),
            ("w_o", self.w_o.shape[0], self.heads),
        ):
            check_divisible(width, heads, f"the width of {name}")
        if self.w_k.shape[1] != key_heads * self.d_k:
            raise ValueError(
                f"w_q {self.w_q.shape} makes heads of d_k = {self.d_k}, but w_k {self.w_k.shape} "
                f"makes heads of {self.w_k.shape[1] // key_heads}"
            )
        if self.w_v.shape[1] != key_heads * self.d_v:
            raise ValueError(
                f"w_o {self.w_o.shape} reads heads of d_v = {self.d_v}, but w_v {self.w_v.shape} "
                f"makes heads of {self.w_v.shape[1] // key_heads}"
            )
        if self.w_k.shape[0] != self.w_v.shape[0]:
            raise ValueError(
                f"w_k {self.w_k.shape} and w_v {self.w_v.shape} need the same number of rows"
            )

    def _check_biases(self) -> None:
        for letter in "qkvo":
            bias, matrix = getattr(self, f"b_{letter}"), getattr(self, f"w_{letter}")
            if bias is not None and bias.shape != matrix.shape[1:]:
                raise ValueError(
                    f"b_{letter} has shape {bias.shape}; w_{letter} {matrix.shape} needs "
                    f"{matrix.shape[1:]}"
                )


@dataclass(frozen=True, eq=False)
class MultiHeadAttention:
    """Every step of one multi-head attention; leading batch axes (...) of x come first.

    `attention` holds all heads at once: query (..., heads, n_q, d_k), weights
    (..., heads, n_q, n_k), output (..., heads, n_q, d_v); `head(i)` is one of them alone.
    concat is (..., n_q, heads * d_v) and output (..., n_q, d_model).
    """

    x: Floats
    memory: Floats
    parameters: MultiHeadWeights
    attention: Attention
    concat: Floats
    output: Floats

    @property
    def query(self) -> Floats:
        """Queries a head, (..., heads, n_q, d_k)."""
        return self.attention.query

    @property
    def key(self) -> Floats:
        """Keys that each query head meets, (..., heads, n_k, d_k)."""
        return self.attention.key

    @property
    def value(self) -> Floats:
        """Values that each query head mixes, (..., heads, n_k, d_v)."""
        return self.attention.value

    @property
    def scores(self) -> Floats:
        """Dot products, (..., heads, n_q, n_k)."""
        return self.attention.scores

    @property
    def scaled(self) -> Floats:
        """Scores / sqrt(d_k), (..., heads, n_q, n_k)."""
        return self.attention.scaled

    @property
    def masked(self) -> Floats:
        """Scaled scores, -inf where hidden, (..., heads, n_q, n_k)."""
        return self.attention.masked

    @property
    def weights(self) -> Floats:
        """Attention weights, (..., heads, n_q, n_k)."""
        return self.attention.weights

    @property
    def head_outputs(self) -> Floats:
        """Each head's own output, (..., heads, n_q, d_v)."""
        return self.attention.output

    def head(self, index: int) -> Attention:
        """Return the steps of one head alone; IndexError says how many there are."""
        heads = self.parameters.heads
        if not 0 <= index < heads:
            raise IndexError(f"there is no head {index}; the {heads} heads are 0 to {heads - 1}")
        whole = self.attention
        arrays: dict[str, Any] = {
            name: read_only(array[..., index, :, :])
            for name, array in vars(whole).items()
            if name not in ("scale", "mask")
        }
        return replace(whole, **arrays, mask=_mask_of_head(whole.mask, index))


def multi_head_attention(
    x: ArrayLike,
    memory: ArrayLike | None = None,
    weights: MultiHeadWeights | None = None,
    mask: ArrayLike | None = None,
    scale: float | None = None,
) -> MultiHeadAttention:
    """Return every step of concat(head_1, ..., head_h) w_o (Vaswani 2017, section 3.2.2).

    x (..., n_q, d_model) asks; memory (..., n_k, d_memory) gives keys and values, x itself if
    None (self-attention). mask (n_q, n_k) serves all heads, (heads, n_q, n_k) one each, and
    (batch, 1, n_q, n_k) one a sample. scale None is 1/sqrt(d_k), d_k being the size of one head.
    Raises ValueError as `scaled_dot_product_attention` does, and for widths that do not fit.
    """
    if weights is None:
        raise TypeError("multi_head_attention needs weights, a MultiHeadWeights")
    x = float_array(x, "x")
    memory = x if memory is None else float_array(memory, "memory")
    shared = weights.key_heads or weights.heads
    seen_by = read_mask(mask)
    _check_mask_axes(seen_by, max(x.shape[:-2], memory.shape[:-2], key=len), weights.heads)
    query = split_heads(_projected(x, "x", weights.w_q, weights.b_q, "w_q"), weights.heads)
    key = split_heads(_projected(memory, "memory", weights.w_k, weights.b_k, "w_k"), shared)
    value = split_heads(_projected(memory, "memory", weights.w_v, weights.b_v, "w_v"), shared)
    key, value = repeat_heads(key, weights.heads), repeat_heads(value, weights.heads)
    attention = scaled_dot_product_attention(query, key, value, seen_by, scale)
    concat = merge_heads(attention.output)
    output = finite_array(_projected(concat, "concat", weights.w_o, weights.b_o, "w_o"), "output")
    return MultiHeadAttention(x, memory, weights, attention, concat, output)


def split_heads(x: ArrayLike, heads: int) -> Floats:
    """Return x (..., n, d_model) cut into heads, (..., heads, n, d_model / heads).

    The features are cut, never the tokens: head 0 gets the first d_model / heads numbers of
    every token. ValueError names d_model, heads and the nearest legal head counts.
    """
    whole, heads = float_array(x, "x"), count(heads, "heads", least=1)
    check_axes(whole, "x", "(n, d_model)")
    check_divisible(whole.shape[-1], heads)
    parts = whole.reshape(*whole.shape[:-1], heads, whole.shape[-1] // heads)
    return read_only(np.moveaxis(parts, -2, -3).copy())


def merge_heads(parts: ArrayLike) -> Floats:
    """Return heads (..., heads, n, d_k) side by side, (..., n, heads * d_k): undoes split_heads."""
    heads = float_array(parts, "parts")
    if heads.ndim < 3:
        raise ValueError(f"parts has shape {heads.shape}; it needs (..., heads, n, d_k)")
    rows = np.moveaxis(heads, -3, -2)
    return read_only(rows.reshape(*rows.shape[:-2], rows.shape[-2] * rows.shape[-1]).copy())


def repeat_heads(parts: ArrayLike, heads: int) -> Floats:
    """Return key or value heads (..., key_heads, n, d) repeated in groups, (..., heads, n, d)."""
    few = float_array(parts, "parts")
    if few.ndim < 3:
        raise ValueError(f"parts has shape {few.shape}; it needs (..., key_heads, n, d)")
    return read_only(np.take(few, key_head_of(heads, few.shape[-3]), axis=-3))


def _projected(
    x: Floats, name: str, matrix: Floats, bias: Floats | None, matrix_name: str
) -> Floats:
    """Return x @ matrix + bias, read-only; NaN in one token stays in that token."""
    check_axes(x, name, "(n, d_model)")
    if x.shape[-1] != matrix.shape[0]:
        raise ValueError(
            f"{name} {x.shape} and {matrix_name} {matrix.shape} do not fit: {name} has "
            f"{x.shape[-1]} numbers a token, {matrix_name} has {matrix.shape[0]} rows"
        )
    projected = product(x, matrix)
    with np.errstate(all="ignore"):
        return read_only(projected if bias is None else projected + bias)


def _check_mask_axes(mask: Booleans | Floats | None, batch: tuple[int, ...], heads: int) -> None:
    """Raise ValueError for a mask of three axes whose first may mean samples, not heads."""
    if mask is None or mask.ndim != 3 or not batch:
        return
    if mask.shape[0] == 1 or (mask.shape[0] == heads and batch[-1] != heads):
        return
    raise ValueError(
        f"mask {mask.shape} does not say whether its first axis counts the {batch[-1]} samples "
        f"or the {heads} heads; give it the shape (batch, 1, n_q, n_k) or (1, heads, n_q, n_k)"
    )


def _mask_of_head(mask: Booleans | Floats | None, index: int) -> Booleans | Floats | None:
    """Return the part of a mask that one head used; a mask without a head axis serves all."""
    if mask is None or mask.ndim < 3:
        return mask
    part: Booleans | Floats = mask[..., 0 if mask.shape[-3] == 1 else index, :, :]
    return part
