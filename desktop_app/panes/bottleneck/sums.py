"""The numbers of pane 02 that say where they come from, beside those of its plot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRectF

from desktop_app.instruments.number_places import NumberPlace
from desktop_app.panes.bottleneck.funnel import FunnelState, column_rect, vector_rect
from desktop_app.panes.bottleneck.rows import RowsState
from desktop_app.panes.bottleneck.wrapping import wrapping

SMALLEST = 5.0  # px of a column in which one number can be pointed at
SHARE = 88.0  # px that "11 of 14 right" may take


def funnel_places(rect: QRectF, state: FunnelState | None) -> Sequence[NumberPlace]:
    """The drawn numbers of every state, and of the one vector."""
    if state is None:
        return ()
    return drawn_places(rect.getRect(), state.tokens, len(state.context), state.stride)


@lru_cache(maxsize=8)
def drawn_places(
    area: tuple[float, float, float, float], tokens: tuple[str, ...], size: int, stride: int
) -> tuple[NumberPlace, ...]:
    """Kept, because most edits leave every number in its place."""
    rect, places = QRectF(*area), []
    drawn = range(0, size, stride)
    for word, token in enumerate(tokens):
        column = column_rect(rect, len(tokens), word)
        if column.width() < SMALLEST:
            break
        for row, part in enumerate(drawn):
            cell = piece(column, row, len(drawn))
            name = f"state {token}, number {part + 1}"
            places.append(NumberPlace(cell, "states", (word, part), name))
    vector = vector_rect(rect)
    for row, part in enumerate(drawn):
        cell = piece(vector, row, len(drawn))
        places.append(NumberPlace(cell, "context", (part,), f"vector, number {part + 1}"))
    return tuple(places)


def piece(column: QRectF, row: int, rows: int) -> QRectF:
    """One cell of a vector that stands upright."""
    height = column.height() / rows
    return QRectF(column.left(), column.top() + row * height, column.width(), height)


def share_places(rect: QRectF, state: RowsState | None) -> list[NumberPlace]:
    """How many words of each translation are right."""
    if state is None or not state.of:
        return []
    heads = wrapping(rect, state.rows).heads
    models = (("fixed", "without attention"), ("attention", "with attention"))
    return [
        NumberPlace(
            QRectF(head.right() - SHARE, head.top(), SHARE + 3, head.height()),
            f"right {model}",
            (),
            f"words right {name}",
        )
        for head, (model, name) in zip(heads, models, strict=False)
    ]
