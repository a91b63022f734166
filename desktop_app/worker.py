"""A thread that computes while the window stays alive, and lets Python's garbage rest meanwhile.

Python collects cyclic garbage on whichever thread happens to allocate. Widgets that nothing
refers to would then be destroyed on the wrong thread, which ends the process. So no garbage is
collected while a worker runs; what is not part of a cycle is freed at once as always.
"""

from __future__ import annotations

import gc
from threading import Event

from PySide6.QtCore import QObject, QThread

_working: set[int] = set()


class Worker(QThread):
    """Subclasses compute in `run` and look at `cancelled`. begin and stop: on the main thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.cancelled = Event()
        self.finished.connect(self.rest)

    def begin(self) -> None:
        """Start at low priority."""
        _working.add(id(self))
        gc.disable()
        self.start(QThread.Priority.LowPriority)

    def rest(self) -> None:
        """Garbage is collected again once no worker runs."""
        _working.discard(id(self))
        if not _working:
            gc.enable()

    def stop(self) -> None:
        """Cancel and wait for the thread; a few milliseconds."""
        self.cancelled.set()
        self.wait()
        self.rest()
