"""The part of a mask that belongs to one map, for each shape that libraries give masks."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from core.arrays import Booleans, Floats
from core.masks import from_lengths
from core.tensors.gathering import AnyArray
from core.tensors.refusing import TensorFileError, shape_words
from core.tensors.stored_matrices import finite

Index = tuple[int, ...]


class Masked(Protocol):
    """What a mask is for: maps of so many queries and keys, outer axes by name and length."""

    @property
    def lead(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def queries(self) -> int: ...
    @property
    def keys(self) -> int: ...


def mask_part(maps: Masked, mask: AnyArray, index: Index) -> Floats:
    """The numbers of a mask for one map, (n_q, n_k). Raises TensorFileError where none fit.

    Shapes: (n_k), (n_q, n_k), (batch, n_k), (batch, n_q, n_k), (heads, n_q, n_k), (batch * heads,
    n_q, n_k) with the heads of a sample side by side as `nn.MultiheadAttention` wants them, and
    (batch, 1 or heads, 1 or n_q, n_k).
    """
    shape, whole = mask.shape, (maps.queries, maps.keys)
    if shape == (maps.keys,):
        return np.broadcast_to(mask.part(), whole)
    if shape == whole:
        return mask.part()
    names, sizes = [name for name, _ in maps.lead], dict(maps.lead)
    if len(shape) == 2 and "batch" in names and shape[1] == maps.keys:
        if shape[0] not in (1, sizes["batch"]):
            raise misfit(maps, mask)
        at = min(index[names.index("batch")], shape[0] - 1)
        return np.broadcast_to(mask.part((at,)), whole)
    if len(shape) < 2 or shape[-1] not in (1, maps.keys) or shape[-2] not in (1, maps.queries):
        raise misfit(maps, mask)
    if len(shape) == 3:
        return np.broadcast_to(mask.part((first_place(maps, mask, index),)), whole)
    lead, own = shape[:-2], index[len(index) - len(shape) + 2 :] if len(shape) > 2 else ()
    last = maps.lead[len(maps.lead) - len(lead) :]
    if len(lead) > len(index) or any(
        size not in (1, most) for size, (_, most) in zip(lead, last, strict=True)
    ):
        raise misfit(maps, mask)
    place = tuple(min(at, size - 1) for at, size in zip(own, lead, strict=True))
    return np.broadcast_to(mask.part(place), whole)


def first_place(maps: Masked, mask: AnyArray, index: Index) -> int:
    """Where along the first of three axes the part of one map lies."""
    names, sizes, count = [name for name, _ in maps.lead], dict(maps.lead), mask.shape[0]
    at = dict(zip(names, index, strict=True))
    if count == 1:
        return 0
    batch, heads = sizes.get("batch", 1), sizes.get("head", 1)
    if count == batch == heads:
        raise TensorFileError(
            f"{mask.name} has the shape {shape_words(mask.shape)}, and there are {batch} samples "
            f"and {heads} heads: save it as {batch} × 1 × {shape_words(mask.shape[1:])} or 1 × "
            f"{heads} × {shape_words(mask.shape[1:])}"
        )
    if count == heads:
        return at["head"]
    if count == batch:
        return at["batch"]
    if count == batch * heads:
        return at["batch"] * heads + at["head"]
    if "layer" in sizes and count == sizes["layer"]:
        return at["layer"]
    raise misfit(maps, mask)


def misfit(maps: Masked, mask: AnyArray) -> TensorFileError:
    """What is said of a mask of another size."""
    return TensorFileError(
        f"{mask.name} has the shape {shape_words(mask.shape)}, which fits neither "
        f"{maps.queries} × {maps.keys} scores nor {maps.keys} keys; save the mask of these tokens"
    )


def real_keys(maps: Masked, lengths: AnyArray, index: Index) -> Booleans:
    """Which keys of one map are real, (n_q, n_k), from the number of real keys of each sample."""
    names = [name for name, _ in maps.lead]
    wanted, each = dict(maps.lead).get("batch", 1), finite(lengths).ravel()
    if each.size not in (1, wanted) or (each != np.floor(each)).any():
        raise TensorFileError(
            f"{lengths.name} holds {each.size} number{'s' * (each.size > 1)} for {wanted} "
            f"sample{'s' * (wanted > 1)}; it needs one whole number a sample"
        )
    at = index[names.index("batch")] if "batch" in names and each.size > 1 else 0
    try:
        made = from_lengths([int(each[at])], maps.queries, maps.keys)
    except ValueError as error:
        raise TensorFileError(
            f"{lengths.name}: {error}; save the lengths of these tokens"
        ) from error
    real: Booleans = made[0]
    return real
