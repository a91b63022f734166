"""Pictures of A and B: each state's lab, each matrix of both, and what B has more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.compared_maps import ComparedMap, compared_map
from core.experiment import Experiment
from core.trace import Trace
from desktop_app import lettering
from desktop_app.files.copying import NO_A, front_comparison
from desktop_app.instruments.compared_grids import (
    LEGEND,
    NAMES,
    grid_states,
    paint_legend,
    scale_words,
)
from desktop_app.instruments.grid import MARGIN
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.kept import Comparison
from desktop_app.lettering import CAPTION
from desktop_app.pictures import copies
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.parts import EDGE, LAB, Part, matrix_part, whole_part
from desktop_app.pictures.turns import Painting, Turns
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.window import Window

State = tuple[Experiment, Trace]
BOTH = f"A, B and {NAMES[2]}"
CELL = 44, 28
LONGEST = 704  # px of a row or a column of cells
NARROW = 320  # the least that the legend is wide


class ComparedPictures(PictureDialog):
    """The picture dialog with the parts of A and B in place of those of the slide."""

    before: SlideView | None = None
    shelf: QWidget | None = None  # holds the matrices that are painted
    coming: Turns | None = None

    def make_parts(self) -> list[Part]:
        """A and B and their difference, the chosen matrix at once, the others turn by turn; then
        the lab in both states, each of which is a slide that has to be built."""
        window, made = self.window_, front_comparison(self.window_)
        assert made is not None and window.session is not None
        self.setWindowTitle("Export pictures of A and B")
        session, number = window.session, window.session.slide
        kept, experiment, trace = session.kept.state(number), session.experiment(), session.trace()
        assert kept is not None and experiment is not None and trace is not None
        self.shelf = QWidget(self)
        self.shelf.hide()
        maps = maps_of(made, self.worn, self.shelf)
        first = next(maps, [])
        chosen = self.part.name if self.parts else ""
        coming = self.rest_of(maps, (kept, (experiment, trace)), chosen)
        QTimer.singleShot(0, self.shelf, partial(self.go_on, coming))
        return first

    def go_on(self, coming: Painting[None]) -> None:
        self.coming = Turns(coming, lambda *_: None, self)

    def rest_of(
        self, maps: Iterator[list[Part]], states: tuple[State, State], chosen: str
    ) -> Painting[None]:
        """Add what is not there yet. chosen: the part that was chosen in the other theme."""
        for parts in maps:
            self.add(parts, chosen)
            yield
        for name, state in zip(NAMES, states, strict=False):
            view = copies.copy_in_front(self.window_, self.worn)
            self.before, self.view = self.view, view
            yield
            view.instead = state
            view.refresh()
            view.lab.rest()
            self.add([whole_part(f"{name}: {LAB.lower()}", view.lab)], chosen)
            yield

    def add(self, parts: list[Part], chosen: str) -> None:
        """Offer more parts; the one that was chosen before is chosen again, if none is by now."""
        self.parts += parts
        self.names.addItems([part.name for part in parts])
        if self.names.currentRow() == 0 and any(part.name == chosen for part in parts):
            self.choose_part(chosen)

    def drop(self) -> None:
        if self.coming is not None:
            self.coming.cancel()
            self.coming = None
        if self.before is not None:
            copies.end(self.before)
            self.before = None
        super().drop()
        if self.shelf is not None:
            self.shelf.deleteLater()
            self.shelf = None


def maps_of(made: Comparison, theme: Theme, shelf: QWidget) -> Iterator[list[Part]]:
    """Every matrix that can be compared, the chosen one first: all three, then each."""
    order = sorted(made.choices, key=lambda one: one is not made.chosen)
    head = made.shown.head if made.shown is not None else 1
    for choice in order:
        found = compared_map(made.a, made.b, choice, head)
        if found is not None:
            yield list(map_parts(found, theme, shelf))


def map_parts(found: ComparedMap, theme: Theme, shelf: QWidget) -> Iterator[Part]:
    """A, B and B − A of one matrix beside each other, and each by itself."""
    words = found.choice.words + (f", head {found.head}" if found.head else "")
    named = ((found.rows_before, found.columns_before), *((found.rows, found.columns),) * 2)
    singles = []
    for name, state, (rows, columns) in zip(NAMES, grid_states(found), named, strict=True):
        grid = PointedGrid(theme, f"{name}, {words}", shelf)
        grid.resize(grid_size(state.shape))
        grid.show_state(state, () if found.listed else rows, columns)
        grid.hide()
        part = matrix_part(grid, theme)
        singles.append(part._replace(name=f"{name}: {words}"))
    yield beside(f"{BOTH}: {words}", singles, found, theme)
    yield from singles


def grid_size(shape: tuple[int, int]) -> QSize:
    """Cells with room for digits, or as large as a long row allows."""
    rows, columns = shape
    wide = min(CELL[0] * columns, LONGEST)
    high = min(CELL[1] * rows, LONGEST)
    return QSize(wide + 2 * round(MARGIN), high + 2 * round(MARGIN))


def beside(name: str, parts: list[Part], found: ComparedMap, theme: Theme) -> Part:
    """Three parts in a row, and under them the scales."""
    high = max(part.size.height() for part in parts)
    wide = sum(part.size.width() for part in parts)
    last = max(parts[2].size.width() - 2 * EDGE, NARROW)
    left = wide - parts[2].size.width() + EDGE
    size = QSize(max(wide, left + last + EDGE), high + LEGEND + EDGE)

    def paint(painter: QPainter) -> None:
        x = 0
        for part in parts:
            painter.save()
            painter.translate(QPointF(x, 0))
            part.paint(painter)
            painter.restore()
            x += part.size.width()
        scale = QRectF(EDGE, high, left - 2 * EDGE, 18)
        lettering.draw(painter, scale, scale_words(found), CAPTION, theme.ink2)
        paint_legend(painter, QRectF(left, high, last, LEGEND), found, theme)

    return Part(name, size, paint)


def export(window: Window) -> ComparedPictures | None:
    """Open the dialog for the slide in front; None where no A is kept."""
    if front_comparison(window) is None:
        window.bottom.status.say(NO_A, error=True)
        return None
    dialog = ComparedPictures(window, "")
    dialog.show()
    return dialog
