"""Where everything stands in pane 04: pure geometry, in the lab's own pixels.

Two bands of two groups: the plane and the soft dictionary above, the projections and the two
lookups below. Both bands share the right column.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

ROLES = ("query", "key", "value")
CELL_WIDTH, CELL_HEIGHT = 56, 36  # the largest cell of a projection
REFERENCE_HEIGHT, REFERENCE_ROWS = 712.0, 9
ABOVE = 4  # rows over Q, K and V: of the most features, and of the words in the corner
UNDER_PLANE, BETWEEN = 48.0, 16.0
DICTIONARY_HEAD, DICTIONARY_FOOT = 24.0, 28.0


@dataclass(frozen=True)
class Measures:
    """The distances that differ between size classes, in px."""

    right: float  # width of the right column at 332 in the reference
    gutter: float
    label: float  # the words beside X
    first_gap: float  # from X to the first projection
    gap: float
    head: float  # from the control row to the middle of the heads
    plane: float  # from there to the plane
    foot: float  # under the last row of cells


MEDIUM = Measures(332, 40, 44, 22, 20, 31, 21, 44)
COMPACT = Measures(286, 18, 40, 16, 14, 22, 15, 32)
LARGE = Measures(440, 56, 48, 28, 26, 31, 21, 48)


@dataclass(frozen=True)
class ProjectionLayout:
    """Rectangles of the groups; grids without their brackets."""

    pad: float
    control_y: float
    head_y: float
    plane: QRectF
    dictionary: QRectF
    row: float  # height of a row of the dictionary
    cell: QPointF
    features: QRectF
    projections: dict[str, QRectF]  # W by role
    results: dict[str, QRectF]  # Q, K, V by role
    corner: QRectF
    toggle: QPointF
    lookups: QRectF  # from the middle of its head down
    lookup_scale: float

    def grid(self, cells: QRectF) -> QRectF:
        """The rectangle of a grid widget: its cells and the margin round them."""
        return cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def projection_layout(
    width: float, height: float, size_class: SizeClass, n: int, features: int, key_size: int
) -> ProjectionLayout:
    """Lay the pane out for a lab of this size, n words, so many features and this d_k."""
    m = {"compact": COMPACT, "large": LARGE}.get(size_class.name, MEDIUM)
    pad = float(size_class.lab_padding)
    left = width - 2 * pad - m.gutter - m.right
    count = max(n + ABOVE, REFERENCE_ROWS)  # fewer words and features leave their room empty
    cell = QPointF(cell_width(left, m), cell_height(height, count, size_class.name == "large"))
    head = pad + 32 + m.head
    top = head + m.plane
    rows = count * cell.y()
    plane = QRectF(pad, top, left, height - top - UNDER_PLANE - rows - BETWEEN - m.foot)
    upper = plane.bottom() + UNDER_PLANE
    lower = upper + ABOVE * cell.y() + BETWEEN
    x = pad + m.label
    matrix = QRectF(x, lower, features * cell.x(), n * cell.y())
    projections, results = {}, {}
    used = m.label + m.first_gap + 2 * m.gap + 2 + 10 * cell.x()
    spare = max(int((left - used) / 3), 0)  # where cells have reached their cap
    start = x + 4 * cell.x() + m.first_gap + spare
    for place, role in enumerate(ROLES):
        wide = key_size * cell.x()
        across = start + place * (wide + m.gap + spare) if key_size == 2 else start
        high = features * cell.y()
        projections[role] = QRectF(across, lower - BETWEEN - high, wide, high)
        results[role] = QRectF(across, lower, wide, n * cell.y())
    column = plane.right() + m.gutter
    row = dictionary_row(plane.height(), n, size_class.name == "large")
    lookups_top = plane.bottom() + 31
    below = height - lookups_top - (24 if size_class.name != "compact" else 16)
    return ProjectionLayout(
        pad=pad,
        control_y=pad,
        head_y=head,
        plane=plane,
        dictionary=QRectF(column, top, m.right, DICTIONARY_HEAD + n * row + DICTIONARY_FOOT),
        row=row,
        cell=cell,
        features=matrix,
        projections=projections,
        results=results,
        corner=QRectF(pad, upper, x + 4 * cell.x() - pad, ABOVE * cell.y()),
        toggle=QPointF(start - 4, upper - 36),
        lookups=QRectF(column, lookups_top, m.right, below),
        lookup_scale=below / 269.0,
    )


def cell_width(left: float, m: Measures) -> float:
    """The widest cell with which X and three projections of two columns fit beside each other."""
    return float(max(min(int((left - m.label - m.first_gap - 2 * m.gap - 2) / 10), CELL_WIDTH), 8))


def cell_height(height: float, rows: int, large: bool) -> float:
    """24 px in the reference; a third of what the window is higher or lower goes to the cells."""
    single = 24 + round((height - REFERENCE_HEIGHT) / (3 * REFERENCE_ROWS))
    single = min(single, CELL_HEIGHT if large else 28)
    return float(max(min(single, int(single * REFERENCE_ROWS / rows)), 8))


def dictionary_row(height: float, n: int, large: bool) -> float:
    """36 px in the reference, less where many words share the height."""
    free = height - DICTIONARY_HEAD - DICTIONARY_FOOT
    return float(min(int(free / n), 56 if large else 36))


def least_height(size_class: SizeClass) -> int:
    """The height under which the lab scrolls."""
    return 632 if size_class.name != "large" else 712
