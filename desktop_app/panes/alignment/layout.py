"""Where everything stands in pane 03: pure geometry, in the lab's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

LARGEST_CELL, SMALLEST_CELL = 56.0, 12.0
WORDS = 72.0  # room for the target words at the left of the matrix
MARKS = 26.0  # room for the marks at its right
SLANTED = 60.0  # room for the slanted source words over it


@dataclass(frozen=True)
class AlignmentLayout:
    """Rectangles of the parts; matrix: of the cells alone."""

    cell: float
    head: QRectF
    matrix: QRectF
    ramp: QRectF
    numbers: QRectF
    step_head: QRectF
    table: QRectF
    context: QRectF

    @property
    def map(self) -> QRectF:
        """The rectangle of the map as a widget: its cells and the margin round them."""
        return self.matrix.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def alignment_layout(
    width: float, height: float, size_class: SizeClass, steps: int, words: int
) -> AlignmentLayout:
    """Lay pane 03 out for so many target and source words."""
    pad = float(size_class.lab_padding)
    content = width - 2 * pad
    compact = content < 740
    right = max(content * 0.38, 296.0 if not compact else 290.0)
    left = content - right - (24 if not compact else 16)
    top = 104.0 if height > 680 else 92.0
    below = 160.0 if height > 680 else 136.0  # ramp and the numbers of the step
    room = left - WORDS - MARKS
    free = height - top - 24 - SLANTED - below
    cell = max(min(LARGEST_CELL, room // words, free // steps), SMALLEST_CELL)
    matrix = QRectF(pad + WORDS, top + 24 + SLANTED - 12, words * cell, steps * cell)
    ramp = QRectF(matrix.left(), matrix.bottom() + 16, 168, 16)
    bottom = height - 14
    # Results stand under the map's right end, or further right where the sums are longer.
    wide = min(max(matrix.right() - pad, 456.0), left)
    figures = QRectF(pad, bottom - (116 if height > 680 else 100), wide, 0)
    figures.setTop(max(ramp.bottom() + 18, figures.top()))
    figures.setBottom(bottom)
    start = pad + content - right
    lines = 5 * min(max(24.0, (height - 712) / 24 + 24), 36.0) if height > 680 else 105.0
    context_height = lines + 44
    table_top = top + (40 if height > 680 else 30)
    table = QRectF(start - 8, table_top, right + 16, bottom - context_height - 16 - table_top)
    return AlignmentLayout(
        cell=cell,
        head=QRectF(pad, top, left, 20),
        matrix=matrix,
        ramp=ramp,
        numbers=figures,
        step_head=QRectF(start, top, right, 20),
        table=table,
        context=QRectF(start, bottom - context_height, right, context_height),
    )
