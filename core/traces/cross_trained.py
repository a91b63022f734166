"""Cross-attention in a trained translator: the states that really ask and answer.

Queries are the decoder's states s_(t-1), keys and values the encoder's annotations h_j, which are
both at once (Bahdanau, Cho, Bengio, ICLR 2015). Its scores are additive, v . tanh(W s + U h), so
queries and keys need not be of one width: two matrices take them to the same units first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.experiments.cross import CrossExperiment
from core.shapes import Verdict, each
from core.trace import Step, Trace
from core.translator import shelf

SCORE = r"v_a^\mathsf{T} \tanh(W_a \query{s_{t-1}} + U_a \key{h_j})"


@dataclass(frozen=True)
class EnergySum:
    """How one weight came about. Nothing is rounded.

    energy: the additive score; part: e^(energy - largest), total: the sum of the row's parts.
    """

    energy: float
    largest: float
    part: float
    total: float
    weight: float


def trained_trace(experiment: CrossExperiment) -> Trace:
    """The translator's own steps while it is given the target's words, one row a word.

    query s_(t-1), (m, H); key and value h_j, (n, 2H); scores the energies; weights; output the
    contexts c_t, (m, 2H). Raises ValueError where the weights cannot be used.
    """
    model = shelf.pair(experiment.pair).attention
    made = model.forced(experiment.source_tokens, experiment.tokens).attention
    assert made is not None
    words = len(experiment.tokens)  # one step more answers </s>
    both = ("query", "key")
    return Trace(
        experiment,
        {
            "query": Step(made.state[:words], ("query", "component"), r"\query{s_{t-1}}"),
            "key": Step(made.annotations, ("key", "component"), r"\key{h_j}"),
            "value": Step(made.value, ("key", "component"), r"\value{h_j}"),
            "scores": Step(made.energies[:words], both, SCORE),
            "weights": Step(made.weights[:words], both, r"\weight{\alpha_{tj}}"),
            "output": Step(
                made.context[:words],
                ("query", "component"),
                r"\sum_j \weight{\alpha_{tj}} \value{h_j}",
            ),
        },
    )


def energy_sum(trace: Trace, query: int, key: int) -> EnergySum:
    """The arithmetic of one weight; query and key count from 0."""
    energies: Floats = trace["scores"][query]
    largest = float(energies.max())
    parts = np.exp(energies - largest)
    return EnergySum(
        float(energies[key]),
        largest,
        float(parts[key]),
        float(parts.sum()),
        float(trace["weights"][query, key]),
    )


def trained_verdict(trace: Trace) -> Verdict:
    """What the shape checker says: which dimension must equal which in an additive score."""
    query, key = trace["query"], trace["key"]
    units = query.shape[1]
    return Verdict(
        True,
        f"The shapes fit: two trained matrices take the {query.shape[1]} numbers of a query "
        f"and the {key.shape[1]} of a key to the same {units} units.",
        f"The score is additive, so the widths may differ. "
        f"One context comes out for {each(len(query), 'target word')}.",
    )
