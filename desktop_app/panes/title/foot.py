"""What stands at the foot of the title slide: three facts, Begin and Resume."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.press_button import FadingButton
from desktop_app.lettering import LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

ROW, LINE = 28, 20
BUTTON = 40
FACT = LABEL.sized(14)


class TitleFoot(QWidget):
    """Begin opens the second slide, Resume the one that was open last."""

    def __init__(self, theme: Theme, session: Session, resume_at: int) -> None:
        super().__init__()
        self.theme, self.session = theme, session
        self.facts = session.lesson.facts
        self.begin = FadingButton("Begin", self)
        self.begin.setProperty("primary", "true")
        self.begin.clicked.connect(lambda: session.go(2))
        self.resume = FadingButton(f"Resume at {resume_at:02d}", self)
        self.resume.clicked.connect(lambda: session.go(resume_at))
        self.resume.setVisible(2 <= resume_at <= len(session.lesson.slides))
        self.setAccessibleName("; ".join(f"{name}: {text}" for name, text in self.facts))

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def height_for(self, width: int) -> int:
        """Facts, 20 px, buttons."""
        return sum(ROW + LINE * (len(lines) - 1) for _, lines in self.rows(width)) + 20 + BUTTON

    def rows(self, width: int) -> list[tuple[str, list[str]]]:
        """Each fact's name, and its lines at a width."""
        return [
            (name, lettering.wrapped(text, FACT, width - column(width)))
            for name, text in self.facts
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        top = self.height() - BUTTON
        wide = min(128, (self.width() - 8) * 4 // 9)
        self.begin.setGeometry(0, top, wide, BUTTON)
        rest = min(160, self.width() - wide - 8)
        self.resume.setGeometry(wide + 8, top, rest, BUTTON)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            row = QRectF(0, 0, self.width(), ROW)
            for name, lines in self.rows(self.width()):
                lettering.draw(painter, row, name, FACT, self.theme.ink3)
                for place, text in enumerate(lines):
                    row.translate(0, LINE if place else 0)
                    rest = row.adjusted(column(self.width()), 0, 0, 0)
                    lettering.draw(painter, rest, text, FACT, self.theme.ink)
                row.translate(0, ROW)


def column(width: int) -> float:
    """Where the facts begin beside their names."""
    return 96.0 if width >= 300 else 76.0
