"""Where embeddings and projections come from: random, or a head of the network of letters."""

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
CHOICES = (("seeded", "Random"), ("letters", "Trained"))


class Origin:
    """The choice over the fan, and the head under it, made once for one lab."""

    def __init__(self, theme: Theme, lab: SelfAttentionLab) -> None:
        self.lab = lab
        self.choice = Toggle(theme, "Embeddings and projections", CHOICES, lab)
        self.choice.set_compact(True)
        self.choice.chosen.connect(self.ask)
        self.head = Stepper(theme, "Head of the trained network", 1, LETTER_HEADS, lab)
        self.head.changed.connect(self.ask_head)

    @property
    def experiment(self) -> SelfAttentionExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    @property
    def note(self) -> str:
        """What the small type under X says."""
        return TRAINED_NOTE if self.experiment.trained else RANDOM_NOTE

    @property
    def source(self) -> str:
        """What the status line says."""
        if not self.experiment.trained:
            return self.experiment.source
        return f"{TRAINED_NOTE}, head {self.experiment.head}"

    def show(self) -> None:
        """Stand where the experiment stands."""
        self.choice.set_chosen(self.experiment.projections)
        self.head.setVisible(self.experiment.trained)
        self.head.show_value(self.experiment.head)

    def arrange(self, layout: SelfLayout) -> None:
        """The choice at the right end of the fan's head, the head over X."""
        left = max(layout.query.right() + 8 - self.choice.width(), layout.pad + 124)
        up = 13 if self.lab.size_class.compact else 15  # clear of why a sentence is not taken
        self.choice.move(round(left), round(layout.head_y) - up)
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
        wanted: Projections = "letters" if key == "letters" else "seeded"
        edited = rewording.with_projections(self.experiment, wanted)
        trained = "a network of letters, trained" if edited.trained else "random, untrained"
        self.lab.edited.emit(edited, f"E and W: {trained}", None)

    def ask_head(self, head: int) -> None:
        what = f"head {head} of the trained network"
        self.lab.edited.emit(replace(self.experiment, head=head), what, None)
