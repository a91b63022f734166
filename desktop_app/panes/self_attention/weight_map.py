"""The weights of pane 08: a heatmap whose rows and columns slide when the words change order."""

from __future__ import annotations

import numpy as np

from core.trace import Trace
from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.instruments.moving_grid import Moving


class WeightMap(Moving, Heatmap):
    """Rows and columns are the same words, so they move together."""

    columns_move = True


def weight_state(trace: Trace, pinned: Cell | None, pair: Cell | None) -> GridState:
    """What the map draws: the weights, the pin, and the pair that is lit."""
    return GridState(
        trace["weights"],
        "weight",
        hidden=np.isneginf(trace["masked"]),
        pinned=pinned,
        linked=None if pair == pinned else pair,
        row_outline=None if pair is None else (pair[0], "query"),
    )
