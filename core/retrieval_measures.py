"""What can be measured of the bottleneck and of an alignment, for `core.catalogue`."""

from __future__ import annotations

import numpy as np

from core.experiment import AlignmentExperiment, BottleneckExperiment
from core.lesson import Place, Where
from core.papers import bleu_by_length
from core.places import key_index
from core.trace import Trace
from core.wording import suggestion


def published_bleu(trace: Trace, where: Where) -> float:
    """BLEU of the model `where.array` at the sentence's length; NaN beyond the published ones."""
    return bleu_of(trace, where.array, "array")


def published_gap(trace: Trace, where: Where) -> float:
    """By how much the model `where.array` is better than the model `where.other`."""
    return bleu_of(trace, where.array, "array") - bleu_of(trace, where.other, "other")


def bleu_of(trace: Trace, model: Place | None, place: str) -> float:
    """The BLEU of one published model. Raises ValueError naming the models that there are."""
    models = [curve.model for figure in bleu_by_length().values() for curve in figure.curves]
    if model not in models:
        raise ValueError(f"where needs {place}: a model; {model} is none{suggestion('', models)}")
    return float(trace[str(model)])


def share_left(trace: Trace, where: Where) -> float:
    """How much of the word `where.key` the last state still holds; of the last word it is 1."""
    return float(trace["left_share"][key_index(trace, where.key)])


def sentence_length(trace: Trace, where: Where) -> float:
    """How many words the encoder reads."""
    assert isinstance(trace.experiment, BottleneckExperiment)
    return float(trace.experiment.length)


def flips_marked(trace: Trace, where: Where) -> float:
    """How many marked steps run backwards, less the marked steps that do not, at least 0."""
    assert isinstance(trace.experiment, AlignmentExperiment)
    marked = np.zeros(len(trace["flips"]), dtype=bool)
    for step in trace.experiment.marked:
        marked[step - 1] = True
    backwards = trace["flips"] > 0
    found = int(np.count_nonzero(marked & backwards)) - int(np.count_nonzero(marked & ~backwards))
    return float(max(found, 0))
