"""The sum behind one weight, term by term, as numbers: what a learner checks by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.fault_names import FAULTS, fault_of
from core.trace import Trace

# Beyond this, e to the score leaves the range in which a learner can compare the parts.
LARGEST_PLAIN_EXPONENT = 20.0


@dataclass(frozen=True)
class WeightArithmetic:
    """How one weight came about. Nothing is rounded.

    terms: (query component, key component) pairs whose products add to `score`.
    parts: e**(masked - shift) of every visible key, in key order; `part` is that of this key,
    None where the key is hidden. shift is 0 unless the scores are too large for plain e**score.
    divided: whether the experiment scales its scores at all.
    mistake: what is computed instead, in words, while a fault is on; the parts do not add up then.
    """

    terms: tuple[tuple[float, float], ...]
    score: float
    scale: float
    divided: bool
    scaled: float
    hidden: bool
    shift: float
    part: float | None
    parts: tuple[float, ...]
    weight: float
    mistake: str = ""


def weight_arithmetic(trace: Trace, query: int, key: int) -> WeightArithmetic:
    """The arithmetic of one weight of an attention trace; query and key count from 0."""
    masked = trace["masked"][query]
    visible = np.isfinite(masked)
    largest = float(np.abs(masked[visible]).max()) if visible.any() else 0.0
    shift = float(trace["row_max"][query, 0]) if largest > LARGEST_PLAIN_EXPONENT else 0.0
    with np.errstate(all="ignore"):  # a fault may let them overflow
        parts = np.exp(masked - shift)
    divided = bool(getattr(trace.experiment, "scaled", True))
    fault = fault_of(trace.experiment)
    scale = float(1.0 / np.sqrt(trace["query"].shape[-1])) if divided else 1.0
    terms = zip(trace["query"][query], trace["key"][key], strict=True)
    return WeightArithmetic(
        terms=tuple((float(q), float(k)) for q, k in terms),
        score=float(trace["scores"][query, key]),
        scale=scale,
        divided=divided,
        scaled=float(trace["scaled"][query, key]),
        hidden=not bool(visible[key]),
        shift=shift,
        part=float(parts[key]) if visible[key] else None,
        parts=tuple(float(part) for part in parts[visible]),
        weight=float(trace["weights"][query, key]),
        mistake=FAULTS[fault].rule if fault else "",
    )
