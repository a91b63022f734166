"""What pane 04 paints round its instruments: heads, captions, words, bands, the lower right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from core.experiment import ProjectionExperiment
from core.experiments.projection import Role
from core.trace import Trace
from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, HEAD, LABEL, Style
from desktop_app.panes.projection import corner, lookups
from desktop_app.panes.projection.corner import LETTERS, CornerState
from desktop_app.panes.projection.layout import ProjectionLayout
from desktop_app.panes.projection.lookups import LookupState
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]


@dataclass(frozen=True)
class PaneState:
    """All that is painted outside the instruments. cell: (role, row, column) from 0; square: how
    many units a square of the plane is."""

    experiment: ProjectionExperiment
    trace: Trace
    cell: tuple[Role, int, int]
    square: float
    lookups: LookupState
    corner: CornerState
    lit: str = ""


def paint(painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme) -> None:
    """Everything between the instruments."""
    paint_heads(painter, layout, state, theme)
    paint_lit(painter, layout, state, theme)
    paint_band(painter, layout, state, theme)
    paint_words(painter, layout, state, theme)
    paint_symbols(painter, layout, state, theme)
    corner.paint(painter, layout.corner, layout.cell.y(), state.corner, theme)
    lookups.paint(painter, layout, state.lookups, theme)


def paint_heads(
    painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme
) -> None:
    """The heads of plane and dictionary, and what each says at its right."""
    plane, right = layout.plane, layout.dictionary
    row = QRectF(plane.left(), layout.head_y - 10, plane.width(), 20)
    wide = lettering.draw(painter, row, "Dot products are shadows", HEAD, theme.ink)
    runs = product_runs(state, theme)
    room = row.width() - wide - 12
    if sum(lettering.width(text, style) for text, style, _ in runs) <= room:
        lettering.draw_runs(painter, row, runs, lettering.RIGHT)
    head = QRectF(right.left(), row.top(), right.width(), 20)
    taken = lettering.draw(painter, head, "Soft dictionary", HEAD, theme.ink)
    word = state.experiment.tokens[state.experiment.pointed - 1]
    word = lettering.fitted(word, LABEL.bold(), right.width() - taken - 70)
    asked: list[Run] = [
        ("asked by ", LABEL, theme.ink2),
        (word, LABEL.bold(), theme.query.text),
    ]
    lettering.draw_runs(painter, head, asked, lettering.RIGHT)
    square = "one unit" if state.square == 1 else f"{numbers.precise(state.square)} units"
    text = f"Drag a tip. One square is {square}."
    room = layout.toggle.x() - plane.left() - 12
    if state.experiment.key_size > 2 and lettering.width(text, CAPTION) > room:
        text = f"One square is {square}."
    foot = QRectF(plane.left(), plane.bottom() + 3, 240, 16)
    lettering.draw(painter, foot, text, CAPTION, theme.ink3)


def product_runs(state: PaneState, theme: Theme) -> list[Run]:
    """Query length x shadow = dot product, of the pinned key."""
    key = state.experiment.pinned - 1
    if not float(state.trace["query_length"]):
        return [("the query has length 0: every dot product is 0", LABEL, theme.ink2)]
    length, shadow, dot = (
        numbers.fixed(float(number), 3)
        for number in (
            state.trace["query_length"],
            state.trace["shadows"][key],
            state.trace["dot_products"][key],
        )
    )
    if shadow.startswith(numbers.MINUS):
        shadow = f"({shadow})"
    return [
        ("query ", LABEL, theme.ink2),
        (length, LABEL.bold(), theme.query.text),
        (" × shadow ", LABEL, theme.ink2),
        (shadow, LABEL.bold(), theme.key.text),
        (" = ", LABEL, theme.ink2),
        (dot, LABEL.bold(), theme.ink),
    ]


def paint_lit(painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme) -> None:
    """A ground behind W and what it makes, while the formula's symbol is pointed at."""
    shown = state.experiment.key_size == 2 or state.lit == state.experiment.product[0]
    if not state.lit or not shown:
        return
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.band)
    whole = layout.projections[state.lit] | layout.results[state.lit]
    painter.drawRoundedRect(whole.adjusted(-9, -9, 9, 9), 8, 8)
    painter.restore()


def paint_band(painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme) -> None:
    """The row of X that the followed number comes from, as a band to its matrix."""
    role, row, _ = state.cell
    height = layout.cell.y()
    left, right = layout.features.left() - 8, layout.results[role].right() + 8
    band = QRectF(left, layout.features.top() + row * height, right - left, height)
    painter.fillRect(band, theme.band)


def paint_words(
    painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme
) -> None:
    """The words beside X: the one that asks in blue, the pinned key in orange."""
    height = layout.cell.y()
    experiment = state.experiment
    edge = layout.features.left() - 9
    base = LABEL if edge - layout.pad > 32 else CAPTION
    base = base if height >= 16 else LABEL.sized(max(height - 2, 8))
    for row, word in enumerate(experiment.tokens):
        asks, pinned = row == experiment.pointed - 1, row == experiment.pinned - 1
        colour = theme.query.text if asks else theme.key.text if pinned else theme.ink2
        style = base.bold(asks or pinned)
        room = QRectF(layout.pad, layout.features.top() + row * height, 0, height)
        room.setRight(edge)
        text = lettering.fitted(word, style, room.width())
        lettering.draw(painter, room, text, style, colour, lettering.RIGHT)


def paint_symbols(
    painter: QPainter, layout: ProjectionLayout, state: PaneState, theme: Theme
) -> None:
    """X, W over their matrices and Q, K, V under theirs."""
    wide = state.experiment.key_size == 2
    formula.draw(painter, under(layout.features), "X", 17, theme, False, align=lettering.CENTRE)
    for role, letter in LETTERS.items():
        if not wide and role != state.experiment.product[0]:
            continue
        result = under(layout.results[role])
        symbol = rf"\{role}{{{letter}}}"
        formula.draw(painter, result, symbol, 17, theme, False, align=lettering.CENTRE)
        matrix = layout.projections[role]
        caption = rf"\{role}{{W_{letter}}}"
        if wide:
            over = QPointF(matrix.center().x(), matrix.top() - 11)
            formula.draw(painter, over, caption, 17, theme, False, align=lettering.CENTRE)
        else:
            beside = QPointF(matrix.right() + 14, matrix.center().y() + 5)
            formula.draw(painter, beside, caption, 17, theme, False)


def under(cells: QRectF) -> QPointF:
    """The baseline of a symbol under the middle of a matrix."""
    return QPointF(cells.center().x(), cells.bottom() + 21)
