"""A number in large type with a bar in its series' colour, and what theory says beside it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from desktop_app import formula, lettering
from desktop_app.lettering import CAPTION, EYEBROW, STAT
from desktop_app.theme import Theme

THEORY_X = 122.0


@dataclass(frozen=True)
class StatState:
    """value is already written out. colour: the theme's name of the series colour."""

    eyebrow: str
    value: str
    colour: str = "ink2"
    theory_caption: str = ""
    theory: str = ""
    theory_x: float = THEORY_X


def paint(painter: QPainter, rect: QRectF, state: StatState, theme: Theme) -> None:
    """Paint a tile 72 px high; the theory stands at a fixed place, whatever the number's width."""
    colour = getattr(theme, state.colour)
    painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), colour)
    head = QRectF(rect.left() + 17, rect.top(), rect.width() - 17, 16)
    lettering.draw(painter, head, state.eyebrow, EYEBROW, theme.ink3)
    room = QRectF(rect.left() + 15, rect.top() + 14, state.theory_x - 20, 56)
    style = STAT
    while lettering.width(state.value, style) > room.width() and style.size > 20:
        style = style.sized(style.size - 2)
    lettering.draw(painter, room, state.value, style, colour)
    if state.theory:
        x = state.theory_x
        right = QRectF(rect.left() + x, rect.top() + 18, rect.width() - x, 20)
        lettering.draw(painter, right, state.theory_caption, CAPTION, theme.ink3)
        size = 16.0
        below = right.translated(0, 20)
        while formula.box(state.theory, size, False).width > below.width() and size > 10:
            size -= 1
        formula.draw_in(
            painter, below, state.theory, size, theme, lettering.LEFT, False, theme.ink2
        )
