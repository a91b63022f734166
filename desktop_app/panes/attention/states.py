"""What each grid of pane 05 shows, read from the trace."""

from __future__ import annotations

import numpy as np

from core.trace import Trace
from desktop_app.instruments.cell_texts import Kind
from desktop_app.instruments.grid import Cell, GridState

SCORE_LIMIT = 4.0
NAMES = {
    "query": "Query",
    "key": "Key",
    "scores": "Scores",
    "scaled": "Scaled scores",
    "masked": "Masked scores",
    "weights": "Weights",
    "value": "Value",
    "output": "Output",
}
PAIRED = ("scores", "scaled", "masked", "weights")


def empty_rows(tokens: tuple[str, ...], trace: Trace) -> list[str]:
    """The queries that see no key, in words."""
    rows = zip(tokens, trace["masked"], strict=True)
    names = [token for token, row in rows if not np.isfinite(row).any()]
    return [f"no visible key for {', '.join(names)}: weights and output 0"] if names else []


def grid_state(trace: Trace, name: str, lit: Cell | None, pinned: Cell | None) -> GridState:
    """One matrix as it is drawn.

    lit: the (query, key) whose ancestry shows; pinned: the one kept when nothing is pointed at.
    """
    query, key = lit if lit is not None else (None, None)
    if name == "key":
        column = None if key is None else (key, "key")
        return GridState(trace["key"].T, "key", column_outline=column)
    if name in {"query", "value", "output"}:
        row = key if name == "value" else query
        kinds: dict[str, Kind] = {"query": "query", "value": "value", "output": "output"}
        outline = None if row is None else (row, name)
        return GridState(trace[name], kinds[name], row_outline=outline)
    hidden = np.isneginf(trace["masked"]) if name in {"masked", "weights"} else None
    if name != "weights":
        return GridState(trace[name], "score", limit=SCORE_LIMIT, hidden=hidden, linked=lit)
    linked = None if lit == pinned else lit
    return GridState(trace[name], "weight", hidden=hidden, pinned=pinned, linked=linked)
