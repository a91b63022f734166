"""Sums beyond a float64: the fault "Skip the row maximum" makes them from few keys."""

from __future__ import annotations

import math

from core.experiment import AttentionExperiment
from core.explaining.explain import explain
from core.explaining.explanation import Explanation, Factor, Term
from core.trace import compute


def term(value: float) -> Term:
    return Term((Factor(value),))


def test_a_sum_beyond_a_float64_is_infinite() -> None:
    found = Explanation("row_sum", (0,), "sum", math.inf, (term(1.5e308), term(1.5e308)))
    assert found.total == math.inf
    below = Explanation("weights", (0, 0), "w", 0.0, (term(1.0),), (term(-1.5e308),) * 2)
    assert math.isnan(below.total)


def test_exponentials_that_overflow_together_are_explained() -> None:
    # e to the power 709.5 is 1.36e308: one such number is a float64, the sum of three is not.
    experiment = AttentionExperiment(
        tokens=("a",),
        source_tokens=("b", "c", "d"),
        query=((0.7095,),),
        key=((1.0,), (1.0,), (1.0,)),
        value=((1.0,), (2.0,), (3.0,)),
        fault="no-row-max",
    )
    trace = compute(experiment)
    assert trace["row_sum"][0, 0] == math.inf
    for step in ("weights", "output"):
        assert explain(trace, step, (0, 0)) is not None
