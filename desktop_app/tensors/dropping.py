"""Files dropped anywhere on the window: a session opens, tensors go to their page.

What cannot be told apart is not guessed: of several sessions, or of sessions and tensors
together, nothing is opened, and a sentence says what to drop.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent

from core.saved.session import MARK, SUFFIX
from core.tensors.refusing import FORMATS
from core.wording import listed
from desktop_app.files import messages
from desktop_app.files.files import files_of
from desktop_app.tensors.opening import is_tensors, show_files

if TYPE_CHECKING:
    from desktop_app.window import Window

BEGINNING = 512  # bytes in which a session says that it is one
Kind = Literal["session", "tensors", "foreign"]


def kind_of(path: Path) -> Kind:
    """What a file is taken for: a session by its name or its first bytes, tensors by their name."""
    if path.is_dir():
        return "foreign"
    if path.name.lower().endswith(SUFFIX) or says_session(path):
        return "session"
    return "tensors" if is_tensors(path) else "foreign"


def says_session(path: Path) -> bool:
    """Whether a file begins as a session does, whatever it is called."""
    try:
        with path.open("rb") as stream:
            return MARK.encode() in stream.read(BEGINNING)
    except (OSError, ValueError):
        return False


def refusal(paths: Sequence[Path]) -> str:
    """Why files that were dropped together are not opened; "" where it is clear what to do."""
    kinds = {path: kind_of(path) for path in paths}
    foreign = [path.name for path, kind in kinds.items() if kind == "foreign"]
    sessions = [path.name for path, kind in kinds.items() if kind == "session"]
    if foreign:
        are = "is no session and no file" if len(foreign) == 1 else "are no sessions and no files"
        more = " and nothing was opened" if len(foreign) < len(paths) else ""
        return (
            f"{listed(foreign, 'and')} {are} of tensors{more}; drop one {SUFFIX} file, or tensors "
            f"as {FORMATS}"
        )
    if len(sessions) > 1:
        return f"{listed(sessions, 'and')} are {len(sessions)} sessions; drop one of them"
    if sessions and len(paths) > 1:
        others = [path.name for path, kind in kinds.items() if kind == "tensors"]
        hold = "holds" if len(others) == 1 else "hold"
        return (
            f"{sessions[0]} is a session and {listed(others, 'and')} {hold} tensors; drop the "
            "session first, then the tensors"
        )
    return ""


def open_dropped(window: Window, paths: Sequence[Path]) -> None:
    """Open what was dropped together, or say why not."""
    sentence = refusal(paths)
    files = files_of(window)
    if sentence:
        messages.tell(window, "Nothing was opened", [sentence])
    elif kind_of(paths[0]) == "tensors":
        show_files(window, paths)
    elif files is not None:
        files.open(paths[0])


class Drops(QObject):
    """Takes files that are dropped anywhere on a window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        urls = event.mimeData().urls() if isinstance(event, QDropEvent) else []
        if urls and isinstance(event, QDragEnterEvent | QDragMoveEvent):
            event.acceptProposedAction()
            return True
        if urls and isinstance(event, QDropEvent):
            event.acceptProposedAction()
            paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
            if len(paths) == len(urls):
                open_dropped(self.window, paths)
            else:
                words = "that lies on another computer; save it here and drop the file"
                messages.tell(self.window, "Nothing was opened", [words.capitalize()])
            return True
        return super().eventFilter(watched, event)
