"""How good both translators are at every sentence length, with the chosen length marked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.plot import Plot, Point
from desktop_app.instruments.plot_axes import paint_bottom_axis, paint_grid_lines
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.bottleneck.layout import NAMES
from desktop_app.panes.bottleneck.series import Series, written
from desktop_app.theme import Theme

SHORT_RANGE, LONG_RANGE = (3.0, 40.0), (0.0, 60.0)
TICKS = {
    SHORT_RANGE: [(float(x), str(x)) for x in (3, 10, 20, 30, 40)],
    LONG_RANGE: [(float(x), str(x)) for x in range(0, 61, 10)],
}
WHOLE, PUBLISHED = (0.0, 100.0), (0.0, 30.0)
Y_TICKS = {
    "words": [(float(y), f"{y}%") for y in range(0, 101, 25)],
    "bleu": [(float(y), str(y)) for y in range(0, 101, 25)],
    "published": [(float(y), str(y)) for y in range(0, 31, 10)],
}
MOST_LINES = 7
NAME_LINE = 16.0  # the least distance between two names, in px


class Quality:
    """The plot and the words round it; the numbers come from the trace."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.series: Sequence[Series] = ()
        self.measure, self.length = "words", 0
        self.plot = FigurePlot(theme, "Quality by sentence length", parent, self)
        self.lines = [pg.PlotDataItem() for _ in range(MOST_LINES)]
        self.dots = pg.ScatterPlotItem(pxMode=True)
        self.now = pg.PlotDataItem()
        for item in (self.now, *self.lines, self.dots):
            self.plot.addItem(item)
        self.drawn: tuple[object, ...] = ()

    def show(self, series: Sequence[Series], measure: str, length: int, theme: Theme) -> None:
        """These lines, ringed at the sentence's length."""
        self.series, self.measure, self.length = series, measure, length
        wide = length > SHORT_RANGE[1] or any(line.dots for line in series)
        self.plot.set_ranges(
            LONG_RANGE if wide else SHORT_RANGE, PUBLISHED if self.only_published else WHOLE
        )
        drawn = (measure, id(theme), *(id(line.points) for line in series))
        if drawn != self.drawn:
            self.drawn = drawn
            self.draw_lines(theme)
        spots = [
            {"pos": (float(x), float(y)), "size": 4, "brush": line.colour(theme), "pen": None}
            for line in series if line.dots for x, y in line.points
        ]  # fmt: skip
        for line in self.measured():
            ring = pg.mkPen(theme.sheet, width=2)
            brush = line.colour(theme)
            spots.append({"pos": (length, line.value), "size": 11, "brush": brush, "pen": ring})
        self.dots.setData(spots)
        marker = pg.mkPen(theme.edge, width=1)
        marker.setStyle(Qt.PenStyle.CustomDashLine)
        marker.setDashPattern([2, 3])
        self.now.setData([length, length], list(self.plot.y_range), pen=marker)
        self.plot.viewport().update()

    def draw_lines(self, theme: Theme) -> None:
        """Give every line its points; they change with the pair and the switches alone."""
        points = []
        for item, line in zip(self.lines, self.series, strict=False):
            pen = pg.mkPen(line.colour(theme), width=1 if line.thin else 2)
            if line.dash:
                pen.setStyle(Qt.PenStyle.CustomDashLine)
                pen.setDashPattern(list(line.dash))
            item.setData(line.points[:, 0], line.points[:, 1], pen=pen, antialias=True)
            points += [
                Point(
                    float(x),
                    float(y),
                    f"{x:.0f} words, {line.spoken}: {self.said(float(y))}",
                    (line.step, (row, 1)),
                )
                for row, (x, y) in enumerate(line.points)
            ]
        for item in self.lines[len(self.series) :]:
            item.setData([], [])
        self.plot.set_points(sorted(points))

    def said(self, value: float) -> str:
        """A figure in words."""
        if self.measure == "bleu":
            return f"BLEU {value:.2f}"
        return f"{value:.1f}% of the words right"

    @property
    def only_published(self) -> bool:
        """Whether no line is ours, as where the weights are damaged."""
        return all(line.dots for line in self.series)

    def measured(self) -> list[Series]:
        """The lines that have a figure of ours at the sentence's length."""
        return [line for line in self.series if not line.dots and np.isfinite(line.value)]

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Axes, the name of each line at its end, and the figures at the chosen length."""
        ticks = Y_TICKS["published" if self.only_published else self.measure]
        paint_grid_lines(painter, self.plot, ticks, theme)
        paint_bottom_axis(painter, self.plot, TICKS[self.plot.x_range], theme)
        right = self.plot.pixel(self.plot.x_range[1], 0).x()
        lowest = self.plot.pixel(0, 0).y()
        ends = [self.plot.pixel(*line.points[-1]) for line in self.series]
        heights = spread([end.y() for end in ends], lowest)
        for line, end, y in zip(self.series, ends, heights, strict=True):
            self.paint_name(painter, line, end, QRectF(right + 10, y - 8, NAMES - 10, 16), theme)

    def paint_name(
        self, painter: QPainter, line: Series, end: QPointF, room: QRectF, theme: Theme
    ) -> None:
        """A name, and a hairline to the line's end where the name had to move away from it."""
        tip = QPointF(room.left() - 2, room.center().y())
        if abs(tip.y() - end.y()) > 2 or tip.x() - end.x() > 20:
            painter.setPen(QPen(theme.edge, 1))
            painter.drawLine(end + QPointF(3, 0), tip)
        style = CAPTION if line.thin else LABEL.bold(line.attention)
        wide = lettering.draw(painter, room, line.name, style, line.colour(theme)) + 6
        if line.dots:  # a published line has no ringed point: its figure stands beside its name
            rest = room.adjusted(wide, 0, 0, 0)
            text = written(line.value, "bleu")
            lettering.draw(painter, rest, text, style.bold(), line.colour(theme), lettering.RIGHT)


class FigurePlot(Plot):
    """A plot with figures over its lines, which would cross what is painted below them."""

    def __init__(self, theme: Theme, name: str, parent: QWidget, quality: Quality) -> None:
        self.quality = quality
        super().__init__(theme, name, parent)

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.resetTransform()
        painter.translate(-self.x(), -self.y())
        paint_figures(painter, self.quality, self.theme)
        painter.restore()


def paint_figures(painter: QPainter, quality: Quality, theme: Theme) -> None:
    """The figure of every measured line at the chosen length, beside its point."""
    plot = quality.plot
    left, right = (plot.pixel(x, 0).x() for x in plot.x_range)
    lowest = plot.pixel(0, plot.y_range[0]).y() - 10
    sides: dict[bool, list[float]] = {True: [], False: []}
    for line in sorted(quality.measured(), key=lambda line: -line.value):
        place = plot.pixel(quality.length, line.value)
        text, style = written(line.value, quality.measure), LABEL.bold()
        wide = lettering.width(text, style)
        # Lines fall: above one there is room at the right. The upper one falls late, so that
        # below it there is room at the right first and at the left in the end.
        at_left = place.x() + 12 + wide > right
        if line.attention:
            at_left = place.x() > (left + right) / 2
        placed = sides[at_left]
        y = place.y() + (15 if line.attention else -14)
        y = min(max(y, placed[-1] + NAME_LINE) if placed else y, lowest)
        placed.append(y)
        x = place.x() - 12 - wide if at_left else place.x() + 12
        room = QRectF(x, y - 8, wide, 16)
        painter.fillRect(room.adjusted(-2, 1, 2, -1), theme.sheet)
        lettering.draw(painter, room, text, style, line.colour(theme))


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
