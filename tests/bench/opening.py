"""The window as the benches open it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if TYPE_CHECKING:
    from desktop_app.application import Application

RESOURCES = Path(__file__).resolve().parents[2] / "resources"


@contextmanager
def opened(slide: int, size: tuple[int, int] = (1280, 800)) -> Iterator[Application]:
    """The application on a slide, with preferences of its own and without animations."""
    from desktop_app.application import Application, qt_application
    from desktop_app.settings import Settings

    qt_application(["bench"])
    with tempfile.TemporaryDirectory() as own:
        settings = Settings(Path(own) / "preferences.ini")
        settings.reduced_motion = True
        application = Application(RESOURCES, settings)
        application.window.resize(*size)
        application.window.show()
        application.open_lesson(slide)
        application.settle()
        yield application
        application.window.close()
        application.close()
