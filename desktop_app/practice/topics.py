"""The topics in the left column: how each stands in this sitting, and what is asked about."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.practice.generators import TOPICS
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import EYEBROW, LABEL
from desktop_app.sitting import Sitting
from desktop_app.theme import Theme

HEAD, ROW = 36, 32
RETRY = (144, 28)
OUTSET = 12  # the ground of the row in force stands out on both sides
NAME = LABEL.sized(15)
ALL = "All topics"


class TopicRow(PressButton):
    """A topic, and how many of its questions are right by now."""

    def __init__(self, theme: Theme, sitting: Sitting, topic: str | None, parent: QWidget) -> None:
        super().__init__(theme, topic or ALL, parent)
        self.sitting, self.topic = sitting, topic
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def standing(self) -> str:
        """The tally in words; nothing before the first answer."""
        right, asked = self.sitting.tally(self.topic)
        return f"{right} right of {asked}" if asked else ""

    def refresh(self) -> None:
        now = ", asked about now" if self.sitting.topic == self.topic else ""
        self.setAccessibleName(f"{self.text()}: {self.standing() or 'nothing answered'}{now}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, current = self.theme, self.sitting.topic == self.topic
            ground = QRectF(self.rect())
            if current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.sunken)
                painter.drawRoundedRect(ground, 8, 8)
            elif self.underMouse():
                painter.setPen(QPen(theme.line, 1))
                painter.drawRoundedRect(ground.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            room = ground.adjusted(OUTSET, 0, -OUTSET, 0)
            words = self.standing()
            lettering.draw(painter, room, words, LABEL, theme.ink2, lettering.RIGHT)
            room.setRight(room.right() - lettering.width(words, LABEL) - 8)
            style = NAME.bold(current)
            name = lettering.fitted(self.text(), style, room.width())
            lettering.draw(painter, room, name, style, theme.ink)


class TopicList(Instrument):
    """topic_chosen(name or None), retry_wanted(): the misses are to be asked again."""

    topic_chosen = Signal(object)
    retry_wanted = Signal()
    outset = OUTSET

    def __init__(self, theme: Theme, sitting: Sitting, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.sitting = sitting
        topics: list[str | None] = [None, *(topic.name for topic in TOPICS)]
        self.rows = [TopicRow(theme, sitting, topic, self) for topic in topics]
        for row in self.rows:
            row.clicked.connect(lambda _=False, row=row: self.topic_chosen.emit(row.topic))
        self.retry = PressButton(theme, "", self)
        self.retry.setToolTip("Ask what is not yet right once more (R)")
        self.retry.clicked.connect(self.retry_wanted)
        self.setFixedHeight(HEAD + ROW * len(self.rows))
        self.refresh()

    def refresh(self) -> None:
        """Show the sitting as it is."""
        for row in self.rows:
            row.refresh()
        count = len(self.sitting.misses())
        self.retry.setText(f"Retry misses ({count})")
        self.retry.setVisible(bool(count))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        for place, row in enumerate(self.rows):
            row.setGeometry(0, HEAD + place * ROW, self.width(), ROW)
        self.retry.setGeometry(self.width() - OUTSET - RETRY[0], 0, *RETRY)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF(OUTSET, 6, self.width() - 2 * OUTSET, 16)
            lettering.draw(painter, room, "Topics", EYEBROW, self.theme.ink3)
            if not self.sitting.misses():
                lettering.draw(
                    painter, room, "This sitting", EYEBROW, self.theme.ink3, lettering.RIGHT
                )
