"""What the tour does in pane 03 beside using its controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.panes.alignment import table_places
from desktop_app.panes.alignment.energies import EnergyTable


def exercises_of(energies: EnergyTable) -> Sequence[tuple[str, Callable[[], object]]]:
    """Dragging, typing and the keys of the table, each as a person uses them."""

    def bar() -> QPoint:
        assert energies.state is not None
        rows = energies.rows()
        return table_places.columns(rows.rect(rows.shown[-1])).bar.center().toPoint()

    def hold() -> None:
        rows = energies.rows()
        weight = table_places.columns(rows.rect(rows.shown[0])).weight.center().toPoint()
        for _ in range(2):
            QTest.mouseClick(energies, Qt.MouseButton.LeftButton, pos=weight)

    def drag() -> None:
        left = Qt.MouseButton.LeftButton
        QTest.mousePress(energies, left, pos=bar())
        QTest.mouseMove(energies, bar() + QPoint(9, 0))
        QTest.mouseRelease(energies, left, pos=bar() + QPoint(9, 0))

    def type_energy() -> None:
        energies.setFocus()
        QTest.keyClick(energies, Qt.Key.Key_Return)
        assert energies.field is not None
        QTest.keyClicks(energies.field, "7.5")
        QTest.keyClick(energies.field, Qt.Key.Key_Return)

    keys = {
        "energy keys": (Qt.Key.Key_Down, Qt.Key.Key_Delete, Qt.Key.Key_Space),
        "step keys": (Qt.Key.Key_Right, Qt.Key.Key_Left),
    }
    pressed = [
        (name, partial(QTest.keyClick, energies, key))
        for name, all_ in keys.items()
        for key in all_
    ]
    typed = ("energies typed", type_energy)
    return (("energies dragged", drag), typed, ("weights held", hold), *pressed)
