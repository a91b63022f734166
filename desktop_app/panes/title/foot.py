"""What stands at the foot of the title slide: three facts, Begin and Resume."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app import lettering
from desktop_app.lettering import LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

ROW = 28
BUTTON = 40
FACT = LABEL.sized(14)


class TitleFoot(QWidget):
    """Begin opens the second slide, Resume the one that was open last."""

    def __init__(self, theme: Theme, session: Session, resume_at: int) -> None:
        super().__init__()
        self.theme, self.session = theme, session
        self.facts = session.lesson.facts
        self.begin = QPushButton("Begin", self)
        self.begin.setProperty("primary", "true")
        self.begin.clicked.connect(lambda: session.go(2))
        self.resume = QPushButton(f"Resume at {resume_at:02d}", self)
        self.resume.clicked.connect(lambda: session.go(resume_at))
        self.resume.setVisible(2 <= resume_at <= len(session.lesson.slides))
        self.setAccessibleName("; ".join(f"{name}: {text}" for name, text in self.facts))

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def height_for(self, width: int) -> int:
        """Facts, 20 px, buttons."""
        return len(self.facts) * ROW + 20 + BUTTON

    def resizeEvent(self, event: QResizeEvent) -> None:
        top = self.height() - BUTTON
        wide = min(128, (self.width() - 8) * 4 // 9)
        self.begin.setGeometry(0, top, wide, BUTTON)
        rest = min(160, self.width() - wide - 8)
        self.resume.setGeometry(wide + 8, top, rest, BUTTON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            column = 96.0 if self.width() >= 300 else 76.0
            for place, (name, text) in enumerate(self.facts):
                row = QRectF(0, place * ROW, self.width(), ROW)
                lettering.draw(painter, row, name, FACT, self.theme.ink3)
                rest = row.adjusted(column, 0, 0, 0)
                style = FACT
                while lettering.width(text, style) > rest.width() and style.size > 11:
                    style = style.sized(style.size - 1)
                lettering.draw(painter, rest, text, style, self.theme.ink)
