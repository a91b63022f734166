"""The ways into "Your tensors": a dialog, files dropped on the window, the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from desktop_app.files.choosing import file_dialog
from desktop_app.files.files import files_of

if TYPE_CHECKING:
    from desktop_app.window import Window

ENDINGS = ("npy", "npz", "safetensors", "pt", "pth", "csv", "tsv", "json")
LABELS = ("txt", "tokens")
REFUSED = ("pkl", "pickle", "joblib", "bin", "h5")


def is_tensors(path: Path) -> bool:
    """Whether a file belongs to "Your tensors" rather than to sessions."""
    return path.suffix.lower().lstrip(".") in (*ENDINGS, *LABELS, *REFUSED)


def choose_tensors(window: Window) -> QFileDialog | None:
    """Ask for files, several at once where they belong together."""
    if window.session is None:
        return None
    kinds = " ".join(f"*.{ending}" for ending in (*ENDINGS, *LABELS))
    dialog = file_dialog(window, "Open tensors", [f"Tensors and tokens ({kinds})", "All files (*)"])
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)

    def chosen(names: list[str]) -> None:
        window.settings.folder = str(Path(names[0]).parent)
        show_files(window, [Path(name) for name in names])

    dialog.filesSelected.connect(chosen)
    dialog.open()
    return dialog


def show_files(window: Window, paths: Sequence[Path]) -> None:
    """Bring the page to the front and read some files there."""
    from desktop_app.tensors.page import TensorsPage

    window.pages.show("tensors")
    page = window.pages.front
    if isinstance(page, TensorsPage):
        page.desk.open(paths)


def open_paths(window: Window, paths: Sequence[Path]) -> None:
    """Open files of any kind: sessions as sessions, the others together as tensors."""
    tensors = [path for path in paths if is_tensors(path)]
    files = files_of(window)
    for path in paths:
        if path not in tensors and files is not None:
            files.open(path)
    if tensors:
        show_files(window, tensors)


class Drops(QObject):
    """Takes files that are dropped anywhere on a window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent | QDragMoveEvent) and event.mimeData().hasUrls():
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.mimeData().hasUrls():
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls()]
            local = [path for path in paths if path.name]
            if local:
                event.acceptProposedAction()
                open_paths(self.window, local)
                return True
        return super().eventFilter(watched, event)
