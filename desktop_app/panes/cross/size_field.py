"""A number in the shape of a matrix that the learner can change: 4 x 3, with the 3 underlined."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import outline
from desktop_app.instruments.grid_marks import paint_chevrons, paint_edit_mark
from desktop_app.instruments.stepper import Stepper
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

WIDE, HIGH = 28, 24
SHOWN = 24.0  # the part that the outline and the chevrons take


class SizeField(Stepper):
    """A stepper that is only its number: its left half steps down, its right half up."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        role: str,
        most: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, name, 1, most, parent)
        self.role = role

    def sizeHint(self) -> QSize:
        return QSize(WIDE, HIGH)

    def button(self, way: int) -> QRectF:
        return QRectF(0 if way < 0 else WIDE / 2, 0, WIDE / 2, HIGH)

    def way_at(self, x: float) -> int | None:
        return -1 if x < WIDE / 2 else 1

    def focus_rect(self) -> QRectF:
        return QRectF(self.rect()).adjusted(3, 3, -3, -3)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF((WIDE - SHOWN) / 2, 1, SHOWN, HIGH - 2)
            colours = self.theme.role(self.role)
            live = self.hovered is not None or (self.hasFocus() and self.keyboard_focus)
            style = CAPTION.bold(live)
            if self.hovered is not None:
                painter.fillRect(room, self.theme.sheet)
                outline(painter, room, QPen(colours.line, 1))
            lettering.draw(painter, room, str(self.value), style, colours.text, lettering.CENTRE)
            if live:
                paint_chevrons(painter, room, colours.text)
            else:
                paint_edit_mark(painter, room, str(self.value), style, colours.text)
