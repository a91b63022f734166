"""The numbers of multi-head attention, explained: each head, their concatenation, W_O."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.experiment import HeadsExperiment
from core.explaining import attending, counting
from core.explaining.explanation import (
    Explanation,
    Factor,
    Index,
    Operand,
    Term,
    made,
    products,
)
from core.explaining.naming import place, row_words, words_of
from core.fault_names import fault_of
from core.trace import Trace

PROJECTIONS = {
    "query": "query_projection",
    "key": "key_projection",
    "value": "value_projection",
}


def of_heads(trace: Trace, step: str, index: Index) -> Explanation | None:
    """One number of a head, or of what joins the heads."""
    match step:
        case "query" | "key" | "value":
            return projected(trace, step, index)
        case "scores":
            return attending.score(trace, index)
        case "scaled":
            return attending.scaled(trace, index)
        case "masked":
            return attending.masked(trace, index)
        case "weights":
            return attending.weight(trace, index)
        case "weight_total":
            return attending.weight_total(trace, index)
        case "head_outputs":
            return attending.output(trace, index, "head_outputs")
        case "concat":
            return concat(trace, index)
        case "output":
            return output(trace, index)
        case "output_projection":
            return given_projection(trace, index)
        case "contributions":
            return contribution(trace, index)
        case "moved":
            return moved(trace, index)
        case "overlap":
            return overlap(trace, index)
        case "entropy":
            return counting.entropy(trace, index)
        case "mean_entropy":
            return counting.mean_entropy(trace, index)
        case "parameter_count" | "parameter_table":
            return counting.parameters(trace, index)
    return None


def given_projection(trace: Trace, index: Index) -> Explanation:
    """A number of W_O, which nothing computes; hand-set patterns may bring one along, or none."""
    experiment, note = trace.experiment, "given: random, from the seed"
    assert isinstance(experiment, HeadsExperiment)
    patterns = experiment.patterns if experiment.source == "hand-set" else ()
    if patterns and all(pattern.value for pattern in patterns):
        note = "given with the patterns" if experiment.w_o else "given: W_O is the identity"
    value = float(trace["output_projection"][index])
    return Explanation("output_projection", index, f"W_O {place(index)}", value, note=note)


def projected(trace: Trace, step: str, index: Index) -> Explanation:
    """X times the head's columns of W."""
    head, row, column = index
    heads, n, width = trace["query"].shape
    d_model = heads * width
    matrix, at = PROJECTIONS[step], head * width + column
    fault = fault_of(trace.experiment)
    if fault == "same-projections" and step == "key":
        matrix = PROJECTIONS["query"]
    if fault == "reshaped-heads":
        row, at = divmod((head * n + row) * width + column, d_model)
    found = attending.projected(trace, step, (head, row, column), "features", matrix, at)
    return replace(found, index=index, value=float(trace[step][index]))


def concat(trace: Trace, index: Index) -> Explanation:
    """A number of a head's output, which concatenation only puts beside the others."""
    row, column = index
    heads, n, width = trace["query"].shape
    inside = (column // width, row, column % width)
    if fault_of(trace.experiment) == "reshaped-heads":
        flat = row * heads * width + column
        inside = (flat // (n * width), flat // width % n, flat % width)
    name = f"concat {place(index)}"
    if column // width in out(trace):
        note = f"head {column // width + 1} is out, so its columns are 0"
        value, words = float(trace["concat"][index]), row_words(trace, row)
        return Explanation("concat", index, name, value, words=words, note=note)
    found = attending.output(trace, inside, "head_outputs")
    note = f"output of head {inside[0] + 1}, number {inside[2] + 1}, put beside the others"
    return replace(
        found, step="concat", index=index, name=name, value=float(trace["concat"][index]), note=note
    )


def output(trace: Trace, index: Index) -> Explanation:
    """A row of the concatenation times a column of W_O."""
    row, column = index
    left, right = trace["concat"][row], trace["output_projection"][:, column]
    return Explanation(
        "output",
        index,
        f"output {place(index)}",
        float(trace["output"][index]),
        products(left.tolist(), right.tolist(), ("", "")),
        operands=(
            Operand("concat", (row, None)),
            Operand("output_projection", (None, column)),
        ),
        words=row_words(trace, row),
        note="concat times W_O",
    )


def out(trace: Trace) -> tuple[int, ...]:
    """The heads that are knocked out, from 0."""
    assert isinstance(trace.experiment, HeadsExperiment)
    return tuple(head - 1 for head in trace.experiment.knocked_out)


def contribution(trace: Trace, index: Index) -> Explanation:
    """One head's columns of the concatenation times its rows of W_O."""
    head, row, column = index
    width = trace["query"].shape[-1]
    span = slice(head * width, (head + 1) * width)
    left = trace["head_outputs"][head, row] if head in out(trace) else trace["concat"][row, span]
    right = trace["output_projection"][span, column]
    operands = [Operand("output_projection", (at, column)) for at in range(span.start, span.stop)]
    operands += [Operand("concat", (row, at)) for at in range(span.start, span.stop)]
    note = "what this head adds to the output" + (", while it is out" if head in out(trace) else "")
    return Explanation(
        "contributions",
        index,
        f"part {place(index)}",
        float(trace["contributions"][index]),
        products(left.tolist(), right.tolist(), ("", "")),
        operands=tuple(operands),
        words=row_words(trace, row),
        note=note,
    )


def moved(trace: Trace, index: Index) -> Explanation:
    """The length of what the heads that are out would add."""
    row = index[0]
    lost = trace["contributions"][list(out(trace)), row].sum(axis=0)
    squares = float(np.square(lost).sum())
    return Explanation(
        "moved",
        index,
        f"output {row + 1} moved by",
        float(trace["moved"][row]),
        (Term((made("sqrt", squares),)),),
        words=row_words(trace, row),
        note="the length of what the heads that are out would add",
    )


def overlap(trace: Trace, index: Index) -> Explanation:
    """How much weight two heads put on the same keys, one query a term."""
    first, second = index
    rows = np.minimum(trace["weights"][first], trace["weights"][second]).sum(axis=-1)
    labels = words_of(trace, "query")
    terms = tuple(Term((Factor(float(shared)),), labels[j]) for j, shared in enumerate(rows))
    return Explanation(
        "overlap",
        index,
        f"overlap of heads {first + 1} and {second + 1}",
        float(trace["overlap"][index]),
        terms,
        (Term((Factor(float(len(rows))),)),),
        operands=tuple(Operand("weights", (head, None, None), "weight") for head in set(index)),
        note="the smaller weight of each key, added up for every query",
    )
