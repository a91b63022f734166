"""Asking for a file's name and writing it in slices, with progress and Cancel."""

from __future__ import annotations

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

from desktop_app.files import choosing, messages
from desktop_app.pictures.slices import Make, Writing

if TYPE_CHECKING:
    from desktop_app.window import Window


class WritingDialog(QDialog):
    """How far the writing is, and Cancel. It closes by itself."""

    def __init__(self, window: Window, writing: Writing) -> None:
        super().__init__(window)
        self.window_, self.writing = window, writing
        writing.setParent(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Writing {writing.path.name}")
        self.setModal(True)
        self.words = label("a moment", self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
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


def begin(window: Window, title: str, kind: str, name: str, make: Make) -> None:
    """Ask for the file's name, then write what `make` makes. name: with its ending."""

    def act(path: Path) -> None:
        dialog = WritingDialog(window, Writing(path, make))
        dialog.show()
        dialog.writing.start()

    choosing.choose_save(window, title, kind, Path(name).suffix, name, act)
