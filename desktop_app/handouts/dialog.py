"""File, Export, Handout: on which paper, in which theme, with which numbers; and the writing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.files import choosing, messages
from desktop_app.handouts import job
from desktop_app.handouts.beginning import beginning
from desktop_app.handouts.paper import Setting
from desktop_app.pictures.copies import theme_of

if TYPE_CHECKING:
    from desktop_app.window import Window

CHOICES = (
    ("paper", ("A4", "Letter")),
    ("theme", ("Light", "Dark")),
    ("numbers", ("As the labs are now", "As the lesson begins")),
)
LETTER_LANDS = {QLocale.MeasurementSystem.ImperialUSSystem}
SUFFIX = ".pdf"


class HandoutDialog(QDialog):
    """Three lists of one choice each, and Save."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window_ = window
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export handout")
        self.setModal(True)
        self.lists: dict[str, QListWidget] = {}
        self.cancel, self.save = QPushButton("Cancel", self), QPushButton("Save…", self)
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
        words = "Every slide on a page: its words, its lab and where the numbers come from."
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
        begin(window, f"{session.lesson.title} handout", partial(job.handout, window, of, setting))


class WritingDialog(QDialog):
    """How far the writing is, and Cancel. It closes by itself."""

    def __init__(self, window: Window, writing: job.Writing) -> None:
        super().__init__(window)
        self.window_, self.writing = window, writing
        writing.setParent(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Writing {writing.path.name}")
        self.setModal(True)
        self.words = label("laying out the first page", self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1)
        self.cancel = QPushButton("Cancel", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(self.words)
        column.addWidget(self.bar)
        column.addLayout(button_row(self.cancel))
        self.resize(400, 136)
        self.cancel.clicked.connect(self.close)
        writing.progressed.connect(self.show_progress)
        writing.ended.connect(self.show_end)

    def show_progress(self, done: int, of: int) -> None:
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.words.setText(f"page {min(done + 1, of)} of {of}")

    def show_end(self, sentence: str) -> None:
        """Say how it ended, and close."""
        name = self.writing.path.name
        if sentence:
            messages.tell(self.window_, "The file was not written", [sentence])
        elif self.writing.written:
            self.window_.bottom.status.say(f"wrote {name}")
        else:
            self.window_.bottom.status.say(f"cancelled; {name} was not written")
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.writing.cancel()
        super().closeEvent(event)

    def reject(self) -> None:  # Escape
        self.close()


def label(words: str, parent: QWidget) -> QLabel:
    made = QLabel(words, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def button_row(*buttons: QPushButton) -> QHBoxLayout:
    """Buttons at the right, the last one the way on."""
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    for button in buttons:
        button.setFixedSize(96, 32)
        button.setAutoDefault(False)
        row.addWidget(button)
    return row


def begin(window: Window, name: str, make: Callable[[list[bytes]], job.Slices]) -> None:
    """Ask for the file's name, then write what `make` makes, with progress and Cancel."""

    def act(path: Path) -> None:
        dialog = WritingDialog(window, job.Writing(path, make))
        dialog.show()
        dialog.writing.start()

    choosing.choose_save(window, "Export as PDF", "PDF", SUFFIX, name + SUFFIX, act)


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
    name = f"{session.lesson.title} summary"
    begin(window, name, partial(job.summary, window, session, setting))
