"""An ink outline over what is pointed at from elsewhere: the matrix that a line of code makes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.base import Instrument, outline
from desktop_app.instruments.grid import MARGIN
from desktop_app.theme import Theme

WIDTH = 2.0
BRACKETS = 5.0  # how far outside its cells a grid draws them


class LitOutline(Instrument):
    """Lies over its parent and lets every click through; where it is lit is its parent's choice."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.around = parent
        self.rects: Sequence[QRectF] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_widgets(self, widgets: Sequence[QWidget]) -> None:
        """Outline these parts of the parent, on their brackets; none hides everything."""
        inset = MARGIN - BRACKETS
        places = (QRectF(widget.geometry()) for widget in widgets)
        self.rects = [place.adjusted(inset, inset, -inset, -inset) for place in places]
        self.setGeometry(self.around.rect())
        self.setVisible(bool(widgets))
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for rect in self.rects:
                outline(painter, rect, QPen(self.theme.ink, WIDTH), 3)
