"""The part of the File menu that is about files, and its list of recent ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.files.exporting import fill_export
from desktop_app.files.files import Files, files_of
from desktop_app.instruments.menu import Menu

if TYPE_CHECKING:
    from desktop_app.window import Window

Add = Callable[["Window", Menu, str, str], object]


def fill_sessions(window: Window, menu: Menu, add: Add) -> None:
    """Open, save and share; `add` makes an entry for a command."""
    files = files_of(window)
    if files is None:
        return
    add(window, menu, "New session", "new")
    add(window, menu, "Open…", "open")
    fill_recent(files, menu.branch("Open recent"))
    add(window, menu, "Open tensors…", "open_tensors")
    add(window, menu, "Save", "save")
    add(window, menu, "Save as…", "save_as")
    add(window, menu, "Share as a file…", "share")
    menu.addSeparator()
    add(window, menu, "Copy link state", "copy_link")
    slide = window.pages.front is None and files.session.experiment() is not None
    menu.actions()[-1].setEnabled(slide)
    fill_export(window, menu.branch("Export"))
    menu.addSeparator()


def fill_recent(files: Files, menu: Menu) -> None:
    """The files used last, then the unsaved work that was set aside."""
    settings = files.window.settings
    paths = [Path(name) for name in settings.recent]
    aside = list(files.unsaved.aside())
    count = Counter(path.name for path in paths)
    for path in paths:
        words = f"{path.name}   ({path.parent})" if count[path.name] > 1 else path.name
        entry(menu, words, partial(files.open, path))
    if paths and aside:
        menu.addSeparator()
    for path in aside:
        entry(menu, path.stem, partial(files.open, path))
    if paths:
        menu.addSeparator()
        entry(menu, "Clear this list", partial(setattr, settings, "recent", []))
    menu.menuAction().setEnabled(bool(paths or aside))


def entry(menu: Menu, words: str, act: Callable[[], object]) -> None:
    """One entry; an ampersand in a name is one, and no key."""
    menu.addAction(words.replace("&", "&&")).triggered.connect(lambda _=False: act())
