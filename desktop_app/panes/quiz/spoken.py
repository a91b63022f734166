"""Markdown with formulas as words that can be read aloud, and saying them at once."""

from __future__ import annotations

import re

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.prose import plain_text

READINGS = (
    (re.compile(r"\\sqrt\{([^{}]*)\}"), r"the square root of \1"),
    (re.compile(r"\\[a-z]+\{([^{}]*)\}"), r"\1"),  # \mathrm{model} and the roles
    (re.compile(r"[{}]"), ""),
    (re.compile(r"(?<=\w)_(?=\w)"), " "),
)


def spoken(markdown: str) -> str:
    """The words of `markdown`, with its formulas read out: $d_k$ as "d k"."""
    text = plain_text(markdown)
    for pattern, reading in READINGS:
        text = pattern.sub(reading, text)
    return text


def announce(widget: QWidget, message: str) -> None:
    """Let a screen reader say `message` now."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, message))
