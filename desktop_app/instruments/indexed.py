"""A letter with a number as its index, such as an energy of one step; and words with such letters.

Typesetting a formula takes tens of milliseconds, and every index would be another formula; so the
letter is a formula, set once, and its index is ordinary text.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from desktop_app import formula, lettering
from desktop_app.lettering import SERIF, Align, Style
from desktop_app.theme import Theme

INDEX = re.compile(r"(?<=\w)_(\w+)")  # in a line of words
SUM, ROOT = re.compile(r"Σ_(\w+) ?"), re.compile(r"√(?=\w)")
INDEX_SHARE, DROP = 0.72, 0.22  # of the letter's size
BASELINE = 0.24  # below the middle of its room, also of the size


def in_words(text: str) -> str:
    """A line with indices as it is read out: d_k as "d k"."""
    summed = SUM.sub(r"the sum over \1 of ", ROOT.sub("the root of ", text))
    return INDEX.sub(r" \1", summed)


def index_style(size: float) -> Style:
    """The index of a letter of `size` px."""
    return Style(SERIF, round(size * INDEX_SHARE))


def width(latex: str, index: str, size: float) -> float:
    """How wide the letter and its index run, in px."""
    runs = parts(index, index_style(size))
    wide = sum(lettering.width(part, style) for part, style in runs)
    return formula.box(latex, size, False).width + 1 + wide


def draw(
    painter: QPainter,
    room: QRectF,
    latex: str,
    index: str,
    size: float,
    theme: Theme,
    align: Align = "left",
    colour: QColor | None = None,
) -> float:
    """Paint a letter with its index, centred vertically in `room` on its letter.

    colour: of both; ink when left out. Returns the width in px.
    """
    ink = colour or theme.ink
    wide = width(latex, index, size)
    x = {"left": room.left(), "centre": room.center().x() - wide / 2, "right": room.right() - wide}[
        align
    ]
    baseline = room.center().y() + size * BASELINE
    letter = formula.draw(painter, QPointF(x, baseline), latex, size, theme, False, ink)
    style = index_style(size)
    high = lettering.metrics(style).capHeight()
    top, left = baseline + size * DROP - high, x + letter + 1
    for part, cut in parts(index, style):
        place = QRectF(left, top, lettering.width(part, cut), high)
        left += lettering.draw(painter, place, part, cut, ink)
    return wide


def parts(index: str, style: Style) -> list[tuple[str, Style]]:
    """The index in runs of one style: letters beside a number are variables, so they slant."""
    if not any(letter.isdigit() for letter in index):
        return [(index, style)]
    return [(letter, style._replace(italic=letter.isalpha())) for letter in index]


def paint_indexed(painter: QPainter, rect: QRectF, text: str, style: Style, colour: QColor) -> None:
    """One line in which x_y writes y small and low."""
    index = style.sized(style.size * 0.75)
    x = rect.left()
    for place, part in enumerate(INDEX.split(text)):
        used, drop = (index, 3.0) if place % 2 else (style, 0.0)
        wide = lettering.width(part, used)
        room = QRectF(x, rect.top() + drop, wide, rect.height())
        x += lettering.draw(painter, room, part, used, colour)
