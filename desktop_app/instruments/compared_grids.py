"""A, B and B − A as grids on shared scales, and the legend of the difference.

The drawer shows them, and pictures paint the same.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter

from core.compared_maps import ComparedMap
from desktop_app import lettering, numbers
from desktop_app.instruments.cell_texts import Kind
from desktop_app.instruments.grid import GridState
from desktop_app.lettering import CAPTION
from desktop_app.theme import Theme

LEAST_LIMIT = 0.01  # rounding alone is not shown in full colour
LEGEND = 34  # its height: a strip, and the numbers under it
STRIP = 10
NAMES = ("A", "B", f"B {numbers.MINUS} A")


def grid_states(found: ComparedMap) -> tuple[GridState, GridState, GridState]:
    """A and B on one scale, and their difference on a scale of its own."""
    role = found.choice.role
    kind: Kind = role if role in {"query", "key", "value", "weight"} else "score"  # type: ignore[assignment]
    both = np.concatenate([found.a.ravel(), found.b.ravel()])
    sizes = np.abs(both[np.isfinite(both)])
    limit = max(float(sizes.max(initial=0.0)), LEAST_LIMIT)
    return (
        GridState(found.a, kind, limit, found.hidden_a),
        GridState(found.b, kind, limit, found.hidden_b),
        GridState(found.difference, "score", difference_limit(found), found.hidden),
    )


def difference_limit(found: ComparedMap) -> float:
    """The difference at which its colour is full."""
    return max(found.limit, LEAST_LIMIT)


def signed(number: float) -> str:
    """A difference with its sign; of a small one more decimals, so that it is not 0."""
    size = abs(number)
    text = numbers.precise(number) if 0 < size < 0.005 else numbers.fixed(number)
    return f"+{text}" if number > 0 else text


def scale_words(found: ComparedMap) -> str:
    """The scale that A and B share."""
    if found.choice.role == "weight":
        return "A and B: 0 to 1"
    top = numbers.fixed(grid_states(found)[0].limit)
    return f"A and B: {numbers.MINUS}{top} to {top}"


def paint_legend(painter: QPainter, rect: QRectF, found: ComparedMap, theme: Theme) -> None:
    """The colours of the difference from least to most, and what the two ends mean."""
    limit = difference_limit(found)
    strip = QRectF(rect.left(), rect.top(), rect.width(), STRIP)
    ramp = QLinearGradient(QPointF(strip.left(), 0), QPointF(strip.right(), 0))
    for step in range(33):
        share = step / 32
        ramp.setColorAt(share, theme.score_colour((2 * share - 1) * limit, limit))
    painter.fillRect(strip, ramp)
    painter.fillRect(QRectF(strip.center().x() - 0.5, strip.top(), 1, STRIP), theme.edge)
    below = QRectF(rect.left(), strip.bottom() + 4, rect.width(), 18)
    ends = (f"{signed(-limit)}  less in B", "0", f"more in B  {signed(limit)}")
    places = (lettering.LEFT, lettering.CENTRE, lettering.RIGHT)
    for text, place in zip(ends, places, strict=True):
        lettering.draw(painter, below, text, CAPTION, theme.ink2, place)
