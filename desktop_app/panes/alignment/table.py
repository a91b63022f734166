"""Word, energy and weight, a row a source word: one paint function, and where things are in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.alignment_arithmetic import WeightSum
from desktop_app import lettering, numbers
from desktop_app.instruments import indexed
from desktop_app.instruments.base import outline
from desktop_app.instruments.grid_marks import paint_chevrons, paint_edit_mark
from desktop_app.lettering import CAPTION, LABEL, Style
from desktop_app.panes.alignment.table_places import (
    HEADER,
    HIGHEST,
    LOWEST,
    SUM,
    Columns,
    Rows,
    columns,
    pixels_per_energy,
    zero_x,
)
from desktop_app.theme import Theme

SMALL = 17.0  # px of a row below which its type is smaller


@dataclass(frozen=True)
class TableState:
    """One step: energies with the learner's offsets, own ones without, and the weights.

    step counts from 1; lit: the row whose word is lit; hovered: the row under the pointer;
    scrubbed: the row whose energy is being dragged; aimed: the row whose weight is pointed at.
    held: the row that holds all the weight; overruled: whether the energies do not count.
    can_hold: whether a weight can be held. sums: the arithmetic of the lit weight.
    first: the row at the top, where there are more than fit. under_way (2, n): energies and weights
    on their way to new ones.
    """

    tokens: tuple[str, ...]
    energies: npt.NDArray[np.float64]
    own: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    step: int
    lit: int
    sums: WeightSum
    held: int | None = None
    overruled: bool = False
    can_hold: bool = True
    unknown: frozenset[str] = frozenset()
    hovered: int | None = None
    scrubbed: int | None = None
    aimed: int | None = None
    first: int = 0
    under_way: npt.NDArray[np.float64] | None = None

    @property
    def measures(self) -> npt.NDArray[np.float64]:
        """What the bars show, (2, n): energies and weights."""
        return np.stack([self.energies, self.weights])

    @property
    def locked(self) -> bool:
        """Whether no energy can be changed: the context is fixed, whatever they are."""
        return self.overruled and self.held is None


def paint(painter: QPainter, rect: QRectF, state: TableState, theme: Theme) -> None:
    """Paint header, rows and the sum of the weights into `rect`."""
    painter.save()
    parts, rows = columns(rect), Rows(rect, len(state.tokens), state.first)
    if state.lit in rows.shown:
        painter.fillRect(rows.rect(state.lit), theme.band)
    for x, letter in ((parts.energy.right(), "e"), (parts.weight.right(), r"\alpha")):
        room = QRectF(x - 60, rect.top(), 60, HEADER - 6)
        indexed.draw(painter, room, letter, f"{state.step},j", 16, theme, lettering.RIGHT)
    scale = zero_x(rect), pixels_per_energy(rect)
    for row in rows.shown:
        paint_row(painter, rows, scale, state, row, theme)
    painter.setPen(QPen(theme.edge, 1))
    for x in (zero_x(rect), parts.weight_bar.left()):
        painter.drawLine(round(x), round(rows.top), round(x), round(rows.bottom))
    if len(rows.shown) < len(state.tokens):
        first, last = rows.shown[0] + 1, rows.shown[-1] + 1
        text = f"words {first} to {last} of {len(state.tokens)}"
        room = QRectF(parts.word.left(), rect.top(), parts.energy.right() - 76 - parts.word.left(),
                      HEADER - 6)  # fmt: skip
        lettering.draw(painter, room, lettering.fitted(text, CAPTION, room.width()), CAPTION,
                       theme.ink3)  # fmt: skip
    paint_sum(painter, rect, rows, state, theme)
    painter.restore()


def paint_sum(painter: QPainter, rect: QRectF, rows: Rows, state: TableState, theme: Theme) -> None:
    """What the weights sum to; beside it how the lit one came about, or what a click does."""
    parts = columns(rect)
    right = QRectF(parts.weight.right() - 64, rows.bottom, 64, SUM)
    text = f"Σ = {numbers.fixed(float(state.weights.sum()))}"
    lettering.draw(painter, right, text, CAPTION, theme.ink3, lettering.RIGHT)
    room = QRectF(parts.word.left(), rows.bottom, right.left() - parts.word.left(), SUM)
    shown = lettering.fitted(remark(state), CAPTION, room.width())
    lettering.draw(painter, room, shown, CAPTION, theme.ink3)


def remark(state: TableState) -> str:
    """One line below the words."""
    if state.held is not None:
        return "held by hand; click it again to let go"
    if state.overruled:
        return "fixed to the last word; no energy counts"
    if state.hovered is not None:
        sums = state.sums
        gap = f"exp({numbers.fixed(sums.energy)} {numbers.MINUS} {numbers.fixed(sums.largest)})"
        return f"{numbers.fixed(sums.weight)} = {gap} ÷ {numbers.fixed(sums.total)}"
    return "drag an energy; click a weight to hold it" if state.can_hold else "drag an energy"


def style_of(height: float) -> Style:
    """The type of a row."""
    return LABEL if height >= SMALL else CAPTION.sized(11)


def paint_row(
    painter: QPainter,
    rows: Rows,
    scale: tuple[float, float],
    state: TableState,
    row: int,
    theme: Theme,
) -> None:
    """One source word with its energy and its weight. scale: where energy 0 is, and px of 1."""
    place = rows.rect(row)
    parts = columns(place)
    lit = row == state.lit
    style = style_of(place.height()).bold(lit)
    token = state.tokens[row]
    # Fitted as it is drawn: an italic face may lack signs that the upright one has.
    style_of_word = style._replace(italic=token in state.unknown)
    word = lettering.fitted(token, style_of_word, parts.word.width())
    colour = theme.key.text if lit else theme.ink2
    lettering.draw(painter, parts.word, word, style_of_word, colour)
    paint_energy(painter, parts, scale, state, row, theme)
    paint_weight(painter, parts, state, row, style, theme)


def paint_weight(
    painter: QPainter, parts: Columns, state: TableState, row: int, style: Style, theme: Theme
) -> None:
    """The weight's bar and its number; outlined where a click would hold it, or let go."""
    weight = float(state.weights[row])
    thick = min(parts.weight.height() - 8, 12.0)
    middle = parts.weight.center().y()
    full = parts.weight.left() - parts.weight_bar.left() + 6
    share = weight if state.under_way is None else float(state.under_way[1, row])
    bar = QRectF(parts.weight_bar.left() + 1, middle - thick / 2, full * share, thick)
    painter.fillRect(bar, theme.weight_ink)
    if row in {state.aimed, state.held}:
        room = QRectF(bar.left(), bar.top(), full, thick).adjusted(-1, -2, 1, 2)
        outline(painter, room, QPen(theme.ink, 2 if row == state.held else 1), 2)
    shown = numbers.fixed(weight)
    colour = theme.weight_ink if weight >= 0.05 else theme.ink2
    lettering.draw(
        painter, parts.weight, shown, style.bold(style.weight > 400 or row == state.held), colour,
        lettering.RIGHT,
    )  # fmt: skip


