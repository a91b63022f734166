"""What a screen reader finds: names everywhere, and matrices whose cells it can walk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from desktop_app.application import Application

Open = Callable[..., Application]


@pytest.mark.parametrize("slide", range(1, 12))
def test_whatever_takes_the_keyboard_has_a_name(opened: Open, slide: int) -> None:
    application = opened(slide)
    for widget in application.window.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), type(widget).__name__


def test_a_matrix_is_a_table_of_cells_that_say_their_place_and_number(opened: Open) -> None:
    application = opened(5)
    grid = application.window.view(5).lab.grids["query"]  # type: ignore[attr-defined]
    table = QAccessible.queryAccessibleInterface(grid)
    assert table.role() == QAccessible.Role.Table and table.childCount() == 20
    cell = table.child(10)
    assert cell.role() == QAccessible.Role.Cell
    assert cell.text(QAccessible.Text.Name) == "Query, ate, column 3, 0.1, editable"
    assert cell.text(QAccessible.Text.Value) == "0.1"
    assert table.indexOfChild(cell) == 10
    assert grid.rect().contains(grid.mapFromGlobal(cell.rect().center()))


def test_a_cell_follows_an_edit(opened: Open) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    grid = lab.grids["weights"]  # type: ignore[attr-defined]
    cell = QAccessible.queryAccessibleInterface(grid).child(11)
    before = cell.text(QAccessible.Text.Value)
    lab.ask_cell("query", 2, 2, 0.4, None)  # type: ignore[attr-defined]
    assert cell.text(QAccessible.Text.Value) != before
    masked = QAccessible.queryAccessibleInterface(grid).child(4)
    assert masked.text(QAccessible.Text.Name).endswith("masked, weight 0")
