"""What is open as experiments of the panes, where it fits, else the reason in a sentence."""

from __future__ import annotations

import numpy as np

from core.arrays import Booleans, Floats
from core.experiment import (
    AttentionExperiment,
    CrossExperiment,
    Experiment,
    HeadsExperiment,
    SelfAttentionExperiment,
)
from core.experiments.attention import MAX_TOKENS, Mask
from core.experiments.base import Flags, Matrix, Source
from core.experiments.cross import MAX_CROSS_TOKENS
from core.experiments.heads import MAX_HEAD_TOKENS, MAX_HEADS, MAX_MODEL_SIZE, HeadPattern
from core.masks import causal
from core.tensors.maps import Index, Maps
from core.tensors.opened import Opened
from core.tensors.refusing import TensorFileError

OPENED: Source = "opened from a file"
PANES = ("attention", "heads", "self-attention", "cross")
NO_OPERANDS = (
    "weights are computed there from queries and keys, and the file has only weights; save Q and K"
)


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


def computed(maps: Maps) -> Maps:
    """The maps, where queries and keys are there."""
    if not maps.computed:
        raise ValueError(NO_OPERANDS)
    return maps


def check_tokens(maps: Maps, most: int) -> None:
    """Raise ValueError, before numbers are read, where there are more tokens than a pane takes."""
    n = max(maps.queries, maps.keys)
    if n > most:
        raise ValueError(f"there are {n:,} tokens; this pane takes 1 to {most}")


def matrix(numbers: Floats) -> Matrix:
    """Numbers as experiments hold them."""
    return tuple(tuple(float(one) for one in row) for row in numbers)


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
        source=OPENED,
    )


def mask_flags(
    mask: Floats | Booleans | None, rows: int, columns: int
) -> tuple[Mask, Flags | None]:
    """A mask as pane 05 has it. Raises ValueError for one that does more than hide."""
    if mask is None:
        return "none", None
    if mask.dtype != bool and not np.isin(mask, (0.0, -np.inf)).all():
        raise ValueError(
            "the mask adds other numbers than 0 and -inf to the scores, and this pane only hides"
        )
    seen = mask if mask.dtype == bool else mask == 0
    if rows == columns and bool((seen == causal(rows)).all()):
        return "causal", None
    return "custom", tuple(tuple(bool(one) for one in row) for row in seen)


def for_heads(found: Opened, maps: Maps, index: Index, start: Experiment) -> Experiment:
    """Pane 07: queries and keys of every head, as patterns over one feature a token."""
    computed(maps)
    names = [axis for axis, _ in maps.lead]
    if "head" not in names:
        raise ValueError("the file has no axis of heads; this pane shows several beside each other")
    place = names.index("head")
    heads, n = maps.lead[place][1], maps.queries
    check_tokens(maps, MAX_HEAD_TOKENS)
    if n != maps.keys or heads > MAX_HEADS:
        raise ValueError(
            f"this pane takes self-attention of up to {MAX_HEADS} heads; here are {heads} heads, "
            f"{n} queries and {maps.keys} keys"
        )
    if maps.reading.array("mask") and maps.reading.polarity:
        raise ValueError("this pane knows no mask but the causal one; leave the file's mask aside")
    if maps.count > 1 and not maps.reading.scaled:
        raise ValueError("this pane always divides by √d_k; switch the scaling on")
    patterns = []
    for head in range(heads):
        at = (*index[:place], head, *index[place + 1 :])
        query, key, _ = maps.operands(at)
        scale = 1 / np.sqrt(query.shape[-1])
        patterns.append(HeadPattern(f"head {head + 1}", matrix(query * scale), matrix(key)))
    width = len(patterns[0].query[0])
    copies = max(1, -(-n // (heads * width)))
    if heads * width * copies > MAX_MODEL_SIZE:
        raise ValueError(
            f"d_model would be {heads * width * copies}, and this pane takes up to {MAX_MODEL_SIZE}"
        )
    return HeadsExperiment(
        tokens=found.rows,
        d_model=heads * width * copies,
        heads=heads,
        mask="causal" if maps.reading.causal else "none",
        source="hand-set",
        features=matrix(np.eye(n)),
        patterns=tuple(patterns),
        file=found.collection.title,
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
    if maps.mask(index) is not None:
        raise ValueError("this pane has no mask; leave the file's mask aside")
    if not maps.reading.scaled:
        raise ValueError("this pane always divides by √d_k; switch the scaling on")
    return CrossExperiment(
        tokens=found.rows,
        source_tokens=found.columns,
        query=matrix(query),
        key=matrix(key),
        value=matrix(value),
        source=OPENED,
    )


def reason_against(pane: str, found: Opened, index: Index, start: Experiment) -> str:
    """Why what is open does not fit a pane; "" where it does."""
    try:
        experiment_for(pane, found, index, start)
    except (TensorFileError, ValueError) as error:
        return str(error)
    return ""
