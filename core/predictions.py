"""Questions that a learner answers before the lab shows what an edit did."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.lesson import Prediction
from core.places import key_tokens
from core.predicates import holds, measured
from core.trace import Trace

RISES, STAYS, FALLS = "rises", "stays", "falls"
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Outcome:
    """What an edit did to what was asked. Values are unrounded.

    answer: the right choice; for a number the value itself. before and value: the measure then
    and now, None where only a predicate was asked.
    """

    answer: str | float
    before: float | str | None
    value: float | str | None


def options(prediction: Prediction, trace: Trace) -> tuple[str, ...]:
    """What can be chosen; nothing for a number."""
    if prediction.kind == "number":
        return ()
    if prediction.kind == "place":
        return tuple(dict.fromkeys(key_tokens(trace)))
    return (YES, NO) if prediction.predicate is not None else (RISES, STAYS, FALLS)


def outcome(prediction: Prediction, before: Trace, after: Trace) -> Outcome:
    """What there is to predict between two traces. Raises ValueError where it does not apply."""
    if prediction.predicate is not None:
        found = holds(prediction.predicate, after)
        where, measure = prediction.predicate.where, prediction.predicate.measure
        then, now = measured(before, measure, where), measured(after, measure, where)
        return Outcome(YES if found else NO, then, now)
    then = measured(before, prediction.measure, prediction.where)
    now = measured(after, prediction.measure, prediction.where)
    for number in (then, now):
        if not isinstance(number, str) and not np.isfinite(number):
            raise ValueError("the measure is no number here")
    if prediction.kind == "choice":
        if isinstance(then, str) or isinstance(now, str):
            raise ValueError(f"{prediction.measure} is a token; ask for it with kind place")
        moved = now - then
        answer = STAYS if abs(moved) <= prediction.tolerance else RISES if moved > 0 else FALLS
        return Outcome(answer, then, now)
    if (prediction.kind == "place") != isinstance(now, str):
        what = "a token" if isinstance(now, str) else "a number"
        raise ValueError(f"{prediction.measure} is {what}, which kind {prediction.kind} cannot ask")
    return Outcome(now, then, now)


def is_right(prediction: Prediction, found: Outcome, guess: str | float) -> bool:
    """Whether a guess is right; a number within the prediction's tolerance."""
    if isinstance(guess, str) or isinstance(found.answer, str):
        return guess == found.answer
    return abs(guess - found.answer) <= prediction.tolerance
