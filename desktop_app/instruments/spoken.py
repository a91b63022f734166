"""Markdown with formulas as words that can be read aloud, and saying them at once."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from desktop_app.instruments.prose import spoken

__all__ = ["announce", "spoken"]


def announce(widget: QWidget, message: str) -> None:
    """Let a screen reader say `message` now."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, message))
