"""The system's own file dialogs: never waited for, always in the folder used last.

Systems differ in whether they add an ending and ask before a file is replaced; both are done
here, on the name that will be written.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from desktop_app.frame.dialogs import question_dialog

if TYPE_CHECKING:
    from desktop_app.window import Window

Act = Callable[[Path], object]


def choose_open(window: Window, title: str, kind: str, suffix: str, act: Act) -> QFileDialog:
    """Ask for a file to open; `act` is called with it."""
    dialog = file_dialog(window, title, [f"{kind} (*{suffix})", "All files (*)"])
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)

    def chosen(name: str) -> None:
        path = Path(name)
        window.settings.folder = str(path.parent)
        act(path)

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def choose_save(
    window: Window, title: str, kind: str, suffix: str, proposed: str, act: Act
) -> QFileDialog:
    """Ask for a file to write; `act` is called with its name, which ends in `suffix`."""
    dialog = file_dialog(window, title, [f"{kind} (*{suffix})"])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.selectFile(proposed)

    def chosen(name: str) -> None:
        path = with_suffix(Path(name), suffix)
        window.settings.folder = str(path.parent)
        asked = sys.platform == "darwin" and path == Path(name)  # its dialog always asks
        if path.exists() and not asked:
            more = f"It lies in {path.parent}."
            words = f"Replace {path.name}?"
            question_dialog(window, words, more, "Replace", lambda: act(path)).show()
        else:
            act(path)

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def file_dialog(window: Window, title: str, filters: list[str]) -> QFileDialog:
    """What both have in common."""
    dialog = QFileDialog(window, title, window.settings.folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setNameFilters(filters)
    return dialog


def with_suffix(path: Path, suffix: str) -> Path:
    """The path with its ending: a dot in a name ("attention v1.2") begins none of ours."""
    if path.name.lower().endswith(suffix) and len(path.name) > len(suffix):
        return path
    return path.with_name(path.name + suffix)
