"""What the tour does on pane 04 beside using its controls: tips, keys, rows, d_k 4."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.instruments.toggle import Toggle

if TYPE_CHECKING:
    from desktop_app.panes.projection.pane import ProjectionLab

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier


def exercises(lab: ProjectionLab) -> list[tuple[str, Callable[[], object]]]:
    """Drag the query and a key, pin a key in the plane, step a tip, walk the dictionary."""
    plane, dictionary = lab.plane, lab.dictionary

    def drag(arrow: int) -> None:
        start = plane.tip(arrow).toPoint()
        QTest.mousePress(plane, LEFT, NONE, start)
        for step in (6, 14, 20):
            QTest.mouseMove(plane, start + QPoint(-step, step // 2))
        QTest.mouseRelease(plane, LEFT, NONE, start + QPoint(-20, 10))

    def pin(arrow: int) -> None:
        QTest.mouseClick(plane, LEFT, NONE, plane.tip(arrow).toPoint())

    def row(place: int) -> None:
        at = QPoint(20, round(24 + (place + 0.5) * dictionary.row))
        QTest.mouseMove(dictionary, at)
        QTest.mouseClick(dictionary, LEFT, NONE, at)

    def segment(toggle: Toggle, place: int) -> None:
        QTest.mouseClick(toggle, LEFT, NONE, toggle.segment(place).center().toPoint())

    role = lab.controls.role
    last = len(plane.state.words) if plane.state is not None else 1
    return [
        ("dragged tips", lambda: drag(0)),
        ("dragged tips", lambda: drag(last)),
        ("pinned keys", lambda: pin(1)),
        ("plane keys", lambda: QTest.keyClick(plane, Qt.Key.Key_Right)),
        ("plane keys", lambda: QTest.keyClick(plane, Qt.Key.Key_Space)),
        ("stepped tips", lambda: QTest.keyClick(plane, Qt.Key.Key_Up, ALT)),
        ("pinned keys", lambda: row(0)),
        ("dictionary keys", lambda: QTest.keyClick(dictionary, Qt.Key.Key_Down)),
        ("toggles", lambda: segment(lab.controls.key_size, 1)),
        ("projections shown", lambda: segment(role, 1)),
        ("dragged tips", lambda: drag(0)),
        ("projections shown", lambda: segment(role, 2)),
        ("projections shown", lambda: segment(role, 0)),
        ("toggles", lambda: segment(lab.controls.key_size, 0)),
    ]
