"""Small figures of masks: one mask in three forms, and two ways to align a causal one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from core import masks
from core.built_masks import forms
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.grid_marks import fill_hatched
from desktop_app.lettering import CAPTION, LABEL

LINE = 16
SMALLEST_WITH_TEXT = 12.0
NOTES = (
    ("may look", "True = may look: attn_mask of scaled_dot_product_attention"),
    ("hidden", "True = hidden: attn_mask and key_padding_mask of MultiheadAttention"),
    ("added", "0 or −∞, added to the scores: attn_mask of either, as numbers"),
)


class FormsFigure(Instrument):
    """True may look, True is hidden, 0 or minus infinity added: the same mask."""

    visible: npt.NDArray[np.bool_] = np.ones((1, 1), dtype=bool)

    def show_mask(self, visible: npt.NDArray[np.bool_]) -> None:
        self.visible = visible
        hidden = int((~visible).sum())
        self.setAccessibleName(
            f"The mask in three forms; {hidden} of {visible.size} pairs hidden. "
            + ". ".join(note for _, note in NOTES)
        )
        self.update()

    def cell(self, width: int) -> float:
        """How wide a cell is where three grids stand side by side."""
        return min(18.0, float((width - 2 * 16) // 3 // self.visible.shape[1]))

    def notes(self, width: int) -> list[str]:
        return [line for _, note in NOTES for line in lettering.wrapped(note, CAPTION, width)]

    def height_for(self, width: int) -> int:
        return round(24 + self.cell(width) * len(self.visible) + 12 + LINE * len(self.notes(width)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, made = self.theme, forms(self.visible)
            cell, columns = self.cell(self.width()), self.visible.shape[1]
            step = (self.width() - 3 * cell * columns) / 2 + cell * columns
            texts = (
                np.where(made.may_look, "T", "F"),
                np.where(made.hidden, "T", "F"),
                np.where(np.isneginf(made.added), "−∞", "0"),
            )
            for place, ((head, _), letters) in enumerate(zip(NOTES, texts, strict=True)):
                left = place * step
                room = QRectF(left, 0, cell * columns, 20)
                lettering.draw(painter, room, head, CAPTION, theme.ink2, lettering.CENTRE)
                paint_cells(painter, self, QRectF(left, 24, cell, cell), letters)
            y = 24 + cell * len(self.visible) + 12
            for line in self.notes(self.width()):
                lettering.draw(painter, QRectF(0, y, self.width(), LINE), line, CAPTION, theme.ink2)
                y += LINE


def paint_cells(
    painter: QPainter,
    figure: FormsFigure | AlignFigure,
    first: QRectF,
    letters: npt.NDArray[np.str_],
) -> None:
    """A grid with a letter in each cell; hidden pairs are hatched."""
    theme, cell = figure.theme, first.width()
    for row, line in enumerate(letters):
        for column, letter in enumerate(line):
            place = first.translated(column * cell, row * cell).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.fillRect(place, theme.sheet if figure.visible[row, column] else theme.sunken)
            if not figure.visible[row, column] and cell < SMALLEST_WITH_TEXT:
                fill_hatched(painter, place, theme)
            if cell >= SMALLEST_WITH_TEXT:
                colour = theme.ink if figure.visible[row, column] else theme.ink3
                style = CAPTION.sized(11)
                lettering.draw(painter, place, str(letter), style, colour, lettering.CENTRE)


class AlignFigure(Instrument):
    """A causal mask of fewer queries than keys, aligned at either corner."""

    visible: npt.NDArray[np.bool_] = np.ones((1, 1), dtype=bool)
    sizes = (2, 5)

    def show_sizes(self, queries: int, keys: int) -> None:
        """The learner's own sizes where they differ, else two queries and five keys."""
        self.sizes = (queries, keys) if queries != keys else (2, 5)
        self.update()

    def height_for(self, width: int) -> int:
        return round(20 + 16.0 * min(self.sizes[0], 6) + 8 + 2 * LINE)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, (rows, columns) = self.theme, self.sizes
            cell = min(16.0, (self.width() - 24) / 2 / columns, 96 / rows)
            half = (self.width() + 24) / 2
            for left, align, words in (
                (0.0, "top-left", ("counts from the first key", "is_causal in PyTorch")),
                (half, "bottom-right", ("ends at the last key", "right for a key cache")),
            ):
                self.visible = masks.causal(rows, columns, align)  # type: ignore[arg-type]
                room = QRectF(left, 0, half - 24, 18)
                lettering.draw(painter, room, align, LABEL.bold(), theme.ink)
                letters = np.where(self.visible, "T", "F")
                paint_cells(painter, self, QRectF(left, 20, cell, cell), letters)
                for place, line in enumerate(words):
                    below = QRectF(left, 20 + cell * rows + 6 + place * LINE, half - 24, LINE)
                    lettering.draw(painter, below, line, CAPTION, theme.ink2)
