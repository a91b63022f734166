"""The lab column of a slide whose lab is its formula: large, well set, nothing that pretends."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.experiment import Experiment
from core.lesson import Slide
from core.trace import Trace
from desktop_app import lettering
from desktop_app.instruments.formula_block import FormulaBlock
from desktop_app.lettering import CAPTION
from desktop_app.panes.lab import Lab
from desktop_app.theme import Theme

GAP = 56
SPOKEN = lettering.LABEL.sized(15)


class FormulaLab(Lab):
    """Each formula of the slide at the centre, with how it is read below it."""

    def __init__(self, theme: Theme, slide: Slide, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.slide = slide
        self.blocks = [FormulaBlock(theme, part, 40, self, centred=True) for part in slide.formulas]

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        self.update()

    def arrange(self) -> None:
        pad = self.size_class.lab_padding
        width = self.width() - 2 * pad
        size = {"compact": 30.0, "medium": 38.0, "large": 48.0}[self.size_class.name]
        for block in self.blocks:
            block.set_size(size)
        heights = [block.heightForWidth(width) for block in self.blocks]
        total = sum(heights) + len(heights) * 32 + GAP * max(len(heights) - 1, 0)
        y = max((self.height() - total) / 2, float(pad))
        for block, height in zip(self.blocks, heights, strict=True):
            block.setGeometry(pad, round(y), width, height)
            y += height + 32 + GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for block in self.blocks:
                spoken = block.written.spoken
                room = QRectF(block.x(), block.geometry().bottom() + 9, block.width(), 20)
                style = SPOKEN if lettering.width(spoken, SPOKEN) <= room.width() else CAPTION
                shown = lettering.fitted(spoken, style, room.width())
                lettering.draw(painter, room, shown, style, self.theme.ink3, lettering.CENTRE)

    def content_height(self, width: int) -> int:
        return 400
