"""The lower band of pane 08 with its controls: n as slider and box, d as a toggle, the plot."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.experiment import SelfAttentionExperiment
from core.experiments.self_attention import WIDTHS
from core.trace import Trace
from desktop_app import formula, lettering
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.lab import place
from desktop_app.panes.self_attention import cost
from desktop_app.panes.self_attention.layout import SelfLayout
from desktop_app.theme import Theme

LENGTH_NAME, WIDTH_NAME = "n, tokens in a layer", "d, numbers in a token"


class CostBand(QObject):
    """The cost has nothing to do with the sentence. Asks with length_asked and width_asked."""

    length_asked = Signal(float, object)
    width_asked = Signal(int)
    refused = Signal(str)

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        super().__init__(lab)
        self.lab, self.reading = lab, ""
        ticks, labels = [float(n) for n in cost.TICKS], [str(n) for n in cost.TICKS]
        self.slider = TickSlider(theme, LENGTH_NAME, ticks, labels, lab)
        self.slider.moved.connect(self.length_asked)
        self.box = ValueBox(theme, LENGTH_NAME, cost.whole_length, lab)
        self.box.setFixedSize(64, 32)
        self.box.entered.connect(lambda value: self.length_asked.emit(value, None))
        self.box.refused.connect(self.refused)
        widths = [(str(width), str(width)) for width in WIDTHS]
        self.width = Toggle(theme, WIDTH_NAME, widths, lab)
        self.width.chosen.connect(lambda width: self.width_asked.emit(int(width)))
        self.lines = cost.CostPlot(theme, lab)
        self.lines.plot.read.connect(self.read)

    def widgets(self) -> list[QWidget]:
        """In the order in which Tab visits them."""
        return [self.box, self.slider, self.width, self.lines.plot]

    def read(self, words: str) -> None:
        self.reading = words
        self.lab.update()

    def show(self, experiment: SelfAttentionExperiment, trace: Trace, theme: Theme) -> None:
        """Draw the cost at the experiment's n and d."""
        self.box.show_text(str(experiment.length))
        self.slider.show_value(float(experiment.length))
        self.width.set_chosen(str(experiment.width))
        self.lines.show(trace, experiment.length, theme)

    def arrange(self, layout: SelfLayout, compact: bool) -> None:
        """The controls in one row, the plot below it."""
        y = layout.cost_y
        self.box.move(round(layout.pad + 76), round(y))
        self.width.move(round(layout.right - self.width.width()), round(y))
        end = self.width.x() - (48 if compact else 114)
        place(self.slider, QRectF(layout.pad + 161, y - 4, end - layout.pad - 161, 48))
        self.lines.plot.place(layout.plot)

    def paint(self, painter: QPainter, layout: SelfLayout, trace: Trace, theme: Theme) -> None:
        """All that is not a control."""
        row = QRectF(layout.pad, self.box.y(), 60, 32)
        lettering.draw(painter, row, "Cost at", LABEL.sized(14).bold(), theme.ink)
        for x, letter in ((self.box.x() - 18, "n"), (self.width.x() - 20, "d")):
            room = QRectF(x, self.box.y(), 18, 32)
            formula.draw_in(painter, room, letter, 18, theme, lettering.LEFT, False)
        head = QRectF(layout.pad, layout.heads_y - 8, 300, 16)
        self.lines.paint(painter, head, theme)
        cost.paint_tile(painter, layout.tile, trace, self.lines.length, theme)
        cost.paint_bars(painter, layout, trace, theme)
        words = self.reading or cost.whole_layer(trace)
        words = lettering.fitted(words, CAPTION, layout.reading.width())
        lettering.draw(painter, layout.reading, words, CAPTION, theme.ink3)
