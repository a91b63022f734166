"""The steps of scaled dot-product attention."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core import masks
from core.attention import Attention
from core.built_masks import built_mask
from core.experiments.attention import AttentionExperiment
from core.faults import faulty_attention
from core.trace import Step, Trace

ROOT = r"/\sqrt{d_k}"
ATTENTION_STEPS = (
    ("query", ("query", "component"), r"\query{Q}"),
    ("key", ("key", "component"), r"\key{K}"),
    ("value", ("key", "component"), r"\value{V}"),
    ("scores", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}"),
    ("scaled", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}/\sqrt{d_k}"),
    ("masked", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}/\sqrt{d_k} + M"),
    ("row_max", ("query", "one"), r"m_i = \max_j z_{ij}"),
    ("exponentials", ("query", "key"), r"e^{z_{ij} - m_i}"),
    ("row_sum", ("query", "one"), r"\sum_j e^{z_{ij} - m_i}"),
    ("weights", ("query", "key"), r"\weight{A}"),
    ("output", ("query", "component"), r"\weight{A}\value{V}"),
)


def visibility(experiment: AttentionExperiment) -> npt.NDArray[np.bool_] | None:
    """Who may attend to whom, (n_q, n_k), True = may attend; None where nothing is hidden."""
    n_q, n_k = len(experiment.tokens), len(experiment.key_tokens)
    match experiment.mask:
        case "causal":
            return masks.causal(n_q, n_k)
        case "padding":
            length = experiment.visible_keys
            return masks.padding(n_q, n_k, n_k if length is None else length)
        case "built":
            assert experiment.built is not None
            return built_mask(experiment.built, n_q, n_k)
        case "custom":
            return np.array(experiment.custom, dtype=bool)
    return None


def attention_trace(experiment: AttentionExperiment) -> Trace:
    """Every step of scaled dot-product attention for one experiment."""
    return Trace(
        experiment,
        attention_steps(
            faulty_attention(
                np.array(experiment.query),
                np.array(experiment.key),
                np.array(experiment.value),
                mask=visibility(experiment),
                scale=None if experiment.scaled else 1.0,
                fault=experiment.fault,
            )
        ),
    )


def attention_steps(attention: Attention) -> dict[str, Step]:
    """The engine's record as named steps, in the order in which they are computed."""
    divided = divided_by(attention.scale, attention.query.shape[-1])
    return {
        name: Step(getattr(attention, name), axes, formula.replace(ROOT, divided))
        for name, axes, formula in ATTENTION_STEPS
    }


def divided_by(scale: float, d_k: int) -> str:
    """What a formula of scaled scores ends with: the root, d_k, nothing, or another factor."""
    root, whole = (abs(scale * size - 1) < 1e-9 for size in (d_k**0.5, d_k))
    if root:
        return ROOT
    if scale == 1:
        return ""
    return "/d_k" if whole else rf" \cdot {scale:.6g}"
