"""Where the parts of a page of letters stand: pure geometry, from the top down."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from desktop_app.instruments.grid import MARGIN
from desktop_app.sizes import SizeClass

ROW = 22.0  # of the table of answers
MASS_ROW = 20.0  # of the figures under a map
SIGN = 24.0  # left of the first map, for the letters of the rows
WIDEST_CELL = 52.0
NAME = 88.0  # left of the table, for the questions
SHARE = 72.0  # right of it, for the share that is right


@dataclass(frozen=True)
class LettersLayout:
    """cell: the side of a cell of the maps. maps: what the cells of each map fill, `MARGIN` inside
    its widget. figures: under each map. table: below all; answer: the width of its columns."""

    pad: float
    right: float
    control_y: float
    second_y: float
    progress: QRectF
    cell: float
    maps: tuple[QRectF, ...]
    figures: tuple[QRectF, ...]
    table: QRectF
    answer: float
    verdict: QRectF

    def head(self, index: int) -> QRectF:
        """The line over a map, with its name and its entropy."""
        cells = self.maps[index]
        return QRectF(cells.left(), cells.top() - 44, cells.width(), 20)

    def signs(self, index: int) -> QRectF:
        """The line with the letters of the columns."""
        cells = self.maps[index]
        return QRectF(cells.left(), cells.top() - 22, cells.width(), 16)


def letters_layout(
    width: int,
    height: int,
    sizes: SizeClass,
    maps: int,
    most_maps: int,
    n: int,
    lines: int,
    questions: int,
) -> LettersLayout:
    """Maps as large as the width and, under and over them, the other parts leave room for.

    most_maps: for which the cells are made small enough, so that a map keeps its size when there
    are fewer; n letters; lines of figures under a map; questions, a row of answers each.
    """
    pad = float(sizes.lab_padding)
    right = width - pad
    top = 16.0 if sizes.compact else 24.0
    gap = 28.0 if sizes.compact else 40.0
    maps_top = top + 112 + 48
    under = 12 + MASS_ROW * lines + 20
    table = ROW * (questions + 1)
    room = height - maps_top - under - table - 12 - 44 - 12
    across = (right - pad - SIGN - gap * (most_maps - 1)) / (most_maps * n)
    cell = float(int(max(min(across, room / n, WIDEST_CELL), 8)))
    side = cell * n
    places = tuple(
        QRectF(pad + SIGN + index * (side + gap), maps_top, side, side) for index in range(maps)
    )
    figures = tuple(
        QRectF(cells.left(), cells.bottom() + 12, max(side, 128), MASS_ROW * lines)
        for cells in places
    )
    table_top = maps_top + side + under
    answer = min((right - pad - NAME - SHARE) / n, 36.0)
    grid = QRectF(pad, table_top, NAME + answer * n + SHARE, table)
    verdict = QRectF(pad, grid.bottom() + 12, right - pad, 44)
    progress = QRectF(pad, top + 84, right - pad, 16)
    return LettersLayout(
        pad, right, top, top + 42, progress, cell, places, figures, grid, answer, verdict
    )


def with_margin(cells: QRectF) -> QRectF:
    """The widget of a map whose cells fill a rectangle."""
    return cells.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
