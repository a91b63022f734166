"""Where things stand in the table of pane 03: its columns, its rows, and what a point is on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

HIGHEST, LOWEST = 20.0, -6.0  # the energies that a bar shows whole; beyond, a notch
ROW, SMALLEST_ROW = 36.0, 14.0
HEADER, SUM = 26.0, 20.0
INSET = 8.0  # the band of the lit row reaches this far beyond the words


@dataclass(frozen=True)
class Columns:
    """Where the columns of the table stand, in px."""

    word: QRectF
    bar: QRectF
    energy: QRectF
    weight_bar: QRectF
    weight: QRectF


@dataclass(frozen=True)
class Rows:
    """The rows of a table of `count` words in `rect`, from `first` on as many as fit."""

    area: QRectF
    count: int
    first: int = 0

    @property
    def fitting(self) -> int:
        """How many rows fit at their smallest; all of them where they do."""
        room = self.area.height() - HEADER - SUM
        return max(min(self.count, int(room // SMALLEST_ROW)), 1)

    @property
    def height(self) -> float:
        """How high a row is: 24 px where it can, more in large windows, less for many words."""
        room = self.area.height() - HEADER - SUM
        return max(min(ROW, room / self.fitting), SMALLEST_ROW)

    @property
    def shown(self) -> range:
        """The rows in sight."""
        first = min(max(self.first, 0), self.count - self.fitting)
        return range(first, first + self.fitting)

    @property
    def top(self) -> float:
        return self.area.top() + HEADER

    @property
    def bottom(self) -> float:
        return self.top + self.fitting * self.height

    def rect(self, row: int) -> QRectF:
        """The whole row of one source word; outside the table for one out of sight."""
        y = self.top + (row - self.shown[0]) * self.height
        return QRectF(self.area.left(), y, self.area.width(), self.height)

    def at(self, point: QPointF) -> int | None:
        """The row under a point."""
        row = int((point.y() - self.top) // self.height) + self.shown[0]
        inside = self.area.left() <= point.x() <= self.area.right()
        return row if row in self.shown and inside else None

    def reaching(self, row: int) -> int:
        """The first row with which `row` is in sight, moved no further than it needs."""
        first = self.shown[0]
        if row < first:
            return row
        return max(first, row - self.fitting + 1)


def columns(rect: QRectF) -> Columns:
    """The columns within a row; the bars share what words and numbers leave."""
    left, right = rect.left() + INSET, rect.right() - INSET
    wide = right - left
    word = 72.0 if wide >= 300 else 62.0
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


def is_on_energy(rect: QRectF, point: QPointF) -> bool:
    """Whether a point is on an energy, its bar or its number."""
    parts = columns(rect)
    return parts.bar.left() <= point.x() <= parts.energy.right() + 6


def is_on_weight(rect: QRectF, point: QPointF) -> bool:
    """Whether a point is on a weight, its bar or its number."""
    parts = columns(rect)
    return parts.weight_bar.left() <= point.x() <= parts.weight.right()
