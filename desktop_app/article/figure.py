"""The article's figure: the mean top weight against d_k, in the plot style of the labs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.article import Drawing
from core.article_figure import TopWeightCurves
from desktop_app import formula, lettering, numbers
from desktop_app.article.words import Words
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.plot import Plot, Point, paint_bottom_axis, paint_grid_lines
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

PLOT, LEFT, RIGHT, TOP = 156, 40, 104, 20
CAPTION_TOP = PLOT + TOP + 52
X_TICKS = [(float(power), str(2**power)) for power in (0, 2, 4, 6, 8, 10)]
Y_TICKS = [(0.0, "0"), (0.25, "0.25"), (0.5, "0.50"), (0.75, "0.75"), (1.0, "1")]
SERIES = (("unscaled", "not divided", "ink2"), ("scaled", "divided by", "weight_ink"))


def dashed(colour: QColor, pattern: Sequence[float]) -> object:
    """A thin dashed pen."""
    pen = pg.mkPen(colour, width=1)
    pen.setStyle(Qt.PenStyle.CustomDashLine)
    pen.setDashPattern(list(pattern))
    return pen


class TopWeightPlot(Instrument):
    """Axes at once, curves when they are computed. read(words): the point that is read."""

    read = Signal(str)

    def __init__(self, theme: Theme, drawing: Drawing, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.drawing = drawing
        self.curves: TopWeightCurves | None = None
        name = f"Figure {drawing.number}: mean top weight against d k"
        self.plot = Plot(theme, name, self)
        self.plot.set_ranges((0.0, 10.0), (0.0, 1.0))
        self.plot.read.connect(self.read)
        self.even, self.now = pg.PlotDataItem(), pg.PlotDataItem()
        self.lines = {series: pg.PlotDataItem() for series, _, _ in SERIES}
        self.dots = pg.ScatterPlotItem(pxMode=True)
        for item in (self.even, self.now, *self.lines.values(), self.dots):
            self.plot.addItem(item)
        self.caption = Words(theme, LABEL, 20, self, "ink2")
        self.caption.show_markdown(f"**Figure {drawing.number}**  {drawing.caption}")
        self.setAccessibleName(name)

    def height_at(self, width: int) -> int:
        return CAPTION_TOP + self.caption.heightForWidth(width) + 4

    def resizeEvent(self, event: object) -> None:
        self.plot.place(QRectF(LEFT, TOP, self.width() - LEFT - RIGHT, PLOT))
        tall = self.caption.heightForWidth(self.width())
        self.caption.setGeometry(0, CAPTION_TOP, self.width(), tall)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.plot.set_theme(theme)
        self.show_curves()

    def show_figures(self, curves: TopWeightCurves) -> None:
        """Draw curves that have been computed."""
        self.curves = curves
        self.show_curves()

    def show_curves(self) -> None:
        """Give the plot its numbers in the colours of the theme."""
        if self.curves is None:
            return
        theme, curves, marked = self.theme, self.curves, self.drawing.figure.marked
        x = [math.log2(size) for size in curves.d_k]
        here = math.log2(marked)
        spots, points = [], []
        for series, words, colour_name in SERIES:
            colour, heights = getattr(theme, colour_name), getattr(curves, series)
            self.lines[series].setData(x, heights, pen=pg.mkPen(colour, width=2), antialias=True)
            value = self.value(series)
            ring = pg.mkPen(theme.sheet, width=2)
            spots.append({"pos": (here, value), "size": 11, "brush": colour, "pen": ring})
            said = words if series == "unscaled" else "divided by √d_k"
            points += [
                Point(place, float(height), f"{said}, d_k = {size:.0f}: {numbers.precise(height)}")
                for place, size, height in zip(x, curves.d_k, heights, strict=True)
            ]
        share = curves.even_share
        self.even.setData([0.0, 10.0], [share, share], pen=dashed(theme.ink3, (5, 4)))
        self.now.setData([here, here], [0.0, 1.0], pen=dashed(theme.ink2, (2, 3)))
        self.dots.setData(spots)
        self.plot.set_points(sorted(points))
        self.update()

    def value(self, series: str) -> float:
        """The value of a curve at the marked d_k."""
        assert self.curves is not None
        unscaled, scaled = self.curves.at(self.drawing.figure.marked)
        return unscaled if series == "unscaled" else scaled

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self.theme
        paint_grid_lines(painter, self.plot, Y_TICKS, theme)
        paint_bottom_axis(painter, self.plot, X_TICKS, theme, str(self.drawing.figure.marked))
        middle = self.plot.pixel(5.0, 0.0)
        baseline = QPointF(middle.x(), middle.y() + 40)
        formula.draw(painter, baseline, "d_k", 15, theme, False, theme.ink2, lettering.CENTRE)
        if self.curves is None:
            middle = self.plot.pixel(5.0, 0.625)  # between two gridlines
            room = QRectF(middle.x() - 100, middle.y() - 8, 200, 16)
            words = "computing the curves"
            lettering.draw(painter, room, words, LABEL, theme.ink3, lettering.CENTRE)
        else:
            self.paint_names(painter, self.curves)
        painter.end()

    def paint_names(self, painter: QPainter, curves: TopWeightCurves) -> None:
        """The names at the right ends, and the two values at the marked d_k."""
        theme = self.theme
        spot_x = math.log2(self.drawing.figure.marked)
        for series, words, colour_name in SERIES:
            colour = getattr(theme, colour_name)
            end = self.plot.pixel(10.0, float(getattr(curves, series)[-1]))
            room = QRectF(end.x() + 10, end.y() - 8, RIGHT - 10, 16)
            wide = lettering.draw(painter, room, words, LABEL.bold(), colour)
            if series == "scaled":
                root = room.adjusted(wide + 5, 0, 0, 0)
                formula.draw_in(
                    painter, root, r"\sqrt{d_k}", 14, theme, lettering.LEFT, False, colour
                )
            value = self.value(series)
            spot = self.plot.pixel(spot_x, value)
            # Under the upper curve, over the lower one: between them there is room.
            place = QRectF(spot.x() + 10, spot.y() + (3 if series == "unscaled" else -20), 48, 16)
            lettering.draw(painter, place, numbers.fixed(value), LABEL.bold(), colour)
        even = self.plot.pixel(10.0, curves.even_share)
        room = QRectF(even.x() + 10, even.y() - 8, RIGHT - 10, 16)
        words = f"even share, 1/{self.drawing.figure.keys}"
        lettering.draw(painter, room, words, CAPTION, theme.ink3)

    def facts(self) -> Sequence[str]:
        """What the status line says about the figure."""
        figure = self.drawing.figure
        sizes = 11 if self.curves is None else len(self.curves.d_k)
        return (
            f"Figure {self.drawing.number}: {figure.keys} keys",
            f"{numbers.whole(figure.queries)} queries",
            f"{sizes} values of d_k",
            f"seed {figure.seed}",
            "random, untrained",
        )
