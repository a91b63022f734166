"""The seven matrices of pane 04 as grids: X, three W, and Q, K, V."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from core.experiment import ProjectionExperiment
from core.experiments.projection import PROJECTIONS, Role
from core.trace import Trace
from desktop_app.instruments.cell_texts import Kind
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.panes.projection.layout import ProjectionLayout

DUST_DECIMALS = 9
# In Tab order, with what a screen reader calls them.
TITLES = {
    "features": "X",
    "w_q": "W Q",
    "w_k": "W K",
    "w_v": "W V",
    "query": "Query",
    "key": "Key",
    "value": "Value",
}
WRITTEN = {
    "features": "X",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "query": "Q",
    "key": "K",
    "value": "V",
}
ROLES: dict[str, Role] = {matrix: role for role, matrix in PROJECTIONS.items()}


def role_of(name: str) -> str:
    """ "query", "key" or "value"; "" for X."""
    return name if name in PROJECTIONS else ROLES.get(name, "")


def symbol(name: str, cell: Cell) -> tuple[str, str]:
    """A number's LaTeX, and its row and column where the LaTeX does not hold them."""
    place = f"{cell[0] + 1},{cell[1] + 1}"
    role = role_of(name)
    if not role:
        return rf"X_{{{place}}}", ""
    if name in PROJECTIONS:
        return rf"\{role}{{{WRITTEN[name]}_{{{place}}}}}", ""
    return rf"\{role}{{{WRITTEN[name]}}}", place


def cells(layout: ProjectionLayout, name: str) -> QRectF:
    """Where the cells of a matrix stand."""
    if name == "features":
        return layout.features
    return (layout.results if name in PROJECTIONS else layout.projections)[role_of(name)]


def names(name: str, experiment: ProjectionExperiment) -> tuple[Sequence[str], Sequence[str]]:
    """What the rows and columns of a matrix are called."""
    if name in ROLES:
        return [f"row {row + 1}" for row in range(len(experiment.features[0]))], ()
    return experiment.tokens, ()


def grid_state(
    name: str, experiment: ProjectionExperiment, trace: Trace, cell: tuple[Role, int, int]
) -> GridState:
    """One matrix as it is drawn, with the ancestry of `cell` lit."""
    role, row, column = cell
    # A product such as 0.8 - 0.5 + 0.7 + 0.1 ends in rounding dust: it would stand in the field
    # when the number is typed, and mark cells as changed that did not move.
    shown = np.round(trace[name], DUST_DECIMALS) + 0.0
    if name == "features":
        return GridState(shown, "input", row_outline=(row, "output"))
    own = role_of(name)
    kind: Kind = own  # type: ignore[assignment]
    if name in ROLES:
        lit = (column, own) if own == role else None
        return GridState(shown, kind, column_outline=lit)
    pinned = (row, column) if own == role else None
    linked = (experiment.pinned - 1, own) if own in {"key", "value"} else None
    return GridState(shown, kind, pinned=pinned, row_outline=linked)
