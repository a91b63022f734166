"""Where a measure looks: the names and places that an author writes -> parts of an array."""

from __future__ import annotations

import numpy as np

from core.experiment import (
    AttentionExperiment,
    BottleneckExperiment,
    CrossExperiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
)
from core.lesson import Place, Where
from core.trace import FloatArray, Trace
from core.traces.alignment import AlignmentTrace
from core.wording import listed, suggestion


class NoSuchTokenError(ValueError):
    """A token that is asked for by name or place is not among those of the experiment."""


def query_tokens(trace: Trace) -> tuple[str, ...]:
    """The tokens that ask."""
    experiment = trace.experiment
    if isinstance(trace, AlignmentTrace):
        return trace.tokens
    if isinstance(
        experiment,
        AttentionExperiment
        | SentenceExperiment
        | HeadsExperiment
        | ProjectionExperiment
        | SelfAttentionExperiment
        | BottleneckExperiment
        | CrossExperiment,
    ):
        return experiment.tokens
    raise ValueError("this experiment has no tokens")


def key_tokens(trace: Trace) -> tuple[str, ...]:
    """The tokens that are asked."""
    experiment = trace.experiment
    if isinstance(trace, AlignmentTrace):
        return trace.key_tokens
    if isinstance(experiment, AttentionExperiment | CrossExperiment):
        return experiment.key_tokens
    return query_tokens(trace)


def query_index(trace: Trace, place: Place | None) -> int:
    """The row of a query, counting from 0."""
    return token_index(place, query_tokens(trace), "query")


def key_index(trace: Trace, place: Place | None) -> int:
    """The column of a key, counting from 0."""
    return token_index(place, key_tokens(trace), "key")


def token_index(place: Place | None, tokens: tuple[str, ...], role: str) -> int:
    """Where a token stands, counting from 0.

    Raises NoSuchTokenError for a token that is not there and for a place beyond the last token, and
    ValueError for a token that is there twice.
    """
    if place is None:
        raise ValueError(f"where needs {role}: one of {listed(tokens, 'or')}, or its place")
    if isinstance(place, int):
        if not 1 <= place <= len(tokens):
            raise NoSuchTokenError(f"there is no {role} {place}; the places are 1 to {len(tokens)}")
        return place - 1
    found = [number for number, token in enumerate(tokens, 1) if token == place]
    if not found:
        raise NoSuchTokenError(f"there is no {role} {place}{suggestion(place, tokens)}")
    if len(found) > 1:
        numbers = listed([str(number) for number in found])
        raise ValueError(f'"{place}" stands at the places {numbers}; name the {role} by its place')
    return found[0] - 1


def step_array(trace: Trace, name: str | None) -> FloatArray:
    """The array of the step `name`. Raises ValueError naming the steps that there are."""
    if name is None:
        raise ValueError(f"where needs array: one of {listed(trace.steps, 'or')}")
    if name not in trace and trace.problem:
        raise ValueError(trace.problem)
    if name not in trace:
        raise ValueError(f"this experiment has no step {name}{suggestion(name, trace.steps)}")
    return trace[name]


def of_head(array: FloatArray, head: int | None) -> FloatArray:
    """The rows and columns of one head; `array` itself where there are no heads."""
    if array.ndim < 3:
        if head is not None:
            raise ValueError("this experiment has no heads; leave head out")
        return array
    if head is None or not 1 <= head <= len(array):
        what = "where needs head" if head is None else f"there is no head {head}"
        raise ValueError(f"{what}; the heads are 1 to {len(array)}")
    return np.asarray(array[head - 1])


def weight_row(trace: Trace, where: Where, place: Place | None) -> FloatArray:
    """The weights of one query, one for each key."""
    row = query_index(trace, place)
    return np.asarray(of_head(step_array(trace, "weights"), where.head)[row])


def cell(trace: Trace, where: Where, step: str) -> float:
    """One number of a step that has a row for each query and a column for each key."""
    array = of_head(step_array(trace, step), where.head)
    return float(array[query_index(trace, where.query), key_index(trace, where.key)])


def component(trace: Trace, where: Where, step: str) -> float:
    """One component of a query's row in `step`."""
    row = of_head(step_array(trace, step), where.head)[query_index(trace, where.query)]
    if where.component is None or not 1 <= where.component <= len(row):
        what = (
            "where needs component"
            if where.component is None
            else f"there is no component {where.component}"
        )
        raise ValueError(f"{what}; the components are 1 to {len(row)}")
    return float(row[where.component - 1])
