"""What is put on the clipboard in several forms at once, such as a picture or a table."""

from __future__ import annotations

import atexit
from functools import cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication


def put(content: QMimeData) -> None:
    """Put content that was made here on the clipboard, which owns it from then on."""
    _let_go_in_time()
    QGuiApplication.clipboard().setMimeData(content)


@cache
def _let_go_in_time() -> None:
    """Without a screen the clipboard is a global of Qt's, which ends after Python has ended; what
    was made in Python must not be in it by then."""
    if QGuiApplication.platformName() == "offscreen":
        atexit.register(_let_go)


def _let_go() -> None:
    if QGuiApplication.instance() is not None:
        QGuiApplication.clipboard().clear()
