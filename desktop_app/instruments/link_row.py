"""A row that is a link as a whole: pointed at, clicked, or opened with Enter or Space."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.pointing import Pressed
from desktop_app.theme import Theme


class LinkRow(Pressed):
    """followed(number): the slide or section that the row leads to."""

    followed = Signal(int)

    def __init__(self, theme: Theme, number: int, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.number = number

    def paint_ground(self, painter: QPainter, rect: QRectF, kept: bool = False) -> None:
        """The sunken ground of a row that is pointed at; `kept` where it stays without that."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        shade = QColor(self.theme.sunken)
        shade.setAlphaF(1.0 if kept else self.glow.share)
        painter.setBrush(shade)
        painter.drawRoundedRect(rect, 8, 8)

    def act(self) -> None:
        self.followed.emit(self.number)
