"""A bare pyqtgraph view: data only, fixed ranges. Axes and words are painted round it by its pane.

Pointing reads the nearest point; Tab focuses the plot, Left and Right walk its points, Escape
leaves. read(words) says what the point is, "" when there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from desktop_app.instruments.base import KeyboardFocus
from desktop_app.theme import Theme

MARGIN = 10.0  # round the data, so that points on the edge are drawn whole
NEAR = 24.0  # px within which a point is read


class Point(NamedTuple):
    """One thing that can be read in a plot, in data coordinates, with its words.

    place: which number of the trace it is, (step, index), where it can say how it came about.
    """

    x: float
    y: float
    words: str
    place: tuple[str, tuple[int, ...]] | None = None


class Plot(KeyboardFocus, pg.GraphicsView):  # type: ignore[misc]
    """Bars and curves in data coordinates. number_asked, number_kept: the place of a point."""

    read = Signal(str)
    number_asked = Signal(object)
    number_kept = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent, background=None)  # type: ignore[call-arg]
        self.theme, self.name = theme, name
        self.written: Sequence[Point] | Callable[[], Sequence[Point]] = ()
        self.at: int | None = None
        self.x_range, self.y_range = (0.0, 1.0), (0.0, 1.0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The pane paints axes and words below; only data are drawn here.
        self.setStyleSheet("background: transparent; border: none;")
        # A view box alone: a PlotItem brings axes, and menus of sixty widgets that nobody sees.
        view = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        view.disableAutoRange()
        self.setCentralItem(view)
        self.view = view
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.marker = pg.ScatterPlotItem(pxMode=True)
        self.marker.setZValue(10)
        self.marker.hide()
        self.addItem(self.marker)
        self.setMouseTracking(True)
        # Left alone, each plot would have the window painted at once, for itself, and pyqtgraph
        # asks for a second time while it paints: six plots cost twelve paintings an edit. A plot
        # asks as it is given its numbers, so that all are painted together, and once.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)

    def addItem(self, item: pg.GraphicsObject) -> None:
        """Show an item; what it is given later is painted with the next frame."""
        self.view.addItem(item)
        if hasattr(item, "sigPlotChanged"):
            item.sigPlotChanged.connect(self.paint_anew)

    def paint_anew(self, *_: object) -> None:
        """Paint the data with the next frame."""
        self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def place(self, rect: QRectF) -> None:
        """Put the data's rectangle at `rect` of the parent."""
        self.setGeometry(rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).toAlignedRect())

    def set_ranges(self, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
        """The data's range; it fills the rectangle given to `place`."""
        if (x_range, y_range) != (self.x_range, self.y_range):
            self.x_range, self.y_range = x_range, y_range
            self.fit()

    def fit(self) -> None:
        """Widen the view by the margin on every side."""
        width = max(self.width() - 2 * MARGIN, 1.0)
        height = max(self.height() - 2 * MARGIN, 1.0)
        across = (self.x_range[1] - self.x_range[0]) / width * MARGIN
        up = (self.y_range[1] - self.y_range[0]) / height * MARGIN
        self.view.setRange(
            xRange=(self.x_range[0] - across, self.x_range[1] + across),
            yRange=(self.y_range[0] - up, self.y_range[1] + up),
            padding=0,
        )
        self.paint_anew()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "view"):
            self.fit()

    def pixel(self, x: float, y: float) -> QPointF:
        """Where a data point is painted, in the parent's coordinates."""
        place: tuple[int, int, int, int] = self.geometry().getRect()  # type: ignore[assignment]
        left, top, wide, high = place
        (first, last), (low, up) = self.x_range, self.y_range
        across, above = (x - first) / (last - first), (y - low) / (up - low)
        return QPointF(
            left + MARGIN + across * (wide - 2 * MARGIN),
            top + high - MARGIN - above * (high - 2 * MARGIN),
        )

    def set_points(self, points: Sequence[Point] | Callable[[], Sequence[Point]]) -> None:
        """What can be read here, from left to right; or what says it, asked when one is read."""
        self.written = points
        if self.at is not None and self.at >= len(self.points):
            self.at = None
        self.mark()

    @property
    def points(self) -> Sequence[Point]:
        """What can be read here, from left to right."""
        if callable(self.written):
            self.written = self.written()
        return self.written

    def mark(self) -> None:
        """Ring the point that is being read."""
        if self.at is None:
            if self.marker.isVisible():
                self.marker.hide()
                self.paint_anew()
            return
        self.marker.show()
        point = self.points[self.at]
        ring = pen_of(self.theme.ink.rgba(), 1.5)
        self.marker.setData([point.x], [point.y], size=11, pen=ring, brush=None)

    def read_point(self, index: int | None) -> None:
        if index != self.at:
            self.at = index
            self.mark()
            words = "" if index is None else self.points[index].words
            self.setAccessibleName(f"{self.name}: {words}" if words else self.name)
            self.read.emit(words)
            self.number_asked.emit(None if index is None else self.points[index].place)

    def places_of(self, step: str, index: Sequence[int | None]) -> list[QRectF]:
        """No number is outlined here: the point that is read has a ring."""
        return []

    def nearest(self, position: QPointF) -> int | None:
        """The point under the pointer, if one is near."""
        if not self.points:
            return None
        origin = QPointF(self.geometry().topLeft())
        best, index = NEAR**2, None
        for place, point in enumerate(self.points):
            away = self.pixel(point.x, point.y) - origin - position
            distance = away.x() ** 2 + away.y() ** 2
            if distance < best:
                best, index = distance, place
        return index

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.read_point(self.nearest(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.keep():
            event.ignore()

    def keep(self) -> bool:
        """Ask to keep the number that is being read; whether it is one."""
        place = None if self.at is None else self.points[self.at].place
        if place is not None:
            self.number_kept.emit(place)
        return place is not None

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.read_point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and self.points:
            place = self.at if self.at is not None else (-1 if step > 0 else len(self.points))
            self.read_point(min(max(place + step, 0), len(self.points) - 1))
        elif event.key() == Qt.Key.Key_Space and self.keep():
            return
        elif event.key() == Qt.Key.Key_Escape and self.at is not None:
            self.read_point(None)
        else:
            event.ignore()

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()


# pyqtgraph keeps a picture of each spot by its very pen and brush: with new ones it would draw
# all again at every edit, and never let go of the old.


@lru_cache(maxsize=64)
def pen_of(rgba: int, width: float) -> QPen:
    """The pen of a colour and a width in px."""
    made: QPen = pg.mkPen(QColor.fromRgba(rgba), width=width)
    return made


@lru_cache(maxsize=64)
def brush_of(rgba: int) -> QBrush:
    """The brush of a colour."""
    return QBrush(QColor.fromRgba(rgba))
