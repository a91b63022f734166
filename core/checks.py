"""What attention refuses, in sentences: shapes that do not fit, masks that say nothing clear,
and numbers that are not finite although a query can see them.
"""

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import LARGEST, Booleans, Floats, as_block, cell, read_only, what_is_wrong
from core.masks import additive

Shape = tuple[int, ...]


def read_mask(mask: ArrayLike | None) -> Booleans | Floats | None:
    """Return a read-only copy of `mask` as booleans or as float64 numbers to add, or None.

    Whole numbers are refused: 1 could mean "may attend", "is hidden" or "add one".
    """
    if mask is None:
        return None
    raw = as_block(mask, "mask")
    if raw.dtype == np.bool_:
        return cast(Booleans, read_only(raw.copy()))
    if raw.dtype.kind in "iu":
        raise ValueError(
            f"the mask holds whole numbers ({raw.dtype}), which can be read in several ways; "
            "convert it to bool (True may attend), or to float if it is to be added to the scores"
        )
    return additive(raw)


def check_operands(query: Floats, key: Floats, value: Floats) -> None:
    """Raise ValueError unless (n_q, d_k), (n_k, d_k) and (n_k, d_v) fit, leading axes aside."""
    check_axes(query, "query", "(n_q, d_k)")
    check_axes(key, "key", "(n_k, d_k)")
    check_axes(value, "value", "(n_k, d_v)")
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(
            f"query {query.shape} and key {key.shape} need the same last axis d_k, "
            f"but it is {query.shape[-1]} and {key.shape[-1]}"
        )
    check_values(key, "key", value)


def check_axes(array: Floats, name: str, axes: str) -> None:
    """Raise ValueError unless `array` has at least two axes."""
    if array.ndim < 2:
        raise ValueError(f"{name} has shape {array.shape}; it needs at least two axes, {axes}")


def check_values(key: Floats, name: str, value: Floats) -> None:
    """Raise ValueError unless there is one value for each key."""
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(
            f"{name} {key.shape} and value {value.shape} need the same number of keys n_k, "
            f"but it is {key.shape[-2]} and {value.shape[-2]}"
        )


def leading_axes(**operands: Floats | Booleans | None) -> Shape:
    """Return the leading axes (all but the last two) that the operands share after broadcasting."""
    present = {name: array for name, array in operands.items() if array is not None}
    try:
        return np.broadcast_shapes(*(array.shape[:-2] for array in present.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in present.items())
        raise ValueError(
            f"the leading axes (all but the last two) of {shapes} do not fit each other"
        ) from None


def check_mask(mask: Booleans | Floats | None, n_q: int, n_k: int) -> None:
    """Raise ValueError unless `mask` is (n_q, n_k), or has size 1 in place of either."""
    if mask is None:
        return
    rows, columns = (1, 1, *mask.shape)[-2:]
    if mask.ndim == 0 or rows not in (1, n_q) or columns not in (1, n_k):
        raise ValueError(
            f"mask {mask.shape} does not fit scores of n_q = {n_q} queries and n_k = {n_k} keys; "
            f"it needs the shape (..., {n_q}, {n_k})"
        )


def visible_cells(mask: Booleans | Floats | None, shape: Shape) -> Booleans:
    """Return which cells of scores of `shape` the mask leaves visible, read-only."""
    if mask is None:
        return np.broadcast_to(np.True_, shape)
    seen = mask if mask.dtype == np.bool_ else mask > -np.inf
    return np.broadcast_to(cast(Booleans, seen), shape)


def check_keys(operand: Floats, name: str, visible: Booleans) -> None:
    """Raise ValueError that names a NaN or infinity of `operand` (..., n_k, d) some query sees."""
    if all_finite(operand):
        return
    bad = ~np.isfinite(operand).all(axis=-1, keepdims=True)
    leaks = visible & np.swapaxes(bad, -1, -2)
    if leaks.any():
        *lead, i, j = (int(k) for k in np.argwhere(leaks)[0])
        where, number = _first_bad(operand, tuple(lead), j)
        raise ValueError(
            f"{cell(name, where)} {what_is_wrong(number)}, and key {j} is visible to query {i}; "
            f"hide key {j} or give it a finite number"
        )


def check_queries(operand: Floats, name: str, visible: Booleans) -> None:
    """Raise ValueError that names a NaN or infinity of `operand` (..., n_q, d) that sees a key."""
    if all_finite(operand):
        return
    leaks = visible & ~np.isfinite(operand).all(axis=-1, keepdims=True)
    if leaks.any():
        *lead, i, j = (int(k) for k in np.argwhere(leaks)[0])
        where, number = _first_bad(operand, tuple(lead), i)
        raise ValueError(
            f"{cell(name, where)} {what_is_wrong(number)}, and query {i} sees key {j}; "
            f"give query {i} finite numbers or hide every key from it"
        )


def seen_pairs(
    query: Floats,
    key: Floats,
    value: Floats,
    mask: Booleans | Floats | None,
    names: tuple[str, str, str] = ("query", "key", "value"),
) -> Booleans:
    """Return who sees whom, (..., n_q, n_k), of operands whose own axes fit each other.

    Raises ValueError, which calls the operands by `names`, where mask or leading axes do not fit,
    or a number that somebody sees is not finite.
    """
    n_q, n_k = query.shape[-2], key.shape[-2]
    check_mask(mask, n_q, n_k)
    operands = dict(zip(names, (query, key, value), strict=True))
    visible = visible_cells(mask, (*leading_axes(**operands, mask=mask), n_q, n_k))
    check_queries(query, names[0], visible)
    check_keys(key, names[1], visible)
    check_keys(value, names[2], visible)
    return visible


def check_visible(scores: Floats, visible: Booleans, step: str) -> None:
    """Raise ValueError that names a visible cell of `scores` too large for a float64."""
    if all_finite(scores):
        return
    wrong = visible & ~np.isfinite(scores)
    if wrong.any():
        index = tuple(int(k) for k in np.argwhere(wrong)[0])
        raise ValueError(
            f"{cell(step, index)}, of query {index[-2]} and key {index[-1]}, is larger than a "
            "float64 can hold; make the query, the key, the scale or the mask smaller"
        )


def bounded(array: Floats) -> Floats:
    """Return `array` with infinities drawn in to the largest float64; NaN stays."""
    return array if all_finite(array) else np.clip(array, -LARGEST, LARGEST)


def all_finite(array: Floats) -> bool:
    """Return whether no cell is NaN or infinite: the usual case, in which nothing is copied."""
    return bool(np.isfinite(array).all())


def _first_bad(operand: Floats, lead: Shape, row: int) -> tuple[Shape, float]:
    """Return index and number of the first cell of a row that is not finite.

    `lead` belongs to the broadcast scores; the operand may lack some of those axes or hold 1.
    """
    own = operand.shape[:-2]
    short = lead[len(lead) - len(own) :]
    index = tuple(0 if size == 1 else i for size, i in zip(own, short, strict=True))
    numbers = operand[index][row]
    column = int(np.argmax(~np.isfinite(numbers)))
    return (*index, row, column), float(numbers[column])
