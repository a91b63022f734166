"""The words of the sentence as a toggle: which of them asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.toggle import PADDING, Toggle
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme


class WordChips(Toggle):
    """One segment a word, the chosen one in Query blue. Keys are places from 1, as equal words
    may stand at several places."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(in_blue(theme), "Query", [("1", "")], parent)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(in_blue(theme))

    def show_words(self, words: Sequence[str], room: float) -> None:
        """Offer these words, cut where `room` px do not hold them all."""
        # The widest cut that lets every word in: long words give way, short ones stay whole.
        most = room
        while most > 12 and total(words, most) > room:
            most -= 4
        options = tuple(
            (str(place), lettering.fitted(word, LABEL.bold(), most))
            for place, word in enumerate(words, 1)
        )
        if options != self.options:
            self.options = options
            self.index = min(self.index, len(options) - 1)
            self.position = float(self.index)
            self.setFixedSize(self.sizeHint())
            self.announce()
            self.update()


def total(words: Sequence[str], most: float) -> float:
    """How wide the chips are with no word wider than `most`."""
    wide = [min(lettering.width(word, LABEL.bold()), most) + 2 * PADDING for word in words]
    return sum(wide) + 4


def in_blue(theme: Theme) -> Theme:
    """The theme in which what is chosen is a query."""
    return replace(theme, ink=theme.query.text)
