"""One column of pane 06: the histogram and the softmax of one series, unscaled or scaled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPen, QRegion
from PySide6.QtWidgets import QWidget

from core.fault_names import fault_of
from core.trace import Trace
from core.traces.variance import BINS
from desktop_app import formula, lettering, numbers
from desktop_app.instruments import stat_tile
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.instruments.plot import Plot, Point
from desktop_app.instruments.plot_axes import bars, fill_bars, paint_bottom_axis
from desktop_app.instruments.stat_tile import THEORY_X, StatState
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

HEADROOM = 1.02


@dataclass(frozen=True)
class Places:
    """Where the parts of a column stand, in the lab's pixels."""

    tile: QRectF
    histogram: QRectF
    softmax: QRectF


def nice_ticks(limit: float) -> list[tuple[float, str]]:
    """Five to nine round values within plus or minus `limit`."""
    rough = limit / 3
    power = 10.0 ** np.floor(np.log10(rough))
    step = min((power * m for m in (1, 2, 5, 10)), key=lambda s: abs(s - rough))
    count = int(limit / step)
    return [
        (place * step, numbers.fixed(place * step, 0 if step >= 1 else 1))
        for place in range(-count, count + 1)
    ]


def divided(key_size: int, fault: str) -> str:
    """What the scaled dot products are divided by, as the head of their histogram says it."""
    if fault == "no-scale":
        return ", not divided"
    divisor = float(key_size) if fault == "scale-d_k" else float(np.sqrt(key_size))
    return f" ÷ {numbers.fixed(divisor, 0 if divisor == int(divisor) else 2)}"


def grown(rect: QRectF, by: tuple[int, int, int, int]) -> QRect:
    """`rect` with so much added at left, top, right and bottom."""
    left, top, right, bottom = by
    return rect.adjusted(-left, -top, right, bottom).toAlignedRect()


