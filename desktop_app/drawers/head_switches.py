"""One key a head: in or out. A click, Space or Enter turns it; Left and Right move along."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import acts
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

HEAD, KEY, GAP, WIDEST = 24, 28, 4, 36


class HeadSwitches(PointedParts):
    """turned(head, out): a head, from 1, shall go out or come back."""

    turned = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.heads, self.out = 1, frozenset[int]()
        self.index = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_heads(self, heads: int, out: tuple[int, ...]) -> None:
        self.heads, self.out = heads, frozenset(out)
        self.index = min(self.index, heads - 1)
        self.announce()
        self.update()

    def announce(self) -> None:
        state = "out" if self.index + 1 in self.out else "in"
        self.setAccessibleName(f"Knock out: head {self.index + 1} of {self.heads}, {state}")

    def key(self, index: int) -> QRectF:
        """The room of one key."""
        wide = min(float(WIDEST), (self.width() + GAP) / self.heads - GAP)
        return QRectF(index * (wide + GAP), HEAD, wide, KEY)

    def part_at(self, point: QPointF) -> int | None:
        places = range(self.heads)
        return next((at for at in places if self.key(at).contains(point)), None)

    def turn(self, index: int) -> None:
        self.index = index
        self.turned.emit(index + 1, index + 1 not in self.out)

    def height_for(self, width: int) -> int:
        return HEAD + KEY

    def focus_rect(self) -> QRectF:
        return self.key(self.index)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme = self.theme
            room = QRectF(0, 0, self.width(), 16)
            used = lettering.draw(painter, room, "Knock out a head", LABEL.bold(), theme.ink)
            told = f"{len(self.out)} of {self.heads} out" if self.out else "all are in"
            beside = room.adjusted(used + 8, 0, 0, 0)
            lettering.draw(painter, beside, told, CAPTION, theme.ink2, lettering.RIGHT)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index in range(self.heads):
                self.paint_key(painter, index)

    def paint_key(self, painter: QPainter, index: int) -> None:
        theme, place = self.theme, self.key(index)
        gone = index + 1 in self.out
        painter.setPen(QPen(theme.edge if gone else theme.ink, 1))
        painter.setBrush(
            theme.sunken if gone else theme.band if index == self.hovered else theme.sheet
        )
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        style = LABEL.bold(not gone) if place.width() >= 20 else CAPTION.sized(10)
        colour = theme.ink3 if gone else theme.ink
        lettering.draw(painter, place, str(index + 1), style, colour, lettering.CENTRE)
        if gone:
            painter.setPen(QPen(theme.ink2, 1.5))
            painter.drawLine(place.bottomLeft() + QPointF(5, -6), place.topRight() + QPointF(-5, 6))

    def use(self, part: int) -> None:
        self.turn(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        self.keyboard_focus = True
        if acts(event):
            self.turn(self.index)
        elif step is not None:
            self.index = min(max(self.index + step, 0), self.heads - 1)
            self.announce()
            self.update()
        else:
            super().keyPressEvent(event)
