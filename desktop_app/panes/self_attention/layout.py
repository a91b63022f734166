"""Where everything stands in pane 08: pure geometry, in the lab's own pixels.

Upper band: the fan from X to Q, K and V, the weights, the arcs. Lower band: the cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app import lettering
from desktop_app.instruments.grid import MARGIN
from desktop_app.lettering import LABEL
from desktop_app.sizes import SizeClass

MOST_DIGITS, MOST_MEDIUM, MOST_WORDED = 6, 8, 12  # words up to which cells are 32, 24 and 16 px
UNIT, SMALLEST_UNIT, LARGEST_UNIT = 32, 30, 44
TIGHT_HEIGHT = 690
LABEL_LEAST, LABEL_MOST = 28.0, 44.0


@dataclass(frozen=True)
class SelfLayout:
    """Rectangles of cells (without brackets) and of the groups round them."""

    pad: float
    right: float
    control_y: float
    head_y: float  # the middle of the heads of the upper band
    scale: float  # 1 where a cell of the weights is 32 px
    features: QRectF
    query: QRectF
    key: QRectF
    value: QRectF
    weights: QRectF
    side: float  # of the weights of six words
    cell: float
    arcs: QRectF
    hairline: float
    cost_y: float  # the top of the cost's controls
    heads_y: float  # the middle of the heads of the lower band
    plot: QRectF
    tile: QRectF
    reading: QRectF

    def grid(self, name: str) -> QRectF:
        """The rectangle of a grid widget: its cells and the margin round them."""
        cells: QRectF = getattr(self, name)
        return cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def cell_size(unit: float, n: int) -> float:
    """How large a cell of the weights is for n words."""
    if n <= MOST_DIGITS:
        return unit
    side = MOST_DIGITS * unit
    return side / (MOST_MEDIUM if n <= MOST_MEDIUM else MOST_WORDED if n <= MOST_WORDED else n)


def label_room(tokens: Sequence[str]) -> float:
    """How wide the words at the left of X stand; longer ones are cut."""
    if len(tokens) > MOST_WORDED:
        return LABEL_LEAST
    widest = max(lettering.width(token, LABEL.bold()) for token in tokens)
    return min(max(widest + 1, LABEL_LEAST), LABEL_MOST)


def self_layout(
    width: float, height: float, size_class: SizeClass, tokens: Sequence[str]
) -> SelfLayout:
    """Lay pane 08 out for a lab of this size and a sentence of these words."""
    pad, n = float(size_class.lab_padding), len(tokens)
    right, compact = width - pad, size_class.compact
    head_y = pad + (60.0 if compact else 63.0)
    tight = height < TIGHT_HEIGHT
    spare = height - head_y - (262 if tight else 284)
    unit = float(min(max(int(spare * 0.58 / MOST_DIGITS), SMALLEST_UNIT), LARGEST_UNIT))
    side = MOST_DIGITS * unit
    extra = max(right - pad - 800 - side + MOST_DIGITS * UNIT, 0.0)
    fan = (258.0 if compact else 278.0) + min(extra * 0.3, 96.0)
    left = pad + fan + (44 if compact else 54)
    top = head_y + 54
    hairline = top + side + (40 if tight else 47)
    cell = cell_size(unit, n)
    heads_y = hairline + (92 if tight else 100)
    column = 264.0 if compact else 336.0 if extra < 200 else 440.0
    tile = QRectF(right - column, heads_y - 8, column, 72)
    bottom = height - (56 if tight else 63)
    names = 132.0 if compact else 152.0
    arcs_left = left + side + (20 if compact else 44 + min(extra * 0.1, 40.0))
    return SelfLayout(
        pad=pad,
        right=right,
        control_y=pad,
        head_y=head_y,
        scale=unit / UNIT,
        weights=QRectF(left, top, n * cell, n * cell),
        side=side,
        cell=cell,
        arcs=QRectF(arcs_left, head_y + 25, right - arcs_left, hairline - 11 - head_y - 25),
        hairline=hairline,
        cost_y=hairline + (12 if tight else 16),
        heads_y=heads_y,
        plot=QRectF(pad + 40, heads_y + 20, tile.left() - names - pad - 40, bottom - heads_y - 20),
        tile=tile,
        reading=QRectF(pad, height - (26 if tight else 28), tile.left() - pad - 16, 16),
        **fan_layout(pad, pad + fan, top + side / 2 - 1, unit / UNIT, n, label_room(tokens)),
    )


def fan_layout(
    left: float, right: float, middle: float, scale: float, n: int, room: float
) -> dict[str, QRectF]:
    """X at the left, level with K in the middle; Q above, V below. Rows shrink beyond six words."""
    rows = min(n, MOST_DIGITS)
    high, small = 24 * scale * rows, 11 * scale * rows
    features = QRectF(left + room + 12, middle - high / 2, 64 * scale, high)
    at = right - 30 - 56 * scale
    step = (66 + 15) * scale
    made = {"features": features}
    for name, shift in (("query", -step), ("key", 0.0), ("value", step)):
        made[name] = QRectF(at, middle + shift - small / 2, 56 * scale, small)
    return made
