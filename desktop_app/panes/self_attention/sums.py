"""The numbers of pane 08 that say where they come from, beside those of its grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.panes.self_attention.cost import BARS, SERIES, THEORY_X
from desktop_app.panes.self_attention.layout import SelfLayout

if TYPE_CHECKING:
    from desktop_app.panes.self_attention.pane import SelfAttentionLab

TOTAL = 52.0


def watched(lab: SelfAttentionLab) -> NumberPlaces:
    """Hand every number of the lab to its explainer; returns those that the lab paints itself."""
    for name, grid in lab.fan.items():
        lab.sums.watch(grid, name)
    lab.sums.watch(lab.weights, "weights")
    painted = NumberPlaces(lab.theme, "Sum and cost", lab)
    for field in (painted, lab.cost.lines.plot):
        lab.sums.watch_places(field)
    return painted


def painted_places(layout: SelfLayout, query: int | None) -> list[NumberPlace]:
    """The sum of the lit row, the pairs, and the numbers of the four bars."""
    places = []
    if query is not None:
        y = layout.head_y - 8
        room = QRectF(layout.arcs.right() - TOTAL, y, TOTAL, 16)
        places.append(NumberPlace(room, "weight_total", (query,), "sum of the row"))
    tile = layout.tile
    room = QRectF(tile.left() + 11, tile.top() + 18, THEORY_X - 16, tile.height() - 20)
    places.append(NumberPlace(room, "pairs", (), "pairs to score"))
    for index, (title, step) in enumerate(BARS):
        for row, (name, words, *_) in enumerate(reversed(SERIES)):
            middle = layout.heads_y + 88 + 56 * index + 18 + 16 * row
            line = QRectF(tile.left(), middle - 8, layout.right - tile.left(), 16)
            places.append(NumberPlace(line, f"{step}_{name}", (), f"{title}, {words}"))
    return places
