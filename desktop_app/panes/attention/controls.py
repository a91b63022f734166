"""The controls of pane 05: the row at the top, and the steppers in the left corner."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.experiment import MAX_KEY_SIZE, MAX_TOKENS, AttentionExperiment
from desktop_app import formula, lettering
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Switch, Toggle
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.attention.layout import ChainLayout
from desktop_app.panes.lab import button
from desktop_app.sizes import SizeClass
from desktop_app.theme import Theme

MASKS = (("none", "None"), ("causal", "Causal"), ("padding", "Padding"), ("custom", "Custom"))


class Controls:
    """Mask, scale, Shuffle, Reset; n, d_k and the number of visible keys."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        self.mask = Toggle(theme, "Mask", MASKS, lab)
        self.scale = Switch(theme, "Scale by one over the square root of d k", lab)
        self.shuffle = button("Shuffle", lab, "New random numbers (R)")
        self.reset = button("Reset", lab, "Back to the pane's own numbers")
        self.tokens = Stepper(theme, "Number of words", 1, MAX_TOKENS, lab)
        self.key_size = Stepper(theme, "Key size d k", 1, MAX_KEY_SIZE, lab)
        self.visible_keys = Stepper(theme, "Visible keys", 0, MAX_TOKENS, lab)

    def all(self) -> list[QWidget]:
        """In the order of Tab."""
        return [
            self.mask,
            self.scale,
            self.shuffle,
            self.reset,
            self.tokens,
            self.key_size,
            self.visible_keys,
        ]

    def show_experiment(self, experiment: AttentionExperiment) -> None:
        self.mask.set_chosen("custom" if experiment.mask == "built" else experiment.mask)
        self.scale.set_on(experiment.scaled)
        self.tokens.show_value(len(experiment.tokens))
        self.key_size.show_value(experiment.key_size)
        if experiment.visible_keys is not None:
            self.visible_keys.show_value(experiment.visible_keys, len(experiment.key_tokens))
        self.visible_keys.setVisible(experiment.mask == "padding")

    def steppers(self) -> list[Stepper]:
        """Those on show, top to bottom."""
        shown = [self.tokens, self.key_size]
        if not self.visible_keys.isHidden():
            shown.append(self.visible_keys)
        return shown

    def arrange(self, layout: ChainLayout, size_class: SizeClass, width: int) -> None:
        """The row at the top, the steppers at the foot of the left corner."""
        pad, y, compact = size_class.lab_padding, round(layout.control_y), size_class.compact
        self.mask.set_compact(compact)
        self.mask.move(pad + (36 if compact else 40), y)
        self.scale.move(self.mask.geometry().right() + (16 if compact else 28) + 40, y + 4)
        right, wide = width - pad, 68 if compact else 72
        self.reset.setGeometry(right - wide, y, wide, 32)
        self.shuffle.setVisible(not compact)
        self.shuffle.setGeometry(right - 72 - 8 - 80, y, 80, 32)
        bottom, step = round(layout.scrub.bottom()), 26 if compact else 28
        for row, stepper in enumerate(reversed(self.steppers())):
            stepper.move(round(layout.scrub.left()) + 30, bottom - 22 - row * step)

    def paint_labels(self, painter: QPainter, pad: int, theme: Theme) -> None:
        """The words beside the controls."""
        y = self.mask.y()
        lettering.draw(painter, QRectF(pad, y, 40, 32), "Mask", LABEL, theme.ink2)
        scale = QRectF(self.scale.x() - 40, y, 36, 32)
        lettering.draw(painter, scale, "Scale", LABEL, theme.ink2)
        root = QRectF(self.scale.geometry().right() + 12, y, 60, 32)
        formula.draw_in(painter, root, r"\div\sqrt{d_k}", 15, theme, "left", False, theme.ink2)
        names = {self.tokens: "n", self.key_size: "d_k"}
        for stepper in self.steppers():
            room = QRectF(pad, stepper.y(), 28, stepper.height())
            if stepper is self.visible_keys:
                lettering.draw(painter, room, "keys", CAPTION, theme.key.text)
                continue
            latex = names[stepper]
            formula.draw_in(painter, room, latex, 15, theme, "left", False, theme.ink2)
