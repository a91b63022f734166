"""The pinned row's weights in A and in B, their difference, and what else changed, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from core.compared_maps import ROW_STEP
from core.comparing import Change, Difference, Row
from desktop_app import lettering, numbers
from desktop_app.drawers.numbered import NumberedFigure
from desktop_app.instruments.compared_grids import NAMES
from desktop_app.instruments.number_places import NumberPlace
from desktop_app.lettering import CAPTION, LABEL

LINE, CELL = 18, 24
SHOWN = 4  # differences and measures that are written out
LABELS = 64  # left of the cells
INPUTS, FEWER, NARROW = 96, 76, 300  # right of them; in a drawer that is narrower
WIDEST = 40


def number_words(value: float | str, name: str = "") -> str:
    """A value of an input: a number as its cell writes it, a seed or a size whole, or its words."""
    if isinstance(value, str):
        return value
    if value.is_integer() and "," not in name:
        return numbers.whole(int(value))
    return numbers.edited(value)


def input_words(part: Difference) -> str:
    """An input as it is in A and in B."""
    return f"{part.name}: {number_words(part.a, part.name)} → {number_words(part.b, part.name)}"


class ComparedRow(NumberedFigure):
    """The pinned row's weights in A and in B, their signed difference, and what else changed."""

    title = "Pinned row in A and B"
    row: Row | None = None
    inputs: tuple[Difference, ...] = ()
    measures: tuple[Change, ...] = ()

    def show_state(
        self, row: Row | None, inputs: tuple[Difference, ...], measures: tuple[Change, ...]
    ) -> None:
        self.row, self.inputs, self.measures = row, inputs, measures
        beside = [input_words(part) for part in inputs[: self.beside]]
        self.setAccessibleName("A and B: " + "; ".join([*beside, *self.lines()]))
        self.place_numbers()
        self.update()

    @property
    def right(self) -> int:
        """How much room there is right of the cells, for the input that differs."""
        return INPUTS if self.width() >= NARROW else FEWER

    def cells(self, row: Row) -> list[list[QRectF]]:
        """Where the weights of A, of B and their differences stand, a line each."""
        wide = min(float(WIDEST), (self.width() - LABELS - self.right) / len(row.keys))
        return [
            [
                QRectF(LABELS + at * wide, 16.0 + line * CELL, wide, CELL)
                for at in range(len(row.keys))
            ]
            for line in range(len(NAMES))
        ]

    def numbers(self) -> Sequence[NumberPlace]:
        row = self.row
        if row is None:
            return ()
        return [
            NumberPlace(room, ROW_STEP, (*row.place, at), f"{name}, {row.token}, {row.keys[at]}")
            for name, rooms in zip(NAMES, self.cells(row), strict=True)
            for at, room in enumerate(rooms)
        ]

    def lines(self) -> list[str]:
        """Inputs that differ, then measures, in words."""
        found = [input_words(part) for part in self.inputs[self.beside : SHOWN]]
        more = len(self.inputs) - SHOWN
        if more > 0:
            found.append(f"and {more} more input{'s' * (more != 1)}")
        for change in self.measures[:SHOWN]:
            moved = change.b - change.a
            counted = change.a.is_integer() and change.b.is_integer()
            before, after, by = (
                numbers.fixed(number, 0 if counted else 2) for number in (change.a, change.b, moved)
            )
            sign = "+" if moved > 0 else ""
            found.append(f"{change.name}: {before} → {after} ({sign}{by})")
        same = not self.inputs and not self.measures
        return ["A and B are the same"] if same else found

    @property
    def beside(self) -> int:
        """How many inputs stand beside the cells: the first, if it is short enough."""
        if self.row is None or not self.inputs:
            return 0
        first = self.inputs[0]
        return int(max(len(number_words(one, first.name)) for one in (first.a, first.b)) <= 6)

    def height_for(self, width: int) -> int:
        cells = 16 + 3 * CELL + 8 if self.row is not None else 0
        return cells + LINE * len(self.lines())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            y = 0.0
            if self.row is not None:
                self.paint_row(painter, self.row)
                y = 16 + 3 * CELL + 8
            for line in self.lines():
                room = QRectF(0, y, self.width(), LINE)
                shown = lettering.fitted(line, CAPTION, room.width())
                lettering.draw(painter, room, shown, CAPTION, self.theme.ink2)
                y += LINE

    def paint_row(self, painter: QPainter, row: Row) -> None:
        """Three rows of cells under the keys; beside them the first input that differs."""
        theme, cells = self.theme, self.cells(row)
        for key, below in zip(row.keys, cells[0], strict=True):
            head = QRectF(below.left(), 0, below.width(), 14)
            text = lettering.fitted(key, CAPTION, below.width())
            if below.width() >= 22:
                lettering.draw(painter, head, text, CAPTION, theme.ink2, lettering.CENTRE)
        with np.errstate(invalid="ignore"):
            moved = row.b - row.a
        for line, (name, weights) in enumerate(zip(NAMES, (row.a, row.b, moved), strict=True)):
            top = 16.0 + line * CELL
            label = QRectF(0, top, LABELS - 6, CELL)
            used = lettering.draw(painter, label, name, LABEL.bold(line == 1), theme.ink)
            if line < 2:
                beside = label.adjusted(used + 8, 0, 0, 0)
                token = lettering.fitted(row.token, LABEL, beside.width())
                lettering.draw(painter, beside, token, LABEL.bold(line == 1), theme.query.text)
                spare = self.right - 8
                self.paint_input(painter, QRectF(self.width() - spare, top, spare, CELL), line)
            for room, weight in zip(cells[line], weights, strict=True):
                inner = room.adjusted(0.5, 0.5, -0.5, -0.5)
                self.paint_weight(painter, inner, float(weight), line == 2)

    def paint_weight(self, painter: QPainter, room: QRectF, weight: float, signed: bool) -> None:
        theme = self.theme
        if not np.isfinite(weight):
            shade = theme.alert_tint
        else:
            shade = theme.score_colour(weight, 1.0) if signed else theme.weight_colour(weight)
        painter.fillRect(room, shade)
        text = numbers.fixed(weight, 2, bare=room.width() < 34)
        if lettering.width(text, CAPTION) <= room.width() - 1:
            lettering.draw(painter, room, text, CAPTION, theme.text_on(shade), lettering.CENTRE)

    def paint_input(self, painter: QPainter, room: QRectF, line: int) -> None:
        """The first input that differs, as it is in A or in B."""
        if not self.beside:
            return
        first = self.inputs[0]
        value = number_words(first.a if line == 0 else first.b, first.name)
        words = lettering.fitted(f"{first.name} = {value}", LABEL, room.width())
        lettering.draw(painter, room, words, LABEL, self.theme.ink2)
