"""Outlines over the numbers that an explained one comes from, in the colours of their roles."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument, outline
from desktop_app.theme import Theme

Ring = tuple[QRectF, str]
WIDTH, OUT = 2.0, 1.5


class OperandRings(Instrument):
    """Lies over a lab and lets every click through. "own" is the role of the number itself."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.around = parent
        self.rings: Sequence[Ring] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_rings(self, rings: Sequence[Ring]) -> None:
        """Outline these rectangles of the parent; only what changed is painted again."""
        if rings == self.rings and self.geometry() == self.around.rect():
            return
        touched = QRegion()
        for rect, _ in (*self.rings, *rings):
            touched |= rect.adjusted(-4, -4, 4, 4).toAlignedRect()
        self.rings = rings
        self.setGeometry(self.around.rect())
        self.setVisible(bool(rings))
        self.raise_()
        self.update(touched)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for rect, role in self.rings:
                own = role == "own"
                pen = QPen(self.theme.ink if own else self.theme.role(role).line, WIDTH)
                outline(painter, rect.adjusted(-OUT, -OUT, OUT, OUT), pen)
