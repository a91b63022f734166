"""Who may look at whom.

Every mask here is boolean, (n_q, n_k), and True means "may attend", as in PyTorch's
`scaled_dot_product_attention`. PyTorch's `nn.MultiheadAttention` reads the same matrix the other
way round (True is hidden), and additive masks use 0 and -inf: the conversions below name their
polarity. Combine masks as booleans and convert once: a sum of large negative numbers depends on
the precision, a logical and does not.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from core.arrays import (
    Booleans,
    Floats,
    as_block,
    cell,
    count,
    float_array,
    read_only,
    what_is_wrong,
)

Align = Literal["bottom-right", "top-left"]


def everyone(n_q: int, n_k: int) -> Booleans:
    """Return the (n_q, n_k) mask that hides nothing."""
    return read_only(np.ones((count(n_q, "n_q"), count(n_k, "n_k")), dtype=np.bool_))


def causal(n_q: int, n_k: int | None = None, align: Align = "bottom-right") -> Booleans:
    """Return the (n_q, n_k) mask in which no query sees a later key; n_k defaults to n_q.

    "bottom-right" lets the last query see the last key (key j <= i + n_k - n_q), which is right
    when earlier keys come from a cache; "top-left" counts both from the start (j <= i), as
    PyTorch's `is_causal` does. With more queries than keys the first rows of "bottom-right" see
    nothing. Vaswani et al. 2017, section 3.2.3.
    """
    ahead = _steps_ahead(n_q, n_k, align)
    return read_only(ahead <= 0)


def sliding_window(
    n_q: int,
    n_k: int | None = None,
    before: int = 1,
    after: int = 0,
    align: Align = "bottom-right",
) -> Booleans:
    """Return the (n_q, n_k) mask of `before` keys before each query, itself and `after` after it.

    The restricted self-attention of Vaswani et al. 2017, section 4.
    """
    ahead = _steps_ahead(n_q, n_k, align)
    near = (ahead >= -count(before, "before")) & (ahead <= count(after, "after"))
    return read_only(near)


def prefix(
    n_q: int, n_k: int | None = None, length: int = 0, align: Align = "bottom-right"
) -> Booleans:
    """Return a causal (n_q, n_k) mask whose first `length` keys are open to every query."""
    mask = causal(n_q, n_k, align).copy()
    mask[:, : _length(length, mask.shape[1])] = True
    return read_only(mask)


def block(n_q: int, n_k: int | None = None, size: int = 1) -> Booleans:
    """Return the (n_q, n_k) mask in which query and key share a block of `size` tokens."""
    rows, columns = _sizes(n_q, n_k)
    width = count(size, "size", least=1)
    return read_only(np.arange(rows)[:, None] // width == np.arange(columns) // width)


def padding(n_q: int, n_k: int, length: int) -> Booleans:
    """Return the (n_q, n_k) mask of which only the first `length` keys are real tokens."""
    rows, columns = _sizes(n_q, n_k)
    real = np.arange(columns) < _length(length, columns)
    return read_only(np.repeat(real[None, :], rows, axis=0))


def left_padding(n_q: int, n_k: int, length: int) -> Booleans:
    """Return the (n_q, n_k) mask of which only the last `length` keys are real tokens."""
    return read_only(padding(n_q, n_k, length)[:, ::-1].copy())


def from_lengths(lengths: ArrayLike, n_q: int, n_k: int) -> Booleans:
    """Return one `padding` mask a sample, (batch, n_q, n_k), from its number of real keys."""
    each = np.asarray(lengths)
    if each.ndim != 1:
        raise ValueError(f"lengths has shape {each.shape}; it needs one number a sample")
    rows, columns = _sizes(n_q, n_k)
    masks = np.empty((len(each), rows, columns), dtype=np.bool_)
    for sample, length in enumerate(each):
        masks[sample] = padding(rows, columns, length)
    return read_only(masks)


def combine(*masks: ArrayLike) -> Booleans:
    """Return the mask of what every one of `masks` allows (logical and); leading axes broadcast.

    Raises ValueError for no mask, for one that is not boolean and for shapes that do not fit.
    """
    if not masks:
        raise ValueError("combine needs at least one mask")
    combined = _boolean(masks[0], "mask 0")
    for position, mask in enumerate(masks[1:], start=1):
        following = _boolean(mask, f"mask {position}")
        try:
            combined = combined & following
        except ValueError:
            raise ValueError(
                f"mask {position} has shape {following.shape}, which does not fit "
                f"{combined.shape}; masks to combine need the same n_q and n_k"
            ) from None
    return read_only(np.array(combined, dtype=np.bool_))


def to_additive(mask: ArrayLike, dtype: DTypeLike = np.float64) -> NDArray[np.floating]:
    """Return 0 where `mask` is True and -inf where it is False, in the floating type `dtype`."""
    kind = np.dtype(dtype)
    if kind.kind != "f":
        raise ValueError(f"an additive mask needs a floating type, and {kind} has no -inf")
    return read_only(np.where(_boolean(mask, "mask"), 0.0, -np.inf).astype(kind))


def from_additive(mask: ArrayLike, hidden_at_most: float = -np.inf) -> Booleans:
    """Return the boolean mask of an additive one: False where it is `hidden_at_most` or less.

    Pass, say, -1e4 for masks that hide with -1e9 or the lowest half. A cell that is neither
    hidden nor 0 raises ValueError, since a boolean mask cannot hold a bias.
    """
    added = additive(mask)
    hidden = added <= hidden_at_most
    if (biases := np.argwhere(~hidden & (added != 0))).size:
        index = tuple(int(i) for i in biases[0])
        raise ValueError(
            f"{cell('mask', index)} is {added[index]:g}, neither 0 nor hidden; "
            "a boolean mask cannot hold a bias"
        )
    return read_only(~hidden)


def from_hidden_is_true(mask: ArrayLike) -> Booleans:
    """Return "True may attend" from "True is hidden", as `nn.MultiheadAttention` writes it."""
    return read_only(~_boolean(mask, "mask"))


def to_hidden_is_true(mask: ArrayLike) -> Booleans:
    """Return "True is hidden", as `nn.MultiheadAttention` wants it, from "True may attend"."""
    return read_only(~_boolean(mask, "mask"))


def from_tokenizer(mask: ArrayLike) -> Booleans:
    """Return the boolean mask of a tokenizer's 1 (real token) and 0 (padding), any shape."""
    numbers = float_array(mask, "mask")
    if not np.isin(numbers, (0.0, 1.0)).all():
        raise ValueError("a tokenizer's mask holds only 1 (real token) and 0 (padding)")
    return read_only(numbers == 1.0)


