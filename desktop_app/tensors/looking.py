"""What is looked at of what is open: one map, filtered and named, and every step that led there.

It knows what is open (`opened`: the files with their paths, how they are read, the names), which
map (`index`) and how (`how`): together they say all that is on show. It draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice

from msgspec.structs import replace as replaced
from PySide6.QtCore import QObject, Signal

from core.tensors.maps import Index
from core.tensors.naming import Side, check_names, numbers_for
from core.tensors.opened import Opened, renamed
from core.tensors.pyramid import Bytes, thumbnail
from core.tensors.refusing import TensorFileError
from core.tensors.showing import Filter, Shown, is_special, show
from core.tensors.spelling import Spelling, readable, spelling_of
from desktop_app.tensors.jobs import Check, Lane, Report
from desktop_app.tensors.steps import Names, Step, Steps

AT_ONCE = 2**16  # cells of a map that is shown without a thread
THUMB = 48
MOST_THUMBED = 2**26  # numbers read for the small maps
Cell = tuple[int, int]


class Looking(QObject):
    """changed(): something else is shown, told once however much of it is new.

    said(words), refused(sentence): what was done, and why something was not.
    """

    changed = Signal()
    said = Signal(str)
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.opened: Opened | None = None
        self.index: Index = ()
        self.how = Filter()
        self.shown: Shown | None = None
        self.thumbs: dict[Index, Bytes] = {}
        self.pinned: Cell | None = None
        self.readable = True
        self.spelling: Spelling = ""  # how a tokenizer wrote the tokens
        self.has_special = False
        self.names: tuple[list[str], list[str]] = ([], [])  # of the rows and columns shown
        self.own: Names = ((), ())  # in the files
        self.refusal = ""
        self.steps = Steps()
        self.holding = 0
        self.pending = False
        self.showing, self.thumbing = Lane(self), Lane(self)
        self.showing.busy_changed.connect(self.tell)

    # telling

    def tell(self) -> None:
        """Something has changed; what listens hears of it once."""
        self.pending = True
        if not self.holding:
            self.pending = False
            self.changed.emit()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that changes within is told as one change."""
        self.holding += 1
        try:
            yield
        finally:
            self.holding -= 1
            if self.pending and not self.holding:
                self.tell()

    def refuse(self, sentence: str) -> None:
        """Say why something was not done; what is open stays."""
        self.refusal = sentence
        self.refused.emit(sentence)
        self.tell()

    # steps

    def keep(self, found: Opened, what: str) -> None:
        """Remember a state that is about to show; without words for it all begins anew."""
        self.steps.keep(Step(found, self.how, self.readable, self.own, what))

    @property
    def can_undo(self) -> bool:
        return self.steps.can_undo

    @property
    def can_redo(self) -> bool:
        return self.steps.can_redo

    def undo(self) -> None:
        """Go back one state."""
        if self.steps.now is not None and self.can_undo:
            self.go(-1, f"undone: {self.steps.now.what}")

    def redo(self) -> None:
        if self.can_redo:
            self.go(1, "done again: ")

    def go(self, by: int, said: str) -> None:
        self.steps.leave(self.index)
        step, other = self.steps.go(by)
        self.how, self.readable, self.own = step.how, step.readable, step.own
        if other:
            self.index = step.place
        self.put(step.opened, said if by < 0 else said + step.what)

    # looking

    def put(self, found: Opened, said: str) -> None:
        """Show what is open, or another state of it."""
        with self.together():
            before, self.opened = self.opened, found
            self.refusal, self.pinned = "", None
            self.spelling = spelling_of([*found.collection.target, *found.collection.source])
            self.has_special = any(map(is_special, (*found.rows, *found.columns)))
            lead = () if found.maps is None else tuple(size for _, size in found.maps.lead)
            fits = len(self.index) == len(lead) and all(
                at < most for at, most in zip(self.index, lead, strict=True)
            )
            if not fits:
                self.index = (0,) * len(lead)
            same = before is not None and before.proposal is found.proposal
            kept = same and before is not None and before.collection.files is found.collection.files
            self.said.emit(said)
            if not kept:  # other names alone leave the maps as they are
                self.shown, self.thumbs = None, {}
            self.show()
            if not kept:
                self.make_thumbs()
            self.tell()

    def choose(self, index: Index) -> None:
        """Another map of the file."""
        if index != self.index:
            with self.together():
                self.index = index
                self.show()
                self.tell()

    def filter(self, said: str, **fields: object) -> None:
        """Show the map otherwise."""
        if self.opened is None:
            return
        with self.together():
            self.how, self.pinned = replaced(self.how, **fields), None
            self.keep(self.opened, said)
            self.said.emit(said)
            self.show()
            self.tell()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell, counted in what is shown, in the readout."""
        self.pinned = cell
        self.tell()

    def show(self) -> None:
        """Make what is shown of the chosen map."""
        found = self.opened
        if found is None or found.maps is None:
            self.showing.cancel()
            self.shown = None
            return
        task = partial(self.show_task, found, self.index, self.how)
        if found.maps.queries * found.maps.keys > AT_ONCE:
            self.showing.begin(task, self.take_shown, self.refuse)
            return
        self.showing.cancel()
        try:
            self.take_shown(task(lambda words: None, lambda: None))
        except ValueError as error:
            self.shown = None
            self.refuse(str(error))

    def show_task(
        self, found: Opened, index: Index, how: Filter, report: Report, check: Check
    ) -> object:
        assert found.maps is not None
        report("reading the map")
        return show(found.maps, index, how, found.rows, found.columns, check)

    def take_shown(self, made: object) -> None:
        assert isinstance(made, Shown)
        self.shown, self.refusal = made, ""
        self.name_places()
        if self.pinned is not None:
            rows, columns = made.weights.shape
            if self.pinned[0] >= rows or self.pinned[1] >= columns:
                self.pinned = None
        self.tell()

    def make_thumbs(self) -> None:
        """Small maps of everything, where the file is not too large for that."""
        found = self.opened
        self.thumbing.cancel()
        if found is None or found.maps is None or found.maps.count < 2:
            return
        maps = found.maps
        cells = maps.queries * maps.keys
        several = list(islice(maps.indices(), MOST_THUMBED // cells or 1))

        def task(report: Report, check: Check) -> object:
            made = {}
            for index in several:
                check()
                with suppress(TensorFileError):  # said once such a map is chosen
                    made[index] = thumbnail(maps.weights(index), THUMB)
            return made

        if cells * maps.count <= 2 * AT_ONCE:
            self.take_thumbs(task(lambda words: None, lambda: None))
            return
        self.thumbing.begin(task, self.take_thumbs, lambda sentence: None)

    def take_thumbs(self, made: object) -> None:
        assert isinstance(made, dict)
        self.thumbs = made
        self.tell()

    # names

    def name_places(self) -> None:
        """One name for each row and column of what is shown."""
        if self.opened is None or self.shown is None:
            return
        sides = (
            (self.opened.rows, self.shown.rows),
            (self.opened.columns, self.shown.columns),
        )
        spelling: Spelling = self.spelling if self.readable else ""
        rows, columns = (
            [readable(names[place], spelling) for place in places] for names, places in sides
        )
        self.names = rows, columns

    def spell(self, readable_: bool, said: str) -> None:
        """Tokens as people read them, or as the file has them."""
        if self.opened is None:
            return
        self.readable = readable_
        self.keep(self.opened, said)
        self.name_places()
        self.said.emit(said)
        self.tell()

    def rename(self, side: Side, names: Sequence[str], said: str) -> None:
        """Give queries or keys other names: () for the names of the queries, where these are keys.

        A wrong number of them is refused with both numbers, and the names stay.
        """
        found = self.opened
        if found is None or found.maps is None:
            return
        maps, held = found.maps, found.collection
        count = maps.queries if side == "queries" else maps.keys
        try:
            if names or side == "queries":
                check_names(names, count, side)
        except TensorFileError as error:
            self.refuse(str(error))
            return
        target, source = (names, held.source) if side == "queries" else (held.target, names)
        self.how = replaced(self.how, special=True) if not self.how.special else self.how
        made = renamed(found, target, source)
        self.keep(made, said)
        self.put(made, said)

    def number(self, side: Side) -> None:
        """Number the queries or the keys."""
        if self.opened is not None and self.opened.maps is not None:
            maps = self.opened.maps
            count = maps.queries if side == "queries" else maps.keys
            self.rename(side, numbers_for(count), f"{side} are numbered")
