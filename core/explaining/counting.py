"""Counts and figures of samples, explained: parameters, operations, variance, entropy."""

from __future__ import annotations

import math

import numpy as np

from core.experiment import HeadsExperiment, ProjectionExperiment, SelfAttentionExperiment
from core.explaining.explanation import Explanation, Factor, Index, Operand, Term, made
from core.explaining.naming import place, row_words, words_of
from core.fault_names import fault_of
from core.trace import Trace

HALF_LIMIT = 11.09  # e to more than this is beyond float16, whose largest number is 65504
NAMED = 3  # pairs of a sample that are named before the rest is one term


def variance(trace: Trace, series: str) -> Explanation:
    """The mean of the squares less the square of the mean, over all pairs of the sample."""
    dots = trace["dot_products" if series == "unscaled" else "scaled_dot_products"]
    pairs = len(dots)
    mean = float(dots.mean())
    apart = dots - mean
    named = tuple(
        Term((Factor(float(x)), Factor(float(x))), f"pair {j + 1}")
        for j, x in enumerate(apart[:NAMED])
    )
    rest = float(np.square(apart[NAMED:]).sum())
    others = Term((Factor(rest),), f"{pairs - NAMED} other squares", max(pairs - NAMED, 1))
    return Explanation(
        f"variance_{series}",
        (),
        f"{series} variance",
        float(trace[f"variance_{series}"]),
        (*named, others),
        (Term((Factor(float(pairs)),)),),
        note=f"squared distances from the mean, {mean:.4g}, over {pairs} random pairs",
    )


def deviation(trace: Trace, series: str) -> Explanation:
    """The root of the variance."""
    spread = float(trace[f"variance_{series}"])
    return Explanation(
        f"deviation_{series}",
        (),
        "standard deviation",
        float(trace[f"deviation_{series}"]),
        (Term((made("sqrt", spread),)),),
        note="the root of the variance",
    )


def histogram_bin(trace: Trace, series: str, index: Index) -> Explanation:
    """How many pairs of the sample lie between two edges; the first of them by their places."""
    low, high = (float(edge) for edge in trace["bin_edges"][index[0] : index[0] + 2])
    dots = trace["dot_products" if series == "unscaled" else "scaled_dot_products"]
    last = index[0] == len(trace["bin_edges"]) - 2
    inside = np.flatnonzero((dots >= low) & ((dots <= high) if last else (dots < high)))
    terms = [Term((Factor(1.0),), f"pair {pair + 1}") for pair in inside[:NAMED]]
    rest = len(inside) - len(terms)
    if rest:
        terms.append(Term((Factor(float(rest)),), f"{rest} other pairs", rest))
    value = float(trace[f"histogram_{series}"][index])
    name = f"pairs between {low:.4g} and {high:.4g}"
    note = f"{value / len(dots):.2%} of {len(dots)} pairs have a dot product in this bin"
    return Explanation(f"histogram_{series}", index, name, value, tuple(terms), note=note)


def example_weight(trace: Trace, series: str, index: Index) -> Explanation:
    """One bar of the softmax over the example's keys; in float16 under that fault."""
    line = trace[f"example_scores_{series}"]
    if fault_of(trace.experiment) == "half-precision":
        value = float(trace[f"softmax_{series}"][index])
        above = int((line > HALF_LIMIT).sum())
        note = "exponentials, their sum and the quotient in float16"
        if above:
            note += f"; {above} of {len(line)} scores lie above {HALF_LIMIT}, where e^x is infinite"
        name = f"weight of key {index[0] + 1}"
        return Explanation(f"softmax_{series}", index, name, value, note=note)
    top = float(line.max())
    divisor = tuple(Term((made("exp", float(z), top),), f"key {j + 1}") for j, z in enumerate(line))
    return Explanation(
        f"softmax_{series}",
        index,
        f"weight of key {index[0] + 1}",
        float(trace[f"softmax_{series}"][index]),
        (divisor[index[0]],),
        divisor,
        note="the largest score is taken off first",
    )


def of_the_sample(trace: Trace, step: str, index: Index) -> Explanation:
    """A mean over all queries of the sample, whose rows are not kept."""
    rules = {
        "gradient": "1 − Σ p², averaged over the sample's queries",
        "top": "the largest p, averaged over the sample's queries",
        "entropy": "−Σ p log2 p, averaged over the sample's queries",
        "variance": "the variance of the sample's dot products at this d_k",
    }
    first = step.split("_")[0]
    name = step.replace("_", " ")
    return Explanation(step, index, name, float(trace[step][index]), note=rules[first])


def entropy(trace: Trace, index: Index) -> Explanation:
    """p log2(1/p), one key a term; keys of weight 0 add nothing."""
    head, query = index
    row, labels = trace["weights"][index], words_of(trace, "key")
    terms = tuple(
        Term((Factor(float(p), "weight"), made("log2", float(p))), labels[j] if labels else "")
        for j, p in enumerate(row)
        if p > 0
    )
    return Explanation(
        "entropy",
        index,
        f"entropy of head {head + 1}",
        float(trace["entropy"][index]),
        terms or (Term((Factor(0.0),)),),
        operands=(Operand("weights", (head, query, None), "weight"),),
        words=row_words(trace, query),
        note="bits",
    )


