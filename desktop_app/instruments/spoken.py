"""Markdown with formulas as words that can be read aloud, and saying them at once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from core.prose import tokens
from core.read_out import read_out


@lru_cache(maxsize=1024)
def spoken(markdown: str) -> str:
    """The words of `markdown`, with its formulas read out: $d_k$ as "d k"."""
    parts: list[str] = []
    for token in tokens(markdown):
        for child in token.children or []:
            if child.type == "math_inline":
                parts.append(read_out(child.content))
            else:
                parts.append(" " if child.type in {"softbreak", "hardbreak"} else child.content)
    return "".join(parts)


def announce(widget: QWidget, message: str) -> None:
    """Let a screen reader say `message` now."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, message))
