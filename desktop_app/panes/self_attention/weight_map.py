"""The weights of pane 08: a heatmap whose rows and columns slide when the words change order."""

from __future__ import annotations

from desktop_app.instruments.heatmap import Heatmap
from desktop_app.instruments.moving_grid import Moving


class WeightMap(Moving, Heatmap):
    """Rows and columns are the same words, so they move together."""

    columns_move = True
