"""The steps of multi-head attention."""

from __future__ import annotations

import numpy as np

from core import masks, words
from core.experiments.heads import HeadsExperiment
from core.heads import MultiHeadWeights, multi_head_attention, parameter_count
from core.trace import Step, Trace


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
