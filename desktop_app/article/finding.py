"""Looks for words in the article and walks through the places where they stand."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, Signal

from desktop_app.article.find_bar import FindBar
from desktop_app.article.sheet import Sheet
from desktop_app.article.words import Words


class Match(NamedTuple):
    """One place: the paragraph, and the character at which it begins."""

    words: Words
    start: int


class Finding(QObject):
    """shown(y): a match at this height of the sheet is to be brought into view."""

    shown = Signal(float)

    def __init__(self, bar: FindBar, sheet: Sheet) -> None:
        super().__init__(bar)
        self.bar, self.sheet = bar, sheet
        self.matches: list[Match] = []
        self.at = 0
        bar.sought.connect(self.seek)
        bar.stepped.connect(self.step)

    def seek(self, sought: str) -> None:
        """Find every place and go to the first."""
        self.matches = [
            Match(words, start)
            for words in self.sheet.paragraphs
            for start in words.matches(sought)
        ]
        self.at = 0
        self.mark(sought)

    def step(self, by: int) -> None:
        """To the next or the last match; after the last comes the first."""
        if self.matches:
            self.at = (self.at + by) % len(self.matches)
            self.mark(self.bar.field.text())

    def clear(self) -> None:
        """Take the marks away."""
        self.matches = []
        for words in self.sheet.paragraphs:
            words.show_found("", None)

    def mark(self, sought: str) -> None:
        """Mark what was found and bring the current match into view."""
        current = self.matches[self.at] if self.matches else None
        for words in self.sheet.paragraphs:
            here = current is not None and current.words is words
            words.show_found(sought, current.start if here and current is not None else None)
        self.bar.show_count(self.at + 1, len(self.matches))
        if current is not None:
            top = current.words.mapTo(self.sheet, QPoint(0, 0)).y()
            self.shown.emit(top + current.words.y_of(current.start))
