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
STEPPED = 18.0  # the room of a number that can be stepped
SHAPES = {
    "query": r"m\times d_k",
    "key": r"n\times d_k",
    "weights": r"m\times n",
    "value": r"n\times d_v",
    "output": r"m\times d_v",
}


@dataclass(frozen=True)
class ShapeLine:
    """A shape in symbols, then in numbers: where each begins, and the middle of the last number."""

    symbols: QPointF  # on the baseline
    numbers: QRectF
    text: str
    last: QPointF


def shape_line(
    name: str, rows: int, columns: int, x: float, y: float, align: Align
) -> ShapeLine:
    """Place one line round the height `y`; x is its left end, middle or right end."""
    stepped = name in {"query", "key"}
    text = f"= {rows} ×" if stepped else f"= {rows} × {columns}"
    wide = formula.box(SHAPES[name], SHAPE, False).width
    written = lettering.width(text, CAPTION)
    total = wide + SPACE + written + (STEPPED if stepped else 0.0)
    left = x - {"left": 0.0, "centre": total / 2, "right": total}[align]
    numbers = QRectF(left + wide + SPACE, y - 8, written, 16)
    return ShapeLine(
        QPointF(left, y + 4.5), numbers, text, QPointF(numbers.right() + STEPPED / 2, y)
    )


def shape_lines(layout: CrossLayout, s: Sizes) -> dict[str, ShapeLine]:
    """The shape lines of all five matrices."""
    beside = layout.key.left() - 10
    under = layout.query.bottom() + 37
    return {
        "query": shape_line(
            "query", s.m, s.d_q, layout.query.center().x(), under, "centre"
        ),
        "key": shape_line("key", s.n, s.d_k, beside, layout.key.center().y() + 2, "right"),
        "weights": shape_line(
            "weights", s.m, s.n, layout.weights.center().x(), under, "centre"
        ),
        "value": shape_line(
            "value", s.n, s.d_v, layout.value.left() + 20, layout.value.top() - 21, "left"
        ),
        "output": shape_line(
            "output", s.m, s.d_v, layout.output.center().x(), under, "centre"
        ),
    }


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
    text = f"turned to {s.d_k} × {s.n}"
    lettering.draw(painter, turned, text, CAPTION, theme.ink3, lettering.RIGHT)
    corner = QPointF(layout.value.left(), layout.value.top() - 17)
    formula.draw(painter, corner, r"\value{V}", 18, theme, False)
    for name, line in shape_lines(layout, s).items():
        formula.draw(painter, line.symbols, SHAPES[name], SHAPE, theme, False, theme.ink2)
        lettering.draw(painter, line.numbers, line.text, CAPTION, theme.ink3)
