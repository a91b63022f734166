"""Writing a file in slices: a piece at a time, with the window alive between two of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from core.saved.writing import CannotWriteError, write_whole

WAIT_MS = 20  # between two looks at what another thread does
# What a slice may say: how much is done, of how much; None for "wait a moment".
Progress = tuple[int, int] | None
Slices = Iterator[Progress]
Make = Callable[[list[bytes]], Slices]  # puts the file's bytes into the list at its end


class Writing(QObject):
    """Runs the slices between events, then writes the file whole.

    progressed(done, of); ended(sentence): "" when the file is written or the writing cancelled.
    """

    progressed = Signal(int, int)
    ended = Signal(str)

    def __init__(self, path: Path, make: Make, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path, self.result = path, list[bytes]()
        self.slices: Slices | None = make(self.result)
        self.written = False
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
            self.slices = None
            self.ended.emit(self.write())
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
            write_whole(self.path, self.result[0])
        except CannotWriteError as error:
            return str(error)
        self.written = True
        return ""

    def cancel(self) -> None:
        """Stop; nothing is written, what was there stays."""
        if self.slices is not None:
            self.timer.stop()
            slices, self.slices = self.slices, None
            slices.close()  # type: ignore[attr-defined]  # a generator
            self.ended.emit("")
