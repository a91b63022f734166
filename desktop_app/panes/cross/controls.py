"""The controls of pane 09: examples, self or cross, swap, two sentences, two sizes."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.experiments.base import is_from_file
from core.experiments.cross import MAX_CROSS_KEY_SIZE, CrossExperiment
from core.shapes import counted
from core.translator import shelf
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.panes.cross.captions import shape_lines
from desktop_app.panes.cross.layout import CONTROL, CrossLayout, Sizes
from desktop_app.panes.cross.size_field import SizeField
from desktop_app.panes.cross.word_field import WordField
from desktop_app.panes.lab import button, place
from desktop_app.theme import Theme

EXAMPLES = (
    ("translation", "Translation"),
    ("trained", "Trained"),
    ("captioning", "Captioning"),
    ("speech", "Speech"),
)
FILE = ("file", "File")  # in front only while its numbers are there
MODES = (("self", "Self"), ("cross", "Cross"))
SWAP, SEGMENT, ROOM = 80, 62, 4
PAIR, PART_WORDS = 88, 64  # the button of pairs, and the word before the parts


class RoomyToggle(Toggle):
    """A toggle whose segments have a little more room, and one width where they are short."""

    def widths(self) -> list[float]:
        return [max(width + ROOM, SEGMENT) for width in super().widths()]


class Controls:
    """Makes the controls, shows an experiment in them, and puts them in their places."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        self.examples = RoomyToggle(theme, "Example", EXAMPLES, lab)
        self.mode = RoomyToggle(theme, "Keys and values", MODES, lab)
        self.swap = button("Swap", lab, "Exchange target and source (X)")
        self.part = Stepper(theme, "Part of the states", 1, 1, lab)
        self.part.setToolTip("other numbers of the states")
        self.pair = button("Next pair", lab, "Other translators read the same sentence")
        self.target = WordField(theme, "Target", "query", lab)
        self.source = WordField(theme, "Source", "key", lab)
        most = MAX_CROSS_KEY_SIZE
        self.query_size = SizeField(theme, "Columns of the queries, d k", "query", most, lab)
        self.key_size = SizeField(theme, "Columns of the keys, d k", "key", most, lab)
        for field, what in ((self.query_size, "queries"), (self.key_size, "keys")):
            field.setToolTip(f"numbers in the {what}: left half less, right half more")

    def first(self) -> tuple[QWidget, ...]:
        """In the order of the Tab key, before the matrices."""
        return (self.examples, self.mode, self.swap, self.pair, self.part,
                self.target, self.source)  # fmt: skip

    def last(self) -> tuple[QWidget, ...]:
        """After the matrices."""
        return self.query_size, self.key_size

    def show_experiment(self, experiment: CrossExperiment, pair: tuple[int, int] | None) -> None:
        """Show what is in force, without asking for anything."""
        own = experiment.mode == "self"
        from_file = is_from_file(experiment)
        options = (*EXAMPLES, FILE) if from_file else EXAMPLES
        if self.examples.options != options:
            self.examples.options = options
            self.examples.setFixedSize(self.examples.sizeHint())
        self.examples.set_chosen(FILE[0] if from_file else experiment.example)
        self.mode.set_chosen(experiment.mode)
        query, key = pair if pair is not None else (None, None)
        target, source = counts(experiment)
        self.target.show_tokens(experiment.tokens, query, target)
        self.source.setEnabled(not own)
        self.source.show_tokens(experiment.key_tokens, key, source)
        for part in (self.mode, self.swap, self.query_size, self.key_size):
            part.setVisible(not experiment.is_trained)  # a trained model reads one way only
        self.part.setVisible(experiment.is_trained)
        self.pair.setVisible(experiment.is_trained and len(shelf.names()) > 1)
        if not experiment.is_trained:
            self.query_size.show_value(len(experiment.query[0]))
            self.key_size.show_value(experiment.key_size)

    def arrange(self, layout: CrossLayout, sizes: Sizes) -> None:
        """Put everything where it belongs."""
        y, right = round(layout.control_y), round(layout.strip.right())
        self.examples.move(round(layout.strip.left()), y)
        place(self.swap, QRectF(right - SWAP, y, SWAP, CONTROL))
        self.mode.move(right - SWAP - 12 - self.mode.width(), y)
        self.part.show_value(min(sizes.part + 1, sizes.parts), sizes.parts)
        self.part.move(right - self.part.width(), y + (round(CONTROL) - self.part.height()) // 2)
        beside = self.part.x() - PART_WORDS - 16 - PAIR
        place(self.pair, QRectF(beside, y, PAIR, CONTROL))
        place(self.target, layout.target)
        place(self.source, layout.source)
        lines = shape_lines(layout, sizes)
        for name, field in (("query", self.query_size), ("key", self.key_size)):
            middle = lines[name].last
            field.move(
                round(middle.x() - field.width() / 2), round(middle.y() - field.height() / 2)
            )

    def note_room(self, layout: CrossLayout) -> QRectF:
        """The room between the examples and self or cross."""
        left = self.examples.geometry().right() + 17
        right = self.mode.x() - 16
        if self.mode.isHidden():
            right = self.part.x() - PART_WORDS - 16
            right -= 0 if self.pair.isHidden() else PAIR + 16
        return QRectF(left, layout.control_y, right - left, CONTROL)


def counts(experiment: CrossExperiment) -> tuple[str, str]:
    """How many words (patches, frames) the target and the keys' sentence have, in words."""
    target, source = experiment.units
    return counted(len(experiment.tokens), target), counted(len(experiment.key_tokens), source)
