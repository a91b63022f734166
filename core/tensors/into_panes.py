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
from core.tensors.maps import Index, Maps, head_parts
from core.tensors.opened import Opened
from core.tensors.refusing import TensorFileError
from core.tensors.stored_matrices import matrices

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
    """Pane 08: X and the projections of one head; where there are none, only the tokens."""
    assert isinstance(start, SelfAttentionExperiment)
    if maps.reading.kind == "projections":
        return from_inputs(found, maps, index, start)
    if not found.collection.target:
        raise ValueError("this pane makes its own projections and takes only tokens; open them too")
    return SelfAttentionExperiment(tokens=found.rows, seed=start.seed)


def from_inputs(
    found: Opened, maps: Maps, index: Index, start: SelfAttentionExperiment
) -> SelfAttentionExperiment:
    """X, W_Q, W_K and W_V of one head. Raises ValueError for what the pane does not compute."""
    reading = maps.reading
    if reading.array("x_key") or reading.array("x_value"):
        raise ValueError("this pane is self-attention; keys and values come from another X here")
    if not reading.scaled:
        raise ValueError("this pane always divides by √d_k; switch the scaling on")
    kind = mask_flags(maps.mask(index), maps.queries, maps.keys)[0]
    if kind not in ("none", "causal"):
        raise ValueError("this pane knows no mask but the causal one; leave the file's mask aside")
    made = matrices(maps.collection, reading)
    if "v" not in made:
        raise ValueError("this pane needs W_V, and the file has none; open it too")
    biases = [made[letter].bias for letter in "qkv"]
    if any(bias is not None and bias.any() for bias in biases):
        raise ValueError("this pane has no biases, and the file's projections have; use pane 07")
    names = [axis for axis, _ in maps.lead]
    x = maps.tokens_of(reading.array("x"), index[: 1 if "batch" in names else 0])
    w_q, w_k, w_v = (made[letter].weight for letter in "qkv")
    w_q, w_k, w_v = head_parts(w_q, w_k, w_v, reading.heads, index[names.index("head")])
    return SelfAttentionExperiment(
        tokens=found.rows,
        positions=False,
        mask="causal" if kind == "causal" else "none",
        seed=start.seed,
        source=OPENED,
        projections="given",
        features=matrix(x),
        w_query=matrix(w_q),
        w_key=matrix(w_k),
        w_value=matrix(w_v),
        file=found.collection.title,
    )


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
