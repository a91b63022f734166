"""Undo in a text field: while something is being typed it is the field's, else the slide's."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence


class ShowsText(Protocol):
    """A field that knows the text in force."""

    shown: str

    def text(self) -> str: ...


def left_to_slide(field: ShowsText, event: QEvent) -> bool:
    """Whether an undo or redo key passes by the field, in which nothing is being typed."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    undoing = event.matches(QKeySequence.StandardKey.Undo)
    if not (undoing or event.matches(QKeySequence.StandardKey.Redo)):
        return False
    if field.text() != field.shown:
        return False
    event.ignore()
    return True
