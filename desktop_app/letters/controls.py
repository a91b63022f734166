"""The controls of a page of letters: exhibit, size, letters, seed, and the training."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from core.letters.views import View
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Toggle
from desktop_app.letters.layout import LettersLayout
from desktop_app.letters.trainer import Trainer
from desktop_app.panes.lab import place
from desktop_app.theme import Theme

EXHIBITS = (("questions", "Three questions"), ("induction", "Induction"))
HEADS = (("1", "1 head"), ("2", "2 heads"), ("3", "3 heads"))
LAYERS = (("1", "1 layer"), ("2", "2 layers"))
MOST_SEED = 99


class LettersControls:
    """The widgets, made once for one sheet."""

    def __init__(self, theme: Theme, sheet: QWidget, rule: object) -> None:
        self.exhibit = Toggle(theme, "Exhibit", EXHIBITS, sheet)
        self.heads = Toggle(theme, "Heads", HEADS, sheet)
        self.layers = Toggle(theme, "Layers", LAYERS, sheet)
        self.field = SentenceField(theme, "Letters", rule, sheet)  # type: ignore[arg-type]
        self.draw = PressButton(theme, "New letters", sheet)
        self.seed = Stepper(theme, "Seed of the training", 0, MOST_SEED, sheet)
        self.train = PressButton(theme, "Train", sheet, primary=True)
        self.cancel = PressButton(theme, "Cancel", sheet)
        chain = self.chain()
        for first, second in zip(chain, chain[1:], strict=False):
            QWidget.setTabOrder(first, second)

    def chain(self) -> Sequence[QWidget]:
        """The order of Tab."""
        first: list[QWidget] = [self.exhibit, self.heads, self.layers, self.field, self.draw]
        return [*first, self.seed, self.train, self.cancel]

    def show_view(self, view: View, trainer: Trainer) -> None:
        """Stand where the view and the training stand."""
        asked = view.exhibit == "questions"
        self.exhibit.set_chosen(view.exhibit)
        self.heads.setVisible(asked)
        self.layers.setVisible(not asked)
        (self.heads if asked else self.layers).set_chosen(str(view.size))
        self.field.show_text(view.text)
        self.seed.show_value(view.seed)
        running = trainer.running
        self.cancel.setVisible(running)
        self.train.setText("Go on" if trainer.paused else "Pause" if running else "Train")
        starting = running and trainer.task is not None and not trainer.task.begun
        self.train.setEnabled(not starting and not trainer.obstacle())
        for widget in (self.heads, self.layers, self.seed, self.draw, self.field):
            widget.setEnabled(not running)

    def arrange(self, layout: LettersLayout, compact: bool) -> None:
        """The two rows of controls."""
        y, second = round(layout.control_y), layout.second_y
        self.exhibit.move(round(layout.pad), y)
        for toggle in (self.heads, self.layers):
            toggle.move(round(layout.right) - toggle.width(), y)
        wide = 208 if compact else 248
        place(self.field, QRectF(layout.pad, second, wide, 32))
        place(self.draw, QRectF(layout.pad + wide + 8, second, 104, 32))
        place(self.cancel, QRectF(layout.right - 80, second, 80, 32))
        left = layout.right - (80 if self.cancel.isHidden() else 168)
        place(self.train, QRectF(left, second, 80, 32))
        self.seed.move(round(layout.right) - 168 - 16 - self.seed.width(), round(second) + 4)
