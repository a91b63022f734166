"""The random sample of pane 06 with one mistake in it: what is drawn, divided or exponentiated."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.arrays import Floats, read_only
from core.attention import softmax
from core.sample import Curves, DotProductFigures, DotProductSample, curves_of, figures

WIDER = 2.0  # how much wider the components are under "wide-components"


def faulty_figures(sample: DotProductSample, d_k: int, fault: str = "") -> DotProductFigures:
    """What the sample shows at one d_k with one mistake; "" makes none.

    A weight that float16 cannot hold is NaN, and so is every mean over it. Raises ValueError for
    a d_k out of range.
    """
    pair, key = faulty_sums(sample, d_k, fault)
    shares: Callable[[Floats], Floats] = half_softmax if fault == "half-precision" else softmax
    return figures(d_k, pair, key, 0, divisor_of(d_k, fault), shares)


def divisor_of(d_k: int, fault: str) -> float:
    """What the scaled dot products are divided by."""
    return {"no-scale": 1.0, "scale-d_k": float(d_k)}.get(fault, float(np.sqrt(d_k)))


def scaled_variance(sample: DotProductSample, d_k: int, fault: str = "") -> float:
    """The variance of the scaled dot products alone, as `faulty_figures` has it."""
    pair, _ = faulty_sums(sample, d_k, fault)
    return float((pair / divisor_of(d_k, fault)).var())


def faulty_sums(sample: DotProductSample, d_k: int, fault: str) -> tuple[Floats, Floats]:
    """q . k of the pairs and of the queries with their keys, from components drawn wrongly.

    "one-component": all components are the first one, so q . k is d_k times their product;
    "wide-components": both vectors are twice as wide, so q . k is four times as large.
    """
    if fault == "one-component":
        pair, key = sample.sums(1)
        return pair * d_k, key * d_k
    pair, key = sample.sums(d_k)
    if fault == "wide-components":
        return pair * WIDER**2, key * WIDER**2
    return pair, key


def spread_of(d_k: int, fault: str = "") -> float:
    """The standard deviation of an unscaled dot product in theory, as it is drawn."""
    root = float(np.sqrt(d_k))
    if fault == "one-component":
        return float(d_k)
    return root * WIDER**2 if fault == "wide-components" else root


def half_softmax(scores: Floats) -> Floats:
    """Exponentials, their sum and the quotient in float16, with nothing taken off first."""
    with np.errstate(all="ignore"):
        shares = np.exp(scores.astype(np.float16))
        total = shares.sum(axis=-1, keepdims=True, dtype=np.float16)
        weights = (shares / total).astype(np.float64)
    return read_only(weights)


def faulty_curves(sample: DotProductSample, fault: str) -> Curves:
    """The figures at d_k = 1, 2, 4 ...; kept with the sample, since nothing else changes them."""
    if not fault:
        return sample.curves
    if fault not in sample.faulty_curves:
        made = [faulty_figures(sample, int(d_k), fault) for d_k in sample.curves.d_k]
        sample.faulty_curves[fault] = curves_of(made)
    return sample.faulty_curves[fault]


def broken_queries(sample: DotProductSample, d_k: int) -> tuple[int, int, int]:
    """Queries whose float16 weights do not add to 1, unscaled and scaled, of how many.

    An infinite exponential makes a row NaN; where only the sum is infinite, all weights are 0.
    """
    _, key = sample.sums(d_k)
    unscaled, scaled = (
        int((~(half_softmax(scores).sum(axis=-1) > 0.5)).sum())
        for scores in (key, key / np.sqrt(d_k))
    )
    return unscaled, scaled, len(key)
