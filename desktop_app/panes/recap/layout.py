"""Where everything stands in pane 11: pure geometry, in the lab's own pixels.

The lower block (challenges, next lesson, buttons) hangs from the bottom; formula and matrices
share what is left above it. Type and cells take the largest step that fits.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app import formula
from desktop_app.sizes import SizeClass

STEPS = ((60.0, 44.0), (48.0, 32.0), (38.0, 24.0), (32.0, 20.0))  # formula size, cell
SIDE = 5  # cells of the reference matrix; others share its square
OUTSET = 8.0  # how far the band of a column stands out
LABEL_ROW, HEAD_ROW = 16.0, 36.0
STRIP_REST = 80.0  # what a column needs beside its matrix
LEAST_HEIGHT = 568


@dataclass(frozen=True)
class RecapLayout:
    """Rectangles of the parts. size: px to the em of the formula; pitch: from matrix to matrix."""

    size: float
    cell: float
    pitch: float
    parts: QRectF
    head: QRectF
    strip: QRectF
    line_y: float
    challenges: QRectF
    card: QRectF
    buttons: QRectF


def gaps(size: float) -> tuple[float, float]:
    """The room of the leader lines over and under a formula."""
    return (20.0, 30.0) if size >= 38 else (14.0, 22.0)


def parts_height(latex: str, size: float) -> float:
    """The height of the formula with its leader lines and labels."""
    return formula.box(latex, size).height + sum(gaps(size)) + 2 * LABEL_ROW


def recap_layout(width: float, height: float, size_class: SizeClass, latex: str) -> RecapLayout:
    """Lay pane 11 out for a lab of this size."""
    height = max(height, LEAST_HEIGHT)
    pad = float(size_class.lab_padding)
    content = width - 2 * pad
    tight = size_class.compact or height < 664
    bottom, button, gap, card = (16, 32, 16, 72) if tight else (24, 40, 24, 80)
    buttons = QRectF(pad, height - bottom - button, content, button)
    card_top = buttons.top() - gap - card
    line_y = card_top - (13 if tight else 17)
    top = 24.0 if tight else 36.0
    size, cell = fitting_step(content, line_y - top, latex, tight)
    tall = parts_height(latex, size)
    strip = SIDE * cell + STRIP_REST
    spare = line_y - top - tall - LABEL_ROW - strip - 13
    lower = min(spare * 0.44, 96.0)
    parts = QRectF(pad, top, content, tall)
    strip_top = line_y - lower - strip
    head = QRectF(pad, strip_top - 13 - LABEL_ROW, content, LABEL_ROW)
    pitch = (content - SIDE * cell - 8) / 4
    wide = min(content * 0.46, 480.0 if size_class.name == "large" else 368.0)
    return RecapLayout(
        size=size,
        cell=cell,
        pitch=min(pitch, 7 * cell) if size_class.compact else pitch,
        parts=parts,
        head=head,
        strip=QRectF(pad - OUTSET, strip_top, content + 2 * OUTSET, strip),
        line_y=line_y,
        challenges=QRectF(pad, card_top, content - wide - 24, card),
        card=QRectF(pad + content - wide, card_top, wide, card),
        buttons=buttons,
    )


def fitting_step(content: float, room: float, latex: str, tight: bool) -> tuple[float, float]:
    """The largest formula and cells that fit; the smallest where none does."""
    for size, cell in STEPS if not tight else STEPS[-1:]:
        wide = formula.box(latex, size).width
        columns = 5 * (SIDE * cell + 8) + 4 * 24
        tall = parts_height(latex, size) + SIDE * cell + STRIP_REST + LABEL_ROW + 13 + 32
        if max(wide, columns) <= content and tall <= room:
            return size, cell
    size, cell = STEPS[-1]
    wide = formula.box(latex, size).width
    return (size if wide <= content else size * content / wide), cell
