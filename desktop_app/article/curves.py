"""Curves as the article draws them, on the screen and on paper: axes, lines, names, one mark."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.article_figure import Curves, Line
from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

PLOT, LEFT, TOP = 156, 40, 20
HEIGHT = PLOT + TOP + 44  # with ticks and the name of x
NAME_GAP, NAME_LINE = 10, 17


class CurvePoint(NamedTuple):
    """A point in the figure's own pixels, and what it is."""

    place: QPointF
    said: str


class CurvePaper:
    """Where the curves of one figure lie at one width, and how they are painted."""

    def __init__(self, curves: Curves, width: float) -> None:
        self.curves = curves
        right = NAME_GAP + max((name_width(line) for line in curves.lines), default=0.0)
        self.area = QRectF(LEFT, TOP, max(width - LEFT - right, 80.0), PLOT)

    def pixel(self, x: float, y: float) -> QPointF:
        """Where a point of the data is painted."""
        (left, right), (low, high) = self.curves.x_range, self.curves.y_range
        across, up = (x - left) / (right - left), (y - low) / (high - low)
        area = self.area
        return QPointF(area.left() + across * area.width(), area.bottom() - up * area.height())

    def points(self) -> list[CurvePoint]:
        """Everything that can be read, from left to right."""
        found = [
            CurvePoint(self.pixel(float(x), float(y)), said)
            for line in self.curves.lines
            for x, y, said in zip(line.x, line.y, line.said, strict=False)
        ]
        return sorted(found, key=lambda point: (point.place.x(), -point.place.y()))

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The whole plot; nothing of it moves."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_axes(painter, theme)
        if self.curves.marked is not None:
            top = self.pixel(self.curves.marked, self.curves.y_range[1])
            pen = QPen(theme.ink2, 1)
            pen.setDashPattern([2, 3])
            painter.setPen(pen)
            painter.drawLine(top, self.pixel(self.curves.marked, self.curves.y_range[0]))
        for line in self.curves.lines:
            self.paint_line(painter, line, theme)
        painter.setPen(QPen(theme.ink, 1.5))
        for x, y in self.curves.rings:
            painter.drawEllipse(self.pixel(x, y), 6, 6)
        self.paint_names(painter, theme)
        self.paint_mark(painter, theme)

    def paint_axes(self, painter: QPainter, theme: Theme) -> None:
        """Hairlines with their values at the left, and the axis below with its name."""
        curves, area = self.curves, self.area
        for value, label in curves.y_ticks:
            y = round(self.pixel(curves.x_range[0], value).y()) + 0.5
            if value > curves.y_range[0]:
                painter.setPen(QPen(theme.line, 1))
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            room = QRectF(0, y - 8, LEFT - 8, 16)
            lettering.draw(painter, room, label, CAPTION, theme.ink3, lettering.RIGHT)
        y = round(area.bottom()) + 0.5
        painter.setPen(QPen(theme.edge, 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        for value, label in curves.x_ticks:
            x = round(self.pixel(value, curves.y_range[0]).x()) + 0.5
            painter.setPen(QPen(theme.edge, 1))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            lit = value == curves.marked
            colour = theme.ink if lit else theme.ink3
            room = QRectF(x - 30, y + 5, 60, 16)
            lettering.draw(painter, room, label, CAPTION.bold(lit), colour, lettering.CENTRE)
        middle = QPointF(area.center().x(), y + 40)
        if curves.x_name == "words":
            room = QRectF(middle.x() - 60, middle.y() - 14, 120, 16)
            words = "words in the sentence"
            lettering.draw(painter, room, words, CAPTION, theme.ink2, lettering.CENTRE)
        else:
            formula.draw(
                painter, middle, curves.x_name, 15, theme, False, theme.ink2, lettering.CENTRE
            )

    def paint_line(self, painter: QPainter, line: Line, theme: Theme) -> None:
        """One curve, through its points."""
        pen = QPen(line_colour(line, theme), 1 if not line.said else 2)
        if line.quiet:
            pen.setDashPattern([5, 4] if not line.said else [4, 2.5])
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ends = [self.pixel(float(x), float(y)) for x, y in zip(line.x, line.y, strict=True)]
        painter.drawPolyline(QPolygonF(ends))

    def paint_names(self, painter: QPainter, theme: Theme) -> None:
        """The names at the right ends, moved apart where they would touch."""
        ends = sorted(
            ((self.pixel(float(line.x[-1]), float(line.y[-1])).y(), line)
             for line in self.curves.lines),
            key=lambda pair: pair[0],
        )  # fmt: skip
        heights = apart([end for end, _ in ends], NAME_LINE)
        for y, (_, line) in zip(heights, ends, strict=True):
            colour = line_colour(line, theme)
            style = LABEL.bold() if line.said else CAPTION
            room = QRectF(self.area.right() + NAME_GAP, y - 8, name_width(line), 16)
            wide = lettering.draw(painter, room, line.name, style, colour)
            if line.latex:
                formula.draw_in(
                    painter,
                    room.adjusted(wide + 5, 0, 0, 0),
                    line.latex,
                    14,
                    theme,
                    lettering.LEFT,
                    False,
                    colour,
                )

    def paint_mark(self, painter: QPainter, theme: Theme) -> None:
        """Dots and values where the dotted line meets the curves."""
        upper = True
        for line in self.curves.lines:
            value = self.curves.at_mark(line)
            if value is None or self.curves.marked is None or not line.said:
                continue
            place = list(line.x).index(self.curves.marked)
            spot = self.pixel(self.curves.marked, float(line.y[place]))
            colour = line_colour(line, theme)
            painter.setPen(QPen(theme.sheet, 2))
            painter.setBrush(colour)
            painter.drawEllipse(spot, 5.5, 5.5)
            # Under the upper curve, over the lower one: between them there is room.
            room = QRectF(spot.x() + 10, spot.y() + (3 if upper else -20), 48, 16)
            text = numbers.fixed(value, self.curves.decimals)
            lettering.draw(painter, room, text, LABEL.bold(), colour)
            upper = False


def line_colour(line: Line, theme: Theme) -> QColor:
    """Weights are purple, everything else is ink; what is only compared with is pale."""
    if not line.said:
        return theme.ink3
    return theme.weight_ink if line.strong else theme.ink2


def name_width(line: Line) -> float:
    """How wide the name of a line runs, with its formula."""
    wide = lettering.width(line.name, LABEL.bold() if line.said else CAPTION)
    return wide + (5 + formula.box(line.latex, 14, False).width if line.latex else 0) + 2


def apart(heights: list[float], least: float) -> list[float]:
    """Rising heights, each at least so far below the one before; moved as little as that takes."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + least) if found else height)
    excess = (found[-1] - heights[-1]) / 2 if found else 0.0
    return [height - excess for height in found]
