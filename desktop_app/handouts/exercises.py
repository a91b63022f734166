"""What the tour does with paper: the handout and the summary, once, at the recap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from desktop_app.handouts import job
from desktop_app.handouts.paper import Setting
from desktop_app.pictures.slices import Writing

if TYPE_CHECKING:
    from desktop_app.window import Window


def use_paper(window: Window, folder: Path) -> Iterator[tuple[str, str]]:
    """Write both into `folder`. Yields what was done, with what was wrong about it."""
    session = window.session
    if session is None or session.current.pane != "recap":
        return
    setting = Setting("a4", window.theme, session.lesson.title)
    for name, make in (("handout", job.handout), ("summary", job.summary)):
        writing = Writing(
            folder / f"{name}.pdf",
            lambda result, make=make: make(window, session, setting, result),  # type: ignore[misc]
        )
        while writing.slices is not None:
            writing.step()
            QApplication.processEvents()
        yield name, "" if writing.written else f"the {name} was not written"
