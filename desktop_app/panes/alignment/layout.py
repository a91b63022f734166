"""Where everything stands in pane 03: pure geometry, in the lab's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

LARGEST_CELL, SQUARE, LARGEST_FLAT = 56.0, 17.0, 24.0
WORDS = 84.0  # room for the target words at the left of the matrix
MARKS = 26.0  # room for the marks at its right
SLANTED = 54.0  # room for the slanted source words over it
LINE, BAR_ROW = 20.0, 22.0
TALL = 680.0  # from here on nothing has to be close


@dataclass(frozen=True)
class AlignmentLayout:
    """Rectangles of the parts; matrix: of the cells alone, each `cell` wide and `row` high."""

    cell: float
    row: float
    controls_y: float
    sentence: QRectF
    head: QRectF
    matrix: QRectF
    ramp: QRectF
    next_words: QRectF
    step_head: QRectF
    table: QRectF
    context: QRectF
    switch: QRectF
    foot: QRectF

    @property
    def map(self) -> QRectF:
        """The rectangle of the map as a widget: its cells and the margin round them."""
        return self.matrix.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def alignment_layout(
    width: float, height: float, size_class: SizeClass, steps: int, words: int
) -> AlignmentLayout:
    """Lay pane 03 out for so many target and source words."""
    pad, tall = float(size_class.lab_padding), height > TALL
    content = width - 2 * pad
    compact = content < 740
    right = max(content * 0.38, 304.0 if not compact else 290.0)
    left = content - right - (24 if not compact else 16)
    sentence_y = 84.0 if tall else 78.0
    top = sentence_y + (48 if tall else 42)
    foot = QRectF(pad, height - 12 - 2 * LINE, content, 2 * LINE)
    bars = 5 if height >= 840 else 3
    next_words = QRectF(pad, foot.top() - 14 - bars * BAR_ROW, left, bars * BAR_ROW)
    matrix_top = top + LINE + SLANTED
    free = next_words.top() - 12 - 16 - 14 - matrix_top
    cell, row = cell_size(left - WORDS - MARKS, free, steps, words)
    matrix = QRectF(pad + WORDS, matrix_top, words * cell, steps * row)
    start = pad + content - right
    switch = QRectF(start, foot.top() - 14 - 24, right, 24)
    line = min(max(24.0, (height - 712) / 24 + 24), 36.0) if tall else 20.0
    context = QRectF(start, 0, right, 5 * line + 42)
    context.moveBottom(switch.top() - 8)
    table_top = top + (30 if tall else 24)
    table = QRectF(start - 8, table_top, right + 16, context.top() - 10 - table_top)
    return AlignmentLayout(
        cell=cell,
        row=row,
        controls_y=28.0,
        sentence=QRectF(pad, sentence_y, content, 32),
        head=QRectF(pad, top, left, LINE),
        matrix=matrix,
        ramp=QRectF(matrix.left(), matrix.bottom() + 14, 168, 16),
        next_words=next_words,
        step_head=QRectF(start, top, right, LINE),
        table=table,
        context=context,
        switch=switch,
        foot=foot,
    )


def cell_size(wide: float, high: float, steps: int, words: int) -> tuple[float, float]:
    """How wide and how high a cell is: square where squares are large enough to read."""
    cell, row = wide / words, high / steps
    side = min(cell, row, LARGEST_CELL)
    if side >= SQUARE:
        return float(int(side)), float(int(side))
    return min(cell, LARGEST_FLAT), min(row, LARGEST_FLAT)
