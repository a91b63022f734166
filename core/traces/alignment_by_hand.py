"""An alignment of states set by hand, for a machine whose trained weights cannot be used."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from core.additive import additive_attention
from core.aligned import hand_set_parts
from core.arrays import Floats, read_only
from core.experiments.alignment import AlignmentExperiment
from core.trace import Step
from core.traces.alignment import ENERGY, SIZE, SOURCE, TARGET, AlignmentTrace, flips
from core.translator.examples import GARDEN


def hand_set_trace(experiment: AlignmentExperiment, problem: str) -> AlignmentTrace:
    """Every step of additive attention over the lesson's own sentence, and why it is not trained.

    Nothing is translated: each step looks at the word that its French word stands for. Offsets
    that fit the sentence count; sentences, the other interventions and faults do not.
    """
    places = [min(places) for places in GARDEN.alignment]
    parts = hand_set_parts(places, len(GARDEN.english), 0)
    moved = offset_matrix(experiment, len(places), len(GARDEN.english))
    # The engine adds a float mask to the energies: exactly what an offset is.
    attention = additive_attention(
        parts.states, parts.annotations, parts.w_a, parts.u_a, parts.v_a, mask=moved
    )
    step = min(experiment.step, len(places)) - 1
    contributions = read_only(attention.weights[step][:, None] * attention.annotations)
    both = (TARGET, SOURCE)
    steps = {
        "states": Step(parts.states, (TARGET, SIZE), r"\query{s_{t-1}}"),
        "annotations": Step(parts.annotations, (SOURCE, SIZE), r"\key{h_j}"),
        "w_a": Step(parts.w_a, ("unit", SIZE), "W_a"),
        "u_a": Step(parts.u_a, ("unit", SIZE), "U_a"),
        "v_a": Step(parts.v_a, ("unit",), "v_a"),
        "own_energies": Step(attention.energies, both, ENERGY),
        "energies": Step(attention.masked, both, "e_{tj}"),
        "weights": Step(attention.weights, both, r"\weight{\alpha_{tj}}"),
        "contributions": Step(contributions, (SOURCE, SIZE), r"\weight{\alpha_{tj}} \key{h_j}"),
        "context": Step(
            attention.context, (TARGET, SIZE), r"c_t = \sum_j \weight{\alpha_{tj}} \key{h_j}"
        ),
        "flips": Step(flips(attention.weights), (TARGET,), r"j^*_t < j^*_{t-1}"),
    }
    return AlignmentTrace(
        replace(experiment, fault="") if experiment.fault else experiment,
        steps,
        problem,
        tokens=GARDEN.french,
        key_tokens=GARDEN.english,
        step=step,
        own=GARDEN.french,
        changed=(False,) * len(places),
        lost=(False,) * len(places),
    )


def offset_matrix(experiment: AlignmentExperiment, steps: int, words: int) -> Floats:
    """The learner's offsets, (steps, words); 0 where nothing was moved."""
    moved = np.zeros((steps, words))
    for step, word, offset in experiment.offsets:
        if step <= steps and word <= words:
            moved[step - 1, word - 1] = offset
    return read_only(moved)
