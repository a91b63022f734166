"""What went wrong with a file, in a dialog: a line at the window's foot would cut it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from desktop_app.instruments.press_button import FadingButton

if TYPE_CHECKING:
    from desktop_app.window import Window

Way = tuple[str, Callable[[], object] | None]


def tell(window: Window, title: str, sentences: Sequence[str]) -> QDialog:
    """Sentences that stay until they are read, and can be copied."""
    return ask(window, title, sentences, [("Close", None)])


def ask(window: Window, title: str, sentences: Sequence[str], ways: Sequence[Way]) -> QDialog:
    """Sentences, and a button for each way on; the last is the one that Enter takes."""
    dialog = QDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setModal(True)
    text = QPlainTextEdit("\n\n".join(ended(sentence) for sentence in sentences), dialog)
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setAccessibleName(title)
    row = QHBoxLayout()
    row.addStretch(1)
    for words, act in ways:
        button = FadingButton(words, dialog)
        button.setFixedHeight(32)
        button.setMinimumWidth(96)
        if act is not None:
            button.clicked.connect(act)
        button.clicked.connect(dialog.close)
        button.setAutoDefault(False)
        row.addWidget(button)
    button.setDefault(True)
    button.setProperty("primary", "true")
    column = QVBoxLayout(dialog)
    column.setContentsMargins(24, 24, 24, 16)
    column.setSpacing(16)
    column.addWidget(text)
    column.addLayout(row)
    dialog.resize(480, 200 if len(sentences) < 3 else 320)
    button.setFocus()
    dialog.show()
    return dialog


def ended(sentence: str) -> str:
    """A sentence with its full stop. How it begins stays: often that is the name of a file."""
    return sentence if sentence.endswith((".", "!", "?", ":")) else f"{sentence}."
