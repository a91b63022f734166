"""What is open in "Your tensors" and how it is read. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from core.tensors.labels import is_labels, read_labels
from core.tensors.naming import Side
from core.tensors.opened import Opened, opened, read_files, renamed
from core.tensors.proposing import propose_block, propose_kind, propose_roles
from core.tensors.readings import Kind, Proposal, answered
from core.tensors.refusing import TensorFileError
from core.tensors.showing import Filter
from core.tensors.tables import Dialect
from desktop_app.tensors.jobs import Check, Lane, Report
from desktop_app.tensors.looking import AT_ONCE, Looking


class Desk(Looking):
    """Opens files and reads them otherwise; what is open stays until something else is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.reading = Lane(self, True)
        self.reading.busy_changed.connect(self.tell)

    # opening

    def open(self, paths: Sequence[Path]) -> None:
        """Read files beside the window. Files of names alone name what is open."""
        held = self.opened

        def task(report: Report, check: Check) -> object:
            if held is not None and all(is_labels(path) for path in paths):
                return tuple(read_labels(path) for path in paths)
            return opened(read_files(paths, report), None, report, check)

        def take(made: object) -> None:
            if isinstance(made, Opened):
                self.take(made)
            elif held is not None and isinstance(made, tuple):
                target, source = made[0], made[1] if len(made) > 1 else ()
                named = renamed(held, target, source)
                self.own = target, source
                self.take_asked(named, f"names from {', '.join(path.name for path in paths)}")

        self.reading.begin(task, take, self.refuse)

    def open_at_once(self, paths: Sequence[Path]) -> None:
        """Read small files of ours here and now."""
        self.reading.cancel()
        try:
            self.take(opened(read_files(paths)))
        except TensorFileError as error:
            self.refuse(str(error))

    def take(self, found: Opened, said: str = "") -> None:
        """Show what has been opened: a step, so that undo brings the files before back."""
        said = said or f"opened {found.collection.title}"
        self.steps.leave(self.index)
        self.how, self.index = Filter(), ()
        self.own = found.collection.target, found.collection.source
        self.keep(found, said if self.opened is not None else "")
        self.opened = None
        self.put(found, said)

    def name_from(self, side: Side, path: Path) -> None:
        """Name the queries or the keys after the tokens in a file."""
        try:
            names = read_labels(path)
        except TensorFileError as error:
            self.refuse(str(error))
            return
        self.rename(side, names, f"{side} are named after {path.name}")

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
        """Show another reading, as one step."""
        assert isinstance(found, Opened)
        self.keep(found, said)
        self.put(found, said)

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
            read = opened(read_files(paths, report, dialect=dialect), None, report, check)
            named = bool(read.collection.target)
            return read if named else renamed(read, held.target, held.source)

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

    def cancel(self) -> None:
        """Give up what is being read; what is open stays."""
        for lane in (self.reading, self.showing, self.thumbing):
            lane.cancel()
        self.said.emit("reading was cancelled; what was open is still here")

    def stop(self) -> None:
        for lane in (self.reading, self.showing, self.thumbing):
            lane.stop()
