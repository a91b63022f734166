"""What can be measured of the bottleneck, for `core.catalogue`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.experiment import BottleneckExperiment
from core.lesson import Place, Where
from core.papers import bleu_by_length
from core.places import step_array
from core.trace import FloatArray, Trace
from core.traces.bottleneck import MODELS, BottleneckTrace
from core.wording import listed, suggestion


def published_bleu(trace: Trace, where: Where) -> float:
    """BLEU of the model `where.array` at the sentence's length; NaN beyond the published ones.

    `where.component` is a number of words in place of the sentence's own.
    """
    return bleu_of(trace, where.array, "array", where.component)


def published_gap(trace: Trace, where: Where) -> float:
    """By how much the model `where.array` is better than the model `where.other`."""
    return published_bleu(trace, where) - bleu_of(trace, where.other, "other", where.component)


def bleu_of(trace: Trace, model: Place | None, place: str, length: int | None) -> float:
    """The BLEU of one published model. Raises ValueError naming the models that there are."""
    curves = {curve.model: curve for fig in bleu_by_length().values() for curve in fig.curves}
    if model not in curves:
        raise ValueError(
            f"where needs {place}: a model; {model} is none{suggestion('', list(curves))}"
        )
    if length is not None:
        return curves[str(model)].at(length)
    return float(trace[str(model)])


def measured_figure(kind: str) -> Callable[[Trace, Where], float]:
    """A figure of the model `where.array` at the sentence's length: "words" right, or "bleu"."""

    def found(trace: Trace, where: Where) -> float:
        return float(of_model(trace, kind, where.array))

    return found


def words_right(trace: Trace, where: Where) -> float:
    """How much of this sentence the model `where.array` gets right, in percent."""
    return 100 * float(of_model(trace, "right", where.array))


def whole_sentence(trace: Trace, where: Where) -> float:
    """The sentence's length where the model `where.array` translates it without a fault, else 0."""
    of_model(trace, "right", where.array)  # refuses what cannot be compared
    assert isinstance(trace, BottleneckTrace)
    rendering = trace.rendering(str(where.array))
    faultless = rendering is not None and rendering.words == trace.reference
    return sentence_length(trace, where) if faultless else 0.0


def of_model(trace: Trace, kind: str, model: str | None) -> FloatArray:
    """One number of a trained model. Raises ValueError for another name, and for no reference."""
    if model not in MODELS:
        raise ValueError(f"where needs array: {listed(MODELS, 'or')}")
    if trace.problem:
        raise ValueError("there is no trained model to measure")
    if kind == "right" and f"right {model}" not in trace:
        raise ValueError("your own sentence has no reference: New sentence brings one that has")
    found = step_array(trace, f"{kind} {model}")
    if np.isnan(found):
        length = sentence_length(trace, Where())
        raise ValueError(f"{length:.0f} words were not measured")
    return found


def sentence_length(trace: Trace, where: Where) -> float:
    """How many words the encoder reads."""
    assert isinstance(trace.experiment, BottleneckExperiment)
    return float(len(trace.experiment.tokens))
