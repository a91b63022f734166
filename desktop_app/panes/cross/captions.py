"""The symbol and the shape under, over or beside each matrix of pane 09."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from desktop_app import formula, lettering
from desktop_app.lettering import CAPTION, Align
from desktop_app.panes.cross.layout import CrossLayout, Sizes
from desktop_app.theme import Theme

SYMBOL, SHAPE, SPACE = 16.0, 14.0, 8.0
NARROW = 190.0  # less over V holds its shape alone
STEPPED = 18.0  # the room of a number that can be stepped
SHAPES = {
    "query": r"m\times d_k",
    "key": r"n\times d_k",
    "weights": r"m\times n",
    "value": r"n\times d_v",
    "output": r"m\times d_v",
}
# The paper's letters: a state of the decoder has d_s numbers, an annotation of the encoder d_h.
TRAINED_SHAPES = SHAPES | {
    "query": r"m\times d_s",
    "key": r"n\times d_h",
    "value": r"n\times d_h",
    "output": r"m\times d_h",
}


@dataclass(frozen=True)
class ShapeLine:
    """A shape in symbols, then in numbers: where each begins, and the middle of the last number."""

    latex: str
    symbols: QPointF  # on the baseline
    numbers: QRectF
    text: str
    last: QPointF


def shape_line(
    name: str, rows: int, columns: int, x: float, y: float, align: Align, whole: int = 0
) -> ShapeLine:
    """Place one line round the height `y`; x is its left end, middle or right end.

    whole: all the columns, where only `columns` of them are drawn; no hand can change them.
    """
    stepped = name in {"query", "key"} and not whole
    text = f"= {rows} ×" if stepped else f"= {rows} × {whole or columns}"
    symbols = (TRAINED_SHAPES if whole else SHAPES)[name]
    wide = formula.box(symbols, SHAPE, False).width
    written = lettering.width(text, CAPTION)
    total = wide + SPACE + written + (STEPPED if stepped else 0.0)
    left = x - {"left": 0.0, "centre": total / 2, "right": total}[align]
    numbers = QRectF(left + wide + SPACE, y - 8, written, 16)
    return ShapeLine(
        symbols,
        QPointF(left, y + 4.5),
        numbers,
        text,
        QPointF(numbers.right() + STEPPED / 2, y),
    )


def shape_lines(layout: CrossLayout, s: Sizes) -> dict[str, ShapeLine]:
    """The shape lines of all five matrices."""
    beside = layout.key.left() - (12 if s.whole else 10)
    under = layout.query.bottom() + 37
    query, key, value = s.whole or (0, 0, 0)
    return {
        "query": shape_line("query", s.m, s.d_q, layout.query.center().x(), under, "centre", query),
        "key": shape_line("key", s.n, s.d_k, beside, layout.key.center().y() + 2, "right", key),
        "weights": shape_line("weights", s.m, s.n, layout.weights.center().x(), under, "centre"),
        "value": shape_line(
            "value", s.n, s.d_v, layout.value.left() + 20, layout.value.top() - 21, "left", value
        ),
        "output": shape_line(
            "output", s.m, s.d_v, layout.output.center().x(), under, "centre", value
        ),
    }


def paint_drawn(painter: QPainter, layout: CrossLayout, s: Sizes, theme: Theme) -> None:
    """Under states that are too long to draw: how many of their numbers stand there."""
    if s.whole is None:
        return
    under = layout.query.bottom() + 46
    beside = layout.key.left() - 20
    tip = layout.value.right() - layout.value_cell.x() / 2
    rooms = [
        (QRectF(layout.query.center().x() - 60, under, 120, 16), s.d_q, lettering.CENTRE),
        (QRectF(beside - 90, layout.key.center().y() + 28, 90, 16), s.d_k, lettering.RIGHT),
        (QRectF(layout.output.center().x() - 60, under, 120, 16), s.d_v, lettering.CENTRE),
    ]
    if tip - layout.value.left() > NARROW:
        room = QRectF(tip - 72, layout.value.top() - 29, 60, 16)
        rooms.append((room, s.d_v, lettering.RIGHT))
    for room, drawn, align in rooms:
        lettering.draw(painter, room, f"{drawn} shown", CAPTION, theme.ink3, align)


def paint_captions(painter: QPainter, layout: CrossLayout, s: Sizes, theme: Theme) -> None:
    """Every symbol and every shape; the numbers that can be stepped are widgets."""
    for cells, latex in (
        (layout.query, r"\query{Q}"),
        (layout.weights, "A"),
        (layout.output, r"A\value{V}"),
    ):
        middle = QPointF(cells.center().x(), cells.bottom() + 21)
        formula.draw(painter, middle, latex, SYMBOL, theme, False, align="centre")
    beside = layout.key.left() - 20
    y = layout.key.center().y()
    formula.draw(
        painter, QPointF(beside, y - 16), r"\key{K}^\mathsf{T}", 22, theme, False, align="right"
    )
    turned = QRectF(beside - 90, y + 12, 90, 16)
    text = f"as {s.whole[1]} × {s.n}" if s.whole else f"turned to {s.d_k} × {s.n}"
    lettering.draw(painter, turned, text, CAPTION, theme.ink3, lettering.RIGHT)
    corner = QPointF(layout.value.left(), layout.value.top() - 17)
    formula.draw(painter, corner, r"\value{V}", 18, theme, False)
    paint_drawn(painter, layout, s, theme)
    inlet = layout.query.left() + layout.query_cell.x() / 2
    for name, line in shape_lines(layout, s).items():
        if name != "key" or line.symbols.x() > inlet + 4:  # the line of the queries stays clear
            formula.draw(painter, line.symbols, line.latex, SHAPE, theme, False, theme.ink2)
        lettering.draw(painter, line.numbers, line.text, CAPTION, theme.ink3)
