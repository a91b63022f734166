"""BLEU against sentence length as papers published it, with the chosen length marked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from core.papers import Curve, PublishedFigure
from core.trace import Trace
from desktop_app import lettering, numbers
from desktop_app.instruments.plot import Plot, Point, paint_bottom_axis, paint_grid_lines
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

X_RANGE, Y_RANGE = (0.0, 60.0), (0.0, 30.0)
X_TICKS = [(float(x), str(x)) for x in range(0, 61, 10)]
Y_TICKS = [(float(y), str(y)) for y in range(0, 31, 10)]
MOST_CURVES = 4
NAME_LINE = 17.0  # the least distance between two names, in px
SHORT_TRAINING = 30  # models trained on sentences no longer than this are drawn dashed


def name_of(curve: Curve) -> str:
    """What stands at the end of a line."""
    kind = "with attention" if curve.attention else "without"
    return kind if curve.trained_on is None else f"{kind}, ≤ {curve.trained_on}"


def colour_of(curve: Curve, theme: Theme) -> QColor:
    return theme.weight_ink if curve.attention else theme.ink2


class Quality:
    """The plot and the words round it; the numbers come from the trace."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.plot = Plot(theme, "BLEU by sentence length", parent)
        self.plot.set_ranges(X_RANGE, Y_RANGE)
        self.lines = [pg.PlotDataItem() for _ in range(MOST_CURVES)]
        self.dots = pg.ScatterPlotItem(pxMode=True)
        self.now = pg.PlotDataItem()
        for item in (self.now, *self.lines, self.dots):
            self.plot.addItem(item)
        self.figure: PublishedFigure | None = None
        self.values: dict[str, float] = {}
        self.length = 0

    def show(self, trace: Trace, figure: PublishedFigure, length: int, theme: Theme) -> None:
        """The curves of one published figure, ringed where the sentence's length is."""
        self.figure, self.length = figure, length
        self.values = {curve.model: float(trace[curve.model]) for curve in figure.curves}
        points, spots = [], []
        for line, curve in zip(self.lines, figure.curves, strict=False):
            colour = colour_of(curve, theme)
            published = trace[f"{curve.model} curve"]
            pen = pg.mkPen(colour, width=2)
            if curve.trained_on is not None and curve.trained_on <= SHORT_TRAINING:
                pen.setStyle(Qt.PenStyle.CustomDashLine)
                pen.setDashPattern([3, 2.5])
            line.setData(published[:, 0], published[:, 1], pen=pen, antialias=True)
            points += [
                Point(float(x), float(y), f"{curve.model}, {x:.0f} words: BLEU {y:.2f}, published")
                for x, y in published
            ]
            spots += [
                {"pos": (x, y), "size": 5, "brush": colour, "pen": None} for x, y in published
            ]
            value = self.values[curve.model]
            if np.isfinite(value):
                ring = pg.mkPen(theme.sheet, width=2)
                spot = {"pos": (length, value), "size": 11, "brush": colour, "pen": ring}
                spots.append(spot)
        for line in self.lines[len(figure.curves) :]:
            line.setData([], [])
        self.dots.setData(spots)
        marker = pg.mkPen(theme.edge, width=1)
        marker.setStyle(Qt.PenStyle.CustomDashLine)
        marker.setDashPattern([2, 3])
        self.now.setData([length, length], list(Y_RANGE), pen=marker)
        self.plot.set_points(sorted(points))

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Axes, and each series' name at its end with its value at the chosen length."""
        if self.figure is None:
            return
        paint_grid_lines(painter, self.plot, Y_TICKS, theme)
        paint_bottom_axis(painter, self.plot, X_TICKS, theme)
        curves = self.figure.curves
        ends = [self.plot.pixel(curve.length[-1], curve.bleu[-1]) for curve in curves]
        right = self.plot.pixel(X_RANGE[1], 0).x()
        top = self.plot.pixel(0, Y_RANGE[1]).y()
        head = QRectF(right + 12, top - 14, 152, 16)
        words = f"BLEU at {self.length}, {self.kind()}"
        lettering.draw(painter, head, words, CAPTION, theme.ink3, lettering.RIGHT)
        lowest = self.plot.pixel(0, 0).y()
        for curve, end, y in zip(curves, ends, spread([e.y() for e in ends], lowest), strict=True):
            self.paint_name(painter, curve, end, QRectF(right + 12, y - 8, 152, 16), theme)

    def kind(self) -> str:
        """Whether the values are the paper's own or lie on a line between two of them."""
        assert self.figure is not None
        if not any(np.isfinite(value) for value in self.values.values()):
            return "not published"
        published = any(curve.is_published(self.length) for curve in self.figure.curves)
        return "published" if published else "interpolated"

    def paint_name(
        self, painter: QPainter, curve: Curve, end: QPointF, room: QRectF, theme: Theme
    ) -> None:
        """A name and a value, and a hairline to the line's end where the name had to move."""
        colour = colour_of(curve, theme)
        painter.setPen(QPen(theme.edge, 1))
        tip = QPointF(room.left() - 3, room.center().y())
        painter.drawLine(end + QPointF(4, 0), tip)
        style = LABEL.bold(curve.attention)
        lettering.draw(painter, room.adjusted(0, 0, -36, 0), name_of(curve), style, colour)
        value = self.values[curve.model]
        # As the paper prints it; what lies between two of its points is not known so finely.
        decimals = 2 if curve.is_published(self.length) else 1
        text = numbers.fixed(value, decimals) if np.isfinite(value) else "\N{EN DASH}"
        lettering.draw(painter, room, text, LABEL.bold(), colour, lettering.RIGHT)


def spread(heights: Sequence[float], lowest: float) -> list[float]:
    """Heights moved apart to at least one line each, none below `lowest`, in the same order."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed = [heights[place] for place in order]
    for _ in range(32):  # neighbours push each other until all have room
        for low in range(len(placed) - 1):
            short = NAME_LINE - (placed[low + 1] - placed[low])
            if short > 0:
                placed[low] -= short / 2
                placed[low + 1] += short / 2
        placed = [min(height, lowest) for height in placed]
    apart = [0.0] * len(heights)
    for place, height in zip(order, placed, strict=True):
        apart[place] = height
    return apart
