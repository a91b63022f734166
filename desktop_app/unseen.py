"""The application for a run without a screen: settings of its own, and nothing that moves."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.application import Application, qt_application
from desktop_app.settings import Settings


@contextmanager
def unseen(
    resources: Path, name: str, theme: str = "", size: tuple[int, int] | None = None
) -> Iterator[Application]:
    """Open the lesson at its first slide, and close all after the block, however it ends.

    theme: the name of one, "" for the usual. size: of the window, which is shown only where it
    has one.
    """
    qt = qt_application([name])
    with tempfile.TemporaryDirectory() as own:
        settings = Settings(Path(own) / "preferences.ini")
        if theme:
            settings.theme = theme
        settings.reduced_motion = True
        application = Application(resources, settings)
        if size is not None:
            application.window.resize(*size)
            application.window.show()
        application.open_lesson(1)
        try:
            yield application
        finally:  # its threads end before it does
            application.window.close()
            application.close()
            qt.processEvents()
