"""The page "Watch heads learn": three questions and induction, in networks of letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.letters.exhibits import TESTED
from desktop_app.frame.sheet_page import SheetPage
from desktop_app.letters.sheet import LettersSheet
from desktop_app.session import Session
from desktop_app.theme import Theme
from desktop_app.worker_process import WorkerProcess

TESTED_WORDS = f"figures of {TESTED} unseen rows"
QUESTIONS = """Eight letters go in. At each, a network of one attention layer answers three
questions: which letter comes before, which comes after, which stands first? Nothing but an
attention weight can carry a letter from one place to another.

With *three heads*, each soon takes a question of its own. With *one*, three answers must share
one map. Press **Train** and watch the maps change from grey to crisp: entropy falls from 100 %
(all letters alike) to 0 (one letter).

**Induction** needs two layers: the first moves each letter one place on, the second looks for the
place where this letter was before and reads what followed it then (Olsson et al. 2022)."""


class LettersPage(SheetPage):
    """Words at the left, the sheet at the right; low windows scroll it."""

    def __init__(self, theme: Theme, session: Session, worker: WorkerProcess | None) -> None:
        words = " ".join(QUESTIONS.split("\n")).replace("  ", "\n\n")
        super().__init__(theme, session, "Trained on letters", "Watch Heads Learn", words)
        self.sheet = LettersSheet(theme, worker, self)
        self.show_sheet(self.sheet)
        self.sheet.said.connect(self.said)
        self.sheet.changed.connect(self.moved)

    def stop(self) -> None:
        self.sheet.trainer.cancel()

    def facts(self) -> Sequence[str]:
        sheet = self.sheet
        task, count = sheet.view.task, sheet.view.size
        noun = "head" if sheet.exhibit == "questions" else "layer"
        size = f"{count} {noun}{'s' * (count != 1)}"
        return (
            f"n = {task.length}",
            f"{task.alphabet} letters",
            size,
            TESTED_WORDS,
            sheet.source_now,
        )

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        controls = self.sheet.controls
        return (
            ("letters drawn", controls.draw.click),
            ("letters typed", lambda: controls.field.type_and_enter("abcdefgh")),
            ("letters refused", lambda: controls.field.type_and_enter("xyz 12")),
            ("one head", lambda: self.sheet.ask_size("1")),
            ("two heads", lambda: self.sheet.ask_size("2")),
            ("induction", lambda: self.sheet.open_exhibit("induction")),
            ("one layer", lambda: self.sheet.ask_size("1")),
            ("questions", lambda: self.sheet.open_exhibit("questions")),
        )
