"""Panes 02, 03, 06 and the trained pane 09 beside PyTorch: small when right, large when broken."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.experiment import (
    AlignmentExperiment,
    BottleneckExperiment,
    Experiment,
    VarianceExperiment,
)
from core.measures import DotProductSample
from core.trace import Trace, compute
from core.training.jobs import JOBS
from core.training.parity import Parity
from core.training.parity_of import check_of
from core.training.work import Alone, RefusalError
from core.translated import trained_experiment

MOVED = AlignmentExperiment(length=8, offsets=((2, 3, 4.0),), held=((1, 2),))


@pytest.fixture(scope="module")
def sample() -> DotProductSample:
    return DotProductSample.draw(3, 64, pairs=500, queries=20)


def checked(trace: Trace) -> Parity:
    job, arguments = check_of(trace)
    found = JOBS[job].load()(Alone(), **arguments)
    assert isinstance(found, Parity)
    return found


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize(
    "experiment",
    [
        BottleneckExperiment(length=9),
        BottleneckExperiment(words=("the", "xylophone", "sleeps")),
        AlignmentExperiment(length=8),
        MOVED,
        trained_experiment(),
        VarianceExperiment(64, 3),
    ],
)
def test_what_is_right_agrees(experiment: Experiment, sample: DotProductSample) -> None:
    found = checked(compute(experiment, sample))
    assert found.largest < 1e-12 and found.version.startswith("2.")


@pytest.mark.usefixtures("torch")
@pytest.mark.parametrize(
    ("experiment", "fault", "step"),
    [
        (BottleneckExperiment(), "encoder-reset", "states"),
        (BottleneckExperiment(), "one-direction", "states"),
        (BottleneckExperiment(), "last-row", "vector"),
        (BottleneckExperiment(), "other-vector", "vector"),
        (AlignmentExperiment(), "no-tanh", "context"),
        (AlignmentExperiment(), "softmax-steps", "context"),
        (AlignmentExperiment(), "late-state", "context"),
        (AlignmentExperiment(), "padding", "context"),
        (VarianceExperiment(64, 3), "no-scale", "variance"),
        (VarianceExperiment(64, 3), "scale-d_k", "variance"),
    ],
)
def test_what_is_broken_is_apart(
    experiment: Experiment, fault: str, step: str, sample: DotProductSample
) -> None:
    found = checked(compute(replace(experiment, fault=fault), sample))
    assert found.largest > 0.05
    assert found.step in {step, "weights"}


def test_where_every_weight_is_held_there_is_nothing_to_compare() -> None:
    with pytest.raises(RefusalError, match="held by your hand"):
        check_of(compute(AlignmentExperiment(length=6, last_state=True)))
