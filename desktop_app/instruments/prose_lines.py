"""Prose as it goes into a PDF or an SVG: line by line, so that its words can be found there."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QColor,
    QPainter,
    QTextBlock,
    QTextDocument,
    QTextFormat,
    QTextFragment,
)

from desktop_app import formula, vector
from desktop_app.theme import Theme

FORMULA_OBJECT = int(QTextFormat.ObjectTypes.UserObject) + 1
LATEX, SIZE, COLOUR = (int(QTextFormat.Property.UserProperty) + place for place in (1, 2, 3))


def paint_in_vector(painter: QPainter, document: QTextDocument, theme: Theme) -> None:
    """Paint a document, piece by piece, into a PDF or an SVG."""
    document.documentLayout().documentSize()  # lays it out
    block = document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            paint_piece(painter, block, pieces.fragment(), theme)
            pieces += 1
        block = block.next()


def paint_piece(painter: QPainter, block: QTextBlock, piece: QTextFragment, theme: Theme) -> None:
    """The part of each line that one run of equal format fills."""
    layout, form = block.layout(), piece.charFormat()
    first = piece.position() - block.position()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        begin = max(first, line.textStart())
        end = min(first + piece.length(), line.textStart() + line.textLength())
        if begin >= end:
            continue
        x = cast("tuple[float, int]", line.cursorToX(begin))[0]
        at = layout.position() + QPointF(x, line.position().y() + line.ascent())
        if form.objectType() == FORMULA_OBJECT:
            size, ink = float(form.property(SIZE)), QColor(form.property(COLOUR))
            formula.draw(painter, at, str(form.property(LATEX)), size, theme, False, ink)
        else:
            words = part_of(block.text(), begin, end).rstrip("\N{LINE SEPARATOR}")
            vector.draw_text(painter, at, words, form.font(), form.foreground().color())


def part_of(text: str, begin: int, end: int) -> str:
    """A piece of a text by places as Qt counts them, where an emoji is two."""
    return text.encode("utf-16-le", "surrogatepass")[2 * begin : 2 * end].decode(
        "utf-16-le", "replace"
    )
