"""The lower band of pane 08: what self-attention costs beside a recurrent layer."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from core.experiments.self_attention import LEAST_LENGTH, MOST_LENGTH
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.instruments import stat_tile
from desktop_app.instruments.plot import Plot, Point
from desktop_app.instruments.plot_axes import paint_bottom_axis
from desktop_app.instruments.stat_tile import StatState
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.self_attention.layout import SelfLayout
from desktop_app.theme import Theme

TICKS = (4, 16, 64, 256, 1024, 4096)
POWERS = (4, 6, 8, 10)
LOWEST, HIGHEST = 2.3, 10.2  # log10 of the operations of every n and d that can be chosen
SERIES = (
    ("recurrent", "recurrent", "ink2", r"n d^2", "n·d²"),
    ("self_attention", "self-attention", "weight_ink", r"n^2 d", "n²·d"),
)
BARS = (("Steps in sequence", "steps"), ("Longest path between two words", "path"))
THEORY_X = 143.0
SIDE = Literal["left", "right"]


def magnitude(number: float) -> str:
    """A count as a reader says it: 8192, 65 536, 2.1 M, 8.6 G."""
    for size, letter in ((1e9, "G"), (1e6, "M")):
        if number >= size:
            return f"{numbers.fixed(number / size, 1 if number < 100 * size else 0)} {letter}"
    return numbers.whole(round(number))


class CostPlot:
    """Two lines on logarithmic axes, where they cross, and where n stands now."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.plot = Plot(theme, "Operations per layer against n", parent)
        self.plot.set_ranges((2.0, 12.0), (LOWEST, HIGHEST))
        self.now = pg.PlotDataItem()
        self.lines = {series[0]: pg.PlotDataItem() for series in SERIES}
        self.dots = pg.ScatterPlotItem(pxMode=True)
        for item in (self.now, *self.lines.values(), self.dots):
            self.plot.addItem(item)
        self.trace: Trace | None = None
        self.length = 64

    def show(self, trace: Trace, length: int, theme: Theme) -> None:
        """Take the curves, the crossing and the present values from the trace."""
        self.trace, self.length = trace, length
        x, here = np.log2(trace["lengths"]), float(np.log2(length))
        now = pg.mkPen(theme.edge, width=1)
        now.setStyle(Qt.PenStyle.CustomDashLine)
        now.setDashPattern([2, 3])
        self.now.setData([here, here], [LOWEST, HIGHEST], pen=now)
        equal = (float(np.log2(trace["equal_length"])), float(np.log10(trace["equal_operations"])))
        ring = pg.mkPen(theme.ink2, width=1.5)
        spots = [{"pos": equal, "size": 7, "brush": theme.sheet, "pen": ring}]
        words = f"n = {trace['equal_length']:.0f}: both cost the same"
        points = [Point(*equal, words, ("equal_operations", ()))]
        for name, words, colour_name, _, term in SERIES:
            colour = getattr(theme, colour_name)
            curve = trace[f"operations_curve_{name}"]
            line = pg.mkPen(colour, width=2)
            self.lines[name].setData(x, np.log10(curve), pen=line, antialias=True)
            value = float(np.log10(trace[f"operations_{name}"]))
            halo = pg.mkPen(theme.sheet, width=1.5)
            spots.append({"pos": (here, value), "size": 12, "brush": colour, "pen": halo})
            points += [
                Point(
                    float(x[at]),
                    float(np.log10(y)),
                    said(words, trace["lengths"][at], term, y),
                    (f"operations_curve_{name}", (at,)),
                )
                for at, y in enumerate(curve)
            ]
        self.dots.setData(spots)
        self.plot.set_points(sorted(points))

    def paint(self, painter: QPainter, head: QRectF, theme: Theme) -> None:
        """Head, axes, the names at the right ends, the crossing, the values in force."""
        if self.trace is None:
            return
        style = LABEL.sized(14).bold()
        lettering.draw(painter, head, "Operations per layer, leading term", style, theme.ink)
        self.paint_axes(painter, theme)
        for name, words, colour_name, latex, _ in SERIES:
            end = float(np.log10(self.trace[f"operations_curve_{name}"][-1]))
            spot = self.plot.pixel(12.0, end)
            style = LABEL.bold(name == "self_attention")
            colour = getattr(theme, colour_name)
            room = QRectF(spot.x() + 8, spot.y() - 8, 120, 16)
            wide = lettering.draw(painter, room, words, style, colour)
            term = room.adjusted(wide + 8, 0, 0, 0)
            formula.draw_in(painter, term, latex, 15, theme, lettering.LEFT, False, colour)
        self.paint_values(painter, theme)

    def paint_axes(self, painter: QPainter, theme: Theme) -> None:
        """Horizontal lines at powers of ten; n below."""
        for power in POWERS:
            left, right = self.plot.pixel(2.0, power), self.plot.pixel(12.0, power)
            y = round(left.y()) + 0.5
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(QPointF(left.x(), y), QPointF(right.x(), y))
            raised = QRectF(left.x() - 21.5, y - 13, 13, 16)
            lettering.draw(painter, raised, str(power), CAPTION.sized(9), theme.ink3)
            ten = QRectF(left.x() - 52, y - 8, 31, 16)
            lettering.draw(painter, ten, "10", CAPTION, theme.ink3, lettering.RIGHT)
        ticks = [(float(np.log2(n)), str(n)) for n in TICKS]
        paint_bottom_axis(painter, self.plot, ticks, theme, str(self.length))
        end = self.plot.pixel(12.0, LOWEST)
        formula.draw(painter, end + QPointF(28, 17), "n", 14, theme, False, theme.ink3)

    def paint_values(self, painter: QPainter, theme: Theme) -> None:
        """The upper value at its point's upper left, the lower one at the lower right."""
        assert self.trace is not None
        here = float(np.log2(self.length))
        values = {name: float(self.trace[f"operations_{name}"]) for name, *_ in SERIES}
        upper = max(values, key=lambda name: values[name])
        for name, _, colour_name, _, _ in SERIES:
            spot = self.plot.pixel(here, float(np.log10(values[name])))
            above = name == upper
            at_left = here > 10.5 or (above and here > 3.5)
            axis = self.plot.pixel(here, LOWEST).y()
            below = min(spot.y() + (16 if at_left else 4), axis - 15)
            y = spot.y() - (22 if at_left else 27) if above else below
            room = QRectF(spot.x() - 67 if at_left else spot.x() + 8, y, 59, 16)
            text, align = magnitude(values[name]), lettering.RIGHT if at_left else lettering.LEFT
            colour = getattr(theme, colour_name)
            lettering.draw(painter, room, text, LABEL.bold(), colour, align)
        self.paint_crossing(painter, here, theme)

    def paint_crossing(self, painter: QPainter, here: float, theme: Theme) -> None:
        """Where both cost the same, in words, clear of the values in force."""
        assert self.trace is not None
        equal = float(np.log2(self.trace["equal_length"]))
        ring = self.plot.pixel(equal, float(np.log10(self.trace["equal_operations"])))
        ahead = here - equal  # octaves by which n lies beyond the crossing
        words = lettering.width("equal at", CAPTION)
        wide = words + 4 + formula.box("n = d", 13, False).width
        x, y = ring.x() + 10, ring.y() + 6
        if ahead >= 1:
            x, y = ring.x() - 8 - wide, ring.y() - 23
        elif ahead > -2.5:
            x, y = max(x, self.plot.pixel(here, LOWEST).x() + 8), ring.y() + 32
        lettering.draw(painter, QRectF(x, y, words, 16), "equal at", CAPTION, theme.ink3)
        rest = QRectF(x + words + 4, y, 50, 16)
        formula.draw_in(painter, rest, "n = d", 13, theme, lettering.LEFT, False, theme.ink3)


