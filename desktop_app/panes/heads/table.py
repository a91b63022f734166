"""The parameter table of pane 07: one row a head count, the current one marked, one total."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from core.experiment import HeadsExperiment
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.theme import Theme

# Right edges of the columns, as shares of the table's width.
EDGES = (22 / 308, 60 / 308, 128 / 308, 186 / 308, 236 / 308, 300 / 308)
TITLES = (("h", True), ("d_k", True), ("one head", False), ("all", False), ("W_O", True))
ROW = 32.0
HEADER = 57.0
BELOW = 68.0  # the sum and its words


def paint(
    painter: QPainter, rect: QRectF, experiment: HeadsExperiment, trace: Trace, theme: Theme
) -> None:
    """Paint head, rows and sum into `rect`; rows shrink where there are many."""
    table = trace["parameter_table"]
    height = row_height(rect, len(table))
    paint_header(painter, rect, theme)
    y = rect.top() + HEADER
    for row in table:
        current = int(row[0]) == experiment.heads
        line = QRectF(rect.left(), y, rect.width(), height)
        if current:
            painter.fillRect(line, theme.band)
            painter.fillRect(QRectF(line.left(), y, 3, height), theme.ink)
        paint_row(painter, line, [float(number) for number in row], current, theme)
        y += height
    painter.setPen(QPen(theme.line, 1))
    painter.drawLine(QPointF(rect.left(), y + 0.5), QPointF(rect.right(), y + 0.5))
    paint_sum(painter, rect, y, experiment.d_model, float(table[0, -1]), theme)


def row_height(rect: QRectF, rows: int) -> float:
    """How high a row is; rows shrink where there are many."""
    return min(ROW, (rect.height() - HEADER - BELOW) / rows)


def last_line(rect: QRectF, rows: int) -> QRectF:
    """Where the last line under the table stands, "at every head count"."""
    y = rect.top() + HEADER + rows * row_height(rect, rows)
    return QRectF(rect.left(), y + 48, rect.width(), 16)


def paint_header(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The title, the names of the columns, and the line below them."""
    lettering.draw(painter, QRectF(rect.left(), rect.top(), 200, 20), "Parameters", HEAD, theme.ink)
    line = QRectF(rect.left(), rect.top() + 32, rect.width(), 20)
    for share, (title, maths) in zip(EDGES, TITLES, strict=False):
        right = rect.left() + share * rect.width()
        room = QRectF(right - 60, line.top(), 60, 20)
        if maths:
            baseline = QPointF(right, line.top() + 14)
            formula.draw(painter, baseline, title, 14, theme, False, theme.ink2, "right")
        else:
            lettering.draw(painter, room, title, LABEL, theme.ink2, lettering.RIGHT)
    room = QRectF(rect.left() + EDGES[-1] * rect.width() - 60, line.top(), 60, 20)
    lettering.draw(painter, room, "total", LABEL.bold(), theme.ink, lettering.RIGHT)
    painter.setPen(QPen(theme.edge, 1))
    y = rect.top() + HEADER - 1.5
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))


def paint_row(
    painter: QPainter, line: QRectF, row: list[float], current: bool, theme: Theme
) -> None:
    """The numbers of one head count."""
    style = LABEL if line.height() >= 20 else CAPTION
    start = line.left()
    for column, (share, number) in enumerate(zip(EDGES, row, strict=True)):
        right = line.left() + share * line.width()
        bold = style.bold(current or column == len(row) - 1)
        colour = theme.ink if current or column == len(row) - 1 else theme.ink2
        room = QRectF(start, line.top(), right - start, line.height())
        lettering.draw(painter, room, numbers.whole(int(number)), bold, colour, lettering.RIGHT)
        start = right


def paint_sum(
    painter: QPainter, rect: QRectF, y: float, d_model: int, total: float, theme: Theme
) -> None:
    """Why the total is the same everywhere: four square matrices, however they are cut."""
    written = numbers.whole(int(total)).replace(numbers.THIN_SPACE, r"\,")
    latex = rf"4\,d_{{\mathrm{{model}}}}^2 = 4 \cdot {d_model}^2 = {written}"
    formula.draw(painter, QPointF(rect.left(), y + 36), latex, 17, theme, False)
    room = QRectF(rect.left(), y + 48, rect.width(), 16)
    lettering.draw(painter, room, "at every head count", LABEL, theme.ink2)
