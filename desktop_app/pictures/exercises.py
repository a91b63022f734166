"""What the tour does with pictures on each slide: every part, in one of the formats in turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop_app.pictures import commands
from desktop_app.pictures.dialog import FORMATS, THEMES
from desktop_app.pictures.turns import Turns, finish

if TYPE_CHECKING:
    from desktop_app.window import Window


def use_pictures(window: Window) -> Iterator[tuple[str, str]]:
    """Open the dialog, make every part, copy what is meant.

    Yields what was done, with what was wrong about it, "" for nothing.
    """
    dialog = commands.export(window)
    if dialog is None:
        return
    formats, themes = cycle(range(len(FORMATS))), cycle(range(len(THEMES)))
    for row in range(dialog.names.count()):
        dialog.names.setCurrentRow(row)
        dialog.kinds.setCurrentRow(next(formats))
        dialog.themes.setCurrentRow(next(themes))
        made: list[bytes] = []
        for _ in finish(dialog.format.make(dialog.part, dialog.ground, dialog.title))(made):
            QApplication.processEvents()
        yield "picture", "" if made and made[0] else f"the picture of {dialog.part.name} is empty"
        QApplication.processEvents()
    dialog.close()
    commands.copy(window)
    while window.findChildren(Turns):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    shown = QGuiApplication.clipboard().mimeData().hasImage()
    yield "picture copied", "" if shown else "no picture was copied"
