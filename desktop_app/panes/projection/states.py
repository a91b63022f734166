"""What the instruments of pane 04 show, read from an experiment and its trace."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.editing_projection import can_move
from core.experiment import ProjectionExperiment
from core.trace import Trace
from desktop_app import numbers
from desktop_app.instruments.plane_view import PlaneState
from desktop_app.panes.projection import grids
from desktop_app.panes.projection.controls import sharpness_text
from desktop_app.panes.projection.corner import CornerState, Moving
from desktop_app.panes.projection.drawing import PaneState
from desktop_app.panes.projection.layout import ProjectionLayout
from desktop_app.panes.projection.lookups import LookupState
from desktop_app.panes.projection.pointing import Pointing
from desktop_app.panes.projection.rows import DictionaryState


def plane_state(experiment: ProjectionExperiment, trace: Trace, hovered: int | None) -> PlaneState:
    """The pointed query and all keys; hovered: the arrow pointed at, 0 the query, from 1 keys."""
    row = experiment.pointed - 1
    word, key = experiment.tokens[row], experiment.tokens[experiment.pinned - 1]
    length = numbers.fixed(float(trace["query_length"]))
    name = f"query {word}, {listed(trace['query'][row])}, length {length}"
    stuck = {key + 1 for key in range(len(experiment.tokens)) if not can_move(experiment, key)}
    if not can_move(experiment, row):
        stuck.add(0)
    return PlaneState(
        query_word=word,
        words=experiment.tokens,
        query=trace["plane_query"],
        keys=trace["plane_keys"],
        feet=trace["plane_feet"],
        dots=trace["dot_products"],
        length=float(trace["query_length"]),
        off_plane=trace["off_plane"],
        pinned=experiment.pinned,
        names=(name, *key_names(experiment, trace)),
        stuck=frozenset(stuck),
        hovered=hovered,
        caption=f"seen in the plane of {word} and {key}" if experiment.key_size > 2 else "",
    )


def dictionary_state(
    experiment: ProjectionExperiment, trace: Trace, hovered: int | None
) -> DictionaryState:
    """Every key as the pointed query finds it; hovered as in the plane."""
    return DictionaryState(
        experiment.tokens,
        trace["key"],
        trace["dot_products"],
        trace["weights"][experiment.pointed - 1],
        trace["value"],
        experiment.pinned - 1,
        key_names(experiment, trace),
        hovered - 1 if hovered else None,
        experiment.pointed - 1,
    )


def key_names(experiment: ProjectionExperiment, trace: Trace) -> tuple[str, ...]:
    """Each key read aloud: "key cat, 1.7, 1.2, dot product 2.23, weight 0.54"."""
    weights = trace["weights"][experiment.pointed - 1]
    return tuple(
        f"key {word}, {listed(trace['key'][row])}, "
        f"dot product {numbers.fixed(float(trace['dot_products'][row]))}, "
        f"weight {numbers.fixed(float(weights[row]))}"
        for row, word in enumerate(experiment.tokens)
    )


def listed(vector: npt.NDArray[np.float64]) -> str:
    """The numbers of a vector, read aloud."""
    return ", ".join(numbers.edited(float(number)) for number in vector)


def pane_state(
    experiment: ProjectionExperiment,
    trace: Trace,
    pointing: Pointing,
    square: float,
    under_way: npt.NDArray[np.float64] | None = None,
) -> PaneState:
    """What is painted round the instruments; square: how many units one square of the plane is.

    under_way (2, n): dot products and weights on their way to new ones.
    """
    cell = pointing.followed(experiment)
    weights = trace["weights"][experiment.pointed - 1]
    return PaneState(
        experiment,
        trace,
        cell,
        square,
        LookupState(experiment.tokens, weights, trace, None if under_way is None else under_way[1]),
        CornerState(
            experiment,
            trace,
            cell,
            pointing.cell is None,
            pointing.problem,
            moving(trace, pointing),
        ),
        pointing.lit,
    )


def marks(
    layout: ProjectionLayout, experiment: ProjectionExperiment, pointing: Pointing
) -> tuple[object, ...]:
    """What decides whether all that stands round the instruments is painted again."""
    return (
        layout,
        experiment.tokens,
        experiment.pointed,
        experiment.pinned,
        experiment.product,
        pointing.followed(experiment),
        pointing.problem,
        pointing.lit,
    )


def moving(trace: Trace, pointing: Pointing) -> Moving | None:
    """The number being dragged, if there is one."""
    if pointing.scrub is None:
        return None
    name, cell, before = pointing.scrub
    symbol, placed = grids.symbol(name, cell)
    return Moving(symbol, grids.role_of(name), float(trace[name][cell]), before, placed)


def facts(experiment: ProjectionExperiment, trace: Trace) -> Sequence[str]:
    """What the status line says."""
    best = experiment.tokens[int(trace["best_key"])]
    tied = ", tied" if int(trace["ties"]) > 1 else ""
    return (
        f"n = {len(experiment.tokens)}",
        f"d_model = {len(experiment.features[0])}",
        f"d_k = {experiment.key_size}",
        f"sharpness {sharpness_text(experiment.sharpness)}",
        f"best key {best}{tied}",
    )


def shapes(experiment: ProjectionExperiment) -> tuple[int, int, int]:
    """Words, features, d_k."""
    return len(experiment.tokens), len(experiment.features[0]), experiment.key_size
