"""How an array of attention weights is laid out, and why one should think so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Floats
from core.tensors.gathering import AnyArray, Collection, TensorStack
from core.tensors.proposing_masks import about_masks
from core.tensors.readings import WEIGHT_AXES, Kind, Proposal, Question, Reading, Sums, axes_words
from core.tensors.refusing import TensorFileError, shape_words

ACCEPTED = "(S), (L, S), (H, L, S), (B, H, L, S) or layers of these"
MOST_LOOKED = 2**22


def for_weights(collection: Collection, roles: dict[str, str], kind: Kind) -> Proposal:
    """How an array of weights or scores is laid out."""
    name = roles[kind]
    array = collection.arrays[name]
    choices = WEIGHT_AXES.get(len(array.shape), ())
    if not choices:
        raise TensorFileError(
            f"{collection.title}: {name} has {len(array.shape)} axes, {shape_words(array.shape)}; "
            f"attention weights have the shape {ACCEPTED}; save one of them, or without axes of "
            "length 1"
        )
    axes, why, sure = weight_axes(array, choices, len(collection.target))
    reasons = [f"{name} {shape_words(array.shape)} is {axes_words(axes)}: {why}"]
    assumed = Question("axes", f"assumed that the axes are {axes_words(axes)}")
    questions = [] if sure else [assumed]
    sums: Sums = "rows"
    if kind == "weights":
        said = along(array, axes)
        sums = "columns" if said == "columns" else "rows"
        if said == "columns":
            reasons.append("columns sum to 1 and rows do not, so that keys stand in rows")
            questions.append(Question("sums", "assumed that each column is a query"))
        if said == "both":
            told = "rows and columns both sum to 1: assumed that each row is a query"
            questions.append(Question("sums", told))
        if has_hidden(array, axes):
            kind = "scores"
            told = "it holds -inf, which no weight is: assumed to be masked scores, without softmax"
            questions.append(Question("kind", told))
    masks = about_masks(collection.arrays, roles)
    used = tuple((role, roles[role]) for role in ("mask", "lengths") if role in roles)
    reading = Reading(kind, ((kind, name), *used), axes, sums, masks.polarity)
    reasons += masks.reasons
    questions += masks.questions
    kinds: tuple[Kind, ...] = ("weights", "scores")
    return Proposal(reading, tuple(reasons), tuple(questions), choices, kinds, masks.polarities)


def first_map(array: AnyArray, axes: tuple[str, ...]) -> Floats:
    """The first map, or as many of its rows as are looked at."""
    most = max(1, MOST_LOOKED // array.shape[axes.index("key")])
    parts = {"query": slice(0, most), "key": slice(None)}
    return array.part(tuple(parts.get(axis, 0) for axis in axes))


def has_hidden(array: AnyArray, axes: tuple[str, ...]) -> bool:
    """Whether the first map holds -inf, and neither NaN nor +inf."""
    one = first_map(array, axes)
    return bool(np.isneginf(one).any() and (one < np.inf).all())


def weight_axes(
    array: AnyArray, choices: Sequence[tuple[str, ...]], tokens: int = 0
) -> tuple[tuple[str, ...], str, bool]:
    """The likeliest axes of weights, why, and whether nothing else is likely."""
    shape = array.shape
    if isinstance(array, TensorStack) and array.axis == "layer":
        inner = [one for one in choices if one[0] == "layer"]
        if inner:
            one = inner[0]
            if len(shape) == 4 and shape[1] == 1 and len(inner) > 1:
                one = inner[1]
            return one, "the file keeps the layers apart", True
    if len(choices) == 1:
        return choices[0], "weights of this many axes are only so", len(shape) != 5
    if len(shape) == 2:
        return choices[0], "queries down, keys across", True
    if len(shape) == 3 and shape[0] == 1 and tokens != shape[1] and shape[2] - shape[1] > 1:
        return ("batch", "head", "key"), "one batch, and no square map: one query a head", False
    if is_head_last(array):
        last = next(one for one in choices if one[-1] == "head")
        return last, "the second axis of these sums to 1, and the last does not", False
    if shape[0] == 1:
        batch = next(one for one in choices if one[0] == "batch")
        return batch, "the first axis has length 1, as a batch of one", len(shape) == 4
    likely = choices[0]
    return likely, "the usual order, which the shape alone cannot prove", False


def is_head_last(array: AnyArray) -> bool:
    """Whether weights lie as query × key × head: square, and summing to 1 along the second of
    these axes alone."""
    shape = array.shape
    if len(shape) not in (3, 4) or not shape[-3] == shape[-2] != shape[-1]:
        return False
    if shape[-3] * shape[-2] * shape[-1] > MOST_LOOKED:
        return False
    one = array.part((0,) * (len(shape) - 3))
    last, middle = (np.abs(sums_along(one, axis) - 1) for axis in (-1, -2))
    return bool((middle <= array.tolerance).all() and not (last <= array.tolerance).all())


def sums_along(weights: Floats, axis: int) -> Floats:
    """Sums of what may hold infinities of both signs, whose sum is no number."""
    with np.errstate(all="ignore"):
        return np.asarray(weights.sum(axis=axis))


def along(array: AnyArray, axes: tuple[str, ...]) -> str:
    """Along which axis the first map sums to 1: "rows", "columns", "both" or "neither"."""
    if "query" not in axes:
        return "rows"
    one = first_map(array, axes)
    n_q = array.shape[axes.index("query")]
    if len(one) < n_q:
        return "rows" if np.allclose(sums_along(one, -1), 1, atol=array.tolerance) else "neither"
    wide = array.tolerance
    by_row = bool((np.abs(sums_along(one, -1) - 1) <= wide).all())
    by_column = bool((np.abs(sums_along(one, -2) - 1) <= wide).all())
    if by_row and by_column:
        return "both" if n_q > 1 and not np.allclose(one, one.T) else "rows"
    return "rows" if by_row else "columns" if by_column else "neither"
