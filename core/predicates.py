"""Statements about a trace: what challenges, claims and the evidence of a quiz are made of.

Each one says what it means with a measure of the catalogue, a place, a comparison and a value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.catalogue import MEASURES, Measure
from core.lesson import Predicate, Where
from core.trace import Trace
from core.wording import listed, suggestion

__all__ = ["MEASURES", "Measure", "Progress", "holds", "measured", "progress"]

PLACES = ("query", "key", "other", "array", "head", "step", "component")
# Where the goal stands on the bar of a challenge whose measure has no largest value.
GOAL_TICK = 0.8


@dataclass(frozen=True)
class Progress:
    """How far a learner has come with a predicate.

    value and goal as they are; fraction and tick are where they stand on the card's bar, 0 to 1,
    so that more is always nearer. done: whether the predicate holds.
    """

    value: float | str
    goal: float | str
    fraction: float
    tick: float
    done: bool


def kind_of(trace: Trace) -> str:
    """The kind of a trace's experiment, as an author writes it."""
    return str(trace.experiment.__struct_config__.tag)


def measured(trace: Trace, measure: str, where: Where) -> float | str:
    """What `measure` finds in the trace.

    Raises ValueError, with a sentence that names what there is, for an unknown measure, a place
    that is missing, unknown or not asked for, and an experiment that has no such thing.
    """
    if measure not in MEASURES:
        raise ValueError(f"there is no measure {measure}{suggestion(measure, MEASURES)}")
    entry = MEASURES[measure]
    kind = kind_of(trace)
    if kind not in entry.kinds:
        kinds = listed(entry.kinds, "or")
        raise ValueError(f"{measure} needs an experiment of kind {kinds}, not {kind}")
    for place in PLACES:
        given = getattr(where, place) is not None
        if given and place not in entry.needs + entry.may:
            takes = entry.needs + entry.may
            looks = f"looks at {listed(takes)} only" if takes else "looks at no place"
            raise ValueError(f"{measure} {looks}, so leave {place} out")
    return entry.of(trace, where)


def holds(predicate: Predicate, trace: Trace) -> bool:
    """Whether the predicate is true of the trace. Raises ValueError as `measured` does."""
    return compared(measured(trace, predicate.measure, predicate.where), predicate)


def compared(value: float | str, predicate: Predicate) -> bool:
    """Whether `value` stands in the predicate's comparison to its value."""
    goal, comparison = predicate.value, predicate.comparison
    if isinstance(value, str) or isinstance(goal, str):
        if isinstance(value, str) != isinstance(goal, str):
            what = "a token" if isinstance(value, str) else "a number"
            raise ValueError(f"{predicate.measure} is {what}; compare it with one")
        if comparison != "=":
            raise ValueError(f'{predicate.measure} is a token; compare it with "="')
        return value == goal
    match comparison:
        case ">":
            return value > goal
        case ">=":
            return value >= goal
        case "<":
            return value < goal
        case "<=":
            return value <= goal
    return value == goal or abs(value - goal) <= predicate.tolerance


def progress(predicate: Predicate, trace: Trace) -> Progress:
    """How near the trace is to what the predicate asks. Raises ValueError as `measured` does."""
    value = measured(trace, predicate.measure, predicate.where)
    done = compared(value, predicate)
    goal = predicate.value
    if isinstance(value, str) or isinstance(goal, str):
        return Progress(value, goal, float(done), 1.0, done)
    if MEASURES[predicate.measure].share and predicate.comparison != "=":
        flip = predicate.comparison.startswith("<")
        fraction, tick = (1 - value, 1 - goal) if flip else (value, goal)
        return Progress(value, goal, within(fraction), within(tick), done)
    return Progress(value, goal, open_fraction(value, goal, predicate, done), GOAL_TICK, done)


def open_fraction(value: float, goal: float, predicate: Predicate, done: bool) -> float:
    """Where a value without bounds stands on the bar; short of the tick until it is done."""
    if done:
        return GOAL_TICK if predicate.comparison == "=" else 1.0
    if not math.isfinite(value) or not math.isfinite(goal):
        return 0.0
    if predicate.comparison.startswith(">") and goal > 0:
        return GOAL_TICK * within(value / goal)
    return GOAL_TICK / (1 + abs(value - goal) / max(abs(goal), 1.0))


def within(fraction: float) -> float:
    """`fraction` between 0 and 1; 0 where it is no number."""
    return min(max(fraction, 0.0), 1.0) if math.isfinite(fraction) else 0.0
