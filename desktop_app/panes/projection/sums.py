"""The numbers of pane 04 that say where they come from, beside those in its grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from core.experiment import ProjectionExperiment
from desktop_app.instruments.explainer import Place
from desktop_app.instruments.number_places import NumberPlace, NumberPlaces
from desktop_app.panes.projection.layout import DICTIONARY_FOOT, ProjectionLayout
from desktop_app.panes.projection.lookups import HARD, SOFT, strip_rects
from desktop_app.panes.projection.rows import BLEED, SHOWN, DictionaryState, columns, row_rect

if TYPE_CHECKING:
    from desktop_app.panes.projection.pane import ProjectionLab

PRODUCT = 276.0  # px of "query 1.140 x shadow 1.955 = 2.230" at the end of its head


def watched(lab: ProjectionLab) -> NumberPlaces:
    """Hand every number of the lab to its explainer; returns those of the lookups and the head."""
    for name, grid in lab.grids.items():
        lab.sums.watch(grid, name)
    lab.sums.watch_places(lab.dictionary)
    results = NumberPlaces(lab.theme, "Results", lab)
    lab.sums.watch_places(results)
    lab.plane.arrow_hovered.connect(lambda arrow: lab.sums.point(arrow_number(arrow)))
    lab.plane.key_pinned.connect(lambda key: lab.sums.keep(arrow_number(key)))
    return results


def arrow_number(arrow: int | None) -> Place | None:
    """What an arrow of the plane stands for: its dot product; of the query, 0, its length."""
    if arrow is None:
        return None
    return ("dot_products", (arrow - 1,)) if arrow else ("query_length", ())


def result_places(layout: ProjectionLayout, experiment: ProjectionExperiment) -> list[NumberPlace]:
    """The dot product over the plane, and what both lookups return."""
    key = experiment.pinned - 1
    plane = layout.plane
    left = max(plane.left() + 190, plane.right() - PRODUCT)
    head = QRectF(left, layout.head_y - 10, plane.right() - left, 20)
    places = [NumberPlace(head, "shadows", (key,), f"shadow of {experiment.tokens[key]}")]
    for name, middle in (("soft", SOFT), ("hard", HARD)):
        y = layout.lookups.top() + middle * layout.lookup_scale
        _, cells = strip_rects(layout, y, experiment.key_size)
        wide = cells.width() / experiment.key_size
        for part in range(experiment.key_size):
            cell = QRectF(cells.left() + part * wide, cells.top(), wide, cells.height())
            places.append(NumberPlace(cell, name, (part,), f"{name} result, number {part + 1}"))
    return places


def number_places(rect: QRectF, row: float, state: DictionaryState) -> list[NumberPlace]:
    """Every computed number in the dictionary's own pixels: keys, dot products, weights, values."""
    inner = rect.adjusted(BLEED, 0, -BLEED, 0)
    at = columns(inner.width(), state.keys.shape[1])
    left = inner.left()
    places = []
    for key, word in enumerate(state.words):
        line = row_rect(inner, row, key)
        axis = left + at.axis - at.reach
        dot = QRectF(axis, line.top(), left + at.number - axis, row).adjusted(0, 1, 0, -1)
        share = QRectF(left + at.weight, line.top(), at.weight_cell, row).adjusted(0, 1, 0, -1)
        places.append(NumberPlace(dot, "dot_products", (key,), f"dot product with {word}"))
        places.append(NumberPlace(share, "weights", (state.asks, key), f"weight of {word}"))
        shown = state.keys.shape[1] if key == state.hovered else SHOWN
        for role, start, wide in (
            ("key", at.key, at.key_cell),
            ("value", at.value, at.value_cell),
        ):
            for part in range(min(shown, state.keys.shape[1])):
                cell = QRectF(left + start + part * wide, line.top() + 1, wide, row - 2)
                places.append(NumberPlace(cell, role, (key, part), f"{role} of {word}"))
    last = row_rect(inner, row, len(state.words) - 1).bottom()
    total = QRectF(left + at.weight, last, at.weight_cell, DICTIONARY_FOOT)
    return [*places, NumberPlace(total, "weight_total", (state.asks,), "sum of the weights")]
