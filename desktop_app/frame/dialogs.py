"""The few dialogs: keys, about with licences, and a question. All fit a 1024 x 560 screen."""

from __future__ import annotations

import platform
from collections.abc import Callable
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop_app import keymap, lettering
from desktop_app.instruments.press_button import FadingButton

PACKAGES = (
    "PySide6-Essentials",
    "pyqtgraph",
    "numpy",
    "msgspec",
    "markdown-it-py",
    "ziamath",
    "torch",
)
LICENCES = """
<p><b>The Attention Mechanism</b> is free software under the MIT licence.</p>
<p><b>Qt</b> and <b>PySide6</b> are used under the GNU Lesser General Public License, version 3.
They are separate packages on your disk: you may replace them with versions of your own. The
licence comes with the package PySide6-Essentials.</p>
<p><b>Source Sans Pro</b> and <b>Source Serif Pro</b> (Adobe) and <b>STIX Two Math</b> (The STIX
Fonts project) are used under the SIL Open Font License 1.1; <b>DejaVu Sans</b> under its own free
licence.</p>
<p><b>pyqtgraph</b>, <b>markdown-it-py</b> and <b>ziamath</b> are under the MIT licence,
<b>NumPy</b>, <b>msgspec</b> and <b>PyTorch</b> under BSD licences.</p>
"""


def page_dialog(parent: QWidget, title: str, html: str, size: tuple[int, int]) -> QDialog:
    """A page of rich text with Close; it scrolls where the screen is small."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    page = QTextBrowser(dialog)
    page.setOpenExternalLinks(False)
    # The face has a semibold and no bold: anything heavier would be smeared from it.
    page.document().setDefaultStyleSheet("b, h1, h2, h3, th { font-weight: 600 }")
    page.setHtml(html)
    page.setAccessibleName(title)
    close = FadingButton("Close", dialog)
    close.setFixedSize(96, 32)
    close.clicked.connect(dialog.close)
    close.setDefault(True)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(24, 24, 24, 16)
    column.setSpacing(16)
    column.addWidget(page)
    column.addWidget(close, alignment=Qt.AlignmentFlag.AlignRight)
    dialog.resize(*size)
    return dialog


def keys_dialog(parent: QWidget) -> QDialog:
    """Every shortcut with what it does."""
    groups = (
        ("Everywhere", keymap.WINDOW),
        ("In the words at the left", keymap.WORDS),
        ("In a matrix", keymap.GRID),
        ("At a computed number, panes 02 to 09", keymap.SUMS),
        ("In the Try drawer, panes 02 to 09", keymap.TRY),
        ("02 The problem", keymap.PANES["bottleneck"]),
        ("03 Bahdanau attention", keymap.PANES["alignment"]),
        ("04 The abstraction", keymap.PANES["projection"]),
        ("05 Scaled dot-product attention", keymap.PANES["attention"]),
        ("06 Why scale?", keymap.PANES["variance"]),
        ("07 Multi-head attention", keymap.PANES["heads"]),
        ("08 Self-attention", keymap.PANES["self-attention"]),
        ("09 Cross-attention", keymap.PANES["cross"]),
        ("10 Knowledge check", keymap.PANES["quiz"]),
        ("11 Recap", keymap.PANES["recap"]),
        ("The article", keymap.ARTICLE),
        ("Practice", keymap.PRACTICE),
        ("Your tensors", keymap.TENSORS),
    )
    parts = ["<p>Click, drag and wheel do what these keys do. Tab goes from part to part.</p>"]
    for name, shortcuts in groups:
        rows = "".join(
            f"<tr><td width='150'><b>{escape(written(part.keys))}</b></td>"
            f"<td>{escape(part.words)}</td></tr>"
            for part in shortcuts
        )
        parts.append(f"<h3>{escape(name)}</h3><table cellpadding='3'>{rows}</table>")
    return page_dialog(parent, "Keys", "".join(parts), (560, 520))


def written(keys: str) -> str:
    """A key as this desktop writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys


def about_dialog(parent: QWidget) -> QDialog:
    """Versions and licences."""
    rows = "".join(
        f"<tr><td width='190'>{name}</td><td>{escape(version_of(name))}</td></tr>"
        for name in PACKAGES
    )
    system = escape(f"{platform.system()} {platform.release()}, Python {platform.python_version()}")
    html = (
        f"<h2>The Attention Mechanism {escape(own_version())}</h2>"
        "<p>ML 101 · Module 9 · Lesson 1. One lesson, a live laboratory in every pane.</p>"
        f"{LICENCES}<h3>Versions</h3><table cellpadding='2'>{rows}</table><p>{system}</p>"
    )
    dialog = page_dialog(parent, "About", html, (560, 520))
    dialog.setFont(lettering.font(lettering.LABEL))
    return dialog


def own_version() -> str:
    """This application's version, as its package says, else as the source tree says."""
    found = version_of("the-attention-mechanism")
    return "" if found == NOT_INSTALLED else found


NOT_INSTALLED = "not installed"


def version_of(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow, and nobody asks at start

    try:
        return version(package)
    except PackageNotFoundError:
        return NOT_INSTALLED


def report_dialog(parent: QWidget, text: str, copy: Callable[[str], object]) -> QDialog:
    """The full report of a problem, with a button that copies it."""
    html = (
        "<p>Something happened that should not have. Your experiments are unchanged. "
        f"The report below says what it was.</p><pre>{escape(text)}</pre>"
    )
    dialog = page_dialog(parent, "Problem report", html, (640, 480))
    button = FadingButton("Copy", dialog)
    button.setFixedSize(96, 32)
    button.clicked.connect(lambda: copy(text))
    column = dialog.layout()
    assert isinstance(column, QVBoxLayout)
    item = column.itemAt(1)
    last = None if item is None else item.widget()
    assert last is not None
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    row.addWidget(button)
    row.addWidget(last)
    column.addLayout(row)
    return dialog


def question_dialog(
    parent: QWidget, question: str, more: str, yes: str, act: Callable[[], object]
) -> QDialog:
    """A question with one way to go on and one to leave; `act` is called for the first."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(question)
    dialog.setModal(True)
    text = QLabel(question, dialog)
    text.setTextFormat(Qt.TextFormat.PlainText)
    text.setFont(lettering.font(lettering.HEAD))
    note = QLabel(more, dialog)
    go, leave = FadingButton(yes, dialog), FadingButton("Cancel", dialog)
    go.setProperty("primary", "true")
    for made in (go, leave):
        made.setFixedSize(96, 32)
    go.clicked.connect(act)
    go.clicked.connect(dialog.close)
    leave.clicked.connect(dialog.close)
    leave.setDefault(True)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(24, 24, 24, 16)
    column.setSpacing(8)
    column.addWidget(text)
    column.addWidget(note)
    buttons = QHBoxLayout()
    buttons.addStretch(1)
    buttons.addWidget(leave)
    buttons.addWidget(go)
    column.addSpacing(8)
    column.addLayout(buttons)
    return dialog
