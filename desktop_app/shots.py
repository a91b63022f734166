"""`main.py shots`: a PNG of every slide, without a screen."""

from __future__ import annotations

import tempfile
from pathlib import Path

from desktop_app.application import Application, qt_application
from desktop_app.settings import Settings


def run(
    resources: Path, folder: Path, theme: str, size: tuple[int, int], slide: int | None
) -> int:
    """Write the pictures into `folder`. Returns the exit code."""
    qt = qt_application(["shots"])
    with tempfile.TemporaryDirectory() as own:
        settings = Settings(Path(own) / "preferences.ini")
        settings.theme = theme
        settings.reduced_motion = True
        application = Application(resources, settings)
        window = application.window
        window.resize(*size)
        window.show()
        application.open_lesson(1)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            print(f"shots: {folder} cannot be made: {error.strerror}")
            return 1
        count = len(application.session.lesson.slides)
        for number in [slide] if slide else range(1, count + 1):
            application.session.go(number)
            application.settle()
            path = folder / f"{number:02d}-{theme}-{size[0]}x{size[1]}.png"
            if not window.grab().save(str(path)):
                print(f"shots: {path} cannot be written")
                return 1
            print(path)
        window.close()
        application.close()
        qt.processEvents()
    return 0
