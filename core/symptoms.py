"""What a fault does to the numbers at hand: one line each, computed, with nothing rounded."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from core.experiment import (
    AlignmentExperiment,
    BottleneckExperiment,
    Experiment,
    HeadsExperiment,
    ProjectionExperiment,
    VarianceExperiment,
)
from core.faulty_heads import tokens_in_head
from core.measures import DotProductSample
from core.places import key_tokens, query_tokens
from core.spread_symptoms import spread_symptom
from core.symptom_pieces import (
    SAME,
    Piece,
    Symptom,
    amount,
    difference,
    row_sums,
    shown,
)
from core.trace import FloatArray, Trace, compute
from core.traces.alignment import AlignmentTrace
from core.traces.bottleneck import BottleneckTrace
from core.translator_symptoms import aligned_symptom, translated_symptom

__all__ = ["Piece", "Symptom", "symptom", "with_fault"]


Translated = BottleneckExperiment | AlignmentExperiment


def with_fault(experiment: Experiment, fault: str) -> Experiment:
    """`experiment` with one mistake made, or with none (""). It must be one of its kind's."""
    return replace(experiment, fault=fault)


def symptom(
    experiment: Experiment,
    fault: str,
    right: Trace | None = None,
    sample: DotProductSample | None = None,
) -> Symptom:
    """What changes when `fault` is made with these numbers, whatever fault is made now.

    right: the trace of the same experiment without a fault, where it is at hand. sample: what a
    variance experiment selects from; without one nothing is said of it.
    """
    if isinstance(experiment, VarianceExperiment):
        return spread_symptom(experiment, fault, sample) if sample is not None else ()
    if isinstance(experiment, BottleneckExperiment | AlignmentExperiment):
        return of_translation(unpointed(experiment), fault)
    right = right or compute(with_fault(experiment, ""))
    try:
        wrong = compute(with_fault(experiment, fault))
    except ValueError as error:
        return (Piece(str(error).partition(";")[0]),)
    if "weights" not in wrong or "weights" not in right:
        wide, other = wrong["query"].shape[-1], wrong["key"].shape[-1]
        return (Piece(f"no product: {wide} columns against {other}"),)
    before, after = right["weights"], wrong["weights"]
    moved = difference(wrong["output"], right["output"])
    if fault == "scaled-query":
        if moved == 0:
            return (Piece("no fault: equal to the last digit"),)
        return Piece("no fault: equal to "), Piece(moved, style="tiny")
    if max(moved, difference(after, before)) <= SAME:
        return (Piece("nothing changes: " + why_nothing(right, fault)),)
    match fault:
        case "scale-after" | "softmax-columns":
            return row_sums(after, before)
        case "mask-after":
            return leaking_sum(right, after)
        case "mask-zero":
            return leak(right, after)
        case "no-row-max":
            return broken_rows(after, before)
        case "rounding":
            return Piece("the output moves by up to "), Piece(moved, style="tiny")
        case "reshaped-heads":
            return reshaped_head(experiment)
        case "same-projections":
            return symmetry(right, wrong)
    return moved_weight(right, before, after) or (
        Piece("the output moves by up to "),
        amount(moved),
    )


def unpointed(experiment: Translated) -> Translated:
    """What a translation hangs on alone: not where a hand points, nor what a plot shows."""
    if isinstance(experiment, BottleneckExperiment):
        return BottleneckExperiment(
            length=experiment.length,
            words=experiment.words,
            seed=experiment.seed,
            pair=experiment.pair,
        )
    return replace(experiment, fault="", step=1, gold=False, marked=(), pinned=None)


@lru_cache(maxsize=64)
def of_translation(experiment: Translated, fault: str) -> Symptom:
    """What a fault does to a translation; kept, because it takes several translations to know."""
    right, wrong = translation(experiment), compute(with_fault(experiment, fault))
    if isinstance(right, BottleneckTrace) and isinstance(wrong, BottleneckTrace):
        return translated_symptom(right, wrong)
    assert isinstance(right, AlignmentTrace) and isinstance(wrong, AlignmentTrace)
    return aligned_symptom(fault, right, wrong)


@lru_cache(maxsize=4)
def translation(experiment: Translated) -> Trace:
    """The trace without a fault, which every symptom of a sentence is compared with."""
    return compute(experiment)