class Series:
    """The plots of one series and the words round them."""

    def __init__(self, theme: Theme, name: str, colour: str, parent: QWidget) -> None:
        self.name, self.colour = name, colour
        self.histogram = Plot(theme, f"Histogram of {name} dot products", parent)
        self.softmax = Plot(theme, f"Softmax over 8 keys, {name}", parent)
        edges = np.linspace(-1, 1, BINS + 1)
        self.histogram_bars = bars(self.histogram, np.zeros(BINS), edges)
        self.softmax_bars = bars(self.softmax, np.zeros(8), np.arange(9.0))
        self.softmax.set_ranges((0.0, 8.0), (0.0, 1.16))
        self.places: Places | None = None
        self.weights: npt.NDArray[np.float64] = np.zeros(8)

    def arrange(self, places: Places) -> None:
        self.places = places
        self.histogram.place(places.histogram)
        self.softmax.place(places.softmax)

    def show(self, trace: Trace, key_size: int, theme: Theme) -> None:
        """Give the plots the numbers of one d_k."""
        colour = getattr(theme, self.colour)
        edges, heights = trace["bin_edges"], trace[f"histogram_{self.name}"]
        limit = float(edges[-1])
        self.histogram.set_ranges((-limit, limit), (0.0, float(heights.max()) * HEADROOM))
        width = max(self.histogram.width(), 1)
        fill_bars(self.histogram, self.histogram_bars, heights, edges, 2 * limit / width, colour)
        self.histogram.set_points(lambda: self.bar_points(trace, limit))
        self.weights = trace[f"softmax_{self.name}"]
        shown = np.nan_to_num(self.weights)
        fill_bars(self.softmax, self.softmax_bars, shown, np.arange(9.0), 0.18, colour)
        self.softmax.set_points(lambda: self.weight_points(trace))

    def bar_points(self, trace: Trace, limit: float) -> list[Point]:
        """Every bar that stands, and the standard deviation."""
        edges, heights = trace["bin_edges"], trace[f"histogram_{self.name}"]
        middles = (edges[:-1] + edges[1:]) / 2
        places = enumerate(zip(middles, edges, edges[1:], heights, strict=False))
        return [
            Point(
                float(x),
                float(height),
                f"{numbers.fixed(a, 1)} to {numbers.fixed(b, 1)}: {numbers.whole(int(height))}",
                (f"histogram_{self.name}", (place,)),
            )
            for place, (x, a, b, height) in places
            if height
        ] + [self.spread_point(trace, limit, float(heights.max()))]

    def weight_points(self, trace: Trace) -> list[Point]:
        """The weight of every key."""
        return [
            Point(
                place + 0.5,
                numbers.extent(float(weight)),
                f"key {place + 1}: {numbers.precise(weight)}",
                (f"softmax_{self.name}", (place,)),
            )
            for place, weight in enumerate(trace[f"softmax_{self.name}"])
        ]

    def spread_point(self, trace: Trace, limit: float, top: float) -> Point:
        """The standard deviation, read just before its number at the right end."""
        step = f"deviation_{self.name}"
        words = f"standard deviation: {numbers.precise(float(trace[step]))}"
        wide = max(self.histogram.width(), 100)
        return Point(limit * (1 - 2 * 76 / wide), top * 0.93, words, (step, ()))

    def paint(
        self, painter: QPainter, region: QRegion, trace: Trace, key_size: int, theme: Theme
    ) -> None:
        """Stat tile, heads, axes and numbers, as far as `region` asks for them.

        Each plot that moves asks for the strip behind it; painting all at each would cost sixfold.
        """
        if self.places is None:
            return
        around = (30, 30, 30, 30)
        if region.intersects(self.places.tile.toAlignedRect()):
            stat_tile.paint(painter, self.places.tile, self.stat(trace, key_size), theme)
        if region.intersects(grown(self.places.histogram, around)):
            self.paint_histogram(painter, trace, key_size, theme)
        if region.intersects(grown(self.places.softmax, around)):
            self.head(painter, self.softmax, 22, "Softmax over 8 keys", self.verdict(), theme)
            self.paint_softmax(painter, theme)

    def paint_histogram(self, painter: QPainter, trace: Trace, key_size: int, theme: Theme) -> None:
        """The words round the histogram."""
        assert self.places is not None
        colour = getattr(theme, self.colour)
        scaled = self.name == "scaled"
        title = "Dot products" + (divided(key_size, fault_of(trace.experiment)) if scaled else "")
        pairs = trace["dot_products"].size
        self.head(painter, self.histogram, 16, title, f"{numbers.whole(pairs)} random pairs", theme)
        paint_bottom_axis(painter, self.histogram, nice_ticks(float(trace["bin_edges"][-1])), theme)
        deviation = float(trace[f"deviation_{self.name}"])
        room = QRectF(self.places.histogram.right() - 80, self.places.histogram.top(), 80, 16)
        text = f"σ = {numbers.fixed(deviation)}"
        lettering.draw(painter, room, text, LABEL.bold(), colour, lettering.RIGHT)

    def stat(self, trace: Trace, key_size: int) -> StatState:
        """The measured variance beside what theory says."""
        variance = float(trace[f"variance_{self.name}"])
        if self.name == "scaled":
            theory = r"\mathrm{Var}(q\cdot k/\sqrt{d_k})=1"
            value = numbers.fixed(variance)
            return StatState("Scaled variance", value, self.colour, "theory", theory)
        theory = rf"\mathrm{{Var}}(q\cdot k)=d_k={key_size}"
        decimals = 2 if variance < 10 else 1 if variance < 100 else 0
        value = numbers.fixed(variance, decimals)
        return StatState("Unscaled variance", value, self.colour, "theory", theory)

    def tile_place(self) -> NumberPlace:
        """Where the measured variance stands."""
        assert self.places is not None
        tile = self.places.tile
        room = QRectF(tile.left() + 11, tile.top() + 18, THEORY_X - 16, tile.height() - 20)
        return NumberPlace(room, f"variance_{self.name}", (), f"{self.name} variance")

    def verdict(self) -> str:
        """What the softmax of the example shows, in words."""
        top = float(self.weights.max())
        if np.isnan(top):
            return "not a number"
        if top > 0.9:
            return "one key takes it all"
        return "one key leads" if top > 0.5 else "every key keeps a share"

    def head(
        self, painter: QPainter, plot: Plot, above: float, left: str, right: str, theme: Theme
    ) -> None:
        """A section head over a plot, with its caption at the right."""
        top = plot.pixel(plot.x_range[0], plot.y_range[1])
        end = plot.pixel(plot.x_range[1], plot.y_range[1])
        room = QRectF(top.x(), top.y() - above - 8, end.x() - top.x(), 16)
        lettering.draw(painter, room, left, LABEL.sized(14).bold(), theme.ink)
        lettering.draw(painter, room, right, CAPTION, theme.ink3, lettering.RIGHT)

    def paint_softmax(self, painter: QPainter, theme: Theme) -> None:
        """The axis, the keys below it, the weights over their bars."""
        left = self.softmax.pixel(0, 0)
        right = self.softmax.pixel(8, 0)
        y = round(left.y()) + 0.5
        painter.setPen(QPen(theme.edge, 1))
        painter.drawLine(QPointF(left.x(), y), QPointF(right.x(), y))
        best = int(np.argmax(self.weights))
        for place, weight in enumerate(self.weights):
            top = self.softmax.pixel(place + 0.5, numbers.extent(float(weight)))
            room = QRectF(top.x() - 24, top.y() - 17, 48, 14)
            style = CAPTION.bold(place == best)
            colour = theme.ink if place == best else theme.ink2
            text = numbers.fixed(float(weight))
            lettering.draw(painter, room, text, style, colour, lettering.CENTRE)
            name = QRectF(top.x() - 24, y + 5, 48, 16)
            formula.draw_in(painter, name, rf"\key{{k_{place + 1}}}", 13, theme, display=False)
