"""Numbers of what is in front: of a slide, or of a map of the learner's own, piece by piece."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from core.numbers_out.separated import Dialect, blocks
from core.numbers_out.tables import Table, table_of
from desktop_app.files import numbers_dialog
from desktop_app.files.copying import MOST_COPIED
from desktop_app.files.numbers_dialog import Format, NumbersDialog
from desktop_app.pictures.making import packed
from desktop_app.pictures.own_map import stem_of
from desktop_app.pictures.progress import begin
from desktop_app.pictures.slices import Make, Slices
from desktop_app.tensors.page import TensorsPage

if TYPE_CHECKING:
    from desktop_app.window import Window

MANY = {".json", ".tex"}  # made for eyes: not of millions of numbers


class OwnNumbersDialog(NumbersDialog):
    """The numbers dialog for a map, whose files may take long and can be cancelled."""

    whole_name, whole_words = "numbers", "the map and its steps"

    def __init__(self, window: Window, page: TensorsPage) -> None:
        self.page = page
        trace = page.trace()
        assert trace is not None
        super().__init__(window, trace)

    @property
    def stem(self) -> str:
        return stem_of(self.page)

    @property
    def formats(self) -> tuple[Format, ...]:
        few = self.trace["weights"].size <= MOST_COPIED
        return tuple(made for made in super().formats if few or made.suffix not in MANY)

    def choose(self) -> None:
        """Ask for the file's name and write it beside the window's other work."""
        chosen, step, trace = self.formats[max(self.kinds.currentRow(), 0)], self.step, self.trace
        make: Make = partial(packed, partial(chosen.content, trace, step))
        if chosen.dialect is not None:
            make = partial(written, table_of(trace, step), chosen.dialect)
        kind = chosen.words.partition(" (")[0]
        name = f"{self.stem} {step or self.whole_name}{chosen.suffix}"
        self.close()
        begin(self.window_, self.words, kind, name, make, noun="row")


def written(table: Table, dialect: Dialect, result: list[bytes]) -> Slices:
    """A table as text, some rows at a time."""
    for text, done in blocks(table, dialect):
        result.append(text.encode(errors="replace"))
        yield done, len(table.rows)


def ask(window: Window) -> NumbersDialog | None:
    """Open the dialog for what is in front; None where it has no numbers."""
    page = window.pages.front
    if isinstance(page, TensorsPage) and page.desk.shown is not None:
        dialog = OwnNumbersDialog(window, page)
        dialog.show()
        return dialog
    return numbers_dialog.ask(window)