def said(name: str, n: float, term: str, operations: float) -> str:
    """One point of a curve in words."""
    return f"{name}, n = {n:.0f}: {term} = {numbers.whole(round(operations))}"


def whole_layer(trace: Trace) -> str:
    """What the leading term leaves out: every product of one self-attention layer."""
    mixing, projections = (
        magnitude(float(trace[name])) for name in ("scores_and_mixing", "projections")
    )
    return f"whole layer: scores and mixing 2n²d = {mixing}, projections 4nd² = {projections}"


def whole_length(value: float) -> float:
    """A length that the cost can be shown at, or a sentence about why not."""
    if value != int(value) or not LEAST_LENGTH <= value <= MOST_LENGTH:
        raise ValueError(f"n must be a whole number from {LEAST_LENGTH} to {MOST_LENGTH}")
    return value


def paint_tile(painter: QPainter, rect: QRectF, trace: Trace, length: int, theme: Theme) -> None:
    """How many pairs there are to score."""
    pairs = numbers.whole(round(float(trace["pairs"])))
    written = pairs.replace(numbers.THIN_SPACE, r"\,")
    theory = rf"n^2 = {length}^2 = {written}"
    state = StatState("Pairs to score", pairs, "weight_ink", "self-attention", theory, THEORY_X)
    stat_tile.paint(painter, rect, state, theme)


def paint_bars(painter: QPainter, layout: SelfLayout, trace: Trace, theme: Theme) -> None:
    """Steps in sequence and longest path; the longer bar always has the whole length."""
    left, right = layout.tile.left(), layout.right
    start, end = left + 96, right - 36
    for index, (title, step) in enumerate(BARS):
        y = layout.heads_y + 88 + 56 * index
        head = QRectF(left, y - 8, right - left, 16)
        lettering.draw(painter, head, title, LABEL.sized(14).bold(), theme.ink)
        longest = float(trace[f"{step}_recurrent"])
        for row, (name, words, colour_name, *_) in enumerate(reversed(SERIES)):
            middle = y + 18 + 16 * row
            value = float(trace[f"{step}_{name}"])
            colour, first = getattr(theme, colour_name), row == 0
            label = QRectF(left, middle - 8, 92, 16)
            lettering.draw(painter, label, words, LABEL.bold(first), colour)
            wide = max((end - start) * value / longest, 3.0)
            painter.fillRect(QRectF(start, middle - 4, wide, 8), colour)
            number = QRectF(start + wide + 8, middle - 8, 40, 16)
            text = numbers.whole(round(value))
            lettering.draw(painter, number, text, LABEL.bold(), colour)
