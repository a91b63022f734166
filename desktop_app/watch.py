"""Notes everything that goes wrong while the program runs without a screen."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

# What the offscreen screen says for dialogs and menus; it means nothing for a real one.
OFFSCREEN_NOISE = "This plugin does not support"


@dataclass
class Watch:
    """Exceptions, in slots and elsewhere, and Qt's own warnings."""

    faults: list[str] = field(default_factory=list)

    def exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))

    def message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and OFFSCREEN_NOISE not in text:
            self.faults.append(f"Qt: {text}")

    def report(self) -> int:
        """Print the faults. Returns the exit code: 1 where there are any."""
        for fault in self.faults:
            print(fault, file=sys.stderr)
        return 1 if self.faults else 0


@contextmanager
def watching() -> Iterator[Watch]:
    """Note what goes wrong inside the block; an exception that leaves it is noted too."""
    watch = Watch()
    before = sys.excepthook
    sys.excepthook = watch.exception
    qInstallMessageHandler(watch.message)
    try:
        yield watch
    except Exception as error:  # it ends the run, and must be seen as all others
        watch.exception(type(error), error, error.__traceback__)
    finally:
        qInstallMessageHandler(None)
        sys.excepthook = before
