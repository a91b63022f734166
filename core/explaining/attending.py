"""The steps of dot-product attention, explained: scores, scaled, masked, weights, output.

The same functions serve every lab that attends; a leading index is the head. While a fault is on
they say what the faulty code computes.
"""

from __future__ import annotations

import math

import numpy as np

from core.explaining.explanation import (
    Explanation,
    Factor,
    Index,
    Operand,
    Term,
    made,
    products,
)
from core.explaining.naming import pair_words, place, row_words, words_of
from core.fault_names import fault_of
from core.faults import BLOWN_UP
from core.trace import Trace


def score(trace: Trace, index: Index) -> Explanation:
    """q_i . k_j, one component a term."""
    *head, query, key = index
    q, k = trace["query"][(*head, query)], trace["key"][(*head, key)]
    terms = products(q.tolist(), k.tolist(), ("query", "key"))
    if fault_of(trace.experiment) == "no-row-max":
        terms = tuple(Term((Factor(BLOWN_UP), *term.factors)) for term in terms)
    return Explanation(
        "scores",
        index,
        f"score {place(index)}",
        float(trace["scores"][index]),
        terms,
        operands=(
            Operand("query", (*head, query, None), "query"),
            Operand("key", (*head, key, None), "key"),
        ),
        words=pair_words(trace, index),
    )


def scaled(trace: Trace, index: Index) -> Explanation:
    """The score, divided by the root of d_k or multiplied by the sharpness."""
    value = Factor(float(trace["scores"][index]))
    divisor: tuple[Term, ...] = ()
    factors: tuple[Factor, ...] = (value,)
    note = ""
    sharpness = getattr(trace.experiment, "sharpness", None)
    d_k = float(trace["query"].shape[-1])
    fault = fault_of(trace.experiment)
    if sharpness is not None:
        factors, note = (value, Factor(float(sharpness))), "score times the sharpness"
    elif fault == "scale-d_k":
        divisor = (Term((Factor(d_k),)),)
    elif not getattr(trace.experiment, "scaled", True) or fault in {"no-scale", "scale-after"}:
        note = "not divided"
    else:
        divisor = (Term((made("sqrt", d_k),)),)
    return Explanation(
        "scaled",
        index,
        f"scaled score {place(index)}",
        float(trace["scaled"][index]),
        (Term(factors),),
        divisor,
        (Operand("scores", index),),
        pair_words(trace, index),
        note,
    )


def masked(trace: Trace, index: Index) -> Explanation:
    """The scaled score plus what the mask adds: nothing, or minus infinity."""
    before, after = float(trace["scaled"][index]), float(trace["masked"][index])
    hidden = math.isinf(after) and after < 0
    added = Factor(-math.inf if hidden else 0.0)
    terms: tuple[Term, ...] = (Term((Factor(before),)), Term((added,)))
    note = "hidden by the mask" if hidden else "nothing hidden here"
    if fault_of(trace.experiment) == "mask-zero" and after == 0.0 and before:
        terms, note = (Term((Factor(before), Factor(0.0))),), "hidden by the mask"
    return Explanation(
        "masked",
        index,
        f"masked score {place(index)}",
        after,
        terms,
        (),
        (Operand("scaled", index),),
        pair_words(trace, index),
        note,
    )


