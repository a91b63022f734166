"""BLEU by the length of the sentence, drawn and in figures, beside the shipped pair's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from core.translator.scoring import BUCKETS, Quality
from desktop_app import lettering, numbers
from desktop_app.instruments.plot import Plot, Point
from desktop_app.instruments.plot_axes import paint_grid_lines
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.theme import Theme

NAMES_WIDTH = 96.0  # of the rows' names, which are the plot's margin too
ROW = 20.0
Y_TICKS = [(float(value), str(value)) for value in (0, 50, 100)]
NONE = "\N{EN DASH}"


@dataclass(frozen=True)
class Row:
    """One model's figures. shipped: drawn dashed, as what the others are compared with."""

    name: str
    quality: tuple[Quality, ...]
    attends: bool
    shipped: bool

    def bleu(self, bucket: tuple[int, int]) -> float | None:
        """The figure of a bucket, None where it is not measured."""
        for quality in self.quality:
            if (quality.shortest, quality.longest) == bucket:
                return quality.bleu
        return None


def colour_of(row: Row, theme: Theme) -> QColor:
    return theme.weight_ink if row.attends else theme.ink2


class LengthCurves:
    """The plot, and a table under it whose columns stand under its points."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.plot = Plot(theme, "BLEU by length of the sentence", parent)
        self.plot.set_ranges((0.0, float(len(BUCKETS))), (0.0, 100.0))
        self.lines = [pg.PlotDataItem() for _ in range(4)]
        self.dots = pg.ScatterPlotItem(pxMode=True)
        for item in (*self.lines, self.dots):
            self.plot.addItem(item)
        self.room, self.plot_height = QRectF(), 0.0
        self.rows: Sequence[Row] = ()
        self.caption = ""
        self.drawn_in = theme

    def height(self, plot: float) -> float:
        """How high everything is with a plot of this height, and the table under it."""
        return 36 + plot + 12 + ROW * (len(self.rows) + 1)

    def place(self, room: QRectF, plot: float) -> None:
        """Head, plot of this height and table in `room`."""
        self.room, self.plot_height = room, plot
        top = room.top() + 36
        self.plot.place(QRectF(room.left() + NAMES_WIDTH, top, room.width() - NAMES_WIDTH, plot))

    def show(self, rows: Sequence[Row], caption: str, theme: Theme) -> bool:
        """Draw the curves of every row; caption says from how many sentences the figures are.

        Returns whether anything is new.
        """
        if (rows, caption, theme) == (self.rows, self.caption, self.drawn_in):
            return False
        self.rows, self.caption, self.drawn_in = rows, caption, theme
        points, spots = [], []
        for line, row in zip(self.lines, rows, strict=False):
            at, values = [], []
            for place, bucket in enumerate(BUCKETS):
                value = row.bleu(bucket)
                if value is not None:
                    at.append(place + 0.5)
                    values.append(value)
                    words = f"{row.name}, {bucket[0]} to {bucket[1]} words"
                    points.append(Point(place + 0.5, value, f"{words}: BLEU {value:.1f}"))
            pen = pg.mkPen(colour_of(row, theme), width=1 if row.shipped else 2)
            if row.shipped:
                pen.setStyle(Qt.PenStyle.CustomDashLine)
                pen.setDashPattern([4, 3])
            else:
                brush = colour_of(row, theme)
                spots += [
                    {"pos": spot, "size": 6, "brush": brush, "pen": None}
                    for spot in zip(at, values, strict=True)
                ]
            line.setData(at, values, pen=pen, antialias=True)
        for line in self.lines[len(rows) :]:
            line.setData([], [])
        self.dots.setData(spots)
        self.plot.set_points(sorted(points))
        return True

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Head, grid lines, and the table."""
        room = self.room
        head = QRectF(room.left(), room.top(), room.width(), 20)
        wide = lettering.draw(painter, head, "BLEU by length", HEAD, theme.ink)
        caption = head.adjusted(wide + 8, 0, 0, 0)
        shown = lettering.fitted(self.caption, CAPTION, caption.width())
        lettering.draw(painter, caption, shown, CAPTION, theme.ink3, lettering.RIGHT)
        paint_grid_lines(painter, self.plot, Y_TICKS, theme)
        y = room.top() + 36 + self.plot_height
        painter.setPen(QPen(theme.edge, 1))
        painter.drawLine(round(room.left() + NAMES_WIDTH), round(y), round(room.right()), round(y))
        y += 8
        lengths = [f"{shortest}\N{EN DASH}{longest}" for shortest, longest in BUCKETS]
        narrow = (room.width() - NAMES_WIDTH) / len(BUCKETS) < 40
        style = CAPTION.sized(11) if narrow else CAPTION
        self.paint_row(painter, y, "words", style, theme.ink3, lengths)
        for row in self.rows:
            y += ROW
            style = LABEL if row.shipped else LABEL.bold()
            values = [row.bleu(bucket) for bucket in BUCKETS]
            texts = [NONE if value is None else numbers.fixed(value, 0) for value in values]
            self.paint_row(painter, y, row.name, style, colour_of(row, theme), texts)

    def paint_row(
        self,
        painter: QPainter,
        y: float,
        name: str,
        style: lettering.Style,
        colour: QColor,
        texts: Sequence[str],
    ) -> None:
        """One row of the table."""
        left = QRectF(self.room.left(), y, NAMES_WIDTH - 8, ROW)
        lettering.draw(painter, left, name, style, colour)
        for place, text in enumerate(texts):
            x = self.plot.pixel(place + 0.5, 0).x()
            room = QRectF(x - 22, y, 44, ROW)
            lettering.draw(painter, room, text, style, colour, lettering.CENTRE)
