"""The rows of a drawer: section heads that fold, and rows that do one thing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.colour import between
from desktop_app.instruments.pointing import Pressed
from desktop_app.lettering import HEAD, LABEL
from desktop_app.theme import Theme

ROW = 48
OUT = 12  # by how much the ground of a row stands out beyond its words


class Row(Pressed):
    """A row of a drawer, 48 px high."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setFixedHeight(ROW)

    def lit(self) -> bool:
        """Whether the pointer or the keyboard is on the row."""
        return self.hovered or (self.hasFocus() and self.keyboard_focus)

    def paint_ground(self, painter: QPainter) -> None:
        """The sunken ground of a row that is pointed at."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        share = 1.0 if self.lit() and not self.hovered else self.glow.share
        if share > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(between(self.theme.paper, self.theme.sunken, share))
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)


class Head(Pressed):
    """The head of a section: its name, a few words at the right, a chevron where it folds.

    turned(open): the section shall open, or fold.
    """

    turned = Signal(bool)

    def __init__(self, theme: Theme, title: str, folds: bool, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.title, self.aside, self.folds, self.opened = title, "", folds, not folds
        self.setFixedHeight(ROW)
        if not folds:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.unsetCursor()
        self.announce()

    def show_state(self, aside: str, opened: bool) -> None:
        self.aside, self.opened = aside, opened
        self.announce()
        self.update()

    def announce(self) -> None:
        state = ("open" if self.opened else "folded") if self.folds else ""
        self.setAccessibleName(", ".join(part for part in (self.title, self.aside, state) if part))

    def focus_rect(self) -> QRectF:
        return QRectF(self.rect()).adjusted(0, 8, 0, -8)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, room = self.theme, QRectF(OUT, 0, self.width() - 2 * OUT, ROW)
            used = lettering.draw(painter, room, self.title, HEAD, theme.ink)
            right = room.adjusted(used + 12, 0, -24 if self.folds else 0, 0)
            words = lettering.fitted(self.aside, LABEL, right.width())
            lettering.draw(painter, right, words, LABEL, theme.ink2, lettering.RIGHT)
            if self.folds:
                middle = QPointF(room.right() - 8, ROW / 2)
                pen = QPen(between(theme.ink2, theme.ink, self.glow.share), 1.5)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                chevron(painter, middle, self.opened)

    def act(self) -> None:
        if self.folds:
            self.turned.emit(not self.opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.folds and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.turned.emit(key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)


def chevron(painter: QPainter, middle: QPointF, down: bool) -> None:
    """A chevron of the current pen: down where something is open, else to the right."""
    points = [QPointF(-5, -2.5), QPointF(0, 2.5), QPointF(5, -2.5)]
    if not down:
        points = [QPointF(point.y(), point.x()) for point in points]
    painter.drawPolyline([middle + point for point in points])
