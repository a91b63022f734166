"""What the published curves say at one length, in words: two short lines."""

from __future__ import annotations

import numpy as np

from core.experiment import BottleneckExperiment
from core.papers import bleu_by_length
from core.trace import Trace
from desktop_app import numbers


def reading_of(experiment: BottleneckExperiment, trace: Trace) -> tuple[str, str]:
    """Two lines for the length in force; every number in them is read from the trace."""
    curves = bleu_by_length()[experiment.figure].curves
    length = experiment.length
    if not np.isfinite(trace[curves[0].model]):
        first, last = curves[0].length[0], curves[0].length[-1]
        return (
            f"The figure covers {first:.0f} to {last:.0f} words;",
            f"for {length} there is no published number.",
        )
    if experiment.figure == "cho-2014":
        return cho(trace, length)
    return bahdanau(trace, length)


def bahdanau(trace: Trace, length: int) -> tuple[str, str]:
    """Attention against the bottleneck, and what training length does to both."""
    bleu = {
        model: numbers.fixed(float(trace[model]), 1)
        for model in ("RNNsearch-50", "RNNsearch-30", "RNNenc-50", "RNNenc-30")
    }
    if length <= 30:
        return (
            f"With attention {bleu['RNNsearch-50']}, without {bleu['RNNenc-50']}: "
            "attention is ahead even",
            "at lengths that all four models saw in training.",
        )
    if length <= 50:
        return (
            "Trained on at most 30 words, models collapse beyond 30, even",
            f"with attention: {bleu['RNNsearch-30']} (without: {bleu['RNNenc-30']}).",
        )
    return (
        f"Attention with training up to 50 words holds: {bleu['RNNsearch-50']}. With at",
        f"most 30 it collapses: {bleu['RNNsearch-30']}. Without attention both fall.",
    )


def cho(trace: Trace, length: int) -> tuple[str, str]:
    """One model without attention: the curse of length."""
    points = trace["RNNenc curve"]
    best = points[points[:, 1].argmax()]
    now = numbers.fixed(float(trace["RNNenc"]), 1)
    top = numbers.fixed(float(best[1]), 1)
    return (
        f"Without attention, {now} at {length} words. Quality peaks at {best[0]:.0f}",
        f"words ({top}) and falls with every word that one vector must hold.",
    )
