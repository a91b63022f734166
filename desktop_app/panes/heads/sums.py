"""The numbers of pane 07 that say where they come from, beside those of its maps and matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from core.traces.heads import TABLE_COLUMNS
from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.panes.heads.drawing import HeadsState
from desktop_app.panes.heads.head_map import HeadMap
from desktop_app.panes.heads.layout import HeadsLayout
from desktop_app.panes.heads.table import EDGES, HEADER, row_height

if TYPE_CHECKING:
    from core.explaining.explanation import Along
    from desktop_app.panes.heads.pane import HeadsLab

ENTROPY, WEIGHT = 60.0, 36.0  # px of the numbers beside a head's name, and below its map


def watched(lab: HeadsLab) -> NumberPlaces:
    """Hand the joined matrices to the lab's explainer; returns the numbers painted round them."""
    for slices, name, _ in lab.joined:
        lab.sums.watch(slices, name)
    painted = NumberPlaces(lab.theme, "Entropies and parameters", lab)
    lab.sums.watch_places(painted)
    return painted


def watch_map(lab: HeadsLab, one: HeadMap, head: int) -> None:
    """Hand the map of one head, from 0, to the lab's explainer."""

    def cell(index: Along) -> tuple[int | None, int | None] | None:
        return (index[1], index[2]) if len(index) == 3 and index[0] == head else None

    lab.sums.watch(one, "weights", lambda at: (head, *at), cell)


def painted_places(layout: HeadsLayout, state: HeadsState) -> list[NumberPlace]:
    """Entropies, the weights of the strongest links, and the parameters."""
    places = []
    for head, spot in enumerate(layout.heads):
        room = QRectF(spot.name)
        room.setLeft(room.right() - ENTROPY)
        name = f"mean entropy of head {head + 1}"
        places.append(NumberPlace(room, "mean_entropy", (head,), name))
    return [*places, *link_places(layout, state), *table_places(layout, state)]


def link_places(layout: HeadsLayout, state: HeadsState) -> list[NumberPlace]:
    """The largest weight of the lit query in each head."""
    if state.query is None:
        return []
    places = []
    for head, spot in enumerate(layout.heads):
        key = int(state.trace["strongest"][head, state.query])
        room = QRectF(spot.link)
        if 4 < len(layout.heads) <= 8:
            room = QRectF(room.left(), room.center().y() + 2, WEIGHT, 18)
        else:
            room.setLeft(room.right() - WEIGHT)
        name = f"largest weight in head {head + 1}"
        places.append(NumberPlace(room, "weights", (head, state.query, key), name))
    return places


def table_places(layout: HeadsLayout, state: HeadsState) -> list[NumberPlace]:
    """Every count of the table."""
    rect, table = layout.table, state.trace["parameter_table"]
    height, places = row_height(rect, len(table)), []
    for row, numbers in enumerate(table):
        start = rect.left()
        for column, (share, title) in enumerate(zip(EDGES, TABLE_COLUMNS, strict=True)):
            right = rect.left() + share * rect.width()
            room = QRectF(start, rect.top() + HEADER + row * height, right - start + 3, height)
            start = right + 3
            name = f"{title.replace('_', ' ')} at {numbers[0]:.0f} heads"
            places.append(NumberPlace(room, "parameter_table", (row, column), name))
    return places
