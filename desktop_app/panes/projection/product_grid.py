"""A matrix whose cells can be changed and, with a click or Space, followed to where they come
from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from desktop_app.instruments.grid import Cell, GridState
from desktop_app.instruments.matrix_grid import MatrixGrid


class ProductGrid(MatrixGrid):
    """Like every editable matrix, and a press or Space says which cell is meant.

    followed(cell): a cell was pressed, or chosen with Space.
    """

    followed = Signal(object)

    def show_state(
        self, state: GridState, row_names: Sequence[str], column_names: Sequence[str]
    ) -> None:
        """Draw `state`; a matrix that a drag leaves alone is not painted again."""
        was = self.state
        marks = (state.kind, state.row_outline, state.column_outline, state.pinned)
        if (
            np.array_equal(was.numbers, state.numbers)
            and (was.kind, was.row_outline, was.column_outline, was.pinned) == marks
            and tuple(self.row_names) == tuple(row_names)
        ):
            return
        super().show_state(state, row_names, column_names)

    def handle_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.followed.emit(self.cursor_cell)
            self.number_kept.emit(self.cursor_cell)
            return True
        return super().handle_key(event)

    def press_cell(self, cell: Cell, event: QMouseEvent) -> None:
        super().press_cell(cell, event)
        self.followed.emit(cell)
        self.number_kept.emit(cell)
