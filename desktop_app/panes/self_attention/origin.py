"""Where embeddings and projections come from: random, a head of the network of letters, a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from core import rewording
from core.experiments.self_attention import LETTER_HEADS, Projections, SelfAttentionExperiment
from desktop_app import lettering
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import LABEL
from desktop_app.panes.self_attention.layout import SelfLayout
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.panes.self_attention.pane import SelfAttentionLab

RANDOM_NOTE, TRAINED_NOTE = "E and W: random, untrained", "trained, shipped weights"
GIVEN_NOTE = "E and W from a file"
CHOICES = (("seeded", "Random"), ("letters", "Trained"))
GIVEN_CHOICES = (("seeded", "Random"), ("given", "File"))
WORDS = {
    "seeded": "random, untrained",
    "letters": "a network of letters, trained",
    "given": "as the file has them",
}


class Origin:
    """The choice over the fan, and the head under it, made once for one lab."""

    def __init__(self, theme: Theme, lab: SelfAttentionLab) -> None:
        self.lab = lab
        self.choice = Toggle(theme, "Embeddings and projections", CHOICES, lab)
        self.given = Toggle(theme, "Embeddings and projections", GIVEN_CHOICES, lab)
        for choice in (self.choice, self.given):
            choice.set_compact(True)
            choice.chosen.connect(self.ask)
        self.head = Stepper(theme, "Head of the trained network", 1, LETTER_HEADS, lab)
        self.head.changed.connect(self.ask_head)

    @property
    def experiment(self) -> SelfAttentionExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    @property
    def note(self) -> str:
        """What the small type under X says."""
        notes = {"letters": TRAINED_NOTE, "given": GIVEN_NOTE, "seeded": RANDOM_NOTE}
        return notes[self.experiment.projections]

    @property
    def source(self) -> str:
        """What the status line says."""
        if self.experiment.given:
            return f"X and W from {self.experiment.file}"
        if not self.experiment.trained:
            return self.experiment.source
        return f"{TRAINED_NOTE}, head {self.experiment.head}"

    def show(self) -> None:
        """Stand where the experiment stands."""
        opened = bool(self.experiment.features)
        for choice, here in ((self.choice, not opened), (self.given, opened)):
            choice.setVisible(here)
            if here:
                choice.set_chosen(self.experiment.projections)
        self.head.setVisible(self.experiment.trained)
        self.head.show_value(self.experiment.head)

    def arrange(self, layout: SelfLayout) -> None:
        """The choice at the right end of the fan's head, the head over X."""
        up = 13 if self.lab.size_class.compact else 15  # clear of why a sentence is not taken
        for choice in (self.choice, self.given):
            left = max(layout.query.right() + 8 - choice.width(), layout.pad + 124)
            choice.move(round(left), round(layout.head_y) - up)
        self.head.move(round(layout.pad) + 40, round(layout.head_y) + 20)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The word beside the head's number."""
        if self.experiment.trained:
            room = QRectF(self.head.x() - 40, self.head.y(), 34, self.head.height())
            lettering.draw(painter, room, "head", LABEL, theme.ink2)

    def read(self, text: str) -> object:
        """What a text would be taken as. Raises ValueError, with a sentence."""
        return rewording.tokens_for(self.experiment, text)

    def ask(self, key: str) -> None:
        wanted: Projections = key  # type: ignore[assignment]
        try:
            edited = rewording.with_projections(self.experiment, wanted)
        except ValueError as error:
            self.show()
            self.lab.refused.emit(str(error))
            return
        self.lab.edited.emit(edited, f"E and W: {WORDS[key]}", None)

    def ask_head(self, head: int) -> None:
        what = f"head {head} of the trained network"
        self.lab.edited.emit(replace(self.experiment, head=head), what, None)
