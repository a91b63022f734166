"""Which check against PyTorch belongs to a trace, and what it is given."""

from __future__ import annotations

from core.experiment import (
    AlignmentExperiment,
    AttentionExperiment,
    BottleneckExperiment,
    CrossExperiment,
    Experiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    VarianceExperiment,
)
from core.trace import Trace
from core.training.parity import operands
from core.training.spread_parity import spread_operands
from core.training.translator_parity import additive_operands, encoder_operands

DOTS = (
    AttentionExperiment
    | ProjectionExperiment
    | HeadsExperiment
    | SelfAttentionExperiment
    | CrossExperiment
)
OTHERS = BottleneckExperiment | AlignmentExperiment | VarianceExperiment


def can_be_checked(experiment: Experiment | None) -> bool:
    """Whether PyTorch can compute what a slide shows."""
    return isinstance(experiment, DOTS | OTHERS)


def check_of(trace: Trace) -> tuple[str, dict[str, object]]:
    """The job and its arguments. Raises RefusalError, in words, where there is nothing to check."""
    experiment = trace.experiment
    if isinstance(experiment, VarianceExperiment):
        return "check_spread", dict(spread_operands(trace))
    if isinstance(experiment, BottleneckExperiment):
        return "check_encoder", dict(encoder_operands(trace))
    trained = isinstance(experiment, CrossExperiment) and experiment.is_trained
    if trained or isinstance(experiment, AlignmentExperiment):
        return "check_additive", dict(additive_operands(trace))
    return "check_attention", dict(operands(trace))


def what_is_checked(job: str) -> str:
    """What a check computes again, for a note; "" for weights and output."""
    return {
        "check_spread": "from the same dot products",
        "check_encoder": "the encoder and its vector",
    }.get(job, "")
