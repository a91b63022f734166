"""From an experiment to every intermediate, by name, with its axes and its formula.

Panes, challenges, quiz evidence and exports read the trace; none of them computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core import masks
from core.attention import Attention, scaled_dot_product_attention
from core.experiment import (
    AttentionExperiment,
    Experiment,
    HeadsExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.measures import DotProductSample

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """One intermediate: its array, the name of each axis, and the LaTeX that makes it."""

    array: FloatArray
    axes: tuple[str, ...]
    formula: str


@dataclass(frozen=True)
class Trace:
    """What the engine made of one experiment. `trace["weights"]` is the array of that step."""

    experiment: Experiment
    steps: Mapping[str, Step] = field(default_factory=dict)

    def __getitem__(self, name: str) -> FloatArray:
        return self.steps[name].array

    def __contains__(self, name: str) -> bool:
        return name in self.steps


def compute(experiment: Experiment, sample: DotProductSample | None = None) -> Trace:
    """The trace of an experiment.

    sample: the drawn sample that a variance experiment selects from; drawn here when missing.
    Raises ValueError where the engine refuses the numbers, TypeError for what is no experiment.
    """
    match experiment:
        case AttentionExperiment():
            return attention_trace(experiment)
        case SentenceExperiment():
            return sentence_trace(experiment)
        case HeadsExperiment():
            return heads_trace(experiment)
        case VarianceExperiment():
            return variance_trace(experiment, sample)
    raise TypeError(f"no engine for a {type(experiment).__name__}")


def visibility(experiment: AttentionExperiment) -> npt.NDArray[np.bool_] | None:
    """Who may attend to whom, (n_q, n_k), True = may attend; None where nothing is hidden."""
    n_q, n_k = len(experiment.tokens), len(experiment.key_tokens)
    match experiment.mask:
        case "causal":
            return masks.causal(n_q, n_k)
        case "padding":
            length = experiment.visible_keys
            return masks.padding(n_q, n_k, n_k if length is None else length)
        case "custom":
            return np.array(experiment.custom, dtype=bool)
    return None


def attention_trace(experiment: AttentionExperiment) -> Trace:
    """Every step of scaled dot-product attention for one experiment."""
    return Trace(
        experiment,
        attention_steps(
            scaled_dot_product_attention(
                np.array(experiment.query),
                np.array(experiment.key),
                np.array(experiment.value),
                mask=visibility(experiment),
                scale=None if experiment.scaled else 1.0,
            )
        ),
    )


def attention_steps(attention: Attention) -> dict[str, Step]:
    """The engine's record as named steps, in the order in which they are computed."""
    return {
        name: Step(getattr(attention, name), axes, formula)
        for name, axes, formula in ATTENTION_STEPS
    }


ATTENTION_STEPS = (
    ("query", ("query", "component"), r"\query{Q}"),
    ("key", ("key", "component"), r"\key{K}"),
    ("value", ("key", "component"), r"\value{V}"),
    ("scores", ("query", "key"), r"\query{Q}\key{K}^{\mathsf T}"),
    ("scaled", ("query", "key"), r"\query{Q}\key{K}^{\mathsf T}/\sqrt{d_k}"),
    ("masked", ("query", "key"), r"\query{Q}\key{K}^{\mathsf T}/\sqrt{d_k} + M"),
    ("row_max", ("query", "one"), r"m_i = \max_j z_{ij}"),
    ("exponentials", ("query", "key"), r"e^{z_{ij} - m_i}"),
    ("row_sum", ("query", "one"), r"\sum_j e^{z_{ij} - m_i}"),
    ("weights", ("query", "key"), r"\weight{A}"),
    ("output", ("query", "component"), r"\weight{A}\value{V}"),
)


def sentence_trace(experiment: SentenceExperiment) -> Trace:
    """The sentence's features, projected to queries and keys, and read by attention."""
    features = np.array(experiment.features)
    query = features @ np.array(experiment.query_projection)
    key = features @ np.array(experiment.key_projection)
    steps = attention_steps(scaled_dot_product_attention(query, key, features))
    return Trace(experiment, {"features": Step(features, ("query", "component"), "X"), **steps})
