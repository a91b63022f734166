"""What stands in a plot and round it: bars, and the axes that its pane paints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app import lettering
from desktop_app.instruments.plot import Plot
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme


def bars(
    plot: Plot, heights: npt.NDArray[np.float64], edges: npt.NDArray[np.float64]
) -> pg.BarGraphItem:
    """A bar graph item in `plot`; `fill_bars` gives it numbers and colour."""
    item = pg.BarGraphItem(x0=edges[:-1], x1=edges[1:], height=heights, y0=0)
    plot.addItem(item)
    return item


def fill_bars(
    plot: Plot,
    item: pg.BarGraphItem,
    heights: npt.NDArray[np.float64],
    edges: npt.NDArray[np.float64],
    gap: float,
    colour: QColor,
) -> None:
    """Set the bars of a plot between `edges`, with a gap in data units."""
    item.setOpts(
        x0=edges[:-1] + gap / 2,
        x1=edges[1:] - gap / 2,
        height=heights,
        y0=0,
        brush=pg.mkBrush(colour),
        pen=pg.mkPen(None),
    )
    plot.paint_anew()


def paint_bottom_axis(
    painter: QPainter,
    plot: Plot,
    ticks: Sequence[tuple[float, str]],
    theme: Theme,
    current: str = "",
) -> None:
    """The bottom axis in edge colour, with its ticks and their labels."""
    left = plot.pixel(plot.x_range[0], plot.y_range[0])
    right = plot.pixel(plot.x_range[1], plot.y_range[0])
    y = round(left.y()) + 0.5
    places = [round(plot.pixel(value, plot.y_range[0]).x()) + 0.5 for value, _ in ticks]
    painter.setPen(QPen(theme.edge, 1))
    painter.drawLine(QPointF(left.x(), y), QPointF(right.x(), y))
    painter.drawLines([QLineF(x, y, x, y + 4) for x in places])
    for x, (_, label) in zip(places, ticks, strict=True):
        room = QRectF(x - 30, y + 5, 60, 16)
        lit = label == current and bool(current)
        colour = theme.ink if lit else theme.ink3
        lettering.draw(painter, room, label, CAPTION.bold(lit), colour, lettering.CENTRE)


def paint_grid_lines(
    painter: QPainter, plot: Plot, ticks: Sequence[tuple[float, str]], theme: Theme
) -> None:
    """Horizontal lines with their values at the left."""
    for value, label in ticks:
        left = plot.pixel(plot.x_range[0], value)
        right = plot.pixel(plot.x_range[1], value)
        y = round(left.y()) + 0.5
        if value > plot.y_range[0]:
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(QPointF(left.x(), y), QPointF(right.x(), y))
        room = QRectF(left.x() - 52, y - 8, 44, 16)
        lettering.draw(painter, room, label, CAPTION, theme.ink3, lettering.RIGHT)
