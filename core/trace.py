"""From an experiment to every intermediate, by name, with its axes and its formula.

Panes, challenges, quiz evidence and exports read the trace; none of them computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from core import masks
from core.attention import scaled_dot_product_attention
from core.experiment import AttentionExperiment, Experiment, SentenceExperiment, VarianceExperiment
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
    """What the engine made of one experiment. `trace["weights"]` is the array of that step."""

    experiment: Experiment
    steps: Mapping[str, Step] = field(default_factory=dict)

    def __getitem__(self, name: str) -> FloatArray:
        return self.steps[name].array

    def __contains__(self, name: str) -> bool:
        return name in self.steps


@singledispatch
def compute(experiment: Any, sample: DotProductSample | None = None) -> Trace:
    """The trace of an experiment. `sample` is the drawn sample that a variance lab selects from.

    Raises TypeError for what is no experiment.
    """
    raise TypeError(f"no engine for a {type(experiment).__name__}")
