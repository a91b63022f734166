"""The symbol and the shape under, over or beside each matrix of pane 09."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from desktop_app import formula, lettering
from desktop_app.lettering import CAPTION, Align
from desktop_app.panes.cross.layout import CrossLayout, Sizes
from desktop_app.theme import Theme

SYMBOL, SHAPE, SPACE = 16.0, 14.0, 8.0
NARROW = 190.0  # less over V holds its shape alone
STEPPED = 18.0  # the room of a number that can be stepped
HEAD = 34.0  # for weights over V's words, where its columns are keys
# At the left of A, A, AV, over A, and V.
SYMBOLS = (r"\query{Q}", "A", r"A\value{V}", r"\key{K}^\mathsf{T}", r"\value{V}")
TURNED_SYMBOLS = (
    r"\key{K}",
    r"A^\mathsf{T}",
    r"(A\value{V})^\mathsf{T}",
    r"\query{Q}^\mathsf{T}",
    r"\value{V}^\mathsf{T}",
)
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
    name: str,
    rows: int,
    columns: int,
    x: float,
    y: float,
    align: Align,
    whole: int = 0,
    turned: bool = False,
) -> ShapeLine:
    """Place one line round the height `y`; x is its left end, middle or right end.

    whole: all the columns, where only `columns` of them are drawn; no hand can change them.
    turned: columns are named first.
    """
    stepped = name in {"query", "key"} and not whole
    text = f"= {rows} ×" if stepped else f"= {rows} × {whole or columns}"
    symbols = (TRAINED_SHAPES if whole else SHAPES)[name]
    if turned:
        text = f"= {whole or columns} × {rows}"
        symbols = r"\times ".join(reversed(symbols.split(r"\times ")))
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
    left, top = layout.cells(layout.left), layout.cells(layout.top)
    beside = top.left() - (12 if s.whole else 10)
    under = left.bottom() + 37 + layout.under
    query, key, value = s.whole or (0, 0, 0)
    given = {"query": (s.m, s.d_q, query), "key": (s.n, s.d_k, key)}
    lines = {}
    for name, x, y, align in (
        (layout.left, left.center().x(), under, "centre"),
        (layout.top, beside, top.center().y() + 2, "right"),
    ):
        rows, columns, whole = given[name]
        lines[name] = shape_line(name, rows, columns, x, y, cast(Align, align), whole)
    x, y = layout.value.left() + 20, layout.value.top() - 21
    if layout.turned:
        y, x = y - HEAD, x + 8
    turned = layout.turned
    for name, at, size, align in (
        ("weights", QPointF(layout.weights.center().x(), under), (s.m, s.n, 0), "centre"),
        ("value", QPointF(x, y), (s.n, s.d_v, value), "left"),
        ("output", QPointF(layout.output.center().x(), under), (s.m, s.d_v, value), "centre"),
    ):
        lines[name] = shape_line(
            name, *size[:2], at.x(), at.y(), cast(Align, align), size[2], turned
        )
    return lines


def paint_drawn(painter: QPainter, layout: CrossLayout, s: Sizes, theme: Theme) -> None:
    """Under states that are too long to draw: how many of their numbers stand there."""
    if s.whole is None:
        return
    left, top = layout.cells(layout.left), layout.cells(layout.top)
    under = left.bottom() + 46 + layout.under
    beside = top.left() - 20
    first, second = (shown_words(name, s) for name in (layout.left, layout.top))
    mixed = shown_words("value", s)
    tip = layout.value.right() - layout.value_cell.x() / 2
    rooms = [
        (QRectF(left.center().x() - 60, under, 120, 16), first, lettering.CENTRE),
        (QRectF(beside - 90, top.center().y() + 28, 90, 16), second, lettering.RIGHT),
        (QRectF(layout.output.center().x() - 60, under, 120, 16), mixed, lettering.CENTRE),
    ]
    if tip - layout.value.left() > NARROW and not layout.turned:
        room = QRectF(tip - 110, layout.value.top() - 29, 98, 16)
        rooms.append((room, mixed, lettering.RIGHT))
    for room, text, align in rooms:
        lettering.draw(painter, room, text, CAPTION, theme.ink3, align)


def shown_words(name: str, s: Sizes) -> str:
    """Which numbers of a long state are drawn."""
    first, drawn = s.first(name), {"query": s.d_q, "key": s.d_k}.get(name, s.d_v)
    return f"{first + 1} to {first + drawn} shown"


def turned_to(layout: CrossLayout, s: Sizes) -> str:
    """How the matrix over A lies there: on its side."""
    query, key, _ = s.whole or (0, 0, 0)
    if layout.turned:
        return f"as {query} × {s.m}" if query else f"turned to {s.d_q} × {s.m}"
    return f"as {key} × {s.n}" if key else f"turned to {s.d_k} × {s.n}"


def paint_captions(painter: QPainter, layout: CrossLayout, s: Sizes, theme: Theme) -> None:
    """Every symbol and every shape; the numbers that can be stepped are widgets."""
    symbols = TURNED_SYMBOLS if layout.turned else SYMBOLS
    for cells, latex in zip(
        (layout.cells(layout.left), layout.weights, layout.output), symbols, strict=False
    ):
        # AV may be lower than A: its caption stands in the same line all the same.
        middle = QPointF(cells.center().x(), layout.weights.bottom() + 21 + layout.under)
        formula.draw(painter, middle, latex, SYMBOL, theme, False, align="centre")
    over = layout.cells(layout.top)
    beside, y = over.left() - 20, over.center().y()
    formula.draw(painter, QPointF(beside, y - 16), symbols[3], 22, theme, False, align="right")
    turned = QRectF(beside - 90, y + 12, 90, 16)
    lettering.draw(painter, turned, turned_to(layout, s), CAPTION, theme.ink3, lettering.RIGHT)
    corner = QPointF(layout.value.left(), layout.value.top() - 17 - (HEAD if layout.turned else 0))
    formula.draw(painter, corner, symbols[4], 18, theme, False)
    paint_drawn(painter, layout, s, theme)
    for name, line in shape_lines(layout, s).items():
        # The line that comes down to the matrix at the left stays clear.
        if name != layout.top or line.symbols.x() > layout.inlet + 4:
            formula.draw(painter, line.symbols, line.latex, SHAPE, theme, False, theme.ink2)
        lettering.draw(painter, line.numbers, line.text, CAPTION, theme.ink3)
