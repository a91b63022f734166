"""Paints the evidence of a question: bars with the largest value printed, maps, measured bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app import lettering, numbers
from desktop_app.instruments import grid
from desktop_app.instruments.grid import GridState
from desktop_app.instruments.indexed import paint_indexed
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.quiz.evidence import Figure
from desktop_app.theme import Theme

LABEL_ROW, VALUE_ROW, CAPTION_ROW = 16, 20, 16
LARGEST_CELL = 32.0
BAR_WIDTH = 48.0
BAR_GAP = 3.0


def paint(
    painter: QPainter, rect: QRectF, figures: Sequence[Figure], gap: float, theme: Theme
) -> None:
    """All figures side by side: the first in the neutral ink, the others in that of weights."""
    if not figures:
        return
    wide = (rect.width() - gap * (len(figures) - 1)) / len(figures)
    lines = [caption_lines(figure.caption, wide) for figure in figures]
    foot = max(len(part) for part in lines) * CAPTION_ROW
    rooms = [QRectF(rect.left() + at * (wide + gap), rect.top(), wide, rect.height())
             for at in range(len(figures))]  # fmt: skip
    cell = min(
        (cell_size(figure, chart_room(room, foot)) for figure, room in zip(figures, rooms,
         strict=True) if figure.kind == "map"), default=0.0,
    )  # fmt: skip
    for at, (figure, room) in enumerate(zip(figures, rooms, strict=True)):
        shade = theme.weight_ink if at else theme.ink2
        head = QRectF(room.left(), room.top(), room.width(), LABEL_ROW)
        label = lettering.fitted(figure.label, LABEL.bold(), head.width())
        lettering.draw(painter, head, label, LABEL.bold(), shade)
        chart = chart_room(room, foot)
        if figure.kind == "map":
            chart = paint_map(painter, chart, figure, cell, theme)
        elif figure.kind == "row":
            paint_row(painter, chart, figure, shade, theme)
        else:
            chart = paint_bars(painter, chart, figure, shade, theme)
        paint_caption(painter, room, chart, lines[at], figure.kind == "row", theme)


def chart_room(room: QRectF, foot: float) -> QRectF:
    """What label and caption leave."""
    return room.adjusted(0, LABEL_ROW + 8, 0, -foot - 8)


def caption_lines(caption: str, room: float) -> list[str]:
    """A caption broken into as few lines as fit, of about the same length."""
    lines = filled(caption, room)
    narrower = room
    while len(lines) > 1 and narrower > 40 and len(filled(caption, narrower - 4)) == len(lines):
        narrower -= 4
    return filled(caption, narrower)


def filled(caption: str, room: float) -> list[str]:
    """A caption broken where a line is full."""
    lines: list[str] = []
    for word in caption.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and lettering.width(longer.replace("_", ""), CAPTION) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paint_caption(
    painter: QPainter, room: QRectF, chart: QRectF, lines: list[str], centred: bool, theme: Theme
) -> None:
    """The caption below what was drawn: centred under bars, flush left under maps."""
    for place, line in enumerate(lines):
        wide = lettering.width(line.replace("_", ""), CAPTION)
        x = chart.center().x() - wide / 2 if centred else chart.left()
        row = QRectF(x, chart.bottom() + 8 + place * CAPTION_ROW, wide, CAPTION_ROW)
        paint_indexed(painter, row, line, CAPTION, theme.ink3)


def paint_row(
    painter: QPainter, chart: QRectF, figure: Figure, shade: QColor, theme: Theme
) -> None:
    """One bar a weight on the range 0 to 1, and the largest one's value above it."""
    count = len(figure.numbers)
    pitch = chart.width() / count
    highest = int(np.argmax(figure.numbers))
    full = chart.height() - VALUE_ROW
    for place, number in enumerate(figure.numbers):
        tall = max(full * float(number) / figure.limit, 1.0)
        left = round(chart.left() + place * pitch)
        right = round(chart.left() + (place + 1) * pitch - BAR_GAP)
        top = round(chart.bottom() - tall)
        bar = QRectF(left, top, right - left, chart.bottom() - top)
        painter.fillRect(bar, shade)
        if place == highest:
            paint_largest(painter, chart, bar, numbers.fixed(float(number)), shade)
    paint_base(painter, chart, theme)


