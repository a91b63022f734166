"""Text and textures where lines are written down instead of pixels: into PDF and SVG.

In a PDF, text stays text and is found by its words: one word at a time, because Qt writes a space
as a tab, and without ligatures, of which Qt cannot say which letters they stand for. In an SVG it
is drawn as outlines, so that it looks the same where our faces are missing, with the words
themselves, unseen, in the same place: they can be searched, selected and read out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal
from unicodedata import bidirectional, normalize

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
)

Kind = Literal["", "svg", "pdf"]
KINDS: dict[QPaintEngine.Type, Kind] = {
    QPaintEngine.Type.SVG: "svg",
    QPaintEngine.Type.Pdf: "pdf",
}
WIDE = "\U00010000"  # the first sign of the wide planes
WORD = re.compile(r"\S+")
LIGATURES = ("liga", "clig", "dlig")
HATCH_STEP, HATCH_ALPHA = 8.0, 0.7
_plain: dict[str, QFont] = {}
CELL_PIXELS = 16  # of a picture, for each number: programs that smooth it keep its edges


NAMED: set[str] = set()  # signs that no face here has, as their numbers are written: U+1F680
SIGN = re.compile(r"U\+[0-9A-F]{4,6}")
_painted: set[str] | None = None


@contextmanager
def signs_into(found: set[str]) -> Iterator[None]:
    """Put every sign that is painted as its number, since no face here has it, into a set."""
    global _painted
    before, _painted = _painted, found
    try:
        yield
    finally:
        _painted = before


def note_signs(text: str) -> None:
    """Remember the signs of a text that is being painted, also where it is cut before them."""
    if _painted is not None and "U+" in text:
        _painted.update(NAMED.intersection(SIGN.findall(text)))


def told_signs(found: set[str]) -> str:
    """What is said of such signs; "" where there are none."""
    if not found:
        return ""
    shown = ", ".join(sorted(found)[:4]) + (" …" if len(found) > 4 else "")
    if len(found) == 1:
        return f"one sign that no face here has is written as its number, {shown}"
    return f"{len(found)} signs that no face here has are written as their numbers: {shown}"


def kind(painter: QPainter) -> Kind:
    """What is being written: "svg", "pdf", or "" for pixels."""
    engine = painter.paintEngine()
    if engine is None or engine.isExtended():  # pixels: every line of text asks, so this is quick
        return ""
    return KINDS.get(engine.type(), "")


def draw_text(painter: QPainter, at: QPointF, text: str, font: QFont, colour: QColor) -> None:
    """One line of text from a point on its baseline."""
    note_signs(text)
    writing = kind(painter)
    if writing == "pdf":
        draw_words(painter, at, text, font, colour)
        return
    painter.setFont(font)
    if writing == "svg":
        outline = QPainterPath()
        outline.addText(at, font, text)
        if not outline.isEmpty():  # a face of pictures has no outlines
            draw_outline(painter, at, text, outline, colour)
            return
    painter.setPen(colour)
    painter.drawText(at, text)


def draw_words(painter: QPainter, at: QPointF, text: str, font: QFont, colour: QColor) -> None:
    """Each word where it would stand in the line; a line that runs both ways, as one."""
    painter.setPen(colour)
    painter.setFont(without_ligatures(font))
    if right_to_left(text):
        painter.drawText(at, text)
        return
    measured = QFontMetricsF(font)
    for word in WORD.finditer(text):
        place = QPointF(at.x() + measured.horizontalAdvance(text[: word.start()]), at.y())
        written, outline = findable(word.group()), QPainterPath()
        if written != word.group():
            outline.addText(place, font, word.group())
        if outline.isEmpty():
            painter.drawText(place, word.group())
        else:
            draw_outline(painter, place, written, outline, colour)


def findable(text: str) -> str:
    """Text as a PDF can say it: Qt tells a reader of the file no letters from U+10000 on.

    A mathematical letter is the letter that it stands for, any other sign its number.
    """
    return "".join(
        sign if sign < WIDE else plain if (plain := normalize("NFKC", sign)) < WIDE
        else f"U+{ord(sign):04X}"
        for sign in text
    )  # fmt: skip


def draw_outline(
    painter: QPainter, at: QPointF, text: str, outline: QPainterPath, colour: QColor
) -> None:
    """The outlines of a text, and under them the text itself, unseen."""
    painter.save()
    unseen = QColor(colour)
    unseen.setAlpha(0)
    painter.setPen(unseen)
    painter.drawText(at, text)
    outline.setFillRule(Qt.FillRule.WindingFill)
    painter.fillPath(outline, colour)
    painter.restore()


def right_to_left(text: str) -> bool:
    """Whether any letter of a text belongs to a script that runs from the right."""
    return not text.isascii() and any(bidirectional(sign) in {"R", "AL"} for sign in text)


def without_ligatures(font: QFont) -> QFont:
    """A font letter by letter; each is made once."""
    key = font.key()
    if key not in _plain:
        _plain[key] = QFont(font)
        for name in LIGATURES:
            _plain[key].setFeature(QFont.Tag(name), 0)
    return _plain[key]


def fill_hatched(painter: QPainter, place: QRectF, colour: QColor) -> None:
    """Strokes from lower left to upper right, clipped to `place` and in step with their like."""
    shade = QColor(colour)
    shade.setAlphaF(HATCH_ALPHA)
    painter.save()
    painter.setPen(QPen(shade, 1.0))
    first = int((place.left() + place.top()) // HATCH_STEP) + 1
    last = int((place.right() + place.bottom()) // HATCH_STEP)
    for step in range(first, last + 1):
        along = step * HATCH_STEP  # x + y of the whole stroke
        left = max(place.left(), along - place.bottom())
        right = min(place.right(), along - place.top())
        if left < right:
            painter.drawLine(QPointF(left, along - left), QPointF(right, along - right))
    painter.restore()


def draw_cells(
    painter: QPainter, place: QRectF, picture: QImage, source: QRectF | None = None
) -> None:
    """Draw a picture of one pixel a number, or the part `source` of it, its edges sharp."""
    part = QRectF(picture.rect()) if source is None else source
    if not kind(painter):
        painter.drawImage(place, picture, part)
        return
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    cut = picture.copy(part.toRect())
    painter.drawImage(place, cut.scaled(cut.size() * CELL_PIXELS))