def mean_entropy(trace: Trace, index: Index) -> Explanation:
    """The mean of the entropies of one head's queries."""
    head = index[0]
    labels = words_of(trace, "query")
    rows = trace["entropy"][head]
    terms = tuple(Term((Factor(float(h)),), labels[j]) for j, h in enumerate(rows))
    return Explanation(
        "mean_entropy",
        index,
        f"mean entropy of head {head + 1}",
        float(trace["mean_entropy"][head]),
        terms,
        (Term((Factor(float(len(rows))),)),),
        operands=(Operand("weights", (head, None, None), "weight"),),
        note="bits, one query a term",
    )


def parameters(trace: Trace, index: Index) -> Explanation:
    """A count of the parameter table; index (row, column), () for the experiment's own total."""
    assert isinstance(trace.experiment, HeadsExperiment)
    d, heads = float(trace.experiment.d_model), float(trace.experiment.heads)
    column = index[1] if index else 5
    if index:
        heads = float(trace["parameter_table"][index[0], 0])
    d_k = d / heads
    three, square = (Factor(3.0), Factor(d), Factor(d_k)), Term((Factor(d), Factor(d)), "W_O")
    rules: dict[int, tuple[str, tuple[Term, ...], tuple[Term, ...]]] = {
        0: ("heads", (Term((Factor(heads),)),), ()),
        1: ("d_k", (Term((Factor(d),)),), (Term((Factor(heads),)),)),
        2: ("numbers of one head", (Term(three, "W_Q, W_K, W_V"),), ()),
        3: ("numbers of all heads", (Term((*three, Factor(heads))),), ()),
        4: ("numbers of W_O", (square,), ()),
        5: ("all parameters", (Term((*three, Factor(heads)), "heads"), square), ()),
    }
    name, terms, divisor = rules[column]
    value = float(trace["parameter_table"][index]) if index else float(trace["parameter_count"])
    step = "parameter_table" if index else "parameter_count"
    return Explanation(step, index, name, value, terms, divisor)


def cost(trace: Trace, step: str, index: Index = ()) -> Explanation:
    """Operations, pairs and their ratios at n and d; at another n along a curve."""
    assert isinstance(trace.experiment, SelfAttentionExperiment)
    n, d = Factor(float(trace.experiment.length)), Factor(float(trace.experiment.width))
    value = float(trace[step][index])
    if index:
        n = Factor(float(trace["lengths"][index]))
    table: dict[str, tuple[str, tuple[Factor, ...], tuple[Factor, ...]]] = {
        "operations_self_attention": ("operations of self-attention", (n, n, d), ()),
        "operations_recurrent": ("operations of a recurrent layer", (n, d, d), ()),
        "operations_ratio": ("ratio", (n, n, d), (n, d, d)),
        "pairs": ("pairs", (n, n), ()),
        "scores_and_mixing": ("scores and mixing", (Factor(2.0), n, n, d), ()),
        "projections": ("projections", (Factor(4.0), n, d, d), ()),
        "equal_length": ("equal at n", (d,), ()),
        "equal_operations": ("operations where both are equal", (d, d, d), ()),
    }
    named = step.replace("_curve", "")
    if named not in table:
        first, _, layer = step.partition("_")
        rules = {"steps": "steps that must wait for each other", "path": "longest path"}
        note = f"{rules[first]} in a {layer.replace('_', '-')} layer"
        return Explanation(step, (), rules[first], value, note=note)
    name, above, below = table[named]
    divisor = (Term(below),) if below else ()
    note = f"n = {n.value:.0f}, d = {d.value:.0f}"
    return Explanation(step, index, name, value, (Term(above),), divisor, note=note)


def features(trace: Trace, index: Index) -> Explanation:
    """X: the word's vector plus the place's; in the trained network normalised after that."""
    row = index[0]
    word, spot = float(trace["embedding"][index]), float(trace["position"][index])
    assert isinstance(trace.experiment, SelfAttentionExperiment)
    trained = trace.experiment.trained
    terms = () if trained else (Term((Factor(word),), "E"), Term((Factor(spot),), "P"))
    note = "word plus position"
    if trained:
        made_of = f"{word!r} + {spot!r}" if spot else repr(word)
        note = f"word plus position, {made_of}, then normalised over the row"
    value = float(trace["features"][index])
    return Explanation(
        "features", index, f"X {place(index)}", value, terms, words=row_words(trace, row), note=note
    )


def shadow(trace: Trace, index: Index) -> Explanation:
    """The dot product divided by the length of the query."""
    length = float(trace["query_length"])
    value = float(trace["shadows"][index])
    terms: tuple[Term, ...] = (Term((Factor(float(trace["dot_products"][index])),)),)
    divisor: tuple[Term, ...] = (Term((Factor(length, "query"),)),)
    if math.isclose(length, 0.0):
        terms, divisor = (), ()
    note = "how far the key reaches along the query" if length else "a query of length 0"
    words = row_words(trace, index[0])
    return Explanation("shadows", index, "shadow", value, terms, divisor, words=words, note=note)


def length(trace: Trace) -> Explanation:
    """The length of the pointed query."""
    assert isinstance(trace.experiment, ProjectionExperiment)
    row = trace.experiment.pointed - 1
    q = trace["query"][row]
    squares = float(np.square(q).sum())
    return Explanation(
        "query_length",
        (),
        "length of the query",
        float(trace["query_length"]),
        (Term((made("sqrt", squares),)),),
        operands=(Operand("query", (row, None), "query"),),
        words=row_words(trace, row),
        note="the root of the sum of its squares",
    )
