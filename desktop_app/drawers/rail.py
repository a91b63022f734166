"""What stays of the lesson while the Try drawer is open: its title, turned, and its challenge."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.colour import between
from desktop_app.instruments.check_marks import paint_circle
from desktop_app.instruments.pointing import Pressed
from desktop_app.lettering import TITLE
from desktop_app.theme import Theme

WIDTH = 72
HEAD = TITLE.sized(20)._replace(tracking=0.0)
TOP, FOOT = 72, 64


class Rail(Pressed):
    """72 px of the lesson column. A click anywhere, Enter or Space brings the lesson back."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.title = title
        self.done: bool | None = None
        self.setObjectName("lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Back to the lesson  (Esc)")
        self.setAccessibleName(f"Back to the lesson: {title}")

    def show_done(self, done: bool | None) -> None:
        """Whether the challenge on the card is done; None where the slide has none."""
        self.done = done
        self.update()

    def focus_rect(self) -> QRectF:
        return QRectF(WIDTH / 2 - 16, 24, 32, 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, middle = self.theme, self.width() / 2
            painter.fillRect(self.rect(), between(theme.paper, theme.sunken, self.glow.share))
            painter.setPen(QPen(theme.ink2, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolyline(
                [QPointF(middle - 2.5, 35), QPointF(middle + 2.5, 40), QPointF(middle - 2.5, 45)]
            )
            self.paint_title(painter)
            if self.done is not None:
                place = QPointF(middle, self.height() - 34)
                paint_circle(painter, place, float(self.done), theme)

    def paint_title(self, painter: QPainter) -> None:
        """The title reads upwards and ends at the top, as far as it fits."""
        room = float(self.height() - TOP - FOOT)
        words = lettering.fitted(self.title, HEAD, room - 24)
        painter.save()
        painter.translate(0, TOP + room)
        painter.rotate(-90)
        strip = QRectF(0, 0, room - 24, self.width())
        lettering.draw(painter, strip, words, HEAD, self.theme.ink, lettering.RIGHT)
        painter.restore()
