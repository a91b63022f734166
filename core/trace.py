"""From an experiment to every intermediate, by name, with its axes and its formula.

Panes, challenges, quiz evidence and exports read the trace; none of them computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core import masks, words
from core.attention import Attention, scaled_dot_product_attention
from core.experiment import (
    AttentionExperiment,
    Experiment,
    HeadsExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.heads import MultiHeadWeights, multi_head_attention, parameter_count
from core.measures import DotProductSample, Spread

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
    ("scores", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}"),
    ("scaled", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}/\sqrt{d_k}"),
    ("masked", ("query", "key"), r"\query{Q}\key{K}^\mathsf{T}/\sqrt{d_k} + M"),
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


def heads_trace(experiment: HeadsExperiment) -> Trace:
    """Multi-head self-attention of seeded words through seeded random projections."""
    d_model, heads = experiment.d_model, experiment.heads
    features = words.embed(experiment.tokens, d_model, experiment.seed)
    random = np.random.default_rng(experiment.seed)
    # Divided by sqrt(d_model), so that projected components keep the variance of the features.
    w_q, w_k, w_v, w_o = random.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)
    n = len(experiment.tokens)
    mask = masks.causal(n) if experiment.mask == "causal" else None
    result = multi_head_attention(
        features, weights=MultiHeadWeights(w_q, w_k, w_v, w_o, heads), mask=mask
    )
    count = np.array(float(parameter_count(d_model, heads)))
    steps = {
        "features": Step(features, ("query", "component"), "X"),
        "weights": Step(result.weights, ("head", "query", "key"), r"\weight{A}"),
        "output": Step(result.output, ("query", "component"), r"\mathrm{MultiHead}"),
        "parameter_count": Step(count, (), r"4\,d_{\mathrm{model}}^2"),
    }
    return Trace(experiment, steps)


def variance_trace(experiment: VarianceExperiment, sample: DotProductSample | None) -> Trace:
    """What the sample shows at one d_k, before and after dividing by its square root."""
    if sample is None or sample.seed != experiment.seed:
        sample = DotProductSample.draw(experiment.seed)
    figures = sample.at(experiment.key_size)
    steps = {
        "key_sizes": Step(sample.curves.d_k.astype(np.float64), ("size",), "d_k"),
        **spread_steps(figures.unscaled, "unscaled", r"\query{q}\cdot\key{k}"),
        **spread_steps(figures.scaled, "scaled", r"\query{q}\cdot\key{k}/\sqrt{d_k}"),
    }
    for series in ("unscaled", "scaled"):
        for name, curve in (("variance", "variance"), ("gradient", "gradient_left")):
            array = getattr(sample.curves, f"{series}_{curve}")
            steps[f"{name}_curve_{series}"] = Step(array, ("size",), name)
    return Trace(experiment, steps)


def spread_steps(spread: Spread, series: str, product: str) -> dict[str, Step]:
    """One series of a variance trace as named steps; single numbers are 0-d arrays."""
    pairs = "dot_products" if series == "unscaled" else "scaled_dot_products"
    steps = {
        pairs: Step(spread.dot_products, ("pair",), product),
        f"softmax_{series}": Step(
            spread.example_weights, ("key",), rf"\mathrm{{softmax}}({product})"
        ),
    }
    for name, value, formula in (
        ("variance", spread.variance, rf"\mathrm{{Var}}({product})"),
        ("deviation", spread.standard_deviation, r"\sigma"),
        ("top_weight", spread.mean_top_weight, r"\max_j p_j"),
        ("gradient_left", spread.mean_gradient_left, r"1 - \sum_j p_j^2"),
        ("entropy", spread.mean_entropy, r"-\sum_j p_j \log_2 p_j"),
        ("variance_low", spread.variance_low, ""),
        ("variance_high", spread.variance_high, ""),
    ):
        steps[f"{name}_{series}"] = Step(np.array(value), (), formula)
    return steps
