"""Asking for a file's name and writing it in slices, with progress and Cancel."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app import vector
from desktop_app.files import choosing, messages
from desktop_app.instruments.press_button import FadingButton
from desktop_app.pictures.slices import Make, Slices, Writing

if TYPE_CHECKING:
    from desktop_app.window import Window

END = object()


class WritingDialog(QDialog):
    """How far the writing is, and Cancel. It closes by itself.

    signs: those that no face here has, as they are painted into the file. noun: what is counted.
    """

    def __init__(
        self, window: Window, writing: Writing, signs: Iterable[str] = (), noun: str = "page"
    ) -> None:
        super().__init__(window)
        self.window_, self.writing, self.signs, self.noun = window, writing, signs, noun
        writing.setParent(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Writing {writing.path.name}")
        self.setModal(True)
        self.words = label("a moment", self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.cancel = FadingButton("Cancel", self)
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
        self.words.setText(f"{self.noun} {min(done + 1, of):,} of {of:,}")

    def show_end(self, sentence: str) -> None:
        """Say how it ended, and close."""
        name = self.writing.path.name
        if sentence:
            messages.tell(self.window_, "The file was not written", [sentence])
        elif self.writing.written:
            told = vector.told_signs(set(self.signs))
            self.window_.bottom.status.say(f"wrote {name}; {told}" if told else f"wrote {name}")
        else:
            self.window_.bottom.status.say(f"cancelled; {name} was not written")
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.writing.cancel()
        super().closeEvent(event)

    def reject(self) -> None:
        self.writing.cancel()
        super().reject()  # hides it; closing asks for this, and stays open where nothing is hidden


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


def watched(make: Make, signs: set[str]) -> Make:
    """What is made, and which signs no face here has, slice by slice: the screen is not asked."""

    def run(result: list[bytes]) -> Slices:
        slices = make(result)
        while True:
            with vector.signs_into(signs):
                step = next(slices, END)
            if step is END:
                return
            yield step  # type: ignore[misc]

    return run


def begin(
    window: Window,
    title: str,
    kind: str,
    name: str,
    make: Make,
    signs: Iterable[str] = (),
    noun: str = "page",
) -> None:
    """Ask for the file's name, then write what `make` makes. name: with its ending.

    signs: those that no face here has, where the painting is done already.
    """
    found = set(signs)

    def act(path: Path) -> None:
        dialog = WritingDialog(window, Writing(path, watched(make, found)), found, noun)
        dialog.show()
        dialog.writing.start()

    choosing.choose_save(window, title, kind, Path(name).suffix, name, act)
