"""The numbers of pane 08 that say where they come from, beside those of its grids."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.instruments.row_arcs import NUMBER_WIDTH, RowArcs, placed
from desktop_app.panes.self_attention.cost import BARS, SERIES, THEORY_X
from desktop_app.panes.self_attention.layout import SelfLayout

if TYPE_CHECKING:
    from desktop_app.panes.self_attention.pane import SelfAttentionLab

TOTAL = 52.0
LARGE = 400  # px of arcs with large type


class Painted:
    """The numbers that the lab and its arcs paint themselves; every number goes to the explainer.

    round: the sum of the lit row and the cost; row: the weights below the words of the arcs.
    """

    def __init__(self, lab: SelfAttentionLab) -> None:
        self.lab = lab
        for name, grid in lab.fan.items():
            lab.sums.watch(grid, name)
        lab.sums.watch(lab.weights, "weights")
        self.round = NumberPlaces(lab.theme, "Sum and cost", lab)
        self.row = NumberPlaces(lab.theme, "Weights of the row", lab.arcs)
        for field in (self.round, self.row, lab.cost.lines.plot):
            lab.sums.watch_places(field)

    def show(self) -> None:
        """Where the numbers stand now."""
        layout, pair = self.lab.layout_now, self.lab.pair
        if layout is None:
            return
        query = None if pair is None else pair[0]
        self.round.show_places(painted_places(layout, query))
        tokens = () if self.lab.experiment is None else self.lab.experiment.tokens
        self.row.show_places([] if query is None else row_places(self.lab.arcs, tokens, query))


def row_places(arcs: RowArcs, tokens: tuple[str, ...], query: int) -> list[NumberPlace]:
    """The weights below the words, where the columns are wide enough for a number each."""
    area = placed(QRectF(arcs.rect()), tokens, arcs.width() > LARGE)
    y = area.base + 42 + (0 if area.upright else 14)
    pitch = min((b - a for a, b in pairwise(area.feet)), default=NUMBER_WIDTH)
    if pitch < NUMBER_WIDTH - 2:
        return []
    wide = min(pitch, 40.0)
    return [
        NumberPlace(QRectF(x - wide / 2, y, wide, 16), "weights", (query, key), f"weight of {word}")
        for key, (x, word) in enumerate(zip(area.feet, tokens, strict=True))
    ]


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
