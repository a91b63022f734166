"""How an array of attention weights is laid out, and why one should think so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.tensors.gathering import AnyArray, Collection, TensorStack
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
            f"attention weights have the shape {ACCEPTED}"
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
    reading = Reading(kind, ((kind, name),), axes, sums)
    kinds: tuple[Kind, ...] = ("weights", "scores")
    return Proposal(reading, tuple(reasons), tuple(questions), choices, kinds)


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
    if shape[0] == 1:
        batch = next(one for one in choices if one[0] == "batch")
        return batch, "the first axis has length 1, as a batch of one", len(shape) == 4
    likely = choices[0]
    return likely, "the usual order, which the shape alone cannot prove", False


def along(array: AnyArray, axes: tuple[str, ...]) -> str:
    """Along which axis the first map sums to 1: "rows", "columns", "both" or "neither"."""
    if len(array.shape) < 2 or axes[-2:] != ("query", "key"):
        return "rows"
    n_q, n_k = array.shape[-2:]
    if n_q * n_k > MOST_LOOKED:
        rows: tuple[object, ...] = (*(0,) * (len(array.shape) - 2), slice(0, MOST_LOOKED // n_k))
        one = array.part(rows)
        return "rows" if np.allclose(one.sum(axis=-1), 1, atol=array.tolerance) else "neither"
    one = array.part((0,) * (len(array.shape) - 2))
    wide = array.tolerance
    by_row = bool((np.abs(one.sum(axis=-1) - 1) <= wide).all())
    by_column = bool((np.abs(one.sum(axis=-2) - 1) <= wide).all())
    if by_row and by_column:
        return "both" if n_q > 1 and not np.allclose(one, one.T) else "rows"
    return "rows" if by_row else "columns" if by_column else "neither"
