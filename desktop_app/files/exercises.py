"""What the tour does with files on each slide: everything that the menus offer, once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from core.saved.session import SUFFIX
from core.trace import Trace
from desktop_app.files import actions, copying, numbers_dialog
from desktop_app.files.files import files_of
from desktop_app.files.numbers_dialog import Format

if TYPE_CHECKING:
    from desktop_app.window import Window


def use_files(window: Window, folder: Path) -> Iterator[tuple[str, str]]:
    """Save and open, copy and paste, write every kind of file into `folder`.

    Yields what was done, with what was wrong about it, "" for nothing.
    """
    files = files_of(window)
    if files is None or window.session is None:
        return
    now = {number: history.experiment for number, history in window.session.histories.items()}
    path = folder / f"tour{SUFFIX}"
    files.save(path)
    files.begin_new()
    files.open(path)
    after = {number: history.experiment for number, history in window.session.histories.items()}
    yield "session", "" if now == after else "a session did not come back as it was saved"
    trace = copying.front_trace(window)
    if trace is None:
        return
    actions.copy_link(window)
    window.session.reset()
    actions.paste_link(window)
    same = window.session.experiment() == trace.experiment
    yield "link state", "" if same else "a link state did not come back as it was copied"
    for step, made in chosen(trace):
        written = folder / f"tour{made.suffix}"
        numbers_dialog.save(window, written, partial(made.content, trace, step))
        yield "file", "" if written.stat().st_size else f"{written.name} is empty"
    table = copying.front_table(window)
    if table is not None:
        copying.copy_tsv(window, table)
        copying.copy_latex(window, table)
        yield "copy", "" if QGuiApplication.clipboard().text() else "nothing was copied"


def chosen(trace: Trace) -> Iterator[tuple[str, Format]]:
    """The whole trace in each of its formats, and each step in one of theirs, in turn."""
    for made in numbers_dialog.OF_TRACE:
        yield "", made
    yield from zip(trace.steps, cycle(numbers_dialog.OF_STEP), strict=False)
