"""The way back to where a slide was opened from: a question ("See it live"), or the article."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app import keymap, lettering
from desktop_app.frame.lesson_column import Eyebrow, LessonColumn
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import EYEBROW, LABEL
from desktop_app.session import Session
from desktop_app.theme import Theme

HEIGHT = 28
PADDING = 14
GAP = 16


class BackChip(PressButton):
    """A pill; a click, Enter or its key goes back. Hidden where there is nothing to go back to."""

    def __init__(self, theme: Theme, session: Session, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self.session = session
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(f"{keymap.BACK.words.capitalize()} ({keymap.BACK.keys})")
        self.clicked.connect(self.go_back)
        self.key = QShortcut(QKeySequence(keymap.BACK.keys), self)  # rests while hidden
        self.key.activated.connect(self.go_back)
        self.hide()

    def refresh(self) -> None:
        """Show where one came from; on the slide of the question the way back is at its end."""
        session, way = self.session, self.session.way_back
        if way is not None and way.home == session.slide:
            session.way_back = way = None
        words = "" if way is None else way.words(session.slide)
        if words:
            self.setText(words)
            self.setFixedSize(round(lettering.width(self.text(), LABEL)) + 2 * PADDING, HEIGHT)
        self.setVisible(bool(words))

    def go_back(self) -> None:
        """Open the question, practice or article one came from, and forget the way."""
        session, way = self.session, self.session.way_back
        session.way_back = None
        if way is None:
            return
        if way.to == "practice":
            session.practice_wanted.emit()
        elif way.to == "article":
            session.article_wanted.emit()
        else:
            session.answers.question = way.question
            session.answers_changed.emit()
            session.go(way.home)

    def stand_in(self, column: LessonColumn) -> None:
        """At the right of the eyebrow's line; in its place where both do not fit.

        The words may be as high as the column, so the line is the one place always in sight.
        """
        eyebrow = column.stack[0][1]
        pad = column.size_class.lesson_padding
        room = column.width() - 2 * pad
        words = eyebrow.text.upper() if isinstance(eyebrow, Eyebrow) else ""
        taken = lettering.width(words, EYEBROW)
        beside = taken + GAP + self.width() <= room
        eyebrow.setVisible(self.isHidden() or beside)
        eyebrow.setMaximumWidth(room if self.isHidden() else room - self.width() - GAP)
        x = column.width() - pad - self.width() if beside else pad
        self.move(x, eyebrow.y() + (eyebrow.height() - HEIGHT) // 2)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, hovered = self.theme, self.underMouse()
            painter.setPen(QPen(theme.ink if hovered else theme.edge, 1))
            painter.setBrush(theme.sunken if hovered else theme.sheet)
            pill = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(pill, HEIGHT / 2, HEIGHT / 2)
            lettering.draw(painter, pill, self.text(), LABEL, theme.ink, lettering.CENTRE)
