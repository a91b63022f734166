"""Rows of an answer: one of several, some of several, and entries to be put in order."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.spoken import spoken
from desktop_app.panes.quiz.option import Mark, Option, paint_verdict
from desktop_app.theme import Theme

BOX = 18.0
ARROWS = 72  # the right end of an entry, where its arrows are


class AnswerRow(Option):
    """A row in any of the three ways. confirmed(): Enter; answered(): a click or Space.

    stepped(step): Up or Down. In a list to be ordered that moves the entry, by its arrows too.
    """

    confirmed = Signal()

    def __init__(self, theme: Theme, letter: str, parent: QWidget) -> None:
        super().__init__(theme, letter, parent)
        self.kind = "single"
        self.missed = False
        self.belongs = 0  # the right place of an entry, once it is known

    def check(self, checked: bool) -> None:
        self.setAutoExclusive(False)
        self.setChecked(checked)

    def show_row(self, kind: str, mark: Mark, missed: bool = False, belongs: int = 0) -> None:
        """Draw a state. missed: it belongs to the answer but was not chosen."""
        self.kind, self.missed, self.belongs = kind, missed, belongs
        self.show_mark(mark)

    def show_mark(self, mark: Mark) -> None:
        super().show_mark(mark)
        words = self.status_words()
        if mark == "chosen":
            words = "chosen" if self.kind == "multiple" else ""
        place = f"place {self.letter}: " if self.kind == "order" else f"{self.letter}: "
        self.setAccessibleName(
            f"{place}{spoken(self.choice.text)}" + (f", {words}" if words else "")
        )

    def status_words(self) -> str:
        """What stands at the right of the row."""
        if self.mark in {"open", "chosen", "other"}:
            return "Enter answers" if self.mark == "chosen" and self.kind == "single" else ""
        if self.kind == "order":
            return "Right place" if self.mark == "right" else f"Belongs at {self.belongs}"
        if self.mark == "right":
            missed = self.missed and self.kind == "multiple"
            return "Correct, missed" if missed else "Correct answer"
        return "Your answer"

    @property
    def waiting(self) -> bool:
        return self.mark in {"open", "chosen"}

    def paint_status(self, painter: QPainter) -> None:
        if self.kind == "multiple" and self.waiting:
            self.paint_box(painter)
        elif self.kind == "order" and self.waiting:
            self.paint_arrows(painter)
        elif self.mark == "chosen":
            room = QRectF(0, 0, self.width() - self.measures.letter, self.height())
            words, style = self.status_words(), self.measures.label
            lettering.draw(painter, room, words, style, self.theme.ink2, lettering.RIGHT)
        elif words := self.status_words():
            wrong = self.mark == "wrong"
            shade = self.theme.alert if wrong else self.theme.ink
            room = QRectF(0, 0, self.width() - 48, self.height())
            lettering.draw(painter, room, words, self.measures.label.bold(), shade, lettering.RIGHT)
            middle = QPointF(self.width() - 28, self.height() / 2)
            paint_verdict(painter, middle, not wrong, shade, self.theme)

    def paint_box(self, painter: QPainter) -> None:
        """A box with a tick when the choice is taken."""
        chosen = self.mark == "chosen"
        box = QRectF(self.width() - 28 - BOX / 2, (self.height() - BOX) / 2, BOX, BOX)
        painter.setPen(QPen(self.theme.ink if chosen else self.theme.edge, 1.5))
        painter.setBrush(self.theme.ink if chosen else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        if chosen:
            painter.setPen(QPen(self.theme.sheet, 2))
            x, y = box.center().x(), box.center().y()
            painter.drawPolyline([QPointF(x - 4, y), QPointF(x - 1, y + 3), QPointF(x + 4, y - 3)])

    def paint_arrows(self, painter: QPainter) -> None:
        """Up and down, where a click moves the entry."""
        painter.setPen(QPen(self.theme.ink if self.mark == "chosen" else self.theme.edge, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        y = self.height() / 2
        for x, tip in ((self.width() - 54, -3.0), (self.width() - 26, 3.0)):
            points = [QPointF(x - 5, y - tip), QPointF(x, y + tip), QPointF(x + 5, y - tip)]
            painter.drawPolyline(points)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.kind == "order" and self.waiting and event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            from_right = self.width() - event.position().x()
            if from_right <= ARROWS:
                self.stepped.emit(1 if from_right <= ARROWS * 0.56 else -1)
            else:
                self.answered.emit()
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in {keys.Key_Return, keys.Key_Enter}:
            if not event.isAutoRepeat():  # a key held since the last question answers nothing
                self.confirmed.emit()
            return
        super().keyPressEvent(event)
