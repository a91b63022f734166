"""The learner's files for one window: its title, what it keeps unsaved, and what a close does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal

from core.saved.marks import mark_of
from core.saved.session import SavedSession, UnreadableError, read
from core.saved.writing import CannotWriteError
from desktop_app.files import messages
from desktop_app.files.document import Document
from desktop_app.files.unsaved import UnsavedWork
from desktop_app.session import Session

if TYPE_CHECKING:
    from desktop_app.window import Window

MOST_RECENT = 8
FOLDER = "unsaved"


class Files(QObject):
    """Belongs to a window that shows a session. tensors_found(own): a session that was opened
    remembers files of the learner."""

    tensors_found = Signal(object)

    def __init__(self, window: Window, session: Session) -> None:
        super().__init__(window)
        self.window, self.session = window, session
        self.title = window.windowTitle()
        self.document = Document(session, self)
        self.unsaved = UnsavedWork(self.document, window.settings.made_here / FOLDER)
        self.unsaved.failed.connect(lambda sentence: self.say(sentence, error=True))
        self.document.changed.connect(self.show_title)
        self.closing = False
        window.installEventFilter(self)
        window.closed.connect(self.unsaved.stop)

    # beginning and end

    def begin(self, paths: Sequence[Path] = ()) -> None:
        """Bring back what was left unsaved, then open the files of the command line."""
        if self.unsaved.take_place() is not None:
            left = self.unsaved.left()
            if left is not None:
                self.bring_back(left)
        self.unsaved.start()
        self.show_title()
        for path in paths:
            self.open(path)

    def bring_back(self, left: SavedSession) -> None:
        """After a close, at once. After a crash ask: it may be what ended the program."""
        if left.unsaved is not None and left.unsaved.closed:
            self.restore(left)
            self.say("your unsaved work is here again; Undo leads back to the lesson's own numbers")
            return
        aside = self.unsaved.set_aside_file()
        if aside is None:
            return
        words = [
            "The application ended last time without being closed. What you had made is kept.",
            "Not now leaves it in the menu: File, Open recent.",
        ]
        ways = [("Not now", None), ("Bring it back", lambda: self.recover(aside))]
        messages.ask(self.window, "Bring back your work?", words, ways)

    def recover(self, aside: Path) -> None:
        """Put back what a crash left, and go where it was."""
        try:
            left = read(aside)
        except UnreadableError as error:
            messages.tell(self.window, "This cannot be opened", [str(error)])
            return
        self.restore(left)
        self.document.go(left.slide)
        self.say("your work is here again; Undo leads back to the lesson's own numbers")

    def restore(self, left: SavedSession) -> None:
        """Take unsaved work in: its experiments, and the file that it belongs to."""
        document = self.document
        problems = document.take(left, "brought back from last time")
        of = left.unsaved.of if left.unsaved is not None else ""
        if of:
            document.path = Path(of)
            document.mark = left.unsaved.mark if left.unsaved is not None else ""
            document.mark = document.mark or mark_of(Path(of))
            try:
                document.belong_to(read(Path(of)))
            except UnreadableError:
                document.path = None  # the file is gone: the work has no file now
        document.changed.emit()
        self.tell_problems(problems)
        self.find_tensors()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A close that would lose work is asked about; one that keeps it is not."""
        if watched is self.window and event.type() == QEvent.Type.Close and not self.closing:
            if not self.unsaved.write(closed=True):
                event.ignore()
                self.ask_before_closing()
                return True
            self.closing = True
        return super().eventFilter(watched, event)

    def ask_before_closing(self) -> None:
        """Unsaved work that cannot be kept: only the learner can say what becomes of it."""
        from desktop_app.files import actions

        def leave() -> None:
            self.closing = True
            self.window.close()

        words = [
            self.unsaved.trouble or "there is no place for unsaved work",
            "Closing now would lose what you changed since you last saved.",
        ]
        ways = [
            ("Close without saving", leave),
            ("Cancel", None),
            ("Save…", lambda: actions.save(self.window)),
        ]
        messages.ask(self.window, "Save your work?", words, ways)

    # what the menu asks

    def open(self, path: Path) -> None:
        """Open a session file; the unsaved work before it is set aside, and undo leads back."""
        aside = self.unsaved.set_aside()
        try:
            problems = self.document.open(path)
        except UnreadableError as error:
            if aside is not None:
                aside.unlink(missing_ok=True)  # nothing took its place
            self.forget(path)
            messages.tell(self.window, "This file cannot be opened", [str(error)])
            return
        self.remember(path)
        kept = "; what you had is in File, Open recent" if aside is not None else ""
        self.say(f"opened {path.name}{kept}")
        self.tell_problems(problems)
        self.find_tensors()

    def find_tensors(self) -> None:
        """Have the files opened that the session remembers."""
        if self.document.tensors is not None:
            self.tensors_found.emit(self.document.tensors)

    def save(self, path: Path, asked: bool = False) -> None:
        """Save the session into a file and belong to it. asked: what is there may be replaced."""
        if not asked and self.document.changed_on_disk(path):
            self.ask_before_replacing(path)
            return
        try:
            self.document.save(path)
        except (CannotWriteError, UnreadableError) as error:
            messages.tell(self.window, "The session was not saved", [str(error)])
            return
        self.remember(path)
        self.unsaved.write()
        self.say(f"saved {path.name}")

    def ask_before_replacing(self, path: Path) -> None:
        """Our file was changed by somebody else since it was read or written here."""
        from desktop_app.files import actions

        words = [
            f"{path.name} has changed since this window opened or saved it: another window or "
            "program wrote it.",
            "Overwrite replaces what is there by what is here; Save as keeps both.",
        ]
        ways = [
            ("Cancel", None),
            ("Overwrite", lambda: self.save(path, asked=True)),
            ("Save as…", lambda: actions.save_as(self.window)),
        ]
        messages.ask(self.window, "The file has changed", words, ways)

    def share(self, path: Path) -> None:
        """Write the session as one file for somebody else."""
        try:
            self.document.share(path)
        except (CannotWriteError, UnreadableError) as error:
            messages.tell(self.window, "The file was not written", [str(error)])
            return
        self.say(f"wrote {path.name}; it opens in this application on any machine")

    def begin_new(self) -> None:
        """A new session; unsaved work is set aside, and undo leads back."""
        aside = self.unsaved.set_aside()
        self.document.begin()
        kept = "; what you had is in File, Open recent" if aside is not None else ""
        self.say(f"a new session{kept}")

    def tell_problems(self, problems: Sequence[str]) -> None:
        """Which slides could not be opened, and why; the others are there."""
        if problems:
            first = "Everything else was opened. These panes stay as they were:"
            messages.tell(self.window, "Some panes could not be opened", [first, *problems])

    # recent files

    def remember(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        whole = str(path.absolute())
        others = [name for name in self.window.settings.recent if name != whole]
        self.window.settings.recent = [whole, *others][:MOST_RECENT]

    def forget(self, path: Path) -> None:
        """Take a file that is gone from the recent ones."""
        if not path.exists():
            whole = str(path.absolute())
            names = self.window.settings.recent
            self.window.settings.recent = [name for name in names if name != whole]

    # words

    def say(self, sentence: str, error: bool = False) -> None:
        self.window.bottom.status.say(sentence, error)

    def show_title(self) -> None:
        """The file's name and, while it is modified, the system's mark for that."""
        name = self.document.name
        self.window.setWindowFilePath("" if self.document.path is None else str(self.document.path))
        self.window.setWindowTitle(f"{name}[*] – {self.title}" if name else f"{self.title}[*]")
        self.window.setWindowModified(self.document.modified)


def files_of(window: Window) -> Files | None:
    """The files of a window; None before it shows a lesson."""
    return window.findChild(Files, options=Qt.FindChildOption.FindDirectChildrenOnly)
