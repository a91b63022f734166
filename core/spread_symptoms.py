"""What a fault does to the random dot products of pane 06."""

from __future__ import annotations

from core.experiments.variance import VarianceExperiment
from core.measures import DotProductSample
from core.spread_faults import broken_queries, scaled_variance
from core.symptom_pieces import SAME, Piece, Symptom


def spread_symptom(experiment: VarianceExperiment, fault: str, sample: DotProductSample) -> Symptom:
    """The figure that a fault moves, before and after."""
    d_k = experiment.key_size
    if fault == "half-precision":
        unscaled, scaled, queries = broken_queries(sample, d_k)
        if not unscaled + scaled:
            return (Piece("no row breaks yet: every sum of exponentials fits"),)
        return (
            Piece("rows of NaN or of zeros: "),
            Piece(float(unscaled), style="whole"),
            Piece(" of "),
            Piece(float(queries), style="whole"),
            Piece("; scaled "),
            Piece(float(scaled), style="whole"),
        )
    before, after = scaled_variance(sample, d_k), scaled_variance(sample, d_k, fault)
    if abs(after - before) <= SAME * max(before, 1.0):
        return (Piece("nothing changes: d_k is 1"),)
    return Piece("scaled variance "), Piece(before), Piece(" → "), figure(after)


def figure(variance: float) -> Piece:
    """A variance with as many decimals as it needs."""
    if variance < 0.01:
        return Piece(variance, style="tiny")
    return Piece(variance, style="whole" if variance >= 100 else "fixed")
