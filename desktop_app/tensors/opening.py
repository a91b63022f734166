"""The ways into "Your tensors": a dialog, the command line, and what is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from core.tensors.naming import Side
from desktop_app.files.choosing import file_dialog

if TYPE_CHECKING:
    from desktop_app.window import Window

ENDINGS = ("npy", "npz", "safetensors", "pt", "pth", "bin", "ckpt", "csv", "tsv", "json")
LABELS = ("txt", "tokens")
REFUSED = ("pkl", "pickle", "joblib", "h5")


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


def choose_names(window: Window, side: Side) -> QFileDialog:
    """Ask for a file with the names of the queries or of the keys."""
    dialog = file_dialog(
        window, f"Names of the {side}", ["Tokens (*.txt *.tokens *.json *.npy)", "All files (*)"]
    )
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)

    def chosen(name: str) -> None:
        from desktop_app.tensors.page import TensorsPage

        window.settings.folder = str(Path(name).parent)
        page = window.pages.front
        if isinstance(page, TensorsPage):
            page.desk.name_from(side, Path(name))

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def show_files(window: Window, paths: Sequence[Path]) -> None:
    """Bring the page to the front and read some files there."""
    from desktop_app.tensors.page import TensorsPage

    window.pages.show("tensors")
    page = window.pages.front
    if isinstance(page, TensorsPage):
        page.desk.open(paths)
