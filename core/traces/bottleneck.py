"""What a recurrent encoder makes of a sentence, and what papers measured of such encoders."""

from __future__ import annotations

import numpy as np

from core.arrays import read_only
from core.experiments.bottleneck import BottleneckExperiment
from core.papers import bleu_by_length
from core.recurrent import encode, final_state_gradients, seeded_gru, step_gradients
from core.trace import Step, Trace
from core.words import embed

WORD, UNIT = "word", "unit"


def bottleneck_trace(experiment: BottleneckExperiment) -> Trace:
    """The encoder's states, how much of each word is left in the last one, and published BLEU.

    left: |d h_N / d x_j|, own: |d h_j / d x_j|, both Frobenius norms, exact. own is what a decoder
    with attention reads when it puts its whole weight on word j, because then c = h_j.
    """
    units = experiment.units
    weights = seeded_gru(units, units, experiment.encoder_seed)
    embedded = embed(experiment.tokens, units, experiment.encoder_seed)
    encoding = encode(embedded, weights)
    left = np.linalg.norm(final_state_gradients(encoding, weights), axis=(1, 2))
    own = np.linalg.norm(step_gradients(encoding, weights)[1], axis=(1, 2))
    far = np.arange(len(left), 0.0, -1.0)
    steps = {
        "embeddings": Step(embedded, (WORD, UNIT), "x_j"),
        "states": Step(encoding.states, (WORD, UNIT), r"h_j = f(x_j, h_{j-1})"),
        "context": Step(read_only(encoding.states[-1].copy()), (UNIT,), "c = h_N"),
        "left": Step(read_only(left), (WORD,), r"\| \partial h_N / \partial x_j \|"),
        "own": Step(read_only(own), (WORD,), r"\| \partial h_j / \partial x_j \|"),
        "own_share": Step(read_only(own / own[-1]), (WORD,), "own, last word = 1"),
        "left_share": Step(read_only(left / left[-1]), (WORD,), "left, last word = 1"),
        "steps_through_states": Step(read_only(far), (WORD,), "N - j + 1"),
        "steps_through_attention": Step(read_only(np.ones_like(far)), (WORD,), "1"),
    }
    return Trace(experiment, {**steps, **published_steps(experiment.length)})


def published_steps(length: int) -> dict[str, Step]:
    """BLEU of every published model at `length`, under its name; and its whole curve."""
    steps = {}
    for figure in bleu_by_length().values():
        for curve in figure.curves:
            value = read_only(np.array(curve.at(length)))
            source = rf"\mathrm{{BLEU}}, {figure.paper}, {figure.figure}"
            steps[curve.model] = Step(value, (), source)
            steps[f"{curve.model} curve"] = Step(curve.points, ("point", "length and BLEU"), source)
    return steps
