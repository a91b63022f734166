"""The loss of both models while they learn: a curve each."""

from __future__ import annotations

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from desktop_app import lettering, numbers
from desktop_app.instruments.plot import Plot, Point
from desktop_app.instruments.plot_axes import paint_bottom_axis, paint_grid_lines
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.theme import Theme

Y_RANGE = (0.0, 6.0)
X_TICKS = [(0.0, "start"), (0.5, "half"), (1.0, "end")]
Y_TICKS = [(float(value), str(value)) for value in (0, 2, 4, 6)]
MARGIN = 28.0  # for the numbers at the left


@dataclass(frozen=True)
class LossState:
    """losses: (step, nats a word) of (attention, fixed). steps: at the end. note: in its place."""

    losses: tuple[tuple[tuple[int, float], ...], ...] = ((), ())
    steps: tuple[int, int] = (1, 1)
    note: str = ""


class LossCurves:
    """The plot, and the words round it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.plot = Plot(theme, "loss while training", parent)
        self.plot.set_ranges((0.0, 1.0), Y_RANGE)
        self.lines = [pg.PlotDataItem() for _ in range(2)]
        for line in self.lines:
            self.plot.addItem(line)
        self.room = QRectF()
        self.state = LossState()

    def place(self, room: QRectF) -> None:
        """Head, plot and axis in `room`."""
        self.room = room
        self.plot.place(room.adjusted(MARGIN, 36, -8, -24))

    def show(self, state: LossState, theme: Theme) -> None:
        """Draw both curves from scratch."""
        self.state = state
        self.plot.setVisible(not state.note)
        points = []
        names = ("attention", "fixed vector")
        for line, losses, steps, colour, name in zip(
            self.lines, state.losses, state.steps, (theme.weight_ink, theme.ink2), names,
            strict=True,
        ):  # fmt: skip
            across = [step / steps for step, _ in losses]
            up = [min(loss, Y_RANGE[1]) for _, loss in losses]
            line.setData(across, up, pen=pg.mkPen(colour, width=2), antialias=True)
            points += [
                Point(x, y, f"{name}, step {step}: loss {numbers.fixed(loss, 3)} nats a word")
                for x, y, (step, loss) in zip(across, up, losses, strict=True)
            ]
        self.plot.set_points(sorted(points))

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The head with the last values, the axes, or why there is nothing."""
        room = self.room
        head = QRectF(room.left(), room.top(), room.width(), 20)
        wide = lettering.draw(painter, head, "Loss", HEAD, theme.ink)
        caption = QRectF(head.left() + wide + 8, head.top(), head.width() - wide - 8, 20)
        if self.state.note:
            below = QRectF(room.left(), head.bottom() + 12, room.width(), 18)
            for line in lettering.wrapped(self.state.note, LABEL, below.width()):
                lettering.draw(painter, below, line, LABEL, theme.ink2)
                below.translate(0, 18)
            return
        lettering.draw(painter, caption, "nats a word", CAPTION, theme.ink3)
        self.paint_values(painter, caption, theme)
        paint_grid_lines(painter, self.plot, Y_TICKS, theme)
        paint_bottom_axis(painter, self.plot, X_TICKS, theme)

    def paint_values(self, painter: QPainter, room: QRectF, theme: Theme) -> None:
        """The last loss of each, in its curve's colour."""
        runs = []
        names = (("attention ", theme.weight_ink), ("   fixed ", theme.ink2))
        for (name, colour), losses in zip(names, self.state.losses, strict=True):
            if losses:
                runs.append((name, CAPTION, colour))
                runs.append((numbers.fixed(losses[-1][1], 2), CAPTION.bold(), colour))
        lettering.draw_runs(painter, room, runs, lettering.RIGHT)