def paint_largest(painter: QPainter, chart: QRectF, bar: QRectF, text: str, shade: QColor) -> None:
    """A value over its bar, but not beyond the ends of the chart."""
    wide = lettering.width(text, LABEL.bold())
    furthest = max(chart.right() - wide, chart.left())
    start = min(max(bar.center().x() - wide / 2, chart.left()), furthest)
    room = QRectF(start, bar.top() - VALUE_ROW, wide, VALUE_ROW)
    lettering.draw(painter, room, text, LABEL.bold(), shade)


def paint_base(painter: QPainter, chart: QRectF, theme: Theme) -> None:
    """The line that bars stand on."""
    painter.setPen(QPen(theme.edge, 1))
    y = round(chart.bottom()) + 0.5
    painter.drawLine(QPointF(chart.left(), y), QPointF(chart.right(), y))


def name_width(figure: Figure) -> float:
    """The room that the names of a map's rows take at its left."""
    if not figure.rows:
        return 0.0
    return max(lettering.width(name, CAPTION) for name in figure.rows) + 8


def cell_size(figure: Figure, chart: QRectF) -> float:
    """The largest square cell with which a map fits."""
    rows, columns = figure.numbers.shape
    wide = (chart.width() - name_width(figure) - 2 * grid.MARGIN) / columns
    return min(float(int(wide)), float(int((chart.height() - 8) / rows)), LARGEST_CELL)


def paint_map(
    painter: QPainter, chart: QRectF, figure: Figure, cell: float, theme: Theme
) -> QRectF:
    """A small map of weights with its rows named. Returns where it stands."""
    rows, columns = figure.numbers.shape
    names = name_width(figure)
    top = chart.top() + 2
    margin = grid.MARGIN
    place = QRectF(
        chart.left() + names, top - margin, columns * cell + 2 * margin, rows * cell + 2 * margin
    )
    grid.paint(painter, place, GridState(figure.numbers, "weight", digits=False), theme)
    for row, name in enumerate(figure.rows):
        room = QRectF(chart.left(), top + row * cell, names - 8, cell)
        lettering.draw(painter, room, name, CAPTION, theme.ink2, lettering.RIGHT)
    return QRectF(chart.left(), top, names + columns * cell + 2 * margin, rows * cell)


def paint_bars(
    painter: QPainter, chart: QRectF, figure: Figure, shade: QColor, theme: Theme
) -> QRectF:
    """One measured bar a point, its value above and its name below. Returns where they stand."""
    count = len(figure.numbers)
    pitch = min(chart.width() / count, 104.0)
    base = QRectF(chart.left(), chart.top(), pitch * count, chart.height() - CAPTION_ROW - 4)
    full = base.height() - VALUE_ROW
    for place, number in enumerate(figure.numbers):
        middle = base.left() + (place + 0.5) * pitch
        tall = max(full * float(number) / figure.limit, 1.0)
        top = round(base.bottom() - tall)
        painter.fillRect(
            QRectF(round(middle - BAR_WIDTH / 2), top, BAR_WIDTH, base.bottom() - top), shade
        )
        whole = float(number).is_integer()
        text = numbers.fixed(float(number), 0 if whole else 2)
        value = QRectF(middle - pitch / 2, top - VALUE_ROW, pitch, VALUE_ROW)
        lettering.draw(painter, value, text, LABEL.bold(), shade, lettering.CENTRE)
        name = QRectF(middle - pitch / 2, base.bottom() + 4, pitch, CAPTION_ROW)
        lettering.draw(painter, name, figure.columns[place], CAPTION, theme.ink2, lettering.CENTRE)
    paint_base(painter, base, theme)
    return base.adjusted(0, 0, 0, CAPTION_ROW + 4)


def words(figure: Figure) -> str:
    """A figure in words, for screen readers."""
    if figure.kind == "row":
        highest = int(np.argmax(figure.numbers))
        value = numbers.fixed(float(figure.numbers[highest]))
        shown = f"the largest of {len(figure.numbers)} is {value}, at place {highest + 1}"
    elif figure.kind == "map":
        rows, columns = figure.numbers.shape
        largest = numbers.fixed(float(figure.numbers.max()))
        shown = f"{rows} rows, {columns} columns, the largest is {largest}"
    else:
        pairs = zip(figure.columns, figure.numbers, strict=True)
        shown = ", ".join(f"{name} {number:g}" for name, number in pairs)
    return f"{figure.label}: {shown}"
