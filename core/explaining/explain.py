"""Where any number of a trace comes from: one entry for every step that a lab draws."""

from __future__ import annotations

import math
from dataclasses import replace

from core.experiment import (
    AlignmentExperiment,
    AttentionExperiment,
    BottleneckExperiment,
    CrossExperiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
    VarianceExperiment,
)
from core.explaining import attending, counting, heads, translating
from core.explaining.explanation import Explanation, Factor, Index, Operand, Term
from core.explaining.naming import pair_words, place, row_words
from core.fault_names import FAULTS, fault_of
from core.trace import Trace

NEAR = 1e-9
HUNDREDTH = 0.00500001  # by how much rounding to two decimals moves a number
PAIRED = {
    "scores": attending.score,
    "scaled": attending.scaled,
    "masked": attending.masked,
    "weights": attending.weight,
    "weight_total": attending.weight_total,
    "output": attending.output,
}


def explain(trace: Trace, step: str, index: Index) -> Explanation | None:
    """The arithmetic behind `trace[step][index]`; None for a step that no lab draws.

    "weight_total" is the sum of a row of weights, which every map has in its margin. Raises
    IndexError for a place that is not there.
    """
    found = one_of(trace, step, index)
    return None if found is None else settled(trace, found)


def one_of(trace: Trace, step: str, index: Index) -> Explanation | None:
    """By kind of experiment."""
    if step not in trace and step != "weight_total":
        return None
    if any(i < 0 for i in index):
        raise IndexError(f"{step} has no place {index}")
    match trace.experiment:
        case AttentionExperiment():
            if step in {"query", "key", "value"}:
                return attending.given(trace, step, index)
            return PAIRED[step](trace, index) if step in PAIRED else None
        case SentenceExperiment():
            return PAIRED[step](trace, index) if step in PAIRED else None
        case CrossExperiment():
            return of_cross(trace, step, index)
        case ProjectionExperiment():
            return of_projection(trace, step, index)
        case SelfAttentionExperiment():
            return of_self_attention(trace, step, index)
        case HeadsExperiment():
            return heads.of_heads(trace, step, index)
        case AlignmentExperiment():
            return of_alignment(trace, step, index)
        case BottleneckExperiment():
            return of_bottleneck(trace, step, index)
        case VarianceExperiment():
            return of_variance(trace, step, index)
    return None


def of_cross(trace: Trace, step: str, index: Index) -> Explanation | None:
    """Given Q, K and V, or the states of a translator, whose scores are additive."""
    if step in {"query", "key", "value"}:
        return attending.given(trace, step, index)
    if step == "scores" and "scaled" not in trace:
        value = float(trace["scores"][index])
        note = "v · tanh(W s + U h), by the translator's trained matrices"
        named = pair_words(trace, index)
        name = f"score {place(index)}"
        return Explanation(step, index, name, value, words=named, note=note)
    return PAIRED[step](trace, index) if step in PAIRED and "weights" in trace else None


def of_projection(trace: Trace, step: str, index: Index) -> Explanation | None:
    """Q, K, V are X times W; the pointed query's lookup; the rest as everywhere."""
    assert isinstance(trace.experiment, ProjectionExperiment)
    row = trace.experiment.pointed - 1
    match step:
        case "query" | "key" | "value":
            return attending.projected(trace, step, index, "features", f"w_{step[0]}")
        case "features" | "w_q" | "w_k" | "w_v":
            return attending.given(trace, step, index)
        case "dot_products":
            return replace(attending.score(trace, (row, *index)), step=step, index=index)
        case "soft":
            return replace(attending.output(trace, (row, *index)), step=step, index=index)
        case "hard" | "hard_output":
            return hard(trace, step, index, row if step == "hard" else index[0])
        case "shadows":
            return counting.shadow(trace, index)
        case "query_length":
            return counting.length(trace)
    return PAIRED[step](trace, index) if step in PAIRED else None


def hard(trace: Trace, step: str, index: Index, row: int) -> Explanation:
    """The value of the key with the largest dot product, copied."""
    value = float(trace[step][index])
    best = int(trace["scores"][row].argmax())
    words = row_words(trace, best)
    term = Term((Factor(float(trace["value"][best, index[-1]]), "value"),), words)
    operand = Operand("value", (best, index[-1]), "value")
    note = f"copied from the best key, {words}"
    name = f"hard result {index[-1] + 1}"
    return Explanation(step, index, name, value, (term,), operands=(operand,), note=note)


def of_self_attention(trace: Trace, step: str, index: Index) -> Explanation | None:
    """X, its projections, attention, and the cost."""
    if step in {"query", "key", "value"}:
        return attending.projected(trace, step, index, "features", f"w_{step}")
    if step == "features":
        return counting.features(trace, index)
    if step.startswith(("operations_", "steps_", "path_")) or step in {
        "pairs", "scores_and_mixing", "projections", "equal_length", "equal_operations",
    }:  # fmt: skip
        return counting.cost(trace, step, index)
    return PAIRED[step](trace, index) if step in PAIRED else None


def of_alignment(trace: Trace, step: str, index: Index) -> Explanation | None:
    """The steps of the translator that looks back."""
    makers = {
        "own_energies": translating.own_energy,
        "energies": translating.energy,
        "weights": translating.alignment_weight,
        "weight_total": attending.weight_total,
        "contributions": translating.contribution,
        "context": translating.context,
        "next_word": translating.next_word,
    }
    return makers[step](trace, index) if step in makers else None


def of_bottleneck(trace: Trace, step: str, index: Index) -> Explanation | None:
    """States, the one vector, and how good the translations are."""
    if step == "states":
        return translating.encoder_state(trace, index)
    if step == "context":
        return translating.fixed_context(trace, index)
    if step.startswith("right "):
        return translating.right_share(trace, step)
    if step.endswith(" curve"):
        return translating.measured_point(trace, step, index) if index[1] == 1 else None
    return translating.measured(trace, step)


def of_variance(trace: Trace, step: str, index: Index) -> Explanation | None:
    """The figures of the sample."""
    first, _, series = step.rpartition("_")
    match first:
        case "variance":
            return counting.variance(trace, series)
        case "deviation":
            return counting.deviation(trace, series)
        case "histogram":
            return counting.histogram_bin(trace, series, index)
        case "softmax":
            return counting.example_weight(trace, series, index)
        case "gradient_left" | "top_weight" | "entropy" | "variance_curve" | "gradient_curve":
            return counting.of_the_sample(trace, step, index)
    return None


def settled(trace: Trace, found: Explanation) -> Explanation:
    """The explanation with the fault that is on; a sum that a fault falsifies is not shown."""
    fault = fault_of(trace.experiment)
    if fault and not measured_before(trace, found.step):
        found = replace(found, mistake=f"fault on: {FAULTS[fault].rule}")
    if not found.terms or same(found.total, found.value, NEAR):
        return found
    if fault == "rounding" and same(found.total, found.value, 0.0, HUNDREDTH):
        return replace(found, note="then rounded to two decimals")
    note = found.mistake or "this number is not the sum of its parts"
    return replace(found, terms=(), divisor=(), note=note, mistake="")


def measured_before(trace: Trace, step: str) -> bool:
    """Whether a figure was measured or published long before, where no fault of ours was on."""
    ours = step in {"states", "context"} or step.startswith("right ")
    return isinstance(trace.experiment, BottleneckExperiment) and not ours


def same(a: float, b: float, relative: float, absolute: float = 1e-12) -> bool:
    """Whether two numbers agree; NaN agrees with NaN."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.isclose(a, b, rel_tol=relative, abs_tol=absolute)