def is_ambiguous(mask: ArrayLike) -> bool:
    """Return whether numbers of only 0 and 1 could mean "added" or "1 may attend".

    Added, a 1 multiplies the odds by e and hides nothing. Ask the person who gave such a mask.
    """
    numbers = np.asarray(mask)
    return bool(
        numbers.dtype.kind in "fiu" and np.isin(numbers, (0, 1)).all() and (numbers == 1).any()
    )


def additive(mask: ArrayLike) -> Floats:
    """Return a float64 copy of an additive mask; ValueError names a cell that holds +inf or NaN."""
    added = float_array(mask, "mask")
    if (wrong := np.argwhere(~(added < np.inf))).size:
        index = tuple(int(i) for i in wrong[0])
        raise ValueError(
            f"{cell('mask', index)} {what_is_wrong(added[index])}; an additive mask holds finite "
            "numbers, or -inf to hide a key"
        )
    return added


def _boolean(mask: ArrayLike, name: str) -> Booleans:
    """Return `mask` as booleans, refusing every other type: its polarity would be a guess."""
    array = as_block(mask, name)
    if array.dtype != np.bool_:
        raise ValueError(
            f"{name} holds {array.dtype}; it needs booleans (True may attend), so convert it "
            "with from_additive, from_tokenizer or mask.astype(bool)"
        )
    return array


def _steps_ahead(n_q: int, n_k: int | None, align: Align) -> NDArray[np.int64]:
    """Return how many steps each key lies after each query, (n_q, n_k)."""
    rows, columns = _sizes(n_q, n_k)
    if align not in ("bottom-right", "top-left"):
        raise ValueError(f"align is {align!r}; it must be 'bottom-right' or 'top-left'")
    offset = columns - rows if align == "bottom-right" else 0
    steps: NDArray[np.int64] = np.arange(columns) - np.arange(rows)[:, None] - offset
    return steps


def _sizes(n_q: int, n_k: int | None) -> tuple[int, int]:
    rows = count(n_q, "n_q")
    return rows, rows if n_k is None else count(n_k, "n_k")


def _length(length: int, n_k: int) -> int:
    """Return the number of real keys, checked against n_k."""
    real = count(length, "length")
    if real > n_k:
        raise ValueError(f"length is {real}, but there are only {n_k} keys (n_k)")
    return real
