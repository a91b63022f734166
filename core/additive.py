"""Bahdanau's additive attention, and Luong's scores beside it.

Bahdanau, Cho, Bengio, ICLR 2015 (arXiv 1409.0473v7), appendix A.1.2:
e_ij = v_a . tanh(W_a s_(i-1) + U_a h_j). Matrices are written as in the paper, to the left of a
column vector: W_a is (d_att, d_s), so W_a s is `w_a @ s`, and a row of states is `s @ w_a.T`.
Luong, Pham, Manning, EMNLP 2015 (arXiv 1508.04025v5), equation 8, gives dot, general, concat.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Booleans, Floats, finite_array, float_array, product, read_only
from core.attention import exponentials, masked_scores, output, row_max, row_sum, scores, weights
from core.checks import (
    check_axes,
    check_values,
    leading_axes,
    read_mask,
    seen_pairs,
)


@dataclass(frozen=True, eq=False)
class AdditiveAttention:
    """Every step of additive attention, read-only float64.

    For L states and S annotations: projected_state W_a s (..., L, d_att), projected_annotations
    U_a h (..., S, d_att), which no state changes, projected, their sum, and activated, its tanh
    (..., L, S, d_att), energies, masked and weights (..., L, S), context (..., L, d_value).
    A single state (d_s,) leaves out the axis L everywhere. A hidden annotation has masked -inf
    and weight 0; a state that sees none has context 0.
    """

    state: Floats
    annotations: Floats
    value: Floats
    mask: Booleans | Floats | None
    projected_state: Floats
    projected_annotations: Floats
    projected: Floats
    activated: Floats
    energies: Floats
    masked: Floats
    weights: Floats
    context: Floats


def additive_attention(
    state: ArrayLike,
    annotations: ArrayLike,
    w_a: ArrayLike,
    u_a: ArrayLike,
    v_a: ArrayLike,
    mask: ArrayLike | None = None,
    value: ArrayLike | None = None,
) -> AdditiveAttention:
    """Return every step of softmax(v_a . tanh(W_a s + U_a h)) h (Bahdanau et al. 2015).

    state (d_s,) or (..., L, d_s), the decoder's previous state; annotations (..., S, d_h); w_a
    (d_att, d_s), u_a (d_att, d_h), v_a (d_att,). value (..., S, d_value) is mixed instead of the
    annotations if given. mask, (..., L, S) or (S,), is as in scaled dot-product attention.
    Raises ValueError for shapes that do not fit and for NaN or infinities that are visible.
    """
    rows, single = _rows(state)
    hidden = float_array(annotations, "annotations")
    mixed = hidden if value is None else float_array(value, "value")
    seen_by = read_mask(mask)
    visible = _visible(rows, hidden, mixed, seen_by)
    left = _projected(rows, "state", w_a, "w_a")
    right = _projected(hidden, "annotations", u_a, "u_a")
    projected, activated, energies = _energies(left, right, v_a)
    masked = masked_scores(np.where(visible, energies, 0.0), seen_by)
    shares = exponentials(masked, row_max(masked))
    share = weights(shares, row_sum(shares))
    context = output(share, mixed, visible)
    return AdditiveAttention(
        state=_only_row(rows, -2, single),
        annotations=hidden,
        value=mixed,
        mask=seen_by,
        projected_state=_only_row(left, -2, single),
        projected_annotations=right,
        projected=_only_row(projected, -3, single),
        activated=_only_row(activated, -3, single),
        energies=_only_row(energies, -2, single),
        masked=_only_row(masked, -2, single),
        weights=_only_row(share, -2, single),
        context=_only_row(context, -2, single),
    )


def luong_dot(state: ArrayLike, annotations: ArrayLike) -> Floats:
    """Return the scores s . h of states (d,) or (..., L, d) and annotations (..., S, d).

    (S,) or (..., L, S). Refuses sizes that differ; `luong_general` joins those.
    """
    rows, single = _rows(state)
    hidden = finite_array(annotations, "annotations")
    check_axes(hidden, "annotations", "(S, d)")
    if rows.shape[-1] != hidden.shape[-1]:
        raise ValueError(
            f"dot needs states and annotations of one size, not {rows.shape[-1]} and "
            f"{hidden.shape[-1]}; use general, with W of {rows.shape[-1]} x {hidden.shape[-1]}"
        )
    return _only_row(scores(rows, hidden), -2, single)


def luong_general(state: ArrayLike, annotations: ArrayLike, w_a: ArrayLike) -> Floats:
    """Return the scores s^T W_a h; w_a is (d_s, d_h), shapes otherwise as in `luong_dot`."""
    rows, single = _rows(state)
    hidden, matrix = finite_array(annotations, "annotations"), finite_array(w_a, "w_a")
    check_axes(hidden, "annotations", "(S, d_h)")
    if matrix.shape != (rows.shape[-1], hidden.shape[-1]):
        raise ValueError(
            f"w_a has shape {matrix.shape}; states {rows.shape} and annotations {hidden.shape} "
            f"need W of {rows.shape[-1]} x {hidden.shape[-1]}"
        )
    return _only_row(scores(read_only(product(rows, matrix)), hidden), -2, single)


def luong_concat(
    state: ArrayLike, annotations: ArrayLike, w_a: ArrayLike, v_a: ArrayLike
) -> Floats:
    """Return the scores v_a . tanh(W_a [s; h]); w_a is (d_att, d_s + d_h), v_a (d_att,).

    It is Bahdanau's energy with W_a = [W | U], read from the decoder's current state.
    """
    rows, single = _rows(state)
    hidden, matrix = finite_array(annotations, "annotations"), finite_array(w_a, "w_a")
    check_axes(hidden, "annotations", "(S, d_h)")
    size, width = rows.shape[-1], rows.shape[-1] + hidden.shape[-1]
    if matrix.ndim != 2 or matrix.shape[1] != width:
        raise ValueError(
            f"w_a has shape {matrix.shape}; [state; annotation] has {size} + {hidden.shape[-1]} "
            f"numbers, so w_a needs (d_att, {width})"
        )
    left = _projected(rows, "state", matrix[:, :size], "w_a")
    right = _projected(hidden, "annotations", matrix[:, size:], "w_a")
    return _only_row(_energies(left, right, v_a)[2], -2, single)


def _rows(state: ArrayLike) -> tuple[Floats, bool]:
    """Return states (..., L, d_s), and whether a single state (d_s,) was given."""
    given = float_array(state, "state")
    if given.ndim == 1:
        return read_only(given[None, :].copy()), True
    check_axes(given, "state", "(L, d_s), or one axis (d_s,)")
    return given, False


def _only_row(array: Floats, axis: int, single: bool) -> Floats:
    """Return `array` without the axis of states if a single one was given; no other axis goes."""
    return read_only(np.squeeze(array, axis=axis)) if single else array


def _visible(
    rows: Floats, hidden: Floats, mixed: Floats, mask: Booleans | Floats | None
) -> Booleans:
    """Return who sees whom, (..., L, S), once shapes and visible numbers are in order."""
    check_axes(hidden, "annotations", "(S, d_h)")
    check_axes(mixed, "value", "(S, d_value)")
    check_values(hidden, "annotations", mixed)
    return seen_pairs(rows, hidden, mixed, mask, ("state", "annotations", "value"))


def _projected(rows: Floats, name: str, matrix: ArrayLike, matrix_name: str) -> Floats:
    """Return matrix @ row for every row, (..., n, d_att)."""
    weight = finite_array(matrix, matrix_name)
    if weight.ndim != 2 or weight.shape[1] != rows.shape[-1]:
        raise ValueError(
            f"{matrix_name} has shape {weight.shape}; {name} {rows.shape} needs "
            f"(d_att, {rows.shape[-1]})"
        )
    return read_only(product(rows, weight.T))


def _energies(left: Floats, right: Floats, v_a: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return sum (..., L, S, d_att), its tanh, and v_a . tanh (..., L, S)."""
    vector = finite_array(v_a, "v_a")
    if left.shape[-1] != right.shape[-1] or vector.shape != left.shape[-1:]:
        raise ValueError(
            f"w_a makes d_att = {left.shape[-1]}, u_a makes d_att = {right.shape[-1]} and v_a "
            f"has shape {vector.shape}; all three need one d_att"
        )
    leading_axes(state=left, annotations=right)
    with np.errstate(all="ignore"):
        projected, activated, energies = energy_steps(left, right, vector)
    return read_only(projected), read_only(activated), read_only(energies)


def energy_steps(left: Floats, right: Floats, vector: Floats) -> tuple[Floats, Floats, Floats]:
    """Return left + right (..., L, S, d_att), its tanh, and the energies vector . tanh (..., L, S).

    left is W_a s (..., L, d_att), right U_a h (..., S, d_att), vector v_a (d_att,). Nothing is
    checked: a translator calls it at every word, with operands that were checked once.
    """
    projected = left[..., :, None, :] + right[..., None, :, :]
    activated = np.tanh(projected)
    energies: Floats = activated @ vector
    return projected, activated, energies
