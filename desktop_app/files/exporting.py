"""File, Export, and what Edit copies of a matrix. Each kind of export has a module of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.files import copying
from desktop_app.instruments.menu import Menu

if TYPE_CHECKING:
    from desktop_app.window import Window


def fill_export(window: Window, menu: Menu) -> None:
    """What the slide in front can be written as. Entries that cannot act are greyed."""
    picture = menu.addAction("Picture…")
    picture.setEnabled(can_picture(window))
    picture.triggered.connect(lambda: window.command("picture"))
    handout = menu.addAction("Handout…")
    handout.setEnabled(window.session is not None)
    handout.triggered.connect(lambda: window.command("handout"))
    numbers = menu.addAction("Numbers…")
    numbers.setEnabled(copying.front_trace(window) is not None or has_table(window))
    numbers.triggered.connect(lambda: window.command("numbers"))
    menu.addSeparator()
    compared = copying.front_comparison(window) is not None
    for words, command in (
        ("A and B as pictures…", "compared_pictures"),
        ("A and B as numbers…", "compared_numbers"),
    ):
        action = menu.addAction(words)
        action.setEnabled(compared)
        action.triggered.connect(lambda _=False, command=command: window.command(command))


def has_table(window: Window) -> bool:
    """Whether a page is in front that has numbers of its own in sight."""
    return window.pages.front is not None and window.pages.front.table() is not None


def can_picture(window: Window) -> bool:
    """Whether what is in front can be taken as a picture."""
    return window.session is not None and (window.pages.front is None or has_table(window))


def fill_copies(window: Window, menu: Menu) -> None:
    """Copy the matrix that has the keyboard, or else the pinned one, or else the weights."""
    table = copying.front_table(window)
    name = "matrix" if table is None else table.name
    for words, act in (
        (f"Copy {name} as TSV", copying.copy_tsv),
        (f"Copy {name} as LaTeX", copying.copy_latex),
    ):
        action = menu.addAction(words.replace("&", "&&"))
        action.setEnabled(table is not None)
        if table is not None:
            action.triggered.connect(lambda _=False, act=act, table=table: act(window, table))
