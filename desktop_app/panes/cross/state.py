"""What pane 09 draws, read from the trace: one record for the painters, one state a grid."""

from __future__ import annotations

from dataclasses import dataclass

from core.experiments.cross import CrossExperiment
from core.trace import FloatArray, Trace
from desktop_app.instruments.grid import SMALLEST_WITH_DIGITS, Cell, GridState, Kind
from desktop_app.panes.cross.layout import CrossLayout, Sizes

SMALLEST_ROW_WITH_DIGITS = 15.0
DRAWN_OF_STATES = (3, 3, 5)  # how many numbers of a long query, key and value are drawn
NAMES = {
    "query": "Query",
    "key": "Key",
    "weights": "Weights",
    "value": "Value",
    "output": "Output",
}


@dataclass(frozen=True)
class CrossState:
    """The experiment, its trace, and the (query, key) whose ancestry is lit, counting from 0."""

    experiment: CrossExperiment
    trace: Trace
    pair: Cell | None
    lit: str = ""  # the matrix that the pointed symbol of the formula stands for

    @property
    def is_pinned(self) -> bool:
        return self.pair is not None and self.pair == self.experiment.pinned_cell


def sizes(trace: Trace) -> Sizes:
    """Rows and columns of the three operands as they are drawn, and as they are."""
    experiment = trace.experiment
    assert isinstance(experiment, CrossExperiment)
    query, key, value = (trace[name].shape for name in ("query", "key", "value"))
    if experiment.is_trained:
        return Sizes(query[0], key[0], *DRAWN_OF_STATES, whole=(query[1], key[1], value[1]))
    return Sizes(query[0], key[0], query[1], key[1], value[1])


def shown(numbers: FloatArray, name: str, s: Sizes) -> FloatArray:
    """The part of a matrix that is drawn: of long states their first numbers."""
    wide = {"query": s.d_q, "value": s.d_v, "output": s.d_v}.get(name, numbers.shape[1])
    return numbers[: s.d_k, :] if name == "key" else numbers[:, :wide]


def numbers_of(trace: Trace, name: str) -> FloatArray | None:
    """The numbers of one matrix as it is drawn; None where there never was a product."""
    if name == "key":
        return trace["key"].T
    if name in trace:
        return trace[name]
    step = trace.steps.get(f"kept_{name}")
    return None if step is None else step.array


def grid_state(state: CrossState, name: str, layout: CrossLayout) -> GridState | None:
    """One matrix as it is drawn; None where there is nothing to draw."""
    found = numbers_of(state.trace, name)
    if found is None:
        return None
    found = shown(found, name, sizes(state.trace))
    rows, columns = found.shape
    cells = layout.cells(name)
    fits = cells.width() / columns >= SMALLEST_WITH_DIGITS
    digits = fits and cells.height() / rows >= SMALLEST_ROW_WITH_DIGITS
    faded = name not in state.trace
    query, key = state.pair if state.pair is not None else (None, None)
    if name == "weights":
        pinned = state.experiment.pinned_cell if not faded else None
        linked = None if state.pair == pinned else state.pair
        return GridState(found, "weight", pinned=pinned, linked=linked, faded=faded, digits=digits)
    kinds: dict[str, Kind] = {"query": "query", "key": "key", "value": "value"}
    lit = key if name in {"key", "value"} else query
    outline = None if lit is None else (lit, name)
    return GridState(
        found,
        kinds.get(name, "output"),
        row_outline=None if name == "key" else outline,
        column_outline=outline if name == "key" else None,
        faded=faded,
        digits=digits,
    )
