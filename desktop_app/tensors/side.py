"""Beside the map: the cell and the row in question, and the sum behind a computed weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from core.tensors.showing import Shown
from core.tensors.sums import arithmetic_of, row_reading
from desktop_app import lettering, numbers
from desktop_app.instruments import arithmetic_line
from desktop_app.instruments.arithmetic_line import ArithmeticState
from desktop_app.lettering import CAPTION, EYEBROW, LABEL, RIGHT
from desktop_app.theme import Theme

Cell = tuple[int, int]
ROW = 20.0
SUM_HEIGHT = 132.0
MOST_ROWS = 8
HINT = "Point at a cell, or click to keep it. Drag a box to zoom in; 0 shows the whole map."


@dataclass(frozen=True, eq=False)
class SideState:
    """What is read out. cell: pointed at, else pinned. divided: whether scores are scaled.
    notes: whether what the filter did is told here in full."""

    shown: Shown
    row_names: Sequence[str]
    column_names: Sequence[str]
    cell: Cell | None
    divided: bool = True
    notes: bool = False


def paint(painter: QPainter, rect: QRectF, state: SideState, theme: Theme) -> None:
    """Cell, row and sum, from the top down."""
    y = rect.top()
    if state.cell is None:
        for place, line in enumerate(lettering.wrapped(HINT, LABEL, rect.width())):
            spot = QRectF(rect.left(), y + place * 18, rect.width(), 18)
            lettering.draw(painter, spot, line, LABEL, theme.ink2)
        y += 18 * len(lettering.wrapped(HINT, LABEL, rect.width()))
        paint_notes(painter, QRectF(rect.left(), y + 8, rect.width(), rect.bottom() - y), state,
                    theme)  # fmt: skip
        return
    computed = state.shown.steps is not None
    bottom = rect.bottom() - (SUM_HEIGHT if computed else 0)
    y = paint_cell(painter, QRectF(rect.left(), y, rect.width(), 64), state, theme)
    room = QRectF(rect.left(), y + 8, rect.width(), bottom - y - 8)
    y = paint_row(painter, room, state, theme)
    if computed:
        paint_sum(painter, QRectF(rect.left(), y + 8, rect.width(), SUM_HEIGHT - 8), state, theme)
    elif rect.bottom() - y > 40:
        paint_notes(painter, QRectF(rect.left(), y + 8, rect.width(), rect.bottom() - y - 8),
                    state, theme)  # fmt: skip


def paint_cell(painter: QPainter, rect: QRectF, state: SideState, theme: Theme) -> float:
    """Query, key and their weight with all its digits; returns where it ends."""
    row, column = state.cell or (0, 0)
    shown = state.shown
    for place, (what, name, at, role) in enumerate(
        (
            ("query", state.row_names[row], shown.rows[row], "query"),
            ("key", state.column_names[column], shown.columns[column], "key"),
        )
    ):
        line = QRectF(rect.left(), rect.top() + place * ROW, rect.width(), ROW)
        lettering.draw(painter, line, f"{what} {at + 1}", LABEL, theme.ink2)
        name_room = line.adjusted(72, 0, 0, 0)
        text = lettering.fitted(name, LABEL.bold(), name_room.width())
        lettering.draw(painter, name_room, text, LABEL.bold(), theme.role(role).text)
    line = QRectF(rect.left(), rect.top() + 2 * ROW, rect.width(), ROW)
    gone = shown.left_out is not None and bool(shown.left_out[row, column])
    number = float(shown.weights[row, column])
    masked = shown.hidden is not None and bool(shown.hidden[row, column])
    rest = " (masked)" if masked else " (left out)" if gone else ""
    text = numbers.precise(number) + rest
    lettering.draw(painter, line, "weight", LABEL, theme.ink2)
    lettering.draw(painter, line.adjusted(72, 0, 0, 0), text, LABEL.bold(), theme.weight_ink)
    return line.bottom()


def paint_row(painter: QPainter, rect: QRectF, state: SideState, theme: Theme) -> float:
    """The largest weights of the row as bars, and its sum; returns where it ends."""
    row, _ = state.cell or (0, 0)
    fitting = int((rect.height() - 16 - ROW) // ROW)
    most = min(MOST_ROWS, max(fitting, 1), len(state.column_names))
    reading = row_reading(state.shown, row, most)
    head = QRectF(rect.left(), rect.top(), rect.width(), 16)
    title = lettering.fitted("Row, largest first", EYEBROW, rect.width())
    lettering.draw(painter, head, title, EYEBROW, theme.ink3)
    y = head.bottom() + 2
    largest = np.nan_to_num(reading.strongest[0][1])
    for column, weight in reading.strongest:
        line = QRectF(rect.left(), y, rect.width(), ROW)
        paint_bar(painter, line, state.column_names[column], weight, largest, theme)
        y += ROW
    line = QRectF(rect.left(), y, rect.width(), ROW)
    more = f"{reading.others:,} more" if reading.others else ""
    lettering.draw(painter, line, more, CAPTION, theme.ink3)
    total = f"sum {numbers.precise(reading.total)}"
    lettering.draw(painter, line, total, CAPTION, theme.ink2, RIGHT)
    return line.bottom()


def paint_bar(
    painter: QPainter, line: QRectF, name: str, weight: float, largest: float, theme: Theme
) -> None:
    """One key, a bar, its weight."""
    text = lettering.fitted(name, LABEL, 88)
    lettering.draw(painter, line, text, LABEL, theme.key.text)
    lettering.draw(painter, line, numbers.fixed(weight, 3), LABEL, theme.weight_ink, RIGHT)
    room = QRectF(line.left() + 96, line.center().y() - 3, line.width() - 96 - 48, 6)
    if room.width() > 8:
        painter.fillRect(room, theme.line)
        share = weight / largest if largest > 0 and weight > 0 else 0.0
        painter.fillRect(QRectF(room.left(), room.top(), room.width() * share, 6),
                         theme.weight_colour(0.8))  # fmt: skip


def paint_sum(painter: QPainter, rect: QRectF, state: SideState, theme: Theme) -> None:
    """The sum behind one computed weight, as the lesson writes it."""
    row, column = state.cell or (0, 0)
    shown = state.shown
    assert shown.steps is not None
    query, key = shown.rows[row], shown.columns[column]
    sums = arithmetic_of(shown.steps, state.divided, query, key)
    line = ArithmeticState(
        "One weight, by hand",
        state.row_names[row],
        state.column_names[column],
        query + 1,
        key + 1,
        sums,
    )
    arithmetic_line.paint(painter, rect, line, theme)


def paint_notes(painter: QPainter, rect: QRectF, state: SideState, theme: Theme) -> None:
    """What a filter did to the map, in full, where the line under the map cuts it off."""
    y = rect.top()
    for note in state.shown.said if state.notes else ():
        for text in lettering.wrapped(note, LABEL, rect.width()):
            if y + 18 > rect.bottom():
                return
            spot = QRectF(rect.left(), y, rect.width(), 18)
            lettering.draw(painter, spot, text, LABEL, theme.alert)
            y += 18
        y += 4