def paint_energy(
    painter: QPainter,
    parts: Columns,
    scale: tuple[float, float],
    state: TableState,
    row: int,
    theme: Theme,
) -> None:
    """The energy's bar from 0, its number, and a tick where the states alone would have it."""
    place = parts.energy
    energy, own = float(state.energies[row]), float(state.own[row])
    zero, unit = scale
    thick = min(place.height() - 8, 12.0)
    reached = energy if state.under_way is None else float(state.under_way[0, row])
    shown = min(max(reached, LOWEST), HIGHEST)
    bar = QRectF(zero, place.center().y() - thick / 2, shown * unit, thick).normalized()
    ink = theme.weight_ink if reached >= 0 else theme.negative_ink
    painter.fillRect(bar, theme.line if state.overruled else ink)
    if energy != own:
        x = zero + min(max(own, LOWEST), HIGHEST) * unit
        painter.setPen(QPen(theme.ink, 1))
        painter.drawLine(
            QPointF(x, place.center().y() - thick / 2 - 3),
            QPointF(x, place.center().y() + thick / 2 + 3),
        )
    if shown != reached:
        paint_break(painter, bar, reached > 0, theme)
    busy = row in {state.hovered, state.scrubbed} and state.aimed is None and not state.locked
    style = style_of(place.height()).bold(row == state.lit or energy != own)
    text = numbers.fixed(energy)
    colour = theme.ink if busy or row == state.lit else theme.ink2
    if state.overruled:
        colour = theme.ink3
    lettering.draw(painter, parts.energy, text, style, colour, lettering.RIGHT)
    wide = lettering.width(text, style)
    middle = QRectF(parts.energy.right() - wide, place.top(), wide, place.height())
    if place.height() >= SMALL and not state.locked:
        paint_edit_mark(painter, middle, text, style, colour)
    if busy:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        tip = QRectF(zero + shown * unit - 11, place.top(), 22, place.height())
        paint_chevrons(painter, tip, theme.ink)


def paint_break(painter: QPainter, bar: QRectF, above: bool, theme: Theme) -> None:
    """A slanted gap near the end of a bar that would reach further."""
    x = bar.right() - 8 if above else bar.left() + 5
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.sheet, 2))
    painter.drawLine(QPointF(x, bar.bottom() + 1), QPointF(x + 4, bar.top() - 1))
    painter.restore()
