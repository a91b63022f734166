"""The translators on this machine, one a row; one of them is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

ROW = 32


@dataclass(frozen=True)
class PairRow:
    """name: what chooses it; title: what is written; words: what holds of it now."""

    name: str
    title: str
    words: str


class PairList(Instrument):
    """Up and Down move and choose, as in a row of segments. chosen(name)."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.rows: Sequence[PairRow] = ()
        self.index = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_rows(self, rows: Sequence[PairRow], chosen: str) -> None:
        """Draw the rows; one of them is `chosen`."""
        index = next((at for at, row in enumerate(rows) if row.name == chosen), 0)
        if (rows, index) == (self.rows, self.index):
            return
        self.rows, self.index = rows, index
        row = rows[self.index]
        place = f"{self.index + 1} of {len(rows)}"
        self.setAccessibleName(f"translators: {row.title}, {place}, {row.words}")
        self.update()

    def height_now(self) -> int:
        return ROW * len(self.rows)

    def row_rect(self, index: int) -> QRectF:
        return QRectF(0, index * ROW, self.width(), ROW)

    def focus_rect(self) -> QRectF:
        return self.row_rect(self.index)

    def choose(self, index: int) -> None:
        """Ask for a row, if there is one that is not chosen yet."""
        if 0 <= index < len(self.rows) and index != self.index:
            self.chosen.emit(self.rows[index].name)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index, row in enumerate(self.rows):
                self.paint_row(painter, self.row_rect(index), row, index == self.index)

    def paint_row(self, painter: QPainter, rect: QRectF, row: PairRow, chosen: bool) -> None:
        """A ring, filled where it is chosen; the name; what holds of it."""
        theme = self.theme
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.line)
        ring = QRectF(1, rect.center().y() - 6.5, 12, 12)
        painter.setPen(QPen(theme.ink if chosen else theme.edge, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.ink)
            painter.drawEllipse(ring.adjusted(3, 3, -3, -3))
        wide = lettering.width(row.words, CAPTION)
        room = rect.adjusted(24, 0, -wide - 12, 0)
        title = lettering.fitted(row.title, LABEL.bold(chosen), room.width())
        lettering.draw(painter, room, title, LABEL.bold(chosen), theme.ink)
        lettering.draw(painter, rect, row.words, CAPTION, theme.ink3, lettering.RIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.keyboard_focus = False
            self.choose(int(event.position().y() // ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        steps = {keys.Key_Up: -1, keys.Key_Left: -1, keys.Key_Down: 1, keys.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.keyboard_focus = True
        self.choose(self.index + step)
