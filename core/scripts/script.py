"""Which experiment is written how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

import msgspec

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
from core.scripts.attention import attention_script, cross_script
from core.scripts.forcing import forced_script
from core.scripts.heads import heads_script
from core.scripts.lines import Form, Place, Script, changed
from core.scripts.projecting import projection_script, self_attention_script, sentence_script
from core.scripts.translating import alignment_script, bottleneck_script
from core.scripts.variance import variance_script
from core.scripts.writer import COLUMNS, Writer
from core.trace import Trace, compute

WRITERS: dict[type, Callable[[Trace, Writer], Script]] = {
    SentenceExperiment: sentence_script,
    BottleneckExperiment: bottleneck_script,
    AlignmentExperiment: alignment_script,
    ProjectionExperiment: projection_script,
    AttentionExperiment: attention_script,
    VarianceExperiment: variance_script,
    HeadsExperiment: heads_script,
    SelfAttentionExperiment: self_attention_script,
    CrossExperiment: cross_script,
}


RIGHT_FORMULA = "The code is for the right formula; the fault that is on is not in it."


def script(trace: Trace, form: Form, columns: int = COLUMNS) -> Script:
    """The experiment of a trace as a program that runs alone and checks itself.

    columns: letters in a line. While a fault is on, the script is that of the right formula, and
    its note says so. Raises ValueError, with a sentence for the learner, where there is nothing to
    compute: queries and keys that do not fit.
    """
    experiment = trace.experiment
    if getattr(experiment, "fault", ""):
        right = compute(msgspec.structs.replace(experiment, fault=""))
        made = script(right, form, columns)
        return replace(made, note=" ".join(part for part in (RIGHT_FORMULA, made.note) if part))
    writer = WRITERS[type(experiment)]
    if isinstance(experiment, CrossExperiment) and experiment.is_trained:
        writer = forced_script
    return writer(trace, Writer(form, columns))


def changed_numbers(now: Script, before: Experiment | None) -> frozenset[Place]:
    """The numbers of a script that the experiment before did not have; none for a sample."""
    if before is None or not has_script(before) or isinstance(before, VarianceExperiment):
        return frozenset()
    try:
        return changed(now, numbers_of(before, now.form))
    except ValueError:
        return frozenset()


@lru_cache(maxsize=2)
def numbers_of(experiment: Experiment, form: Form) -> Mapping[Place, str]:
    """The numbers that the script of an experiment holds; kept, since a drag asks at every step."""
    return script(compute(experiment), form).numbers


def has_script(experiment: object) -> bool:
    """Whether an experiment can be written as a script."""
    return type(experiment) in WRITERS
