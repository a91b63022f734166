"""A choice among several words, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

HEIGHT, GAP = 28, 6


class Chips(PointedParts):
    """One of the words is chosen. Left and Right move and choose. chosen(key)."""

    chosen = Signal(str)

    def __init__(
        self, theme: Theme, name: str, options: Sequence[tuple[str, str]], parent: QWidget
    ) -> None:
        super().__init__(theme, parent)
        self.name, self.options = name, tuple(options)
        self.key = self.options[0][0]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def index(self) -> int:
        return next((at for at, (key, _) in enumerate(self.options) if key == self.key), 0)

    def show_chosen(self, key: str) -> None:
        """Show which word is chosen, without asking for anything."""
        self.key = key
        place = f"{self.index + 1} of {len(self.options)}"
        self.setAccessibleName(f"{self.name}: {self.options[self.index][1]}, {place}")
        self.update()

    def places(self, width: float) -> list[QRectF]:
        """Where each word stands at a width."""
        found, x, y = [], 0.0, 0.0
        for _, text in self.options:
            wide = round(lettering.width(text, LABEL.bold()) + 20)
            if x and x + wide > width:
                x, y = 0.0, y + HEIGHT + GAP
            found.append(QRectF(x, y, wide, HEIGHT))
            x += wide + GAP
        return found

    def height_for(self, width: int) -> int:
        return round(self.places(width)[-1].bottom())

    def part_at(self, point: QPointF) -> int | None:
        places = self.places(self.width())
        return next((at for at, place in enumerate(places) if place.contains(point)), None)

    def choose(self, index: int) -> None:
        if self.options[index][0] != self.key:
            self.chosen.emit(self.options[index][0])

    def focus_rect(self) -> QRectF:
        return self.places(self.width())[self.index]

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            for at, place in enumerate(self.places(self.width())):
                key, text = self.options[at]
                on = key == self.key
                painter.setPen(QPen(theme.ink if on else theme.line, 1))
                painter.setBrush(
                    theme.sheet if on else theme.line if at == self.hovered else theme.sunken
                )
                painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
                colour = theme.ink if on else theme.ink2
                lettering.draw(painter, place, text, LABEL.bold(on), colour, lettering.CENTRE)

    def use(self, part: int) -> None:
        self.choose(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self.keyboard_focus = True
        self.choose(min(max(self.index + step, 0), len(self.options) - 1))
