"""What went wrong with a file, in a dialog: a line at the window's foot would cut it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout

from desktop_app import lettering
from desktop_app.instruments.press_button import FadingButton

if TYPE_CHECKING:
    from desktop_app.window import Window

Way = tuple[str, Callable[[], object] | None]
WIDTH, PADDING, SCROLL_BAR = 480, 24, 8
MOST_TEXT = 240  # px; a longer text scrolls


def tell(window: Window, title: str, sentences: Sequence[str]) -> QDialog:
    """Sentences that stay until they are read, and can be copied."""
    return ask(window, title, sentences, [("Close", None)])


def ask(window: Window, title: str, sentences: Sequence[str], ways: Sequence[Way]) -> QDialog:
    """Sentences, and a button for each way on; the last is the one that Enter takes."""
    dialog = QDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setModal(True)
    head = QLabel(title, dialog)
    head.setTextFormat(Qt.TextFormat.PlainText)
    head.setFont(lettering.font(lettering.HEAD))
    text = words_of(title, sentences, dialog)
    row = QHBoxLayout()
    row.setSpacing(8)
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
    column.setContentsMargins(PADDING, PADDING, PADDING, 16)
    column.setSpacing(8)
    column.addWidget(head)
    column.addWidget(text)
    column.addSpacing(8)
    column.addLayout(row)
    dialog.setFixedWidth(WIDTH)
    dialog.adjustSize()
    button.setFocus()
    dialog.show()
    return dialog


def words_of(title: str, sentences: Sequence[str], dialog: QDialog) -> QPlainTextEdit:
    """The sentences, one a paragraph: to read and to copy, as high as they are."""
    text = QPlainTextEdit("\n\n".join(ended(sentence) for sentence in sentences), dialog)
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    text.setAccessibleName(title)
    text.setProperty("quiet", "true")
    text.document().setDocumentMargin(0)
    text.ensurePolished()  # the style sheet's face and size are those it is measured in
    whole = QTextDocument(text.toPlainText())
    whole.setDefaultFont(text.font())
    whole.setDocumentMargin(0)
    whole.setTextWidth(WIDTH - 2 * PADDING - SCROLL_BAR)
    text.setFixedHeight(min(round(whole.size().height()) + 4, MOST_TEXT))
    return text


def ended(sentence: str) -> str:
    """A sentence with its full stop. How it begins stays: often that is the name of a file."""
    return sentence if sentence.endswith((".", "!", "?", ":")) else f"{sentence}."
