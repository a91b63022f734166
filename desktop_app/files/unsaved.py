"""Work that nobody saved: written once a change is over, and there again at the next start.

Each running window has a place of its own, `1.attention`, `2.attention` ..., held by a lock that
the system releases when the process ends, however it ends. A file in a place that nobody holds is
what the last window left.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from core.saved.session import SUFFIX, SavedSession, UnreadableError, Unsaved, read, write
from core.saved.writing import CannotWriteError
from desktop_app.files.document import Document

QUIET_MS = 700  # without a change before it is written: not while a hand drags
LONGEST_MS = 4000  # that a change waits, however long a drag lasts
MOST_WINDOWS = 16
KEPT = 5  # sessions set aside; older ones are deleted


class UnsavedWork(QObject):
    """Writes the document into `folder` while it is modified. failed(sentence): once a failure."""

    failed = Signal(str)

    def __init__(self, document: Document, folder: Path) -> None:
        super().__init__(document)
        self.document, self.folder = document, folder
        self.lock: QLockFile | None = None
        self.place: Path | None = None
        self.trouble = ""
        self.timer = QTimer(self, singleShot=True)
        self.first = 0.0  # when the first change came that is not written yet
        self.timer.timeout.connect(self.write)

    def start(self) -> None:
        """Take a place and begin to watch. What the place holds is to be read before."""
        self.document.changed.connect(self.later)

    def take_place(self) -> Path | None:
        """Hold the first free place. Returns its file, None where none can be had."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.say(f"unsaved work cannot be kept in {self.folder}: {error.strerror}")
            return None
        for number in range(1, MOST_WINDOWS + 1):
            lock = QLockFile(str(self.folder / f"{number}.lock"))
            lock.setStaleLockTime(0)
            if lock.tryLock(0):
                self.lock, self.place = lock, self.folder / f"{number}{SUFFIX}"
                return self.place
            if lock.error() != QLockFile.LockError.LockFailedError:
                break
        self.say(f"unsaved work cannot be kept in {self.folder}: it may not be written to")
        return None

    def left(self) -> SavedSession | None:
        """What the last window left in our place, None for nothing.

        A file that cannot be read is set aside, untouched, and `failed` says so.
        """
        if self.place is None or not self.place.exists():
            return None
        try:
            return read(self.place)
        except UnreadableError as error:
            self.say(f"the unsaved work of last time cannot be read: {error}")
            self.set_aside_file()
            return None

    # writing

    def later(self) -> None:
        """Write when it is quiet; many changes in a row are written once."""
        now = time.monotonic() * 1000
        if not self.timer.isActive():
            self.first = now
        self.timer.start(max(0, min(QUIET_MS, int(self.first + LONGEST_MS - now))))

    def write(self, closed: bool = False) -> bool:
        """Write the document's state now, or take the file away where nothing is unsaved.

        Returns whether the work is safe.
        """
        self.timer.stop()
        document = self.document
        if self.place is None:
            return not document.modified
        if not document.modified:
            with suppress(OSError):
                self.place.unlink(missing_ok=True)
            return True
        of = "" if document.path is None else str(document.path)
        try:
            write(self.place, document.state(Unsaved(of, closed, document.mark)))
        except (CannotWriteError, UnreadableError) as error:
            self.say(f"unsaved work cannot be kept: {error}")
            return False
        self.trouble = ""
        return True

    def stop(self) -> None:
        """Release the place; called when the window has closed."""
        self.timer.stop()
        if self.lock is not None:
            self.lock.unlock()
        self.lock = self.place = None

    def say(self, sentence: str) -> None:
        """Tell of a failure once, and again when it has changed."""
        if sentence != self.trouble:
            self.trouble = sentence
            self.failed.emit(sentence)

    # set aside: before another session takes its place

    def set_aside(self) -> Path | None:
        """Keep the modified session as a file of its own. Returns it, None for nothing to keep."""
        if self.place is None or not self.document.modified:
            return None
        path = self.free_name()
        try:
            write(path, self.document.state())
        except (CannotWriteError, UnreadableError) as error:
            self.say(f"unsaved work cannot be kept: {error}")
            return None
        self.delete_old()
        return path

    def set_aside_file(self) -> Path | None:
        """Keep the file in our place under another name, as it is."""
        assert self.place is not None
        path = self.free_name()
        try:
            self.place.rename(path)
        except OSError as error:
            self.say(f"unsaved work cannot be kept: {error.strerror}")
            return None
        self.delete_old()
        return path

    def free_name(self) -> Path:
        """A name with the time in it that is not taken."""
        stem = time.strftime("unsaved %Y-%m-%d %H.%M.%S")
        path = self.folder / f"{stem}{SUFFIX}"
        count = 2
        while path.exists():
            path = self.folder / f"{stem} ({count}){SUFFIX}"
            count += 1
        return path

    def aside(self) -> Iterator[Path]:
        """The sessions that were set aside, newest first."""
        yield from sorted(self.folder.glob(f"unsaved *{SUFFIX}"), reverse=True)

    def delete_old(self) -> None:
        for path in list(self.aside())[KEPT:]:
            with suppress(OSError):
                path.unlink()
