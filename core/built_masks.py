"""Masks built from presets, as booleans; the same mask in the three forms that libraries want."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from core import masks
from core.arrays import Booleans, Floats, read_only
from core.experiment import AttentionExperiment
from core.mask_kinds import Align, BuiltMask, Preset


def preset_mask(preset: Preset, n_q: int, n_k: int, size: int, align: Align) -> Booleans:
    """One preset over (n_q, n_k), True = may attend."""
    match preset:
        case "causal":
            return masks.causal(n_q, n_k, align)
        case "padding":
            return masks.padding(n_q, n_k, min(size, n_k))
        case "window":
            return masks.sliding_window(n_q, n_k, size - 1, 0, align)
        case "prefix":
            return masks.prefix(n_q, n_k, min(size, n_k), align)
        case "block":
            return masks.block(n_q, n_k, size)
    return masks.everyone(n_q, n_k)


def built_mask(built: BuiltMask, n_q: int, n_k: int) -> Booleans:
    """The mask of a preset, or of two joined by and / or."""
    first = preset_mask(built.preset, n_q, n_k, built.size, built.align)
    if built.second == "none":
        return first
    second = preset_mask(built.second, n_q, n_k, built.second_size, built.align)
    if built.join == "and":
        return masks.combine(first, second)
    return read_only(first | second)


def as_built(experiment: AttentionExperiment) -> BuiltMask:
    """The mask of an experiment as a built one; a custom mask counts as none."""
    if experiment.mask == "built" and experiment.built is not None:
        return experiment.built
    if experiment.mask == "padding":
        keys = len(experiment.key_tokens)
        visible = keys if experiment.visible_keys is None else experiment.visible_keys
        return BuiltMask("padding", max(visible, 1))
    return BuiltMask("causal" if experiment.mask == "causal" else "none")


def with_built(experiment: AttentionExperiment, **changes: object) -> AttentionExperiment:
    """`experiment` under a mask with some of its parts changed.

    What the lab knows by a name of its own (none, causal, padding) goes by that name.
    """
    built = replace(as_built(experiment), **changes)
    plain = built.second == "none" and built.align == "bottom-right"
    if plain and built.preset in {"none", "causal"}:
        return replace(experiment, mask=built.preset, built=built)
    if plain and built.preset == "padding":
        keys = min(built.size, len(experiment.key_tokens))
        return replace(experiment, mask="padding", visible_keys=keys, built=built)
    return replace(experiment, mask="built", built=built)


def mask_words(experiment: AttentionExperiment) -> str:
    """What the mask of an experiment is called."""
    if experiment.mask == "built" and experiment.built is not None:
        return experiment.built.words
    return "no mask" if experiment.mask == "none" else f"{experiment.mask} mask"


@dataclass(frozen=True)
class MaskForms:
    """One mask three ways, (n_q, n_k) each: True may look, True is hidden, 0 or -inf added."""

    may_look: Booleans
    hidden: Booleans
    added: Floats


def forms(visible: Booleans) -> MaskForms:
    """The three forms of a mask that is given as True = may attend."""
    added = np.asarray(masks.to_additive(visible), dtype=np.float64)
    return MaskForms(visible, masks.to_hidden_is_true(visible), read_only(added))
