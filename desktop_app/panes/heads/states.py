"""What each map and matrix of pane 07 draws, made from a trace and from what is lit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.experiment import HeadsExperiment
from desktop_app import numbers
from desktop_app.instruments.grid import GridState
from desktop_app.panes.heads.drawing import HeadsState, key_words
from desktop_app.panes.heads.layout import HeadsLayout
from desktop_app.panes.heads.slices import Axis, SliceState

MASK_CAPTIONS = {"none": "no mask", "causal": "causal mask"}
SMALLEST_WITH_DIGITS = 34.0
OUTPUT_LIMIT = 2.0


class Joined(NamedTuple):
    """One of the matrices below the maps: its cells, its slices, and the names of both axes."""

    grid: GridState
    slices: SliceState
    rows: Sequence[str]
    columns: Sequence[str]


def facts(experiment: HeadsExperiment) -> tuple[str, ...]:
    """What the status line says."""
    return (
        f"n = {len(experiment.tokens)}",
        f"d_model = {experiment.d_model}",
        f"h = {experiment.heads}",
        f"d_k = {experiment.key_size}",
        MASK_CAPTIONS[experiment.mask],
    )


def map_state(state: HeadsState, index: int, layout: HeadsLayout | None) -> GridState:
    """The weights of one head; digits in all cells where cells are large."""
    pin = state.experiment.pinned_cell
    return GridState(
        state.trace["weights"][index],
        "weight",
        hidden=np.isneginf(state.trace["masked"][index]),
        pinned=(pin[1], pin[2]) if pin is not None and pin[0] == index else None,
        row_outline=None if state.query is None else (state.query, "query"),
        digits=layout is not None and layout.worded and layout.cell >= SMALLEST_WITH_DIGITS,
    )


def described(state: HeadsState, index: int) -> str:
    """What a map shows, in one sentence."""
    said = f"entropy {numbers.fixed(float(state.trace['mean_entropy'][index]))} bits"
    said += ", the mean of its rows"
    if state.query is not None:
        weight = numbers.fixed(float(state.trace["top_weight"][index, state.query]))
        query = state.experiment.tokens[state.query]
        said += f"; {query} looks most at {key_words(state, index)}, {weight}"
    return said


def joined(state: HeadsState, name: str, axis: Axis, gap: float) -> Joined:
    """One of the steps concat, output_projection and output, cut along `axis`."""
    experiment = state.experiment
    array = state.trace[name]
    limit = OUTPUT_LIMIT
    tokens: Sequence[str] = experiment.tokens
    d_k = experiment.key_size
    owners = [f"{place + 1} (head {place // d_k + 1})" for place in range(experiment.d_model)]
    columns = [f"column {owner}" for owner in owners] if axis == "columns" else ()
    if axis == "rows":
        limit = 3 / float(np.sqrt(experiment.d_model))  # three standard deviations of W_O
        tokens = [f"row {owner}" for owner in owners]
    grid = GridState(array, "output", digits=False)
    slices = SliceState(array, limit, experiment.heads, axis, gap, state.head)
    return Joined(grid, slices, tokens, columns)
