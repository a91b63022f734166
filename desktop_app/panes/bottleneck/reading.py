"""What the sentence in force shows, in words: at most two lines at the foot of the pane."""

from __future__ import annotations

import numpy as np

from core.experiments.bottleneck import GENERATED, BottleneckExperiment
from core.traces.bottleneck import BottleneckTrace, figure_at
from core.translator.language import TRAINED_TO
from core.translator.loading import Size
from desktop_app.panes.bottleneck.series import written

NAMED = 3  # unknown words that are named, at most


def reading_of(experiment: BottleneckExperiment, trace: BottleneckTrace) -> list[str]:
    """Sentences for the foot; every number in them is read from the trace."""
    if trace.problem:
        return [trace.problem, "The published curves, and the rest of the lesson, do not need it."]
    said = []
    if experiment.words:
        said.append("Your own sentence has no reference, so no word is marked right or wrong.")
    if trace.unknown:
        said.append(unknown_words(trace))
    size = next((size for size in trace.sizes if size.hidden == experiment.hidden), None)
    if size is not None:
        said.append(other_vector(size, experiment, trace))
    if len(trace.english) > TRAINED_TO:
        said.append(beyond(experiment, trace))
    elif not said:
        said.append(within(trace))
    return said


def unknown_words(trace: BottleneckTrace) -> str:
    """Which words the language does not have, and which of its own are spelt like them."""
    parts = []
    for unknown in trace.unknown[:NAMED]:
        near = f" (try {', '.join(unknown.suggestions)})" if unknown.suggestions else ""
        parts.append(f"“{unknown.word}”{near}")
    left = len(trace.unknown) - NAMED
    if left > 0:
        parts.append(f"{left} more")
    return f"Outside the small language, read as <unk>: {', '.join(parts)}."


def other_vector(size: Size, experiment: BottleneckExperiment, trace: BottleneckTrace) -> str:
    """How far another size of the vector helps at this length, and how it was trained.

    It stands beside this pane's size, trained as long: a longer training helps as well.
    """
    measure, count = experiment.measure, len(trace.english)
    own = len(trace["context"])
    compared = [size, *(one for one in trace.sizes if 2 * one.hidden == own and one is not size)]
    ended = "until they stop improving"
    if any(one.ended_by != "patience" for one in compared):
        ended = "as long as there was time"
    values = [float(trace[f"{measure} fixed {one.hidden}"]) for one in compared]
    shown = float(trace[f"{measure} fixed"])
    if not np.isfinite([*values, shown]).all():
        return f"A vector of {2 * size.hidden} numbers, trained {ended}."
    reach = [
        f"{2 * one.hidden} numbers reach {written(value, measure)}"
        for one, value in zip(compared, values, strict=True)
    ]
    reach[0] += f" at {count} words"
    return (
        f"Trained {ended}, {', '.join(reach)}; the {own} above stopped sooner: "
        f"{written(shown, measure)}."
    )


def beyond(experiment: BottleneckExperiment, trace: BottleneckTrace) -> str:
    """What a sentence longer than those of training does to both models."""
    count, measure = len(trace.english), experiment.measure
    trained = f"Both models were trained on sentences of {GENERATED[0]} to {TRAINED_TO} words"
    if count > GENERATED[1]:
        return f"{trained}; {count} is far beyond that, and was not measured."
    if experiment.hidden is not None:
        return f"{trained}."
    values = [
        written(figure_at(trace[f"{measure} {model} curve"], length), measure)
        for model in ("attention", "fixed")
        for length in (TRAINED_TO, count)
    ]
    kind = "BLEU" if measure == "bleu" else "words right"
    return (
        f"{trained}. From {TRAINED_TO} to {count}, attention goes from {values[0]} to {values[1]} "
        f"({kind}), the one vector from {values[2]} to {values[3]}: attention lifts the "
        "bottleneck, it does not teach lengths never seen."
    )


def within(trace: BottleneckTrace) -> str:
    """The reference, where the translation with attention is not it already."""
    attended = trace.rendering("attention")
    if attended is not None and attended.words != trace.reference:
        return f"Right would be: {' '.join(trace.reference)}"
    wrong = trace.rendering("fixed")
    if wrong is not None and wrong.words == trace.reference:
        return "Both are right. Neither model has seen this sentence in training."
    return "With attention it is right. Neither model has seen this sentence in training."
