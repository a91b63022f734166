"""The field of one sentence: its words in the role's colour at rest, a line of text when typed in.

Space ends a word and puts it to work at once, Enter takes the whole line, Escape drops the word
that is not finished. All that is typed until the field is left is one undo step.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from core.experiments.cross import MAX_CROSS_TOKENS
from core.words import tokenize
from desktop_app import lettering, motion
from desktop_app.instruments.base import UnderPointer
from desktop_app.instruments.gestures import new_gesture
from desktop_app.instruments.grid_marks import paint_edit_mark
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

WORD = LABEL.sized(16)
INSET, GAP, MORE = 16.0, 8.0, 14.0
SLIDE_MS, SLIDE = 140, 24.0


def sentence_rule(text: str) -> tuple[str, ...]:
    """The tokens of a text. Raises ValueError where there is none, or more than the lab takes."""
    tokens = tokenize(text)
    if not tokens:
        raise ValueError("type at least one word")
    if len(tokens) > MAX_CROSS_TOKENS:
        raise ValueError(f"{len(tokens)} words; this lab takes 1 to {MAX_CROSS_TOKENS}")
    return tokens


class WordField(UnderPointer, SentenceField):
    """worded(tokens, gesture): the learner wrote another sentence."""

    worded = Signal(object, object)

    def __init__(self, theme: Theme, name: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, sentence_rule, parent, role, WORD)
        self.name = name
        self.setTextMargins(4, 0, 4, 0)  # as far from the edge as the words at rest
        self.tokens: tuple[str, ...] = ()
        self.lit: int | None = None
        self.first = 0
        self.gesture = 0
        self.shift = 0.0
        self.slide = QVariantAnimation(self)
        self.slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.slide.valueChanged.connect(self.slid)
        self.entered.connect(self.apply)

    # what is shown

    def colour(self) -> None:
        """As every sentence field; what an empty one asks for is written in alert."""
        super().colour()
        asks = f"QLineEdit {{ placeholder-text-color: {self.theme.alert.name()}; }}"
        self.setStyleSheet(f"{self.styleSheet()} {asks}")

    def show_tokens(self, tokens: Sequence[str], lit: int | None, spoken: str) -> None:
        """Show a sentence; `lit` is the word that the lit weight belongs to, from 0."""
        self.tokens, self.lit = tuple(tokens), lit
        self.show_text(" ".join(tokens))
        self.setAccessibleName(f"{self.name}, {spoken}: {' '.join(tokens)}")
        self.reveal()
        self.update()

    def reveal(self) -> None:
        """Begin the line where the lit word can be read, as near its start as possible."""
        self.first = min(self.first, max(len(self.tokens) - 1, 0))
        if self.lit is None or self.hasFocus():
            return
        self.first = min(self.first, self.lit)
        while self.lit not in dict(self.placed()) and self.first < self.lit:
            self.first += 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.first = 0
        self.reveal()

    def placed(self) -> list[tuple[int, QRectF]]:
        """The words that fit from `first` on, each with its room."""
        found: list[tuple[int, QRectF]] = []
        x = INSET + (MORE if self.first else 0.0)
        end = self.width() - INSET
        for place in range(self.first, len(self.tokens)):
            style = WORD.bold(place == self.lit)
            wide = lettering.width(self.tokens[place], style)
            last = place == len(self.tokens) - 1
            if x + wide > end - (0 if last else MORE):
                if not found:  # a word longer than the field is cut with an ellipsis
                    found.append((place, QRectF(x, 0, max(end - MORE - x, 1), self.height())))
                break
            found.append((place, QRectF(x, 0, wide, self.height())))
            x += wide + GAP
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or self.reason:
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            self.paint_frame(painter)
            placed = self.placed()
            painter.setOpacity(1.0 - abs(self.shift) / SLIDE)
            painter.translate(self.shift, 0)
            for place, room in placed:
                self.paint_word(painter, place, room)
            more = LABEL.sized(14)
            if self.first:
                before = QRectF(INSET - 2, 0, MORE, self.height())
                lettering.draw(painter, before, lettering.ELLIPSIS, more, self.theme.ink3)
            if placed and placed[-1][0] < len(self.tokens) - 1:
                after = QRectF(self.width() - INSET - MORE, 0, MORE, self.height())
                lettering.draw(
                    painter, after, lettering.ELLIPSIS, more, self.theme.ink3, lettering.RIGHT
                )

    def paint_frame(self, painter: QPainter) -> None:
        """The box at rest; sunken where the field only repeats the other one."""
        theme = self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = theme.ink if self.hovered else theme.edge
        painter.setPen(QPen(line if self.isEnabled() else theme.line, 1))
        painter.setBrush(theme.sheet if self.isEnabled() else theme.sunken)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # for crisp dots

    def paint_word(self, painter: QPainter, place: int, room: QRectF) -> None:
        """One word, underlined with dots where it is the learner's to change."""
        style = WORD.bold(place == self.lit)
        text = lettering.fitted(self.tokens[place], style, room.width() + 0.5)
        colour = self.theme.role(self.role).text if self.isEnabled() else self.theme.ink3
        lettering.draw(painter, room, text, style, colour)
        if self.isEnabled():
            paint_edit_mark(painter, room, text, style, colour)

    def slide_in(self, way: float) -> None:
        """Let the words come in from the left (way -1) or the right (way 1)."""
        self.slide.stop()
        self.slide.setStartValue(SLIDE * way)
        self.slide.setEndValue(0.0)
        self.slide.setDuration(motion.duration(SLIDE_MS) if self.isVisible() else 0)
        self.slide.start()

    def slid(self, shift: float) -> None:
        self.shift = shift
        self.update()

    # what the learner does

    def apply(self, text: str) -> None:
        self.worded.emit(sentence_rule(text), self.gesture)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Space and self.judge():
            tokens = sentence_rule(self.text())
            if tokens != self.tokens:
                self.worded.emit(tokens, self.gesture)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.gesture = new_gesture()
        super().focusInEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Walk along a sentence that is longer than its field."""
        turn = event.angleDelta().y() or event.angleDelta().x()
        shown = self.placed()
        if turn < 0 and shown and shown[-1][0] < len(self.tokens) - 1:
            self.first += 1
        elif turn > 0 and self.first:
            self.first -= 1
        else:
            event.ignore()
            return
        self.update()
