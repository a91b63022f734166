"""What is open in "Your tensors" and how it is looked at. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.tensors.labels import is_labels, read_labels
from core.tensors.maps import Index
from core.tensors.opened import Opened, opened, read_files
from core.tensors.proposing import propose_block, propose_kind, propose_roles
from core.tensors.pyramid import Bytes, thumbnail
from core.tensors.readings import Kind, Proposal, answered
from core.tensors.refusing import TensorFileError
from core.tensors.showing import Filter, Shown, is_special, show
from core.tensors.spelling import Spelling, readable, spelling_of
from core.tensors.tables import Dialect
from desktop_app.tensors.jobs import Check, Lane, Report

AT_ONCE = 2**16  # cells of a map that is shown without a thread
THUMB = 48
MOST_THUMBED = 2**26  # numbers read for the small maps
Cell = tuple[int, int]


class Desk(QObject):
    """changed(): something else is shown. refused(sentence): nothing was opened or changed."""

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
        self.refusal = ""
        self.reading, self.showing, self.thumbing = Lane(self, True), Lane(self), Lane(self)
        for lane in (self.reading, self.showing):
            lane.busy_changed.connect(self.changed)

    # opening

    def open(self, paths: Sequence[Path]) -> None:
        """Read files beside the window. What is open stays until they are read."""
        held = self.opened

        def task(report: Report, check: Check) -> object:
            if held is not None and all(is_labels(path) for path in paths):
                labels = [read_labels(path) for path in paths]
                target, source = labels[0], labels[1] if len(labels) > 1 else ()
                return opened(replace(held.collection, target=target, source=source), held.proposal)
            return opened(read_files(paths, report), None, report, check)

        self.reading.begin(task, self.take_object, self.refuse)

    def open_at_once(self, paths: Sequence[Path]) -> None:
        """Read small files of ours here and now."""
        self.reading.cancel()
        try:
            self.take(opened(read_files(paths)))
        except TensorFileError as error:
            self.refuse(str(error))

    def take_object(self, found: object) -> None:
        assert isinstance(found, Opened)
        self.take(found)

    def take(self, found: Opened, said: str = "") -> None:
        """Show what has been opened, or another reading of it."""
        another = self.opened is None or found.collection is not self.opened.collection
        self.opened, self.refusal, self.pinned = found, "", None
        self.spelling = spelling_of([*found.collection.target, *found.collection.source])
        self.has_special = any(map(is_special, (*found.rows, *found.columns)))
        if another:
            self.how = Filter()
        lead = () if found.maps is None else tuple(size for _, size in found.maps.lead)
        fits = len(self.index) == len(lead) and all(
            at < most for at, most in zip(self.index, lead, strict=True)
        )
        if another or not fits:
            self.index = (0,) * len(lead)
        self.shown, self.thumbs = None, {}
        self.said.emit(said or f"opened {found.collection.title}")
        self.show()
        self.make_thumbs()
        self.changed.emit()

    def refuse(self, sentence: str) -> None:
        """Say why something was not done; what is open stays."""
        self.refusal = sentence
        self.refused.emit(sentence)
        self.changed.emit()

    # reading otherwise

    def ask(self, make: Callable[[Opened], Proposal], said: str) -> None:
        """Another reading of what is open, beside the window where it is large."""
        found = self.opened
        if found is None:
            return

        def task(report: Report, check: Check) -> object:
            return opened(found.collection, make(found), report, check)

        small = sum(array.size for array in found.collection.arrays.values()) <= AT_ONCE
        if not small:
            self.reading.begin(task, lambda made: self.take_asked(made, said), self.refuse)
            return
        try:
            self.take_asked(task(lambda words: None, lambda: None), said)
        except ValueError as error:
            self.refuse(str(error))

    def take_asked(self, found: object, said: str) -> None:
        assert isinstance(found, Opened)
        self.take(found, said)

    def ask_field(self, field: str, value: object, said: str) -> None:
        """Another value for one field of the reading."""
        self.ask(lambda found: answered(found.proposal, field, value), said)

    def ask_dialect(self, dialect: Dialect, said: str) -> None:
        """Read a table anew, with other signs between its cells."""
        if self.opened is None:
            return
        held = self.opened.collection
        paths = [file.path for file in held.files]

        def task(report: Report, check: Check) -> object:
            read = read_files(paths, report, dialect=dialect)
            return opened(replace(read, target=read.target or held.target), None, report, check)

        self.reading.begin(task, lambda made: self.take_asked(made, said), self.refuse)

    def ask_kind(self, kind: Kind, said: str) -> None:
        self.ask(lambda found: propose_kind(found.collection, found.proposal, kind), said)

    def ask_block(self, block: str) -> None:
        self.ask(lambda found: propose_block(found.collection, block), f"block {block}")

    def ask_role(self, name: str, role: str, said: str) -> None:
        """Say what one array is; whichever had the role before has none."""

        def make(found: Opened) -> Proposal:
            roles = {r: n for r, n in found.proposal.reading.roles if n != name and r != role}
            return propose_roles(found.collection, {**roles, role: name} if role else roles)

        self.ask(make, said)

    # looking

    def choose(self, index: Index) -> None:
        """Another map of the file."""
        if index != self.index:
            self.index = index
            self.show()
            self.changed.emit()

    def filter(self, said: str, **fields: object) -> None:
        """Show the map otherwise."""
        self.how, self.pinned = replaced_filter(self.how, **fields), None
        self.said.emit(said)
        self.show()
        self.changed.emit()

    def pin(self, cell: Cell | None) -> None:
        """Keep a cell, counted in what is shown, in the readout."""
        self.pinned = cell
        self.changed.emit()

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
        self.changed.emit()

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
        self.changed.emit()

    # words

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
        """Tokens for people, or as the file has them."""
        self.readable = readable_
        self.name_places()
        self.said.emit(said)
        self.changed.emit()

    def cancel(self) -> None:
        """Give up what is being read; what is open stays."""
        for lane in (self.reading, self.showing, self.thumbing):
            lane.cancel()
        self.said.emit("reading was cancelled; what was open is still here")

    def stop(self) -> None:
        for lane in (self.reading, self.showing, self.thumbing):
            lane.stop()


def replaced_filter(how: Filter, **fields: object) -> Filter:
    """A filter with some fields changed."""
    import msgspec

    changed: Filter = msgspec.structs.replace(how, **fields)
    return changed
