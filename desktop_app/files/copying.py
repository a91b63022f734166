"""A matrix of the slide in front on the clipboard, for a spreadsheet or for a paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from core.numbers_out.latex import bmatrix
from core.numbers_out.separated import TABS, separated
from core.numbers_out.tables import Table, grid_table, shape_words, table_of
from core.trace import Trace
from desktop_app import clipboard
from desktop_app.instruments.pointed_grid import PointedGrid

if TYPE_CHECKING:
    from desktop_app.kept import Comparison
    from desktop_app.window import Window

MOST_COPIED = 2**18
NO_A = "nothing is kept as A on this pane; keep a state first, with Ctrl+Shift+B"


def front_trace(window: Window) -> Trace | None:
    """The trace of the slide in front; None for a page, or where there is none (yet)."""
    if window.session is None or window.pages.front is not None:
        return None
    return window.session.trace()


def front_comparison(window: Window) -> Comparison | None:
    """A beside B of the slide in front; None where no A is kept, or a page is in front."""
    if window.session is None or window.pages.front is not None:
        return None
    return window.session.kept.comparison(window.session.slide)


def front_table(window: Window) -> Table | None:
    """The matrix that is meant: under the keyboard, else pinned, else the slide's weights; on a
    page, what it has in sight."""
    if window.pages.front is not None:
        return window.pages.front.table()
    trace = front_trace(window)
    if trace is None or window.session is None:
        return None
    grid = meant_grid(window)
    if grid is not None:
        return grid_table(grid.name, grid.state.numbers, grid.row_names, grid.column_names)
    return table_of(trace, "weights") if "weights" in trace else None


def meant_grid(window: Window) -> PointedGrid | None:
    """The grid that has the keyboard, else one in which a cell is pinned."""
    assert window.session is not None
    focus = window.focusWidget()
    if isinstance(focus, PointedGrid) and focus.isVisible():
        return focus
    lab = window.view(window.session.slide).lab
    for grid in lab.findChildren(PointedGrid):
        if grid.isVisible() and grid.state.pinned is not None:
            return grid
    return None


def copy_tsv(window: Window, table: Table) -> None:
    """Full precision; a spreadsheet takes the tabs for columns."""
    put(window, table, lambda: separated(table, TABS), "text/tab-separated-values")


def copy_latex(window: Window, table: Table) -> None:
    put(window, table, lambda: bmatrix(table), "text/x-tex")


def put(window: Window, table: Table, write: Callable[[], str], kind: str) -> None:
    """On the clipboard as plain text, and as what it is for programs that ask."""
    if table.numbers.size > MOST_COPIED:
        many = f"{table.numbers.size:,} numbers are too many for the clipboard"
        window.bottom.status.say(f"{many}; zoom in, or write a file: File, Export, Numbers", True)
        return
    text, content = write(), QMimeData()
    content.setText(text)
    content.setData(kind, text.encode(errors="replace"))
    clipboard.put(content)
    window.bottom.status.say(f"copied {table.name}, {shape_words(table.numbers.shape)}")
