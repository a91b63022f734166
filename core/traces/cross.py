"""The steps of cross-attention: the same engine, two sequences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.arrays import float_array
from core.attention import Attention
from core.experiments.cross import CrossExperiment, Operands
from core.faults import faulty_attention
from core.shapes import Verdict, verdict
from core.trace import Step, Trace
from core.traces.attention import ATTENTION_STEPS, attention_steps

OPERAND_STEPS = ATTENTION_STEPS[:3]


def cross_trace(experiment: CrossExperiment) -> Trace:
    """Every step of attention from the target to the source, or to the target itself.

    Where queries and keys differ in width there is no product: the trace then holds query, key
    and value alone, and, of the last product that there was, `kept_weights` and `kept_output`.
    In the example "trained" the steps are those of the translator.
    """
    if experiment.is_trained:
        from core.traces.cross_trained import trained_trace

        return trained_trace(experiment)
    if experiment.fits:
        made = attended(experiment.operands, experiment.fault)
        return Trace(experiment, attention_steps(made))
    steps = {
        name: Step(float_array(matrix, name), axes, formula)
        for (name, axes, formula), matrix in zip(OPERAND_STEPS, experiment.operands, strict=True)
    }
    kept = experiment.kept
    if experiment.swapped:
        query, value, key = experiment.operands
        kept = (query, key, value) if len(query[0]) == len(key[0]) else kept
    if kept is not None:
        last = attended(kept)
        steps["kept_weights"] = Step(last.weights, ("query", "key"), r"\weight{A}")
        steps["kept_output"] = Step(last.output, ("query", "component"), r"\weight{A}\value{V}")
    reason = shape_verdict(experiment).sentence.rstrip(".")
    return Trace(experiment, steps, f"queries and keys do not fit; {reason.lower()}")


def attended(operands: Operands, fault: str = "") -> Attention:
    """The engine's record of three matrices, with a mistake or without."""
    query, key, value = (np.array(matrix) for matrix in operands)
    return faulty_attention(query, key, value, fault=fault)


def judged(trace: Trace) -> Verdict:
    """What the shape checker says about a trace of cross-attention."""
    experiment = trace.experiment
    assert isinstance(experiment, CrossExperiment)
    if experiment.is_trained:
        from core.traces.cross_trained import trained_verdict

        return trained_verdict(trace)
    found = shape_verdict(experiment)
    if "kept_weights" in trace:
        return replace(found, detail=f"{found.detail} A and AV show the last product.")
    return found


def shape_verdict(experiment: CrossExperiment) -> Verdict:
    """Whether the operands of an experiment fit, in the words of its two sequences."""
    query, key, value = ((len(rows), len(rows[0])) for rows in experiment.operands)
    target, source = experiment.units
    asked = "target" if experiment.mode == "self" else "source"
    return verdict(query, key, value, f"target {target}", f"{asked} {source}")
