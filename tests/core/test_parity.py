"""The comparison with PyTorch: small for our engine, large for a planted mistake."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.experiment import AttentionExperiment, HeadsExperiment, SelfAttentionExperiment
from core.trace import Step, Trace, compute
from core.training.parity import Parity, check_attention, operands
from core.training.work import Alone, RefusalError

HIDES_ALL = ((False, False, False), (True, True, False), (True, True, True))


def toy(**changes: object) -> AttentionExperiment:
    rows = np.random.default_rng(0).normal(size=(3, 3, 4)).round(2).tolist()
    query, key, value = (tuple(tuple(row) for row in matrix) for matrix in rows)
    return AttentionExperiment(("a", "b", "c"), query, key, value, **changes)  # type: ignore[arg-type]


def checked(trace: Trace) -> Parity:
    return check_attention(Alone(), **operands(trace))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "experiment",
    [
        toy(),
        toy(mask="causal"),
        toy(scaled=False),
        HeadsExperiment(("the", "cat", "sat"), heads=4),
        SelfAttentionExperiment(("the", "cat", "sat"), mask="causal"),
    ],
)
@pytest.mark.usefixtures("torch")
def test_every_kind_of_attention_agrees(experiment: AttentionExperiment) -> None:
    found = checked(compute(experiment))
    assert found.weights < 1e-15 and found.output < 1e-14
    assert found.blind == 0 and found.version.startswith("2.")


@pytest.mark.usefixtures("torch")
def test_a_query_that_sees_nothing_is_left_out_and_counted() -> None:
    found = checked(compute(toy(mask="custom", custom=HIDES_ALL)))
    assert (found.queries, found.blind) == (3, 1)
    assert found.weights < 1e-15 and found.output < 1e-14


@pytest.mark.usefixtures("torch")
def test_a_planted_mistake_is_found() -> None:
    trace = compute(toy())
    wrong = trace["output"].copy()
    wrong[1, 2] += 0.25
    steps = {**trace.steps, "output": Step(wrong, ("query", "component"), "")}
    found = checked(replace(trace, steps=steps))
    assert found.output == pytest.approx(0.25) and found.weights < 1e-15


@pytest.mark.usefixtures("torch")
def test_a_wrong_scale_is_found() -> None:
    trace = compute(toy(scaled=False))
    assert checked(replace(trace, experiment=toy())).weights > 0.01


@pytest.mark.usefixtures("torch")
def test_what_is_no_dot_product_is_refused() -> None:
    with pytest.raises(RefusalError, match="no scaled dot-product attention"):
        operands(Trace(toy()))
    given = operands(compute(toy()))
    with pytest.raises(RefusalError, match="PyTorch refuses these operands"):
        check_attention(Alone(), **{**given, "key": np.zeros((3, 7))})  # type: ignore[arg-type]
