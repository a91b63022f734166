"""Writing a file in slices: a piece at a time, with the window alive between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from core.saved.writing import CannotWriteError, write_whole
from desktop_app.worker import Worker

WAIT_MS = 20  # between two looks at what another thread does
# What a slice may say: how much is done, of how much; None for "wait a moment".
Progress = tuple[int, int] | None
Slices = Iterator[Progress]
Make = Callable[[list[bytes]], Slices]  # puts the file's bytes into the list, in pieces or at once
LARGE = 2**22  # bytes; more of them are written in a thread


class CancelledError(Exception):
    """The writing was given up."""


class Putting(Worker):
    """Writes a large file; `sentence` says why it failed, "" for success."""

    def __init__(self, path: Path, pieces: list[bytes]) -> None:
        application = QCoreApplication.instance()
        assert application is not None
        super().__init__(application)
        self.path, self.pieces, self.sentence = path, pieces, ""
        application.aboutToQuit.connect(self.stop)

    def check(self) -> None:
        if self.cancelled.is_set():
            raise CancelledError

    def run(self) -> None:
        try:
            write_whole(self.path, self.pieces, self.check)
        except CannotWriteError as error:
            self.sentence = str(error)
        except CancelledError:
            self.sentence = "cancelled"


class Writing(QObject):
    """Runs the slices between events, then writes the file whole; a large one beside the window.

    progressed(done, of); ended(sentence): "" when the file is written or the writing cancelled.
    """

    progressed = Signal(int, int)
    ended = Signal(str)

    def __init__(self, path: Path, make: Make, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path, self.result, self.sentence = path, list[bytes](), ""
        self.slices: Slices | None = make(self.result)
        self.written, self.making = False, True
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.step)

    def start(self) -> None:
        self.timer.start(0)

    def step(self) -> None:
        """One slice; the last one writes the file."""
        if self.slices is None:
            return
        try:
            progress = next(self.slices)
        except StopIteration:
            if self.making and sum(map(len, self.result)) > LARGE:
                self.making, self.slices = False, self.put()
                self.timer.start(0)
                return
            self.slices = None
            self.ended.emit(self.write() if self.making else self.sentence)
            return
        except Exception:
            self.slices = None
            self.ended.emit(f"{self.path.name} was not written: something unexpected went wrong")
            raise
        if progress is not None:
            self.progressed.emit(*progress)
        self.timer.start(WAIT_MS if progress is None else 0)

    def write(self) -> str:
        """Put the bytes into the file. Returns why that failed, "" for success."""
        try:
            write_whole(self.path, self.result)
        except CannotWriteError as error:
            return str(error)
        self.written = True
        return ""

    def put(self) -> Slices:
        """Write in a thread and wait for it. Who cancels is left without a file, once it ends."""
        putting = Putting(self.path, self.result)
        putting.begin()
        try:
            while putting.isRunning():
                yield None
        finally:
            if putting.isRunning():
                putting.cancelled.set()
                putting.finished.connect(putting.deleteLater)
            else:
                self.sentence, self.written = putting.sentence, not putting.sentence
                putting.deleteLater()

    def cancel(self) -> None:
        """Stop; nothing is written, what was there stays."""
        if self.slices is not None:
            self.timer.stop()
            slices, self.slices = self.slices, None
            slices.close()  # type: ignore[attr-defined]  # a generator
            self.ended.emit("")
