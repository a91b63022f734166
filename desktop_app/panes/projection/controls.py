"""The controls of pane 04: which word asks, d_k, the sharpness, and the projection shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.experiment import ProjectionExperiment
from core.experiments.projection import MAX_SHARPNESS
from desktop_app import formula, lettering, numbers
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.toggle import Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.lettering import LABEL
from desktop_app.panes.lab import button
from desktop_app.panes.projection.layout import ProjectionLayout
from desktop_app.panes.projection.lookups import slider_y
from desktop_app.panes.projection.word_chips import WordChips
from desktop_app.theme import Theme

TICKS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
TICK_LABELS = ("0", "½", "1", "2", "4", "8")
SHOWN_ROLES = (("query", "Q"), ("key", "K"), ("value", "V"))


class Controls:
    """Query, d_k, Shuffle, Reset; the sharpness; Q, K or V where d_k 4 leaves room for one."""

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        self.words = WordChips(theme, lab)
        self.key_size = Toggle(theme, "d k", (("2", "2"), ("4", "4")), lab)
        self.shuffle = button("Shuffle", lab, "New random X and projections (R)")
        self.reset = button("Reset", lab, "Back to the pane's own numbers")
        self.box = ValueBox(theme, "sharpness", a_sharpness, lab)
        self.box.setFixedSize(48, 32)
        self.slider = TickSlider(
            theme, "sharpness", TICKS, TICK_LABELS, lab, places=lambda value: value
        )
        self.role = Toggle(theme, "projection shown", SHOWN_ROLES, lab)

    def show_experiment(self, experiment: ProjectionExperiment) -> None:
        """Stand where the experiment stands; the words are shown once there is a layout."""
        self.key_size.set_chosen(str(experiment.key_size))
        self.role.set_chosen(experiment.product[0])
        self.role.setVisible(experiment.key_size > 2)
        self.slider.show_value(experiment.sharpness)
        self.box.show_text(sharpness_text(experiment.sharpness))

    def arrange(self, layout: ProjectionLayout, words: tuple[str, ...], width: int) -> None:
        """The row at the top, the toggle over the projections, the sharpness at the right."""
        y, left = round(layout.control_y), round(layout.pad)
        right = width - left
        self.reset.setGeometry(right - 72, y, 72, 32)
        self.shuffle.setGeometry(right - 72 - 8 - 80, y, 80, 32)
        self.words.show_words(words, right - 160 - (left + 48) - 148)
        self.words.move(left + 48, y)
        self.key_size.move(self.words.geometry().right() + 61, y)
        self.role.move(round(layout.toggle.x()), round(layout.toggle.y()))
        top, start = round(slider_y(layout)), round(layout.lookups.left()) + 68
        self.box.move(start, top)
        wide = round(layout.lookups.right()) - start - 62 + 6
        self.slider.setGeometry(start + 62, top - 4, wide, 48)

    def paint_labels(self, painter: QPainter, layout: ProjectionLayout, theme: Theme) -> None:
        """The words beside the controls."""
        y = self.words.y()
        lettering.draw(painter, QRectF(layout.pad, y, 44, 32), "Query", LABEL, theme.ink2)
        symbol = QRectF(self.key_size.x() - 40, y, 28, 32)
        formula.draw_in(painter, symbol, "d_k", 19, theme, lettering.RIGHT, False, theme.ink)
        sharpness = QRectF(layout.lookups.left(), self.box.y(), 64, 32)
        lettering.draw(painter, sharpness, "Sharpness", LABEL, theme.ink2)


def sharpness_text(value: float) -> str:
    """A sharpness as its box shows it: short, with as many decimals as it has."""
    return numbers.precise(value)


def a_sharpness(value: float) -> float:
    """A sharpness this lab takes. Raises ValueError with the rule."""
    if not 0 <= value <= MAX_SHARPNESS:
        raise ValueError(f"sharpness must be a number from 0 to {MAX_SHARPNESS:.0f}")
    return value
