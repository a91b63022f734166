"""`main.py shots`: a PNG of every slide, without a screen."""

from __future__ import annotations

import sys
from pathlib import Path

from desktop_app.application import Application
from desktop_app.unseen import unseen
from desktop_app.watch import Watch, watching


def run(resources: Path, folder: Path, theme: str, size: tuple[int, int], slide: int | None) -> int:
    """Write the pictures into `folder`. Returns 0, or 1 where anything went wrong."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"shots: {folder} cannot be made: {error.strerror}", file=sys.stderr)
        return 1
    with watching() as watch, unseen(resources, "shots", theme, size) as application:
        count = len(application.session.lesson.slides)
        for number in [slide] if slide else range(1, count + 1):
            path = folder / f"{number:02d}-{theme}-{size[0]}x{size[1]}.png"
            take(application, number, path, watch)
    return watch.report()


def take(application: Application, number: int, path: Path, watch: Watch) -> None:
    """One picture; a slide that failed leaves none."""
    before = len(watch.faults)
    application.session.go(number)
    application.settle()
    if len(watch.faults) > before:
        return
    if application.window.grab().save(str(path)):
        print(path)
    else:
        watch.faults.append(f"shots: {path} cannot be written")
