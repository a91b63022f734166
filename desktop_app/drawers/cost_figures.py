"""Figures of cost: one paper's orders beside their numbers, and what was measured here."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from core.cost import Layer, attention_cost, equal_cost_length, layer_cost
from core.measured_cost import LAYERS, LENGTHS, MeasuredCost, MeasuredLayer, growth
from desktop_app import formula, lettering, numbers
from desktop_app.drawers.numbered import NumberedFigure
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL

LINE, ROW = 16, 24
KERNEL = 3
ORDERS: tuple[tuple[Layer, str, str, str, str], ...] = (
    ("self-attention", "self-attention", r"n^2 d", "1", "1"),
    ("recurrent", "recurrent", r"n d^2", "n", "n"),
    ("convolutional", "convolution", r"k n d^2", "1", r"\log_k n"),
)
COUNTS = ("operations", "steps", "path")
PLOT = 150.0
LEFT, RIGHT = 44.0, 8.0


def magnitude(number: float) -> str:
    """A count as a reader says it: 8192, 65 536, 2.1 M, 8.6 G."""
    for size, letter in ((1e9, "G"), (1e6, "M")):
        if number >= size:
            return f"{numbers.fixed(number / size, 1 if number < 100 * size else 0)} {letter}"
    return numbers.whole(round(number))


def seconds_words(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds >= 1:
        return f"{numbers.fixed(seconds)} s"
    if seconds >= 1e-3:
        return f"{numbers.fixed(seconds * 1e3, 0 if seconds >= 1e-2 else 1)} ms"
    return f"{numbers.fixed(seconds * 1e6, 0)} µs"


class OrdersFigure(NumberedFigure):
    """Operations, steps in sequence and longest path of three layers, and where they cross."""

    title = "Counts"

    length, width_of = 64, 512

    def show_sizes(self, length: int, width: int) -> None:
        self.length, self.width_of = length, width
        rows = (layer_cost(layer, length, width, KERNEL) for layer, *_ in ORDERS)
        spoken = "; ".join(
            f"{cost.layer}: {magnitude(cost.operations)} operations, {cost.sequential_steps} steps "
            f"in sequence, longest path {cost.longest_path}"
            for cost in rows
        )
        self.setAccessibleName(f"At n = {length}, d = {width}. {spoken}")
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        return [
            NumberPlace(
                QRectF(edge - 64, 24 + LINE + row * (2 * ROW - 6) + 20, 64, LINE),
                "order",
                (row, column),
                f"{COUNTS[column]}, {ORDERS[row][1]}",
            )
            for row in range(len(ORDERS))
            for column, edge in enumerate(self.edges())
        ]

    def edges(self) -> tuple[float, float, float]:
        """The right ends of the three columns."""
        return self.width() * 0.58, self.width() * 0.79, float(self.width())

    def notes(self, width: int) -> list[str]:
        """The two crossings in words, with the numbers at hand."""
        n, d = self.length, self.width_of
        cost = attention_cost(n, d)
        more = cost.projections > cost.scores_and_mixing
        heavier = "projections weigh more" if more else "scores and mixing weigh more"
        if cost.projections == cost.scores_and_mixing:
            heavier = "both weigh the same"
        sentences = (
            f"Attention and recurrence meet at n = d = {equal_cost_length(d)}.",
            f"Inside attention, scores and mixing (2n²d) meet the four projections (4nd²) at "
            f"n = 2d = {equal_cost_length(d, projections=True)}.",
            f"Here: {magnitude(cost.scores_and_mixing)} and {magnitude(cost.projections)}, so the "
            f"{heavier}." if cost.projections != cost.scores_and_mixing else
            f"Here: {magnitude(cost.projections)} each; {heavier}.",
            f"Orders: Vaswani et al. 2017, Table 1; convolutions of k = {KERNEL}, dilated.",
        )  # fmt: skip
        return [line for text in sentences for line in lettering.wrapped(text, CAPTION, width)]

    def height_for(self, width: int) -> int:
        return 24 + LINE + 2 * ROW * len(ORDERS) - 12 + LINE * len(self.notes(width))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, width = self.theme, float(self.width())
            head = QRectF(0, 0, width, LINE)
            title = f"n = {self.length}, d = {self.width_of}"
            lettering.draw(painter, head, "One layer, by its orders", LABEL.bold(), theme.ink)
            lettering.draw(painter, head, title, CAPTION, theme.ink2, lettering.RIGHT)
            edges = self.edges()
            for edge, name in zip(edges, COUNTS, strict=True):
                room = QRectF(edge - 72, 24, 72, LINE)
                lettering.draw(painter, room, name, CAPTION, theme.ink3, lettering.RIGHT)
            y = 24.0 + LINE
            for layer, name, *orders in ORDERS:
                cost = layer_cost(layer, self.length, self.width_of, KERNEL)
                values = (cost.operations, cost.sequential_steps, cost.longest_path)
                own = layer == "self-attention"
                colour = theme.weight_ink if own else theme.ink
                label = QRectF(0, y + 2, width * 0.36, 18)
                lettering.draw(painter, label, name, LABEL.bold(own), colour)
                for edge, latex, value in zip(edges, orders, values, strict=True):
                    room = QRectF(edge - 84, y + 1, 84, 20)
                    formula.draw_in(
                        painter, room, latex, 14, theme, lettering.RIGHT, False, theme.ink2
                    )
                    below = QRectF(edge - 84, y + 20, 84, LINE)
                    text = magnitude(value)
                    lettering.draw(painter, below, text, LABEL.bold(own), colour, lettering.RIGHT)
                y += 2 * ROW - 6
            y += 6
            for line in self.notes(self.width()):
                lettering.draw(painter, QRectF(0, y, width, LINE), line, CAPTION, theme.ink2)
                y += LINE


class MeasuredFigure(NumberedFigure):
    """Seconds against n on logarithmic axes, the exponents beside what the count says."""

    title = "Measured seconds"

    cost: MeasuredCost | None = None

    def show_cost(self, cost: MeasuredCost | None) -> None:
        self.cost = cost
        self.setAccessibleName(" ".join(("Measured on this machine.", *self.lines())))
        self.place_numbers()
        self.update()

    def numbers(self) -> Sequence[NumberPlace]:
        if self.cost is None or not self.lines():
            return []
        found = []
        for layer_at, layer in enumerate(LAYERS):
            runs = self.cost.layer(layer)
            for place, (n, took) in enumerate(zip(runs.lengths, runs.seconds, strict=True)):
                room = QRectF(0, 0, 14, 14)
                room.moveCenter(self.spot(n, took))
                name = f"{layer}, n = {n}"
                found.append(NumberPlace(room, "measured cost", (layer_at, place), name))
        return found

    def lines(self) -> list[str]:
        """What was found, in words."""
        if self.cost is None or not self.cost.attention.lengths:
            return []
        found = []
        for layer in LAYERS:
            grown = growth(layer, self.cost)
            if grown is not None:
                found.append(
                    f"{layer}: seconds grow as n to the {numbers.fixed(grown.seconds)}, counted "
                    f"operations as n to the {numbers.fixed(grown.operations)}."
                )
        runs = self.cost.attention
        found.append(
            f"At n = {runs.lengths[-1]} attention took {seconds_words(runs.seconds[-1])} and held "
            f"{runs.peak_bytes[-1] / 1e6:.0f} MB at once; n² weights alone are "
            f"{runs.lengths[-1] ** 2 * 8 / 1e6:.0f} MB."
        )
        if grown_memory := growth("self-attention", self.cost):
            found.append(f"Its memory grows as n to the {numbers.fixed(grown_memory.peak_bytes)}.")
        return found

    def notes(self, width: int) -> list[str]:
        return [line for text in self.lines() for line in lettering.wrapped(text, CAPTION, width)]

    def height_for(self, width: int) -> int:
        if not self.lines():
            return 0
        return round(24 + PLOT + 40 + LINE * len(self.notes(width)))

    def range(self) -> tuple[float, float]:
        """The powers of ten that hold all times."""
        assert self.cost is not None
        times = (*self.cost.attention.seconds, *self.cost.recurrent.seconds)
        return math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)) + 1e-9)

    def spot(self, n: float, seconds: float) -> QPointF:
        """Where a time stands in the plot."""
        low, high = self.range()
        first, last = math.log(LENGTHS[0]), math.log(LENGTHS[-1])
        wide = self.width() - LEFT - RIGHT - 8
        x = LEFT + 8 + (math.log(n) - first) / (last - first) * (wide - 8)
        y = 24 + PLOT * (1 - (math.log10(seconds) - low) / max(high - low, 1))
        return QPointF(x, y)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.cost is None or not self.lines():
            return
        with QPainter(self) as painter:
            theme = self.theme
            head = QRectF(0, 0, self.width(), LINE)
            used = lettering.draw(painter, head, "Seconds a layer", LABEL.bold(), theme.ink)
            beside = head.adjusted(used + 8, 0, 0, 0)
            words = f"d = {self.cost.width}, one thread"
            lettering.draw(painter, beside, words, CAPTION, theme.ink2, lettering.RIGHT)
            self.paint_axes(painter)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for layer in LAYERS:
                self.paint_runs(painter, layer)
            y = 24 + PLOT + 40
            for line in self.notes(self.width()):
                lettering.draw(painter, QRectF(0, y, self.width(), LINE), line, CAPTION, theme.ink2)
                y += LINE

    def paint_axes(self, painter: QPainter) -> None:
        """Powers of ten at the left, n below, and which line is which."""
        theme = self.theme
        low, high = self.range()
        for power in range(round(low), round(high) + 1):
            y = round(self.spot(LENGTHS[0], 10.0**power).y()) + 0.5
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(QPointF(LEFT, y), QPointF(self.width() - RIGHT, y))
            room = QRectF(0, y - 8, LEFT - 6, LINE)
            text = seconds_words(10.0**power).replace(".00", "").replace(".0 ", " ")
            lettering.draw(painter, room, text, CAPTION, theme.ink3, lettering.RIGHT)
        for n in LENGTHS:
            x = self.spot(n, 10.0**low).x()
            room = QRectF(x - 20, 24 + PLOT + 4, 40, LINE)
            lettering.draw(painter, room, str(n), CAPTION, theme.ink3, lettering.CENTRE)
        x = LEFT
        for layer in LAYERS:
            room = QRectF(x, 24 + PLOT + 21, 120, LINE)
            painter.fillRect(QRectF(x, room.center().y() - 1, 12, 2), self.colour(layer))
            x += 18
            room.moveLeft(x)
            x += lettering.draw(painter, room, layer, CAPTION, self.colour(layer)) + 16

    def colour(self, layer: MeasuredLayer) -> QColor:
        return self.theme.weight_ink if layer == "self-attention" else self.theme.ink2

    def paint_runs(self, painter: QPainter, layer: MeasuredLayer) -> None:
        """A dot a run, and a line from one to the next."""
        assert self.cost is not None
        runs, colour = self.cost.layer(layer), self.colour(layer)
        spots = [self.spot(n, t) for n, t in zip(runs.lengths, runs.seconds, strict=True)]
        painter.setPen(QPen(colour, 1.5))
        painter.drawPolyline(spots)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for spot in spots:
            painter.drawEllipse(spot, 3, 3)
