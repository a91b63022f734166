"""A paragraph of the article: raised numbers that light with their notes, words that are found."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.prose import Prose
from desktop_app.lettering import Style
from desktop_app.theme import Theme

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED_RUN = re.compile(f"[{RAISED}]+")


class Words(Prose):
    """note_pointed(number): the raised number under the pointer, None for none."""

    note_pointed = Signal(object)

    def __init__(
        self, theme: Theme, style: Style, line: float, parent: QWidget, ink: str = "ink"
    ) -> None:
        self.lit_note: int | None = None
        self.sought = ""
        self.current: int | None = None
        super().__init__(theme, style, line, parent, ink)
        self.setMouseTracking(True)
        self.pointed: int | None = None

    # what stands where

    def text(self) -> str:
        """The words as they are laid out; a formula is one character."""
        return self.document.toPlainText()

    def matches(self, sought: str) -> list[int]:
        """Where a text is found here, in characters from the start; capitals do not matter."""
        if not sought:
            return []
        found = re.finditer(re.escape(sought.casefold()), self.text().casefold())
        return [match.start() for match in found]

    def y_of(self, character: int) -> float:
        """How far below the top of the paragraph a character stands, in px."""
        self.document.setTextWidth(self.width())
        block = self.document.findBlock(character)
        line = block.layout().lineForTextPosition(character - block.position())
        top = self.document.documentLayout().blockBoundingRect(block).top()
        return float(top + line.y())

    def note_at(self, point: QPointF) -> int | None:
        """The raised number under a point."""
        self.document.setTextWidth(self.width())
        layout = self.document.documentLayout()
        place = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit)
        for match in RAISED_RUN.finditer(self.text()):
            if place >= 0 and match.start() <= place <= match.end():
                return number_of(match[0])
        return None

    # what is lit

    def show_note(self, number: int | None) -> None:
        """Light a raised number, or none."""
        if number != self.lit_note:
            self.lit_note = number
            self.update()

    def show_found(self, sought: str, current: int | None) -> None:
        """Mark every match; the one that begins at `current` stands out."""
        if (sought, current) != (self.sought, self.current):
            self.sought, self.current = sought, current
            self.update()

    def write(self) -> None:
        super().write()
        strong = QTextCharFormat()
        strong.setFontWeight(600)
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        for match in RAISED_RUN.finditer(self.text()):
            cursor.setPosition(match.start())
            cursor.setPosition(match.end(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(strong)
        cursor.endEditBlock()

    def selections(self) -> list[QAbstractTextDocumentLayout.Selection]:
        """What is lit, on top of the terms: nothing is laid out anew for it."""
        found = super().selections()
        inverse, pale = QTextCharFormat(), QTextCharFormat()
        inverse.setBackground(self.theme.ink)
        inverse.setForeground(self.theme.sheet)
        pale.setBackground(self.theme.line)
        if self.lit_note is not None:
            for match in RAISED_RUN.finditer(self.text()):
                if number_of(match[0]) == self.lit_note:
                    found.append(self.selection(match.start(), match.end(), inverse))
        for start in self.matches(self.sought):
            look = inverse if start == self.current else pale
            found.append(self.selection(start, start + len(self.sought), look))
        return found

    # pointing

    def point(self, number: int | None) -> None:
        if number != self.pointed:
            self.pointed = number
            self.note_pointed.emit(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self.note_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point(None)


def number_of(raised: str) -> int:
    """The number that raised digits write."""
    return int("".join(str(RAISED.index(digit)) for digit in raised))
