"""Word, energy and weight, a row a source word: one paint function, and where things are in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from desktop_app import lettering, numbers
from desktop_app.instruments import indexed
from desktop_app.instruments.grid_marks import paint_chevrons, paint_edit_mark
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

HIGHEST, LOWEST = 14.0, -8.0  # the energies that a bar shows whole; beyond, a notch
ROW, SMALLEST_ROW = 36.0, 14.0
HEADER, SUM = 26.0, 20.0
INSET = 8.0  # the band of the lit row reaches this far beyond the words


@dataclass(frozen=True)
class TableState:
    """One step: energies with the learner's offsets, own ones without, and the weights.

    step counts from 1; lit: the row whose word is lit; hovered: the row under the pointer;
    scrubbed: the row whose energy is being dragged.
    """

    tokens: tuple[str, ...]
    energies: npt.NDArray[np.float64]
    own: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    step: int
    lit: int | None = None
    hovered: int | None = None
    scrubbed: int | None = None


@dataclass(frozen=True)
class Columns:
    """Where the columns of the table stand, in px."""

    word: QRectF
    bar: QRectF
    energy: QRectF
    weight_bar: QRectF
    weight: QRectF


def row_height(rect: QRectF, count: int) -> float:
    """How high a row is: 24 px where it can, more in large windows, less for many words."""
    return max(min(ROW, (rect.height() - HEADER - SUM) / count), SMALLEST_ROW)


def row_rect(rect: QRectF, count: int, row: int) -> QRectF:
    """The whole row of one source word."""
    height = row_height(rect, count)
    return QRectF(rect.left(), rect.top() + HEADER + row * height, rect.width(), height)


def columns(rect: QRectF) -> Columns:
    """The columns within a row; the bars share what words and numbers leave."""
    left, right = rect.left() + INSET, rect.right() - INSET
    wide = right - left
    word = 64.0 if wide >= 300 else 58.0
    number = 44.0
    bars = wide - word - 2 * number - 12
    energy_bar = bars * 0.52
    x = left + word
    return Columns(
        word=QRectF(left, rect.top(), word - 4, rect.height()),
        bar=QRectF(x, rect.top(), energy_bar, rect.height()),
        energy=QRectF(x + energy_bar, rect.top(), number, rect.height()),
        weight_bar=QRectF(
            x + energy_bar + number + 12, rect.top(), bars - energy_bar, rect.height()
        ),
        weight=QRectF(right - number, rect.top(), number, rect.height()),
    )


def zero_x(rect: QRectF) -> float:
    """Where energy 0 stands."""
    bar = columns(rect).bar
    return bar.left() + bar.width() * -LOWEST / (HIGHEST - LOWEST)


def pixels_per_energy(rect: QRectF) -> float:
    """How far the bar reaches for an energy of 1."""
    return columns(rect).bar.width() / (HIGHEST - LOWEST)


def row_at(rect: QRectF, count: int, point: QPointF) -> int | None:
    """The row under a point."""
    row = int((point.y() - rect.top() - HEADER) // row_height(rect, count))
    return row if 0 <= row < count and rect.left() <= point.x() <= rect.right() else None


def is_on_energy(rect: QRectF, point: QPointF) -> bool:
    """Whether a point is on an energy, its bar or its number."""
    parts = columns(rect)
    return parts.bar.left() <= point.x() <= parts.energy.right() + 6


def paint(painter: QPainter, rect: QRectF, state: TableState, theme: Theme) -> None:
    """Paint header, rows and the sum of the weights into `rect`."""
    painter.save()
    parts = columns(rect)
    count = len(state.tokens)
    if state.lit is not None:
        band = row_rect(rect, count, state.lit)
        painter.fillRect(band, theme.band)
    for x, letter in ((parts.energy.right(), "e"), (parts.weight.right(), r"\alpha")):
        room = QRectF(x - 60, rect.top(), 60, HEADER - 6)
        indexed.draw(painter, room, letter, f"{state.step},j", 16, theme, lettering.RIGHT)
    for row in range(count):
        paint_row(painter, rect, state, row, theme)
    rows = row_rect(rect, count, 0) | row_rect(rect, count, count - 1)
    painter.setPen(QPen(theme.edge, 1))
    for x in (zero_x(rect), parts.weight_bar.left()):
        painter.drawLine(round(x), round(rows.top()), round(x), round(rows.bottom()))
    total = QRectF(parts.weight.left() - 40, rows.bottom(), parts.weight.width() + 40, SUM)
    text = f"Σ = {numbers.fixed(float(state.weights.sum()))}"
    lettering.draw(painter, total, text, CAPTION, theme.ink3, lettering.RIGHT)
    painter.restore()


def paint_row(painter: QPainter, rect: QRectF, state: TableState, row: int, theme: Theme) -> None:
    """One source word with its energy and its weight."""
    place = row_rect(rect, len(state.tokens), row)
    parts = columns(place)
    lit = row == state.lit
    style = (LABEL if place.height() >= 17 else CAPTION.sized(11)).bold(lit)
    word = lettering.fitted(state.tokens[row], style, parts.word.width())
    colour = theme.key.text if lit else theme.ink2
    lettering.draw(painter, parts.word, word, style, colour)
    paint_energy(painter, rect, state, row, theme)
    weight = float(state.weights[row])
    thick = min(place.height() - 8, 12.0)
    long = parts.weight.left() - parts.weight_bar.left() + 6
    bar = QRectF(parts.weight_bar.left() + 1, place.center().y() - thick / 2, long * weight, thick)
    painter.fillRect(bar, theme.weight_ink)
    shown = numbers.fixed(weight)
    colour = theme.weight_ink if weight >= 0.05 else theme.ink2
    lettering.draw(painter, parts.weight, shown, style, colour, lettering.RIGHT)


def paint_energy(
    painter: QPainter, rect: QRectF, state: TableState, row: int, theme: Theme
) -> None:
    """The energy's bar from 0, its number, and a tick where the states alone would have it."""
    place = row_rect(rect, len(state.tokens), row)
    parts = columns(place)
    energy, own = float(state.energies[row]), float(state.own[row])
    unit, zero = pixels_per_energy(rect), zero_x(rect)
    thick = min(place.height() - 8, 12.0)
    shown = min(max(energy, LOWEST), HIGHEST)
    bar = QRectF(zero, place.center().y() - thick / 2, shown * unit, thick).normalized()
    painter.fillRect(bar, theme.weight_ink if energy >= 0 else theme.negative_ink)
    if energy != own:
        x = zero + min(max(own, LOWEST), HIGHEST) * unit
        painter.setPen(QPen(theme.ink, 1))
        painter.drawLine(
            QPointF(x, place.center().y() - thick / 2 - 3),
            QPointF(x, place.center().y() + thick / 2 + 3),
        )
    if shown != energy:
        paint_break(painter, bar, energy > 0, theme)
    busy = row in {state.hovered, state.scrubbed}
    style = (LABEL if place.height() >= 17 else CAPTION.sized(11)).bold(
        row == state.lit or energy != own
    )
    text = numbers.fixed(energy)
    colour = theme.ink if busy or row == state.lit else theme.ink2
    lettering.draw(painter, parts.energy, text, style, colour, lettering.RIGHT)
    wide = lettering.width(text, style)
    middle = QRectF(parts.energy.right() - wide, place.top(), wide, place.height())
    if place.height() >= 17:
        paint_edit_mark(painter, middle, text, style, colour)
    if busy:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        paint_chevrons(painter, bar_tip(rect, state, row), theme.ink)


def paint_break(painter: QPainter, bar: QRectF, above: bool, theme: Theme) -> None:
    """A slanted gap near the end of a bar that would reach further."""
    x = bar.right() - 8 if above else bar.left() + 5
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.sheet, 2))
    painter.drawLine(QPointF(x, bar.bottom() + 1), QPointF(x + 4, bar.top() - 1))
    painter.restore()


def bar_tip(rect: QRectF, state: TableState, row: int) -> QRectF:
    """The room round the end of a bar, where its chevrons stand."""
    place = row_rect(rect, len(state.tokens), row)
    shown = min(max(float(state.energies[row]), LOWEST), HIGHEST)
    x = zero_x(rect) + shown * pixels_per_energy(rect)
    return QRectF(x - 11, place.top(), 22, place.height())
