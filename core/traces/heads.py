"""The steps of multi-head attention, and what its projections are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core import masks, words
from core.arrays import Floats
from core.experiments.heads import MAX_HEADS, HeadPattern, HeadsExperiment
from core.faulty_heads import faulty_heads
from core.head_parts import HeadParts, head_parts
from core.heads import (
    MultiHeadAttention,
    MultiHeadWeights,
    divisors,
    parameter_count,
)
from core.measures import entropy, top_weight
from core.trace import Step, Trace
from core.traces.attention import ROOT, divided_by

HEAD_STEPS = (
    ("query", ("head", "query", "component"), r"\query{Q W_i^Q}"),
    ("key", ("head", "key", "component"), r"\key{K W_i^K}"),
    ("value", ("head", "key", "component"), r"\value{V W_i^V}"),
    ("scores", ("head", "query", "key"), r"\query{Q_i}\key{K_i}^\mathsf{T}"),
    ("scaled", ("head", "query", "key"), r"\query{Q_i}\key{K_i}^\mathsf{T}/\sqrt{d_k}"),
    ("masked", ("head", "query", "key"), r"\query{Q_i}\key{K_i}^\mathsf{T}/\sqrt{d_k} + M"),
    ("weights", ("head", "query", "key"), r"\weight{A_i}"),
    ("head_outputs", ("head", "query", "component"), r"\mathrm{head}_i"),
    ("concat", ("query", "component"), r"[\mathrm{head}_1; \ldots; \mathrm{head}_h]"),
    ("output", ("query", "component"), r"\mathrm{MultiHead}"),
)
FOUR_SQUARES = r"4\,d_{\mathrm{model}}^2"
TIE = 1e-12  # weights that differ by less are equal
TABLE_COLUMNS = ("heads", "d_k", "one_head", "all_heads", "output_projection", "total")


def heads_trace(experiment: HeadsExperiment) -> Trace:
    """Every step of multi-head self-attention for one experiment."""
    x, weights = tokens_of(experiment), projections(experiment)
    n = len(experiment.tokens)
    mask = masks.causal(n) if experiment.mask == "causal" else None
    result = faulty_heads(x, weights, mask, experiment.fault)
    parts = head_parts(result, tuple(head - 1 for head in experiment.knocked_out))
    result = replace(result, concat=parts.concat, output=parts.output)
    steps = {
        "features": Step(x, ("query", "component"), "X"),
        "query_projection": Step(weights.w_q, ("component", "component"), r"\query{W_Q}"),
        "key_projection": Step(weights.w_k, ("component", "component"), r"\key{W_K}"),
        "value_projection": Step(weights.w_v, ("component", "component"), r"\value{W_V}"),
        "output_projection": Step(weights.w_o, ("component", "component"), "W_O"),
    }
    divided = divided_by(result.attention.scale, result.query.shape[-1])
    for name, axes, formula in HEAD_STEPS:
        steps[name] = Step(getattr(result, name), axes, formula.replace(ROOT, divided))
    return Trace(experiment, steps | summary(result) | of_heads(parts) | parameters(experiment))


def of_heads(parts: HeadParts) -> dict[str, Step]:
    """What each head adds, what those that are out leave missing, and who resembles whom."""
    return {
        "contributions": Step(
            parts.contributions, ("head", "query", "component"), r"\mathrm{head}_i W_O^{(i)}"
        ),
        "moved": Step(
            parts.moved,
            ("query",),
            r"\lVert \sum_{i\ \mathrm{out}} \mathrm{head}_i W_O^{(i)} \rVert",
        ),
        "overlap": Step(
            parts.overlap, ("head", "head"), r"\frac{1}{n}\sum_i \sum_j \min(a_{ij}, b_{ij})"
        ),
    }


def summary(result: MultiHeadAttention) -> dict[str, Step]:
    """What is said of each head: its entropies in bits, and the strongest link of each query.

    mean_entropy is over the queries of one head; weights of different heads are never averaged,
    since heads that look at one key each would then seem to look everywhere. sharing: how many
    of the visible keys have the largest weight; strongest is the first of them.
    """
    bits, top = entropy(result.weights), top_weight(result.weights)
    sharing = (result.weights >= top[..., None] - TIE).sum(axis=-1)
    visible = np.isfinite(result.masked).sum(axis=-1)
    strongest = np.argmax(result.weights, axis=-1).astype(np.float64)
    return {
        "entropy": Step(bits, ("head", "query"), r"-\sum_j a_{ij} \log_2 a_{ij}"),
        "mean_entropy": Step(bits.mean(axis=-1), ("head",), r"\frac{1}{n}\sum_i H_i"),
        "top_weight": Step(top, ("head", "query"), r"\max_j a_{ij}"),
        "strongest": Step(strongest, ("head", "query"), r"\mathrm{argmax}_j\, a_{ij}"),
        "visible": Step(visible.astype(np.float64), ("head", "query"), r"\#\{j: M_{ij} = 0\}"),
        "sharing": Step(sharing.astype(np.float64), ("head", "query"), r"\#\{j: a_{ij} = \max\}"),
    }


def parameters(experiment: HeadsExperiment) -> dict[str, Step]:
    """How many numbers the projections hold, at every head count up to 16."""
    d_model = experiment.d_model
    count = np.array(float(parameter_count(d_model, experiment.heads)))
    rows = [table_row(d_model, heads) for heads in head_choices(d_model)]
    return {
        "parameter_count": Step(count, (), FOUR_SQUARES),
        "parameter_table": Step(np.array(rows), ("head count", "parameters"), FOUR_SQUARES),
    }


def table_row(d_model: int, heads: int) -> tuple[float, ...]:
    """One row of the parameter table, in the order of TABLE_COLUMNS."""
    total, out = parameter_count(d_model, heads), d_model**2
    all_heads = total - out
    row = (heads, d_model // heads, all_heads // heads, all_heads, out, total)
    return tuple(float(number) for number in row)


def head_choices(d_model: int) -> tuple[int, ...]:
    """The head counts on offer: the divisors of d_model up to 16."""
    return tuple(heads for heads in divisors(d_model) if heads <= MAX_HEADS)


def tokens_of(experiment: HeadsExperiment) -> Floats:
    """X (n, d_model): seeded random vectors, behind the features where those are hand-set."""
    d_model, seed = experiment.d_model, experiment.seed
    if experiment.source != "hand-set" or experiment.features is None:
        return words.embed(experiment.tokens, d_model, seed)
    features = np.array(experiment.features, dtype=np.float64)
    rest = d_model - features.shape[1]
    if rest == 0:
        return features
    return np.concatenate([features, words.embed(experiment.tokens, rest, seed)], axis=1)


def projections(experiment: HeadsExperiment) -> MultiHeadWeights:
    """The four matrices. None depends on the number of heads, which only cuts them."""
    d_model = experiment.d_model
    random = np.random.default_rng(experiment.seed)
    # Divided by sqrt(d_model), so that projected components keep the variance of the features.
    w_q, w_k, w_v, w_o = random.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)
    if experiment.source == "hand-set":
        shares = [share_of(pattern, experiment.pattern_width) for pattern in experiment.patterns]
        w_q, w_k = (below(np.concatenate(side, axis=1)) for side in zip(*shares, strict=True))
        if experiment.has_values:
            w_v = below(np.concatenate(value_shares(experiment), axis=1))
            w_o = np.array(experiment.w_o, dtype=float) if experiment.w_o else np.eye(d_model)
    return MultiHeadWeights(w_q, w_k, w_v, w_o, experiment.heads)


def share_of(pattern: HeadPattern, width: int) -> tuple[Floats, Floats]:
    """One pattern's columns of W_Q and W_K, (features, width) each.

    The pattern stands there as often as it fits. The copies' products add up to sqrt(width) times
    the pattern's own, so that in a head of this width, where scores are divided by sqrt(width),
    the scaled score is what the pattern says.
    """
    query, key = np.array(pattern.query, dtype=float), np.array(pattern.key, dtype=float)
    copies = width // query.shape[1]
    return np.tile(query, copies) * (np.sqrt(width) / copies), np.tile(key, copies)


def value_shares(experiment: HeadsExperiment) -> list[Floats]:
    """The patterns' columns of W_V, (features, width) each: their values, then zeros."""
    made = []
    for pattern in experiment.patterns:
        value = np.array(pattern.value, dtype=float)
        rest = experiment.pattern_width - value.shape[1]
        made.append(np.pad(value, ((0, 0), (0, rest))))
    return made


def below(rows: Floats) -> Floats:
    """A square matrix with these first rows: the other components of a token count nothing."""
    width = rows.shape[1]
    return np.concatenate([rows, np.zeros((width - len(rows), width))])
