"""An exception that nobody expected: noted in full, told in one sentence, never swallowed."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

SENTENCE = "something unexpected went wrong; your work is unchanged (Help > Problem report)"
LONGEST = 20  # reports kept for one run


class Problems:
    """Takes the place of sys.excepthook. `tell` gets the sentence for the learner."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.reports: list[str] = []
        self.tell: Callable[[str], object] = lambda sentence: None

    def install(self) -> None:
        sys.excepthook = self.note

    def note(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        """Keep a report, write it to the terminal and to the file, and tell the learner."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        report = "".join(traceback.format_exception(kind, error, trace))
        self.reports = [*self.reports, report][-LONGEST:]
        print(report, file=sys.stderr)
        self.write()
        self.tell(SENTENCE)

    def write(self) -> None:
        """Put the reports of this run into the file; a place that cannot be written is no excuse
        for a second problem."""
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(self.text(), encoding="utf-8")
        except OSError as failure:
            print(f"the report could not be written to {self.file}: {failure}", file=sys.stderr)

    def text(self) -> str:
        """All reports, newest last."""
        return "\n\n".join(self.reports)
