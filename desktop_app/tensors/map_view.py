"""Which part of a map fills its rectangle: pure geometry of zoom and pan."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt

LEAST_CELLS = 2.0
ARROWS = {  # rows down and columns across
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


def walked(key: int, place: tuple[int, int], shape: tuple[int, int]) -> tuple[int, int] | None:
    """The cell that an arrow leads to within so many rows and columns; None for other keys."""
    if Qt.Key(key) not in ARROWS:
        return None
    down, across = ARROWS[Qt.Key(key)]
    row = min(max(place[0] + down, 0), shape[0] - 1)
    return row, min(max(place[1] + across, 0), shape[1] - 1)


@dataclass(frozen=True)
class MapView:
    """top, left, bottom, right in cells of a map of `rows` x `columns`; they may cut cells."""

    rows: int
    columns: int
    top: float
    left: float
    bottom: float
    right: float

    @classmethod
    def whole(cls, rows: int, columns: int) -> MapView:
        return cls(rows, columns, 0, 0, rows, columns)

    @property
    def is_whole(self) -> bool:
        return (self.bottom - self.top, self.right - self.left) == (self.rows, self.columns)

    def cell_size(self, room: QRectF) -> tuple[float, float]:
        """Width and height of a cell in px."""
        return room.width() / (self.right - self.left), room.height() / (self.bottom - self.top)

    def rect(self, room: QRectF, row: float, column: float, rows: float, columns: float) -> QRectF:
        """Where a block of cells lies."""
        width, height = self.cell_size(room)
        return QRectF(
            room.left() + (column - self.left) * width,
            room.top() + (row - self.top) * height,
            columns * width,
            rows * height,
        )

    def place(self, room: QRectF, point: QPointF) -> tuple[float, float]:
        """Row and column under a point, with their fractions."""
        width, height = self.cell_size(room)
        return (
            self.top + (point.y() - room.top()) / height,
            self.left + (point.x() - room.left()) / width,
        )

    def within(self, top: float, left: float, high: float, wide: float) -> MapView:
        """A view of so many cells, moved and shrunk until it lies inside the map."""
        high = min(max(high, min(LEAST_CELLS, self.rows)), self.rows)
        wide = min(max(wide, min(LEAST_CELLS, self.columns)), self.columns)
        top = min(max(top, 0.0), self.rows - high)
        left = min(max(left, 0.0), self.columns - wide)
        return MapView(self.rows, self.columns, top, left, top + high, left + wide)

    def zoomed(self, factor: float, row: float, column: float) -> MapView:
        """`factor` times as large, with one place staying where it is."""
        high, wide = (self.bottom - self.top) / factor, (self.right - self.left) / factor
        share_y = (row - self.top) / (self.bottom - self.top)
        share_x = (column - self.left) / (self.right - self.left)
        return self.within(row - share_y * high, column - share_x * wide, high, wide)

    def panned(self, rows: float, columns: float) -> MapView:
        """Moved by so many cells."""
        return self.within(
            self.top + rows, self.left + columns, self.bottom - self.top, self.right - self.left
        )

    def showing(self, row: int, column: int) -> MapView:
        """Moved as little as needed to hold a cell."""
        down = min(row - self.top, 0) + max(row + 1 - self.bottom, 0)
        across = min(column - self.left, 0) + max(column + 1 - self.right, 0)
        return self.panned(down, across)
