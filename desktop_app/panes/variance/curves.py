"""The two plots at the foot of pane 06: variance and gradient left against d_k."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.plot import Plot, Point, brush_of, pen_of
from desktop_app.instruments.plot_axes import paint_bottom_axis, paint_grid_lines
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

SIZE_TICKS = [(float(power), str(2**power)) for power in (0, 2, 4, 6, 8, 10)]
USUAL = (-0.35, 10.6)  # log2 of the variances from 1 to 1024
WIDE_TICKS = [
    (float(np.log2(value)), label)
    for value, label in ((1e-3, "0.001"), (1.0, "1"), (1024.0, "1024"), (1e6, "10⁶"))
]
LEAST = 2.0**-12
NO_LINE: QPen = pg.mkPen(None)
SERIES = (("unscaled", "ink2"), ("scaled", "weight_ink"))


ValuePlace = tuple[str, QRectF, lettering.Align]


class Curves:
    """One plot with an unscaled and a scaled curve over log2 d_k."""

    def __init__(self, theme: Theme, name: str, step: str, parent: QWidget) -> None:
        self.name, self.step = name, step
        self.plot = Plot(theme, name, parent)
        self.lines = {series: pg.PlotDataItem() for series, _ in SERIES}
        self.dots = pg.ScatterPlotItem(pxMode=True)
        self.rings = pg.ScatterPlotItem(pxMode=True)
        self.now = pg.PlotDataItem()
        self.drawn: tuple[int, str, int] | None = None
        for item in (self.now, *self.lines.values(), self.dots, self.rings):
            self.plot.addItem(item)
        self.ends: dict[str, float] = {}
        self.current: dict[str, float] = {}
        self.x = 0.0
        self.logarithmic = step == "variance"

    def place(self) -> QRectF:
        """Where the plot stands in the lab."""
        return QRectF(self.plot.geometry())

    def place_of(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Heights in the plot: log2 for the variance."""
        return np.log2(np.maximum(values, LEAST)) if self.logarithmic else values

    def height_of(self, value: float) -> float:
        """One height in the plot; 0 for what is no number."""
        return float(np.nan_to_num(self.place_of(np.array(value))))

    def show(self, trace: Trace, key_size: int, theme: Theme) -> None:
        """Curves through every power of two, and where d_k stands now."""
        curves = trace[f"{self.step}_curve_unscaled"]
        self.plot.set_ranges((0.0, 10.0), self.range_of(trace))
        self.x = float(np.log2(key_size))
        if self.drawn != (id(curves), theme.name, theme.ink2.rgb()):
            self.drawn = (id(curves), theme.name, theme.ink2.rgb())
            self.show_curves(trace, theme)
        self.show_now(trace, theme)

    def range_of(self, trace: Trace) -> tuple[float, float]:
        """From 1 to 1024, and as much further as a fault takes the variance; 0 to 1 else."""
        if not self.logarithmic:
            return 0.0, 1.0
        both = [self.place_of(trace[f"{self.step}_curve_{series}"]) for series, _ in SERIES]
        low, high = float(np.min(both)), float(np.max(both))
        return low - 0.35 if low < -1 else USUAL[0], high + 0.6 if high > 11 else USUAL[1]

    def show_curves(self, trace: Trace, theme: Theme) -> None:
        """What only another sample or another theme changes."""
        sizes = np.log2(trace["key_sizes"])
        points, spots = [], []
        for series, colour_name in SERIES:
            colour = getattr(theme, colour_name)
            exact = trace[f"{self.step}_curve_{series}"]
            curve = self.place_of(exact)
            if self.logarithmic:
                theory = sizes if series == "unscaled" else np.zeros_like(sizes)
                self.lines[series].setData(sizes, theory, pen=dashed(theme.edge, (5, 4)))
                spots += [
                    {"pos": place, "size": 6, "brush": brush_of(colour.rgba()), "pen": NO_LINE}
                    for place in zip(sizes, curve, strict=True)
                ]
            else:
                pen = pg.mkPen(colour, width=2)
                self.lines[series].setData(sizes, curve, pen=pen, antialias=True)
            self.ends[series] = float(curve[np.isfinite(curve)][-1])
            points += [
                Point(
                    float(x),
                    float(np.nan_to_num(y)),
                    f"{series}, d_k = {2 ** round(x)}: {numbers.precise(v)}",
                    (f"{self.step}_curve_{series}", (place,)),
                )
                for place, (x, y, v) in enumerate(zip(sizes, curve, exact, strict=True))
            ]
        self.dots.setData(spots)
        self.plot.set_points(sorted(points))

    def show_now(self, trace: Trace, theme: Theme) -> None:
        """The vertical at d_k and the ringed points on it."""
        spots = []
        step = "variance" if self.logarithmic else "gradient_left"
        for series, colour_name in SERIES:
            colour = getattr(theme, colour_name)
            value = np.array(float(trace[f"{step}_{series}"]))
            self.current[series] = float(value)
            if np.isnan(value):
                continue
            here = (self.x, float(self.place_of(value)))
            ring = pen_of((theme.ink if self.logarithmic else colour).rgba(), 1.5)
            fill = brush_of((theme.sheet if self.logarithmic else colour).rgba())
            spots.append({"pos": here, "size": 11, "brush": fill, "pen": ring})
            if self.logarithmic:
                dot = brush_of(colour.rgba())
                spots.append({"pos": here, "size": 6, "brush": dot, "pen": NO_LINE})
        self.rings.setData(spots)
        self.now.setData([self.x, self.x], list(self.plot.y_range), pen=dashed(theme.edge, (2, 3)))

    def paint(self, painter: QPainter, theme: Theme, key_size: int) -> None:
        """Head, axes, the names at the ends and the values in force."""
        top = self.plot.pixel(0, self.plot.y_range[1])
        head = QRectF(top.x() - 32, top.y() - 34, 300, 16)
        style = LABEL.sized(14).bold()
        wide = lettering.draw(painter, head, f"{self.name} against", style, theme.ink)
        rest = head.adjusted(wide + 6, 0, 0, 0)
        formula.draw_in(painter, rest, "d_k", 15, theme, lettering.LEFT, False)
        ticks = [(0.0, "1"), (5.0, "32"), (10.0, "1024")]
        if not self.logarithmic:
            ticks = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]
        elif self.plot.y_range != USUAL:
            ticks = [tick for tick in WIDE_TICKS if within(tick[0], self.plot.y_range)]
        paint_grid_lines(painter, self.plot, ticks, theme)
        values = {series: self.value_place(series) for series, _ in SERIES}
        covered = [self.is_covered(x, name, values.values()) for x, name in SIZE_TICKS]
        sizes = [
            (x, "" if hidden else name)
            for (x, name), hidden in zip(SIZE_TICKS, covered, strict=True)
        ]
        paint_bottom_axis(painter, self.plot, sizes, theme, str(key_size))
        for series, colour_name in SERIES:
            colour = getattr(theme, colour_name)
            end = self.plot.pixel(10, self.ends[series])
            y = end.y() + (self.apart() if series == "scaled" else 0.0)
            room = QRectF(end.x() + 10, y - 8, 60, 16)
            style = LABEL.bold(series == "scaled")
            lettering.draw(painter, room, series, style, colour)
            text, room, align = values[series]
            lettering.draw(painter, room, text, LABEL.bold(), colour, align)
        if self.logarithmic and self.plot.y_range == USUAL:
            at = 8.0 if abs(self.x - 8.0) > 1 else 5.0  # clear of the number in force
            middle = self.plot.pixel(at, at + 0.6)
            room = QRectF(middle.x() - 56, middle.y() - 12, 48, 16)
            lettering.draw(painter, room, "theory", CAPTION, theme.ink3, lettering.RIGHT)

    def apart(self) -> float:
        """How far the name of the scaled line moves where both lines end in one place."""
        ends = [self.plot.pixel(10, self.ends[series]).y() for series in ("unscaled", "scaled")]
        gap = ends[1] - ends[0]
        if abs(gap) >= 16:
            return 0.0
        return 16.0 - gap if gap > 0 else -16.0 - gap

    def is_covered(self, x: float, name: str, values: Iterable[ValuePlace]) -> bool:
        """Whether a number in force stands where the axis would name a tick."""
        tick = self.plot.pixel(x, self.plot.y_range[0])
        reach = lettering.width(name, CAPTION.bold()) / 2 + 2
        for text, room, align in values:
            wide = lettering.width(text, LABEL.bold())
            left = room.left() if align == lettering.LEFT else room.right() - wide
            beside = left > tick.x() + reach or left + wide < tick.x() - reach
            if room.bottom() > tick.y() + 5 and not beside:
                return True
        return False

    def value_place(self, series: str) -> ValuePlace:
        """The number in force, its room, on the side where there is some, and its side there."""
        value = self.current[series]
        spot = self.plot.pixel(self.x, self.height_of(value))
        decimals = 2 if value < 10 else 1 if value < 100 else 0
        text = numbers.fixed(value, decimals)
        at_right = self.x < 7.5 if not (self.logarithmic and series == "unscaled") else self.x < 2.5
        wide = max(48.0, lettering.width(text, LABEL.bold()) + 2)
        above, highest = series == "unscaled", spot.y() - 18
        if series == "scaled":
            other = self.plot.pixel(self.x, self.height_of(self.current["unscaled"])).y()
            gap = other - spot.y()
            above = abs(gap) >= 16 if self.logarithmic else 6 <= gap < 40
            if not self.logarithmic:
                highest = min(highest, other - 34)  # over the other number, which is above too
        rising = 13.0 if above and at_right and self.logarithmic and series == "unscaled" else 0.0
        y = highest - rising if above else spot.y() + 4  # clear of the next point
        room = QRectF(spot.x() + 9 if at_right else spot.x() - 9 - wide, y, wide, 16)
        return text, room, lettering.LEFT if at_right else lettering.RIGHT


def within(value: float, limits: tuple[float, float]) -> bool:
    """Whether an axis holds a value."""
    return limits[0] <= value <= limits[1]


def dashed(colour: QColor, pattern: tuple[int, int]) -> QPen:
    """A line of 1 px with so much on and so much off."""
    pen: QPen = pg.mkPen(colour, width=1)
    pen.setStyle(Qt.PenStyle.CustomDashLine)
    pen.setDashPattern(pattern)
    return pen
