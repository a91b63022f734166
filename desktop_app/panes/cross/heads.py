"""The words over the fields, and beside the examples: names, counts, reasons, origins."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from desktop_app import lettering
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.panes.cross.layout import CrossLayout
from desktop_app.panes.cross.word_field import WordField
from desktop_app.theme import Theme


def paint_head(
    painter: QPainter, layout: CrossLayout, field: WordField, count: str, theme: Theme
) -> None:
    """Over a field its name, and how many words it has or what is wrong with it."""
    box = field.geometry()
    row = QRectF(box.left(), layout.label_y - 8, box.width(), 16)
    wide = lettering.draw(painter, row, field.name, EYEBROW, theme.ink3)
    bad = bool(field.reason) and field.text() != ""  # an empty field says it inside
    room = row.adjusted(wide + 16, 0, 0, 0)
    shown = lettering.fitted(field.reason if bad else count, CAPTION, room.width())
    colour = theme.alert if bad else theme.ink3
    lettering.draw(painter, room, shown, CAPTION, colour, lettering.RIGHT)


def paint_note(painter: QPainter, room: QRectF, origin: str, problem: str, theme: Theme) -> None:
    """Where the numbers come from, or why something was not taken."""
    text = problem or note_of(origin)
    colour = theme.alert if problem else theme.ink3
    shown = lettering.fitted(text, CAPTION, room.width())
    lettering.draw(painter, room, shown, CAPTION, colour)


def paint_part_word(painter: QPainter, part: QRectF, theme: Theme) -> None:
    """What the stepper at the right steps through."""
    room = QRectF(part.left() - 72, part.top(), 64, part.height())
    lettering.draw(painter, room, "numbers", CAPTION, theme.ink3, lettering.RIGHT)


def note_of(origin: str) -> str:
    """Where the numbers come from, short enough for the control row."""
    if origin == "hand-set":
        return "set by hand, not learned"
    if origin.startswith("trained"):
        return origin + ("" if ";" in origin else "; additive scores")
    return origin.replace("random, untrained for", "random for")
