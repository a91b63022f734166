"""What is open as experiments of the panes, where it fits, else the reason in a sentence."""

from __future__ import annotations

from core.experiment import (
    AttentionExperiment,
    CrossExperiment,
    Experiment,
    SelfAttentionExperiment,
)
from core.experiments.attention import MAX_TOKENS
from core.experiments.base import Source
from core.experiments.cross import MAX_CROSS_TOKENS
from core.tensors.fitting import check_tokens, computed, has_values, mask_flags, matrix
from core.tensors.into_heads import for_heads
from core.tensors.maps import Index, Maps
from core.tensors.opened import Opened
from core.tensors.refusing import TensorFileError

OPENED: Source = "opened from a file"
KEYS_ONLY: Source = "opened from a file without V, which is K"
PANES = ("attention", "heads", "self-attention", "cross")


def experiment_for(pane: str, found: Opened, index: Index, start: Experiment) -> Experiment:
    """The experiment of a pane for one map. start: what the slide opens with, for what the file
    does not tell. Raises ValueError, a sentence, where it does not fit."""
    makers = {
        "attention": for_attention,
        "heads": for_heads,
        "self-attention": for_self_attention,
        "cross": for_cross,
    }
    if found.maps is None:
        raise ValueError(found.trouble)
    return makers[pane](found, found.maps, index, start)


def for_attention(found: Opened, maps: Maps, index: Index, start: Experiment) -> Experiment:
    """Pane 05: Q, K and V of one head, its mask as one drawn by hand."""
    check_tokens(computed(maps), MAX_TOKENS)
    query, key, value = maps.operands(index)
    same = found.rows == found.columns
    hidden = maps.mask(index)
    kind, custom = mask_flags(hidden, len(query), len(key))
    return AttentionExperiment(
        tokens=found.rows,
        source_tokens=() if same else found.columns,
        query=matrix(query),
        key=matrix(key),
        value=matrix(value),
        mask=kind,
        custom=custom,
        scaled=maps.reading.scaled,
        source=OPENED if has_values(maps) else KEYS_ONLY,
    )


def for_self_attention(found: Opened, maps: Maps, index: Index, start: Experiment) -> Experiment:
    """Pane 08: only the tokens, since it makes its own projections."""
    if not found.collection.target:
        raise ValueError("this pane makes its own projections and takes only tokens; open them too")
    assert isinstance(start, SelfAttentionExperiment)
    return SelfAttentionExperiment(tokens=found.rows, seed=start.seed)


def for_cross(found: Opened, maps: Maps, index: Index, start: Experiment) -> Experiment:
    """Pane 09: queries of one sequence, keys and values of another."""
    check_tokens(computed(maps), MAX_CROSS_TOKENS)
    query, key, value = maps.operands(index)
    if mask_flags(maps.mask(index), len(query), len(key))[0] != "none":
        raise ValueError("this pane has no mask; leave the file's mask aside")
    if not maps.reading.scaled:
        raise ValueError("this pane always divides by √d_k; switch the scaling on")
    return CrossExperiment(
        tokens=found.rows,
        source_tokens=found.columns,
        query=matrix(query),
        key=matrix(key),
        value=matrix(value),
        source=OPENED if has_values(maps) else KEYS_ONLY,
    )


def reason_against(pane: str, found: Opened, index: Index, start: Experiment) -> str:
    """Why what is open does not fit a pane; "" where it does."""
    try:
        experiment_for(pane, found, index, start)
    except (TensorFileError, ValueError) as error:
        return str(error)
    return ""