def weight(trace: Trace, index: Index) -> Explanation:
    """e to the masked score, over the sum of all of its row."""
    *head, query, key = index
    fault = fault_of(trace.experiment)
    down = fault == "softmax-columns"
    scores = trace[scores_before(trace)]
    of_head = scores[tuple(head)]
    line = of_head[:, key] if down else of_head[query]
    own = query if down else key
    visible = np.flatnonzero(~np.isneginf(line))
    largest = 0.0 if fault == "no-row-max" else float(np.max(line, initial=-np.inf))
    largest = 0.0 if math.isinf(largest) else largest
    operand = Operand(scores_before(trace), (*head, None, key) if down else (*head, query, None))
    value = float(trace["weights"][index])
    name, words = f"weight {place(index)}", pair_words(trace, index)
    if own not in visible:
        why = "no visible key: weight 0" if not len(visible) else "masked, so its weight is 0"
        return Explanation(
            "weights", index, name, value, operands=(operand,), words=words, note=why
        )
    labels = words_of(trace, "query" if down else "key")
    parts = {int(j): made("exp", float(line[j]), largest) for j in visible}
    factors: tuple[Factor, ...] = (parts[own],)
    if fault == "scale-after":
        factors = (*factors, Factor(1.0 / math.sqrt(trace["query"].shape[-1])))
    elif fault == "mask-after" and value == 0.0:
        factors = (*factors, Factor(0.0))
    divisor = tuple(Term((part,), labels[j] if labels else "") for j, part in parts.items())
    top = "the largest score of the row is taken off first" if largest else ""
    return Explanation(
        "weights", index, name, value, (Term(factors),), divisor, (operand,), words, top
    )


def scores_before(trace: Trace) -> str:
    """The last step before the softmax."""
    return next(name for name in ("masked", "scaled", "scores") if name in trace)


def weight_total(trace: Trace, index: Index) -> Explanation:
    """The sum of one row of weights; index ends with the query."""
    row = trace["weights"][index]
    labels = words_of(trace, "key")
    terms = tuple(
        Term((Factor(float(share), "weight"),), labels[j] if labels else "")
        for j, share in enumerate(row)
    )
    return Explanation(
        "weight_total",
        index,
        f"sum of row {index[-1] + 1}",
        float(row.sum()),
        terms,
        operands=(Operand("weights", (*index, None), "weight"),),
        words=row_words(trace, index[-1]),
    )


def output(trace: Trace, index: Index, step: str = "output") -> Explanation:
    """Weights times one column of values, one key a term."""
    *head, query, column = index
    weights = trace["weights"][(*head, query)]
    values = trace["value"][tuple(head)][:, column]
    return Explanation(
        step,
        index,
        f"output {place(index)}",
        float(trace[step][index]),
        products(weights.tolist(), values.tolist(), ("weight", "value"), words_of(trace, "key")),
        operands=(
            Operand("weights", (*head, query, None), "weight"),
            Operand("value", (*head, None, column), "value"),
        ),
        words=row_words(trace, query),
    )


SYMBOLS = {"query": "Q", "key": "K", "value": "V", "features": "X"}
SYMBOLS |= {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V"}


def given(trace: Trace, step: str, index: Index) -> Explanation:
    """A number that nothing computes: it is the learner's to change, or a trained state."""
    side = "key" if step in {"key", "value"} else "query"
    words = "" if step.startswith("w_") else row_words(trace, index[0], side)
    source = getattr(trace.experiment, "source", "")
    note = f"given: {source}" if source else "given, not computed"
    if getattr(trace.experiment, "is_trained", False):
        where = "decoder" if step == "query" else "encoder"
        note = f"a state of the trained {where}, a gated recurrent unit"
    name = f"{SYMBOLS[step]} {place(index)}"
    return Explanation(step, index, name, float(trace[step][index]), words=words, note=note)


def projected(
    trace: Trace, step: str, index: Index, features: str, matrix: str, column: int | None = None
) -> Explanation:
    """X times W, one feature a term. column: of W, where it is not the last of `index`."""
    row, at = index[-2], index[-1] if column is None else column
    role = step if step in {"query", "key", "value"} else ""
    x, w = trace[features][row], trace[matrix][:, at]
    return Explanation(
        step,
        index,
        f"{SYMBOLS[step]} {place(index)}",
        float(trace[step][index]),
        products(x.tolist(), w.tolist(), ("", role)),
        operands=(Operand(features, (row, None)), Operand(matrix, (None, at), role)),
        words=row_words(trace, row),
    )