def why_nothing(right: Trace, fault: str) -> str:
    """Why a fault leaves every number as it is."""
    if fault.startswith("mask") and not np.isneginf(right["masked"]).any():
        return "nothing is hidden"
    if fault.startswith(("scale", "no-scale")):
        if not getattr(right.experiment, "scaled", True):
            return "the scale is off"
        if right["query"].shape[-1] == 1:
            return "d_k is 1"
    return "these numbers do not show it"


def moved_weight(right: Trace, before: FloatArray, after: FloatArray) -> Symptom:
    """How the pinned weight moves, or, where that is not to be seen, the one that moves most.

    Nothing where no weight moves.
    """
    place = pinned_place(right)
    if place is None or shown(float(before[place])) == shown(float(after[place])):
        change = np.abs(after - before)
        flat = int(np.argmax(np.where(np.isnan(change), np.inf, change)))
        place = tuple(int(part) for part in np.unravel_index(flat, before.shape))
    old, new = float(before[place]), float(after[place])
    if shown(old) == shown(new):
        most = difference(after, before)
        return (Piece("weights move by up to "), amount(most)) if most > SAME else ()
    verb = " rises from " if new > old else " falls from "
    return (*pair(right, place), Piece(verb), Piece(old), Piece(" to "), Piece(new))


def pair(trace: Trace, place: tuple[int, ...]) -> Symptom:
    """The query and the key of a cell, in their roles."""
    return (
        Piece(query_tokens(trace)[place[-2]], "query"),
        Piece(" → "),
        Piece(key_tokens(trace)[place[-1]], "key"),
    )


def pinned_place(trace: Trace) -> tuple[int, ...] | None:
    """The index of the pinned weight."""
    experiment = trace.experiment
    if isinstance(experiment, ProjectionExperiment):
        return experiment.pointed - 1, experiment.pinned - 1
    pinned = getattr(experiment, "pinned", None)
    return None if pinned is None else tuple(part - 1 for part in pinned)


def leaking_sum(right: Trace, after: FloatArray) -> Symptom:
    """The row that has lost most of its weight."""
    sums = np.where(right["weights"].any(axis=-1), after.sum(axis=-1), np.inf)
    place = np.unravel_index(int(np.argmin(sums)), sums.shape)
    word = query_tokens(right)[int(place[-1])]
    row = Piece("the row of "), Piece(word, "query")
    if shown(float(sums[place])) == 1:
        return (*row, Piece(" lacks "), amount(1 - float(sums[place])))
    return (*row, Piece(" adds to "), Piece(float(sums[place])))


def leak(right: Trace, after: FloatArray) -> Symptom:
    """The query that gives most of its weight to keys that are hidden."""
    leaks = np.where(np.isneginf(right["masked"]), after, 0.0).sum(axis=-1)
    place = np.unravel_index(int(np.argmax(leaks)), leaks.shape)
    word = query_tokens(right)[int(place[-1])]
    return (
        Piece(word, "query"),
        Piece(" leaks "),
        amount(float(leaks[place])),
        Piece(" to hidden words"),
    )


def broken_rows(after: FloatArray, before: FloatArray) -> Symptom:
    """How many rows are not numbers any more, or how far weights move where all still are."""
    rows = np.isnan(after).any(axis=-1)
    if not rows.any():
        return Piece("scores × 1000: weights move by up to "), amount(difference(after, before))
    return (
        Piece("scores × 1000: "),
        Piece(float(rows.sum()), style="whole"),
        Piece(" of "),
        Piece(float(rows.size), style="whole"),
        Piece(" rows are not numbers"),
    )


def reshaped_head(experiment: Experiment) -> Symptom:
    """Which words the first head is cut from."""
    assert isinstance(experiment, HeadsExperiment)
    n = len(experiment.tokens)
    _, last = tokens_in_head(n, experiment.d_model, experiment.heads, 0)
    return (
        Piece("head 1 holds numbers of "),
        Piece(float(last + 1), style="whole"),
        Piece(" of "),
        Piece(float(n), style="whole"),
        Piece(f" word{'s' * (n != 1)}"),
    )


def symmetry(right: Trace, wrong: Trace) -> Symptom:
    """How far scores are from their mirror image, with two matrices and with one."""

    def apart(trace: Trace) -> float:
        scores = trace["scores"]
        return difference(scores, np.swapaxes(scores, -1, -2))

    first = apart(right)
    if first <= SAME:
        return (
            Piece("symmetric anyway; weights move by up to "),
            amount(difference(wrong["weights"], right["weights"])),
        )
    return (
        Piece("mirrored scores differ by "),
        amount(first),
        Piece(", then "),
        Piece(apart(wrong), style="whole"),
    )
