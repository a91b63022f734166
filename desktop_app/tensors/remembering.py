"""The learner's own files in a session: noted as they are opened, found again when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from core.saved.marks import mark_of
from core.tensors.opened import Opened
from core.tensors.remembered import (
    Found,
    OwnFile,
    OwnTensors,
    find,
    own_file,
    own_names,
    remembered,
    reopened,
)
from core.tensors.showing import Filter
from desktop_app.files import messages
from desktop_app.files.choosing import file_dialog
from desktop_app.files.files import Files
from desktop_app.tensors.controls import TOPS
from desktop_app.tensors.jobs import Check, Lane, Report
from desktop_app.tensors.page import TensorsPage

if TYPE_CHECKING:
    from desktop_app.window import Window

TITLE = "Your tensors"
HERE = "Everything else of the session is here."


class Remembering(QObject):
    """Between the page and the session file. It begins with the page, or with a session."""

    def __init__(self, window: Window, files: Files) -> None:
        super().__init__(window)
        self.window, self.files = window, files
        self.page: TensorsPage | None = None
        self.noted: OwnTensors | None = None
        self.marks: dict[Path, str] = {}
        self.marking = Lane(self)
        self.chosen: dict[str, Path] = {}  # by the remembered path: what the learner chose instead
        files.tensors_found.connect(self.reopen)
        window.pages.page_built.connect(self.watch)
        window.closed.connect(self.marking.stop)

    def watch(self, page: QObject) -> None:
        """The page was built: note what is opened there."""
        if isinstance(page, TensorsPage):
            self.page = page
            page.desk.changed.connect(self.note)

    # noting

    def note(self) -> None:
        """Tell the session what is open, once it differs from what it was told last."""
        assert self.page is not None
        desk, samples = self.page.desk, self.page.row.samples
        if desk.opened is None or desk.reading.busy:
            return
        now = msgspec.structs.replace(
            remembered(desk.opened, self.marks, samples),
            index=desk.index,
            how=desk.how,
            readable=desk.readable,
            pinned=desk.pinned,
        )
        if now != self.noted:
            self.noted = now
            self.files.document.note_tensors(now)
        self.mark(desk.opened)

    def mark(self, found: Opened) -> None:
        """Work out the marks of the files beside the window, then note them."""
        paths = [one.path for one in found.collection.files if one.path not in self.marks]
        if not paths or self.marking.busy:
            return

        def task(report: Report, check: Check) -> object:
            return {path: mark_of(path, check) for path in paths}

        self.marking.begin(task, self.take_marks, lambda sentence: None)

    def take_marks(self, made: object) -> None:
        assert isinstance(made, dict)
        self.marks.update(made)
        self.note()

    # finding again

    def places(self, name: str) -> list[Path]:
        """Where a file may lie if not at its own path: beside the session, or in the gallery."""
        beside = self.files.document.path
        assert self.page is not None
        folders = [*([beside.parent] if beside is not None else []), self.page.row.samples]
        return [folder / name for folder in folders]

    def reopen(self, own: OwnTensors, anyway: bool = False) -> None:
        """Open the files as they were. anyway: changed ones too, as they are now."""
        self.window.pages.page("tensors")
        page = self.page
        if page is None:
            return
        where = {
            one.path: [self.chosen[one.path]] if one.path in self.chosen else self.places(one.name)
            for one in own.files
        }

        def task(report: Report, check: Check) -> object:
            found = [find(one, where[one.path], check) for one in own.files]
            allowed = {"same", "changed"} if anyway else {"same"}
            if any(one.state not in allowed for one in found):
                return own, found, None
            paths = [one.path for one in found if one.path is not None]
            return own, found, reopened(own, paths, report, check)

        page.desk.reading.begin(task, self.take, self.fail)

    def take(self, made: object) -> None:
        """Show what was opened again as it was looked at, or say why it was not."""
        assert isinstance(made, tuple)
        own, found, shown = made
        if self.page is None:
            return
        if shown is None:
            self.ask(own, found)
            return
        desk = self.page.desk
        self.marks.update({one.path: one.file.sha256 for one in found if one.state == "same"})
        if all(one.state == "same" for one in found):
            own = msgspec.structs.replace(own, files=self.where_they_are(found))
            self.files.document.moved_tensors(own)
        self.noted = own  # nothing else is new to note
        self.chosen.clear()
        with desk.together():
            desk.take(shown)
            desk.own = own_names(shown.collection)
            lead = () if shown.maps is None else tuple(size for _, size in shown.maps.lead)
            if len(own.index) == len(lead) and all(
                0 <= at < size for at, size in zip(own.index, lead, strict=True)
            ):
                desk.index = own.index
            top = own.how.top if str(own.how.top) in dict(TOPS) else Filter().top
            desk.how = msgspec.structs.replace(own.how, top=top)
            desk.readable = own.readable
            desk.keep(shown, "")  # undo does not lead past what was opened
            desk.pinned = own.pinned
            desk.show()
            desk.said.emit(f"opened {own.title} as the session had it")

    def where_they_are(self, found: Sequence[Found]) -> tuple[OwnFile, ...]:
        """The files with the places where they were found."""
        assert self.page is not None
        samples = self.page.row.samples
        return tuple(
            own_file(one.path, one.file.sha256, samples) if one.path is not None else one.file
            for one in found
        )

    def fail(self, sentence: str) -> None:
        messages.tell(self.window, TITLE, [sentence, HERE])

    def ask(self, own: OwnTensors, found: Sequence[Found]) -> None:
        """A file that is gone is looked for by the learner; one that changed may be opened."""
        gone = [one for one in found if one.state == "missing"]
        if gone:
            file = gone[0].file
            words = f"{file.name}, which the session looked at, is not beside it"
            if Path(file.path).is_absolute():
                words = (
                    f"{file.name} is neither at {file.path} any more, where the session saw it, "
                    "nor beside the session"
                )
            ways: list[messages.Way] = [
                ("Leave it", None),
                ("Choose the file…", lambda: self.choose(own, gone[0])),
            ]
        else:
            changed = [one.file.name for one in found if one.state == "changed"]
            have = "has changed" if len(changed) == 1 else "have changed"
            words = (
                f"{' and '.join(changed)} {have} since the session was saved: other numbers may "
                "stand there now"
            )
            ways = [
                ("Leave it", None),
                ("Open as it is now", lambda: self.reopen(own, anyway=True)),
            ]
        messages.ask(self.window, TITLE, [words, HERE], ways)

    def choose(self, own: OwnTensors, gone: Found) -> QFileDialog:
        """Ask where a file is now."""
        dialog = file_dialog(self.window, f"Where is {gone.file.name}?", ["All files (*)"])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)

        def chosen(name: str) -> None:
            self.chosen[gone.file.path] = Path(name)
            self.reopen(own)

        dialog.fileSelected.connect(chosen)
        dialog.open()
        return dialog
