"""`main.py handout`: the whole lesson as one PDF, without a screen."""

from __future__ import annotations

import sys
from pathlib import Path

from core.saved.writing import CannotWriteError, write_whole
from desktop_app.handouts.job import handout
from desktop_app.handouts.paper import Setting
from desktop_app.unseen import unseen
from desktop_app.watch import watching


def run(resources: Path, path: Path, theme: str, paper: str) -> int:
    """Write the handout. Returns 0, or 1 where anything went wrong."""
    if not path.parent.is_dir():
        print(f"handout: there is no folder {path.parent}; choose one that exists", file=sys.stderr)
        return 1
    with watching() as watch, unseen(resources, "handout", theme) as application:
        session = application.session
        setting = Setting(paper, application.window.themes[theme], session.lesson.title)
        written: list[bytes] = []
        for _ in handout(application.window, session, setting, written):
            application.settle()
        try:
            write_whole(path, written[0])
            print(path)
        except CannotWriteError as error:
            watch.faults.append(f"handout: {error}")
    return watch.report()
