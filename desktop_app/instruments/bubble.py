"""The value that stands over a slider's handle while it is dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

HEIGHT, LEAST, PADDING = 18, 32, 8
ABOVE = 14  # px from the handle's middle up to the bubble


class Bubble(QWidget):
    """Sheet text on ink, over everything beside it; the pointer passes through."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.text = theme, ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def show_over(self, slider: QWidget, middle: QPointF, text: str) -> None:
        """Stand over a point of a slider that has the same parent."""
        self.text = text
        width = max(round(lettering.width(text, CAPTION.bold())) + PADDING, LEAST)
        place = slider.mapToParent(middle.toPoint())
        self.setGeometry(QRect(place.x() - width // 2, place.y() - ABOVE - HEIGHT, width, HEIGHT))
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.ink)
            painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
            style, room = CAPTION.bold(), QRectF(self.rect())
            lettering.draw(
                painter, room, self.text, style, self.theme.sheet, lettering.CENTRE, growing=False
            )
