"""What the tour does in pane 09 beside using its toggles, grids and steppers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.panes.cross.controls import Controls
from desktop_app.panes.cross.word_field import WordField


def exercises(controls: Controls) -> Sequence[tuple[str, Callable[[], object]]]:
    """Words typed, taken, refused and restored in both sentences."""
    done: list[tuple[str, Callable[[], object]]] = []
    for field in (controls.target, controls.source):
        done += [
            ("typed words", partial(type_words, field, " now ")),
            ("taken sentences", partial(QTest.keyClick, field, Qt.Key.Key_Return)),
            ("refused sentences", partial(empty, field)),
            ("restored sentences", partial(QTest.keyClick, field, Qt.Key.Key_Escape)),
        ]
    return [*done, ("fields left", controls.examples.setFocus)]


def type_words(field: WordField, text: str) -> None:
    """Type at the end of a field, as a person does."""
    field.setFocus()
    field.end(False)
    QTest.keyClicks(field, text)


def empty(field: WordField) -> None:
    """Delete the whole sentence and ask for that to be taken."""
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClick(field, Qt.Key.Key_Return)
