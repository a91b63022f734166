"""From an experiment to every intermediate, by name, with its axes and its formula.

Panes, challenges, quiz evidence and exports read the trace; none of them computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
from msgspec import structs

from core.experiment import (
    AlignmentExperiment,
    AttentionExperiment,
    BottleneckExperiment,
    CrossExperiment,
    Experiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.measures import DotProductSample

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """One intermediate: its array, the name of each axis, and the LaTeX that makes it."""

    array: FloatArray
    axes: tuple[str, ...]
    formula: str


@dataclass(frozen=True)
class Trace:
    """What the engine made of one experiment. `trace["weights"]` is the array of that step.

    problem: why the last steps are missing, in one sentence; "" where none is.
    """

    experiment: Experiment
    steps: Mapping[str, Step] = field(default_factory=dict)
    problem: str = ""

    def __getitem__(self, name: str) -> FloatArray:
        return self.steps[name].array

    def __contains__(self, name: str) -> bool:
        return name in self.steps

    def of_step(self, name: str) -> Experiment:
        """The experiment that a step is of."""
        return self.experiment

    @property
    def experiments(self) -> Mapping[str, Experiment]:
        """Every experiment that is in it, by what stands in front of its steps' names."""
        return {"": self.experiment}


def compute(experiment: Experiment, sample: DotProductSample | None = None) -> Trace:
    """The trace of an experiment.

    sample: the drawn sample that a variance experiment selects from; drawn here when missing.
    Raises ValueError where the engine refuses the numbers, TypeError for what is no experiment.
    """
    match experiment:
        case AttentionExperiment():
            from core.traces.attention import attention_trace

            return attention_trace(experiment)
        case SentenceExperiment():
            from core.traces.sentence import sentence_trace

            return sentence_trace(experiment)
        case ProjectionExperiment():
            from core.traces.projection import projection_trace

            return projection_trace(experiment)
        case SelfAttentionExperiment():
            from core.traces.self_attention import self_attention_trace

            return self_attention_trace(experiment)
        case CrossExperiment():
            from core.traces.cross import cross_trace

            return cross_trace(experiment)
        case HeadsExperiment():
            from core.traces.heads import heads_trace

            return heads_trace(experiment)
        case BottleneckExperiment():
            from core.traces.bottleneck import bottleneck_trace

            return bottleneck_trace(experiment)
        case AlignmentExperiment():
            from core.traces.alignment import alignment_trace

            return alignment_trace(experiment)
        case VarianceExperiment():
            from core.traces.variance import variance_trace

            return variance_trace(experiment, sample)
    raise TypeError(f"no engine for a {type(experiment).__name__}")


MARKS: Mapping[type[Experiment], str] = {
    SentenceExperiment: "pointed",
    BottleneckExperiment: "pointed",
    AlignmentExperiment: "pinned",
    AttentionExperiment: "pinned",
    HeadsExperiment: "pinned",
    SelfAttentionExperiment: "pinned",
    CrossExperiment: "pinned",
}


def marked(trace: Trace, experiment: Experiment) -> Trace | None:
    """The trace of an experiment that differs from the trace's own only in what is pinned there.

    Its arrays are the same ones. None where anything else differs, or where numbers hang on what
    is pointed at, as the plane of a projection does.
    """
    name = MARKS.get(type(experiment), "")
    if not name or type(trace.experiment) is not type(experiment):
        return None
    same = structs.replace(trace.experiment, **{name: getattr(experiment, name)})
    return replace(trace, experiment=experiment) if same == experiment else None
