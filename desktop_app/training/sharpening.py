"""The alignment of one sentence while it sharpens: a map with its words."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.training.watched import Watched
from desktop_app import lettering
from desktop_app.instruments.grid import MARGIN, GridState
from desktop_app.instruments.heatmap import Heatmap
from desktop_app.lettering import CAPTION, HEAD, LABEL
from desktop_app.theme import Theme

ROW_WORDS = 72.0
COLUMN_WORDS = 62.0
TOP = 30.0  # of the words, under the head
LAST_WORD = 34.0  # beyond the right edge, where the last slanted word stands
LARGEST = 36.0


class WatchedMap(Heatmap):
    """A map whose every cell moves again and again: no corners mark which ones."""

    def moved(self, state: GridState) -> None:
        return None


class Sharpening:
    """The map of the model with attention; words of the watched sentence round it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.map = WatchedMap(theme, "alignment of one sentence", parent)
        self.map.mode = "read"
        self.room = QRectF()
        self.cell = LARGEST
        self.watched: Watched | None = None
        self.note = ""

    def place(self, room: QRectF) -> None:
        """Head, words and map in `room`."""
        self.room = room
        if self.watched is None:
            self.map.hide()
            return
        rows, columns = self.watched.weights.shape
        wide = (room.width() - ROW_WORDS - LAST_WORD) / columns
        high = (room.height() - TOP - COLUMN_WORDS) / rows
        self.cell = max(8.0, float(math.floor(min(wide, high, LARGEST))))
        self.map.setGeometry(self.matrix().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).toRect())
        self.map.show()

    def matrix(self) -> QRectF:
        """Where the cells are."""
        assert self.watched is not None
        rows, columns = self.watched.weights.shape
        left, top = self.room.left() + ROW_WORDS, self.room.top() + TOP + COLUMN_WORDS
        return QRectF(left, top, columns * self.cell, rows * self.cell)

    def show(self, watched: Watched | None, note: str) -> None:
        """Draw a map, or the note in its place."""
        same = self.watched is not None and watched is not None
        self.watched, self.note = watched, note
        if not same:
            self.place(self.room)
        if watched is not None:
            state = GridState(np.asarray(watched.weights), "weight", digits=False)
            self.map.show_state(state, watched.french, watched.english)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The head, how many words look at the right place, and the words."""
        room = self.room
        head = QRectF(room.left(), room.top(), room.width(), 20)
        wide = lettering.draw(painter, head, "Alignment", HEAD, theme.ink)
        caption = head.adjusted(wide + 8, 0, 0, 0)
        if self.watched is None:
            below = QRectF(room.left(), head.bottom() + 12, room.width(), 18)
            for line in lettering.wrapped(self.note, LABEL, below.width()):
                lettering.draw(painter, below, line, LABEL, theme.ink2)
                below.translate(0, 18)
            return
        words = f"{self.watched.right} of {len(self.watched.french)} words look at their source"
        shown = lettering.fitted(words, CAPTION, caption.width())
        lettering.draw(painter, caption, shown, CAPTION, theme.ink3, lettering.RIGHT)
        self.paint_words(painter, theme)

    def paint_words(self, painter: QPainter, theme: Theme) -> None:
        """French at the left, English slanted over the columns."""
        assert self.watched is not None
        matrix = self.matrix()
        style = CAPTION if self.cell >= 15 else CAPTION.sized(11)
        for row, word in enumerate(self.watched.french):
            room = QRectF(
                self.room.left(), matrix.top() + row * self.cell, ROW_WORDS - 8, self.cell
            )
            shown = lettering.fitted(word, style, room.width())
            lettering.draw(painter, room, shown, style, theme.ink2, lettering.RIGHT)
        for column, word in enumerate(self.watched.english):
            painter.save()
            painter.translate(matrix.left() + (column + 0.5) * self.cell + 2, matrix.top() - 8)
            painter.rotate(-45)
            shown = lettering.fitted(word, style, COLUMN_WORDS * 2**0.5 - 16)
            wide = lettering.width(shown, style)
            lettering.draw(painter, QRectF(0, -6, wide, 12), shown, style, theme.ink2)
            painter.restore()
