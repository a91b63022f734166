"""What a screen reader finds in our painted matrices: a table whose cells it can walk.

PySide6 6.10 has no table interface, so cells are children of a table in reading order; each says
its row, its column and its number. Qt asks the factory only while a screen reader listens.
(PySide6's type stubs do not know that some answers may be None; Qt's documentation says so.)
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QColor, QWindow
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

from desktop_app import numbers
from desktop_app.instruments.grid import Cell
from desktop_app.instruments.pointed_grid import PointedGrid

Role, State, Text = QAccessible.Role, QAccessible.State, QAccessible.Text


class CellAccess(QAccessibleInterface):
    """One cell: its words, its number, its place on the screen."""

    def __init__(self, table: GridAccess, cell: Cell) -> None:
        super().__init__()
        self.table, self.cell = table, cell

    @property
    def grid(self) -> PointedGrid:
        return self.table.grid

    def isValid(self) -> bool:
        return self.grid.inside(self.cell)

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.table.window()

    def parent(self) -> QAccessibleInterface:
        return self.table

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return Role.Cell

    def state(self) -> QAccessible.State:
        return State()

    def text(self, kind: QAccessible.Text) -> str:
        if not self.isValid():
            return ""
        if kind == Text.Name:
            return self.grid.spoken(self.cell)
        if kind == Text.Value:
            return numbers.precise(float(self.grid.state.numbers[self.cell]))
        return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Numbers are changed by key, through the grid itself."""

    def rect(self) -> QRect:
        place = self.grid.place_of(self.cell).toAlignedRect()
        return QRect(self.grid.mapToGlobal(place.topLeft()), place.size())

    def foregroundColor(self) -> QColor:
        return self.grid.theme.ink

    def backgroundColor(self) -> QColor:
        return self.grid.theme.sheet


class GridAccess(QAccessibleWidget):
    """A matrix as a table; its cells are made when they are asked for, and kept."""

    def __init__(self, grid: PointedGrid) -> None:
        super().__init__(grid, Role.Table, grid.name)
        self.grid = grid
        self.cells: dict[Cell, CellAccess] = {}

    def childCount(self) -> int:
        rows, columns = self.grid.state.shape
        return rows * columns

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        columns = self.grid.state.shape[1]
        if not 0 <= index < self.childCount():
            return None
        cell = divmod(index, columns)
        if cell not in self.cells:
            self.cells[cell] = CellAccess(self, cell)
            QAccessible.registerAccessibleInterface(self.cells[cell])
        return self.cells[cell]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, CellAccess):
            return child.cell[0] * self.grid.state.shape[1] + child.cell[1]
        return -1


_tables: list[GridAccess] = []  # Qt keeps pointers only; Python must keep the objects


def factory(key: str, thing: QObject) -> QAccessibleInterface | None:
    """Our interface for a matrix; None leaves everything else to Qt.

    A new one each time: Qt asks again once a matrix has won a signal, keeps both, and at the end
    of the matrix deletes each.
    """
    if not isinstance(thing, PointedGrid):
        return None
    _tables[:] = [table for table in _tables if isValid(table)]
    _tables.append(GridAccess(thing))
    return _tables[-1]


def install() -> None:
    """Tell Qt about the factory; once a process."""
    QAccessible.installFactory(factory)
