"""Where everything stands in pane 07: pure geometry, in the lab's own pixels.

Above, one map a head: up to 4 in a row, 8 in two rows of four, 16 in two rows of eight. Below,
the concatenated heads beside W_O above the result, so that a slice of columns meets its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

LARGEST_CELL = 48
SMALL_SHARE = 12 / 28  # a cell of the small maps, next to one of the large ones
LARGEST_UNIT = 20
LEAST_UNIT = 10
BETWEEN = 28.0  # from concat to W_O
ABOVE_RESULT = 16.0
FOOT = 42.0
LEAST_LINE = 144.0  # for a head's name and entropy, and for its link


@dataclass(frozen=True)
class Measures:
    """The distances that differ between size classes, in px."""

    label: float
    gap: float  # between two maps
    top: float  # of the band behind the maps
    name: float  # from the band's top to the middle of the names
    words: float  # to the middle of the words over the columns
    cells: float  # to the first row
    link: float  # from the last row to the middle of the line below
    below: float  # to the band's bottom
    lower: float  # from there to W_O
    table: float
    corner_step: float  # from line to line beside W_O


MEDIUM = Measures(48, 25, 88, 19, 44, 56, 20, 40, 32, 308, 18)
COMPACT = Measures(44, 20, 76, 16, 37, 48, 18, 36, 24, 264, 17)


@dataclass(frozen=True)
class HeadPlace:
    """One head: the band behind all of it, its cells, and the lines of text round them."""

    band: QRectF
    cells: QRectF
    name: QRectF
    link: QRectF


@dataclass(frozen=True)
class HeadsLayout:
    """Rectangles of cells (without brackets) and of readouts. cell, small: sizes of map cells.

    step: the size of a cell of W_O; row: the height of a row of concat and result; gap: px
    between two slices.
    """

    heads: tuple[HeadPlace, ...]
    cell: float
    rows: int
    step: float
    row: float
    gap: float
    concat: QRectF
    projection: QRectF
    result: QRectF
    corner: QRectF
    table: QRectF
    control_y: float
    words_y: float
    corner_step: float

    @property
    def worded(self) -> bool:
        """Whether words stand at the rows and columns of the maps."""
        return self.rows == 1


def with_margin(cells: QRectF) -> QRectF:
    """The rectangle of a grid widget: its cells and the margin round them."""
    return cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)


def heads_layout(
    width: float, height: float, size_class: SizeClass, n: int, heads: int, d_model: int
) -> HeadsLayout:
    """Lay pane 07 out for a lab of this size."""
    m = COMPACT if width < 800 else MEDIUM
    pad = float(size_class.lab_padding)
    top = m.top + pad - 24 if m is MEDIUM else m.top
    slot = float(int((width - 2 * pad - m.label - 5 + m.gap) / 4)) - m.gap
    spare = height - top - m.cells - m.below - m.lower - FOOT - 28 - 22 * LEAST_UNIT
    cell = float(max(min(int(slot / n), int(spare / n), LARGEST_CELL), 1))
    band = m.cells + max(n * cell, 96.0) + m.below
    lower = top + band + m.lower
    table_wide = m.table + max(width - 2 * pad - 800, 0) / 5
    table_left = width - pad - table_wide
    left = pad + m.label
    room = QRectF(left, lower, table_left - 16 - left, height - lower - FOOT)
    unit = max(min(int((room.height() - 28) / 22), int((room.width() - 40) / 32), LARGEST_UNIT), 4)
    gap = slice_gap(heads)
    step = step_size(unit, d_model, room, gap * (heads - 1))
    wide, gaps = d_model * step, gap * (heads - 1)
    row = float(max(min(unit, int((room.height() - wide - gaps - ABOVE_RESULT) / n)), 1))
    if n > 6:
        row = float(max(int(6 * unit / n), 1))
    usual = 16.0 * unit + 12  # W_O at d_model 16: narrower ones keep its right and lower edge
    extent = max(wide + gaps, usual)
    x, y = left + extent + BETWEEN, lower + extent - wide - gaps
    projection = QRectF(x, y, wide, wide + gaps)
    result = QRectF(x, projection.bottom() + ABOVE_RESULT, wide, n * row)
    corner = QRectF(pad, lower, x - 56 - pad, extent - 4)
    places = [
        head_place(m, index, heads, (left, top, slot, band), (pad, width), n, cell)
        for index in range(heads)
    ]
    return HeadsLayout(
        heads=tuple(places),
        cell=cell,
        rows=1 if heads <= 4 else 2,
        step=step,
        row=row,
        gap=gap,
        concat=QRectF(left, result.top(), wide + gaps, n * row),
        projection=projection,
        result=result,
        corner=corner,
        table=QRectF(table_left, lower - 9, table_wide, height - lower),
        control_y=pad + 4 if m is MEDIUM else pad,
        words_y=top + m.words,
        corner_step=m.corner_step,
    )


def slice_gap(heads: int) -> float:
    """The distance between two slices: the more there are, the nearer they stand."""
    return 4.0 if heads <= 4 else 2.0 if heads <= 8 else 1.0


def step_size(unit: int, d_model: int, room: QRectF, gaps: float) -> float:
    """The size of a cell of W_O: whole pixels, near 16 units for the whole matrix."""
    exact = 16 * unit / d_model
    if exact < 1:
        return exact
    larger = ceil(exact)
    wide = 2 * d_model * larger + gaps + BETWEEN
    high = d_model * larger + gaps + ABOVE_RESULT + 6 * (unit - 1)
    return float(larger if wide <= room.width() and high <= room.height() else int(exact))


def head_place(
    m: Measures,
    index: int,
    heads: int,
    place: tuple[float, float, float, float],
    sides: tuple[float, float],
    n: int,
    cell: float,
) -> HeadPlace:
    """Where one head stands. place: left, top, width of a slot and height of the whole band."""
    left, top, slot, band = place
    if heads <= 4:
        x = left + index * (slot + m.gap)
        cells = QRectF(x, top + m.cells, n * cell, n * cell)
        wide = max(cells.width(), min(slot, LEAST_LINE))
        return HeadPlace(
            QRectF(x - 10, top, wide + 20, band),
            cells,
            QRectF(x, top + m.name - 10, wide, 20),
            QRectF(x, cells.bottom() + m.link - 10, wide, 20),
        )
    size = n * float(max(int(cell * SMALL_SHARE + 0.01), 1))
    across = 4 if heads <= 8 else 8
    high = band / 2
    y = top + index // across * high
    if across == 4:
        x = left + index % 4 * (slot + m.gap)
        cells = QRectF(x, y + 28, size, size)
        tall = max(size, 44.0)
        link = QRectF(cells.right() + 16, y + 28, slot - size - 16, tall)
        return HeadPlace(
            QRectF(x - 10, y, slot + 20, tall + 38), cells, QRectF(x, y + 4, slot, 20), link
        )
    pad, width = sides
    pitch = (width - 2 * pad) / 8
    x = float(int(pad + index % 8 * pitch + 8))
    cells = QRectF(x, y + 25, size, size)
    wide = pitch - 16
    return HeadPlace(
        QRectF(x - 8, y, pitch - 2, size + 54),
        cells,
        QRectF(x, y + 3, wide, 18),
        QRectF(x, cells.bottom() + 7, wide, 18),
    )
