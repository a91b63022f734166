"""Pane 11: the claims of the lesson, each a link to where it was shown, and the whole formula."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.lesson import Link, Slide
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import BODY, CAPTION
from desktop_app.panes.formula_lab import FormulaLab
from desktop_app.session import Session
from desktop_app.theme import Theme

NUMBER = lettering.LABEL.sized(15)
LINE = 22


class ClaimRow(Instrument):
    """One claim and the slide that shows it; the whole row is the link."""

    followed = Signal(int)

    def __init__(self, theme: Theme, number: int, link: Link, name: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.number, self.name = number, name
        self.hovered = False
        self.claim = Prose(theme, BODY.sized(16), LINE, self)
        self.claim.show_markdown(link.text)
        self.claim.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{self.claim.accessibleName()} Opens {number:02d} {name}.")

    def height_at(self, width: int) -> int:
        return 20 + self.claim.heightForWidth(max(width - 56, 60)) + 20

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = max(self.width() - 56, 60)
        self.claim.setGeometry(52, 10, room, self.claim.heightForWidth(room))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self.theme
        if self.hovered or (self.hasFocus() and self.keyboard_focus):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sunken)
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        bold = self.hovered
        number = QRectF(12, 10, 36, LINE)
        colour = theme.ink if bold else theme.ink3
        lettering.draw(painter, number, f"{self.number:02d}", NUMBER.bold(bold), colour)
        row = QRectF(52, self.claim.geometry().bottom() + 1, self.width() - 56, 16)
        name = f"{self.name}  ›"
        lettering.draw(painter, row, name, CAPTION.bold(bold), theme.ink if bold else theme.ink2)
        painter.end()

    def enterEvent(self, event: QEvent) -> None:
        self.hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered = False
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.followed.emit(self.number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.followed.emit(self.number)
        else:
            super().keyPressEvent(event)


class ClaimList(QWidget):
    """The claims of the recap, one below the other."""

    def __init__(self, theme: Theme, session: Session, slide: Slide) -> None:
        super().__init__()
        self.rows = []
        for link in slide.links:
            number = session.number_of(link.slide)
            row = ClaimRow(theme, number, link, session.slide_at(number).eyebrow, self)
            row.followed.connect(session.go)
            self.rows.append(row)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return sum(row.height_at(width + 24) for row in self.rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        y = 0
        for row in self.rows:
            height = row.height_at(self.width())
            row.setGeometry(0, y, self.width(), height)
            y += height


class RecapLab(FormulaLab):
    """The whole formula, large; its parts come to life with the learner's own numbers later."""
