"""File, Export, Handout: on which paper, in which theme, with which numbers; and the writing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QListWidget,
    QVBoxLayout,
)

from desktop_app.handouts import job
from desktop_app.handouts.beginning import beginning
from desktop_app.handouts.paper import Setting
from desktop_app.instruments.press_button import FadingButton
from desktop_app.pictures.copies import theme_of
from desktop_app.pictures.progress import begin, button_row, label

if TYPE_CHECKING:
    from desktop_app.window import Window

CHOICES = (
    ("paper", ("A4", "Letter")),
    ("theme", ("Light", "Dark")),
    ("numbers", ("As the labs are now", "As the lesson begins")),
)
LETTER_LANDS = {QLocale.MeasurementSystem.ImperialUSSystem}


class HandoutDialog(QDialog):
    """Three lists of one choice each, and Save."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window_ = window
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export handout")
        self.setModal(True)
        self.lists: dict[str, QListWidget] = {}
        self.cancel, self.save = FadingButton("Cancel", self), FadingButton("Save…", self)
        grid = QGridLayout()
        grid.setSpacing(8)
        grid.setHorizontalSpacing(16)
        for place, (name, choices) in enumerate(CHOICES):
            made = self.lists[name] = QListWidget(self)
            made.setAccessibleName(name)
            made.addItems(list(choices))
            made.setCurrentRow(0)
            grid.addWidget(label(name.capitalize(), self), 0, place)
            grid.addWidget(made, 1, place)
            grid.setColumnStretch(place, 2 if name == "numbers" else 1)
        if QLocale().measurementSystem() in LETTER_LANDS:
            self.lists["paper"].setCurrentRow(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        words = "Every pane on a page: its words, its lab and where the numbers come from."
        column.addWidget(label(words, self))
        column.addLayout(grid)
        column.addLayout(button_row(self.cancel, self.save))
        self.save.setProperty("primary", "true")
        self.save.setDefault(True)
        self.cancel.clicked.connect(self.close)
        self.save.clicked.connect(self.choose)
        self.resize(560, 264)

    def row(self, name: str) -> int:
        return max(self.lists[name].currentRow(), 0)

    def choose(self) -> None:
        """Ask for the file's name and begin."""
        window = self.window_
        session = window.session
        assert session is not None
        theme = theme_of(window, ("light", "dark")[self.row("theme")])
        setting = Setting(("a4", "letter")[self.row("paper")], theme, session.lesson.title)
        of = beginning(session, window) if self.row("numbers") else session
        self.close()
        name = f"{session.lesson.title} handout.pdf"
        begin(window, "Export handout", "PDF", name, partial(job.handout, window, of, setting))


def ask(window: Window) -> HandoutDialog | None:
    """Open the dialog; None before there is a lesson."""
    if window.session is None:
        return None
    dialog = HandoutDialog(window)
    dialog.show()
    return dialog


def ask_summary(window: Window) -> None:
    """The recap on one page: in the light theme, on the paper of the country."""
    session = window.session
    if session is None:
        return
    paper = "letter" if QLocale().measurementSystem() in LETTER_LANDS else "a4"
    setting = Setting(paper, theme_of(window, "light"), session.lesson.title)
    name = f"{session.lesson.title} summary.pdf"
    begin(window, "Export summary", "PDF", name, partial(job.summary, window, session, setting))
