"""Where everything stands in pane 05: pure geometry, in the lab's own pixels.

The upper band holds K transposed over the scores, Q at their left, then scaled and masked scores;
the lower band holds weights, V and the output. All matrices of a band share their rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

CELL_WIDTH, CELL_HEIGHT = 56, 44  # the largest cell
PRESENT_WIDTH, PRESENT_HEIGHT = 88, 64  # and the largest when presenting
SUMS_WIDTH = 338.0


@dataclass(frozen=True)
class ChainLayout:
    """Rectangles of the cells of each matrix (without brackets), and of the readouts."""

    cell: QPointF  # width and height
    key: QRectF
    query: QRectF
    scores: QRectF
    scaled: QRectF
    masked: QRectF
    weights: QRectF
    value: QRectF
    output: QRectF
    scrub: QRectF
    arithmetic: QRectF
    control_y: float
    elbow_y: float
    times_x: float
    equals_x: float
    bottom: float

    def grid(self, name: str) -> QRectF:
        """The rectangle of a grid widget: its cells and the margin round them."""
        cells: QRectF = getattr(self, name)
        return cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


@dataclass(frozen=True)
class Measures:
    """The distances that differ between size classes, in px."""

    label: float
    gap_first: float
    gap: float
    upper: float  # from the top to the first row of K transposed
    readout: float  # least height of the upper readouts
    key_gap: float
    between: float  # from the last score row to the first weight row
    below: float
    lower_fixed: float  # what the lower band needs beside its cells
    value_labels: float
    equals: float
    corner: float  # what the readouts at the left of K transposed need


MEDIUM = Measures(40, 22, 25, 104, 128, 16, 82, 62, 316, 92, 60, 206)
COMPACT = Measures(37, 18, 20, 88, 112, 12, 80, 60, 272, 86, 51, 179)


def chain_layout(
    width: float, height: float, size_class: SizeClass, n_q: int, n_k: int, d_k: int, d_v: int
) -> ChainLayout:
    """Lay the chain out for a lab of this size and matrices of these shapes."""
    m = COMPACT if size_class.compact else MEDIUM
    pad = float(size_class.lab_padding)
    content = width - 2 * pad
    largest = PRESENT_WIDTH if size_class.presenting else CELL_WIDTH
    highest = PRESENT_HEIGHT if size_class.presenting else CELL_HEIGHT
    cell_w = min(cell_width(content, m, n_k, d_k, d_v), largest)
    cell_h = min(cell_height(height, m, n_q, n_k, d_k), highest)
    scale = cell_h / 32 if cell_h > 32 else 1.0
    band = max(d_k * cell_h, m.readout)
    rows_top = m.upper + band + m.key_gap
    head = max(m.label + d_k * cell_w + m.gap_first, m.corner)
    spare = max(content - head - 2 * m.gap - 4 - 3 * n_k * cell_w, 0.0) / 3
    left = pad + m.label
    query = QRectF(left, rows_top, d_k * cell_w, n_q * cell_h)
    scores = QRectF(pad + head + spare, rows_top, n_k * cell_w, n_q * cell_h)
    scaled = scores.translated(scores.width() + m.gap + spare, 0)
    masked = scaled.translated(scaled.width() + m.gap + spare, 0)
    key = QRectF(scores.left(), m.upper + band - d_k * cell_h, n_k * cell_w, d_k * cell_h)
    lower = query.bottom() + m.between * min(scale, 1.15)
    weights = QRectF(left, lower, n_k * cell_w, n_q * cell_h)
    right = width - pad - 4
    output = QRectF(right - d_v * cell_w, lower, d_v * cell_w, n_q * cell_h)
    value = QRectF(output.left() - m.equals - d_v * cell_w, lower, d_v * cell_w, n_k * cell_h)
    # With few words the chain stands far apart; the arithmetic then needs room to its left.
    sums_left = max(min(scaled.left() - 4, width - pad - SUMS_WIDTH), scores.right() + 16)
    weights_end = weights.right() + 48
    return ChainLayout(
        cell=QPointF(cell_w, cell_h),
        key=key,
        query=query,
        scores=scores,
        scaled=scaled,
        masked=masked,
        weights=weights,
        value=value,
        output=output,
        scrub=QRectF(pad, m.upper - 20, scores.left() - pad - 12, band + 20),
        arithmetic=QRectF(sums_left, m.upper - 20, width - pad - sums_left, 132),
        control_y=pad,
        elbow_y=query.bottom() + 38 * min(scale, 1.2),
        times_x=(weights_end + value.left() - m.value_labels) / 2,
        equals_x=(value.right() + output.left()) / 2,
        bottom=max(weights.bottom(), value.bottom()) + 40,
    )


def cell_width(content: float, m: Measures, n_k: int, d_k: int, d_v: int) -> float:
    """The widest cell with which both bands fit into `content`."""
    free = content - 2 * m.gap - 4
    upper = min((free - m.label - m.gap_first) / (d_k + 3 * n_k), (free - m.corner) / (3 * n_k))
    lower = (content - m.lower_fixed) / (n_k + 2 * d_v)
    return float(max(min(int(upper), int(lower)), 6))


def cell_height(height: float, m: Measures, n_q: int, n_k: int, d_k: int) -> float:
    """The highest cell with which everything fits into `height`."""
    lower_rows = max(n_q, n_k)
    free = height - m.upper - m.key_gap - m.between - m.below
    best = int(free / (d_k + n_q + lower_rows))
    if d_k * best < m.readout:
        best = int((free - m.readout) / (n_q + lower_rows))
    return float(max(best, 8))
