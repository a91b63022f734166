"""The page on which both translators are trained, in place of a slide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal

from desktop_app.frame.column_page import ColumnPage
from desktop_app.frame.dialogs import question_dialog
from desktop_app.session import Session
from desktop_app.theme import Theme
from desktop_app.training import words
from desktop_app.training.controls import INSTALL, Controls
from desktop_app.training.sheet import Sheet
from desktop_app.training.training import Training

WORDS = (
    "Both models learn from the same 40\N{NO-BREAK SPACE}000 sentences, on this computer. They "
    "differ in one switch: one looks back at every word through attention, the other keeps one "
    "fixed vector.\n\n"
    "Nobody tells them which word belongs to which. Watch the alignment sharpen by itself."
)


class TrainingPage(ColumnPage):
    """Left: seed, course, buttons, words. Right: what the training has come to. copied(text)."""

    copied = Signal(str)

    def __init__(self, theme: Theme, session: Session, training: Training) -> None:
        eyebrow, title = "02, 03 · Train it yourself", "Train the Translators"
        super().__init__(theme, session, eyebrow, title, WORDS)
        self.training = training
        self.controls = Controls(theme, training, self.column.words)
        self.column.stack.insert(2, (20, self.controls))
        self.controls.train.clicked.connect(self.copy_command)
        self.sheet = Sheet(theme, training)
        self.sheet.drop_wanted.connect(self.ask_to_drop)
        self.area.setWidget(self.sheet)
        training.changed.connect(self.refresh)

    def opened(self) -> None:
        super().opened()
        self.refresh()

    def refresh(self) -> None:
        """Draw everything, where it is seen."""
        if not self.isVisible():
            return
        before = self.controls.heightForWidth(self.controls.width())
        self.controls.refresh()
        if self.controls.heightForWidth(self.controls.width()) != before:
            self.column.arrange()
        self.sheet.refresh()
        self.fit()
        self.moved.emit()

    def copy_command(self) -> None:
        """Without PyTorch the button copies the command that gets it."""
        if self.training.worker.obstacle():
            self.copied.emit(INSTALL)

    def ask_to_drop(self) -> None:
        """Ask once before a pair is deleted."""
        name = self.training.chosen
        panes = " and ".join(f"{number:02d}" for number in self.training.panes_with(name))
        more = "It cannot be brought back, but trained again from its seed."
        if panes:
            more += f"\nPanes {panes} show the shipped translators again."
        question_dialog(self, f"Drop “{name}”?", more, "Drop", self.training.drop).show()

    def arrange_area(self) -> None:
        self.sheet.size_class = self.size_class
        self.fit()
        self.refresh()
        self.column.arrange()

    def fit(self) -> None:
        """As high as the window, or as high as the sheet needs."""
        room = self.area.viewport()
        self.sheet.resize(room.width(), max(room.height(), self.sheet.content_height()))

    def facts(self) -> Sequence[str]:
        training = self.training
        if not training.running:
            return ("two translators", "trained in a process of its own at low priority")
        name = words.pair_name(training.run_course, training.run_seed)
        return (words.doing(training.progress, training.paused), name)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        training = self.training
        return (
            ("seeds", lambda: training.set_seed(training.seed + 1)),
            ("courses", lambda: training.set_course("short")),
            ("trainings", training.train),
            ("cancelled trainings", training.cancel),
        )
