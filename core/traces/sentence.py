"""The steps of the sentence that reads itself."""

from __future__ import annotations

import numpy as np

from core.attention import scaled_dot_product_attention
from core.experiments.sentence import SentenceExperiment
from core.trace import Step, Trace
from core.traces.attention import attention_steps


def sentence_trace(experiment: SentenceExperiment) -> Trace:
    """The sentence's features, projected to queries and keys, and read by attention."""
    features = np.array(experiment.features)
    query = features @ np.array(experiment.query_projection)
    key = features @ np.array(experiment.key_projection)
    steps = attention_steps(scaled_dot_product_attention(query, key, features))
    return Trace(experiment, {"features": Step(features, ("query", "component"), "X"), **steps})
