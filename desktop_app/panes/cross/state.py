"""What pane 09 draws, read from the trace: one record for the painters, one state a grid."""

from __future__ import annotations

from dataclasses import dataclass

from core.experiments.cross import CrossExperiment
from core.trace import FloatArray, Trace
from desktop_app.instruments.cell_texts import Kind
from desktop_app.instruments.grid import SMALLEST_WITH_DIGITS, Cell, GridState
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
    turned: bool = False  # queries are columns

    @property
    def is_pinned(self) -> bool:
        return self.pair is not None and self.pair == self.experiment.pinned_cell


def sizes(trace: Trace) -> Sizes:
    """Rows and columns of the three operands as they are drawn, and as they are."""
    experiment = trace.experiment
    assert isinstance(experiment, CrossExperiment)
    query, key, value = (trace[name].shape for name in ("query", "key", "value"))
    if experiment.is_trained:
        whole = (query[1], key[1], value[1])
        return Sizes(query[0], key[0], *DRAWN_OF_STATES, whole=whole, part=experiment.part - 1)
    return Sizes(query[0], key[0], query[1], key[1], value[1])


def is_turned(name: str, columns: bool) -> bool:
    """Whether a matrix is drawn with its rows as columns: K, or all but K where queries are."""
    return (name == "key") != columns


def drawn(numbers: FloatArray, name: str, s: Sizes, columns: bool = False) -> FloatArray:
    """A matrix of the trace as it is drawn: of long states one part."""
    wide = {"query": s.d_q, "key": s.d_k, "value": s.d_v, "output": s.d_v}
    first = s.first(name)
    part = numbers[:, first : first + wide[name]] if name in wide else numbers
    return part.T if is_turned(name, columns) else part


def numbers_of(trace: Trace, name: str) -> FloatArray | None:
    """The numbers of one matrix of the trace; None where there never was a product."""
    if name in trace:
        return trace[name]
    step = trace.steps.get(f"kept_{name}")
    return None if step is None else step.array


def grid_state(state: CrossState, name: str, layout: CrossLayout) -> GridState | None:
    """One matrix as it is drawn; None where there is nothing to draw."""
    found = numbers_of(state.trace, name)
    if found is None:
        return None
    found = drawn(found, name, sizes(state.trace), state.turned)
    rows, columns = found.shape
    cells = layout.cells(name)
    fits = cells.width() / columns >= SMALLEST_WITH_DIGITS
    digits = fits and cells.height() / rows >= SMALLEST_ROW_WITH_DIGITS
    faded = name not in state.trace
    query, key = state.pair if state.pair is not None else (None, None)
    if name == "weights":
        pinned = state.experiment.pinned_cell if not faded else None
        linked = None if state.pair == pinned else state.pair
        if state.turned:
            pinned, linked = (None if at is None else at[::-1] for at in (pinned, linked))
        return GridState(found, "weight", pinned=pinned, linked=linked, faded=faded, digits=digits)
    kinds: dict[str, Kind] = {"query": "query", "key": "key", "value": "value"}
    lit = key if name in {"key", "value"} else query
    outline = None if lit is None else (lit, name)
    return GridState(
        found,
        kinds.get(name, "output"),
        row_outline=None if is_turned(name, state.turned) else outline,
        column_outline=outline if is_turned(name, state.turned) else None,
        faded=faded,
        digits=digits,
    )
