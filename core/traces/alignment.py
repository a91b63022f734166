"""The steps of additive attention, for every target word at once."""

from __future__ import annotations

import numpy as np

from core.additive import additive_attention
from core.aligned import AlignmentParts, hand_set_parts, random_parts
from core.arrays import Floats, read_only
from core.experiments.alignment import AlignmentExperiment
from core.trace import Step, Trace

TARGET, SOURCE, SIZE = "query", "key", "component"
ENERGY = r"v_a^\mathsf{T} \tanh(W_a \query{s_{t-1}} + U_a \key{h_j})"


def alignment_trace(experiment: AlignmentExperiment) -> Trace:
    """Every step of Bahdanau's attention, with the energies that the learner moved.

    own_energies come from the states; energies hold the learner's offsets too, and everything
    after them follows: weights, contributions alpha_tj h_j, context, and the steps where the
    alignment runs backwards.
    """
    parts = alignment_parts(experiment)
    moved = offset_matrix(experiment)
    # The engine adds a float mask to the energies: exactly what an offset is.
    attention = additive_attention(
        parts.states, parts.annotations, parts.w_a, parts.u_a, parts.v_a, mask=moved
    )
    contributions = read_only(attention.weights[:, :, None] * attention.annotations)
    both = (TARGET, SOURCE)
    steps = {
        "states": Step(parts.states, (TARGET, SIZE), r"\query{s_{t-1}}"),
        "annotations": Step(parts.annotations, (SOURCE, SIZE), r"\key{h_j}"),
        "w_a": Step(parts.w_a, ("unit", SIZE), "W_a"),
        "u_a": Step(parts.u_a, ("unit", SIZE), "U_a"),
        "v_a": Step(parts.v_a, ("unit",), "v_a"),
        "projected": Step(
            attention.projected, (*both, "unit"), r"W_a \query{s_{t-1}} + U_a \key{h_j}"
        ),
        "activated": Step(attention.activated, (*both, "unit"), r"\tanh(\cdot)"),
        "own_energies": Step(attention.energies, both, ENERGY),
        "energies": Step(attention.masked, both, "e_{tj}"),
        "weights": Step(attention.weights, both, r"\weight{\alpha_{tj}}"),
        "contributions": Step(contributions, (*both, SIZE), r"\weight{\alpha_{tj}} \key{h_j}"),
        "context": Step(
            attention.context, (TARGET, SIZE), r"c_t = \sum_j \weight{\alpha_{tj}} \key{h_j}"
        ),
        "flips": Step(flips(attention.weights), (TARGET,), r"j^*_t < j^*_{t-1}"),
    }
    return Trace(experiment, steps)


def alignment_parts(experiment: AlignmentExperiment) -> AlignmentParts:
    """The states, annotations and weights that the experiment asks for."""
    words = len(experiment.source_tokens)
    if experiment.states == "hand-set":
        aligned = [place - 1 for place in experiment.aligned]
        return hand_set_parts(aligned, words, experiment.seed)
    return random_parts(len(experiment.tokens), words, experiment.seed)


def offset_matrix(experiment: AlignmentExperiment) -> Floats:
    """The learner's offsets, (T, S); 0 where nothing was moved."""
    moved = np.zeros((len(experiment.tokens), len(experiment.source_tokens)))
    for step, word, offset in experiment.offsets:
        moved[step - 1, word - 1] = offset
    return read_only(moved)


def flips(weights: Floats) -> Floats:
    """For each step 1 where its top word stands before the top word of the step above, else 0."""
    top = weights.argmax(axis=1)
    backwards = np.zeros(len(top))
    backwards[1:] = top[1:] < top[:-1]
    return read_only(backwards)
