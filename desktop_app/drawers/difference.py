"""A and B beside each other, and under them what B has more or less, cell by cell."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.compared_maps import Choice, ComparedMap
from desktop_app import lettering, numbers
from desktop_app.drawers.chips import Chips
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.compared_grids import (
    LEGEND,
    NAMES,
    grid_states,
    paint_legend,
    scale_words,
    signed,
)
from desktop_app.instruments.grid import MARGIN, Cell
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.instruments.stepper import Stepper
from desktop_app.kept import Comparison
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

LINE, HEAD, GAP = 18, 16, 12
SIDE = 56  # the names of the rows, left of the difference
WIDEST, TALL, SMALL = 56, 24, 20  # a cell of the difference; one of A or B is lower
MOST = 240  # how high the difference may be; half of it for A and B
LOWEST_NAMED, NARROWEST_CUT = 12, 34  # a row that has its name; a column whose name is cut


class DrawerGrid(PointedGrid):
    """A grid among the rows of a drawer: Up in its first row, and Down in its last, go on there."""

    def handle_key(self, event: QKeyEvent) -> bool:
        row, last = self.cursor_cell[0], self.state.shape[0] - 1
        leaves = {Qt.Key.Key_Up: row == 0, Qt.Key.Key_Down: row == last}
        return not leaves.get(Qt.Key(event.key()), False) and super().handle_key(event)


class DifferenceFigure(Instrument):
    """chosen(step, head): another matrix is asked for. asked(cell), kept(cell): one is meant."""

    chosen = Signal(str, int)
    asked = Signal(object)
    kept = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.choice: Choice | None = None
        self.found: ComparedMap | None = None
        self.pointed: Cell | None = None
        self.pinned: Cell | None = None
        self.maps = Chips(theme, "Compared", (("weights", "weights"),), self)
        self.heads = Stepper(theme, "Head compared", 1, 2, self)
        self.grids = tuple(DrawerGrid(theme, name, self) for name in NAMES)
        self.grids[2].mode = "pin"
        self.maps.chosen.connect(lambda step: self.chosen.emit(step, self.heads.value))
        self.heads.changed.connect(lambda head: self.chosen.emit(self.maps.key, head))
        for grid in self.grids:
            grid.number_asked.connect(self.point)
        self.grids[2].cell_pinned.connect(self.pin)

    # what is shown

    def show_comparison(self, made: Comparison) -> None:
        if self.choice is None or self.choice.step != made.chosen.step:
            self.pinned = self.pointed = None
        self.choice, self.found = made.chosen, made.shown
        self.maps.options = tuple((one.step, one.words) for one in made.choices)
        self.maps.show_chosen(made.chosen.step)
        self.maps.setVisible(len(made.choices) > 1)
        found = made.shown
        self.heads.setVisible(found is not None and made.chosen.heads > 1)
        for grid in self.grids:
            grid.setVisible(found is not None)
        if found is not None:
            self.heads.show_value(max(found.head, 1), max(made.chosen.heads, 1))
            rows, columns = found.difference.shape
            for cell in (self.pinned, self.pointed):
                if cell is not None and (cell[0] >= rows or cell[1] >= columns):
                    self.pinned = self.pointed = None
        self.show_grids()

    def show_grids(self) -> None:
        """The three grids, with the cell that is meant in each of them."""
        self.setAccessibleName(". ".join(self.told()))
        found = self.found
        if found is not None:
            named = (
                (found.rows_before, found.columns_before),
                (found.rows, found.columns),
                (found.rows, found.columns),
            )
            states = grid_states(found)
            for at, (grid, state, (rows, columns)) in enumerate(
                zip(self.grids, states, named, strict=True)
            ):
                pinned = self.pinned if at == 2 else None
                meant = self.pointed or self.pinned
                linked = meant if meant != pinned else None
                grid.show_state(replace(state, pinned=pinned, linked=linked), rows, columns)
        self.update()

    def point(self, cell: Cell | None) -> None:
        self.pointed = cell
        self.show_grids()
        self.asked.emit(cell)

    def pin(self, cell: Cell | None) -> None:
        self.pinned = cell
        self.show_grids()
        self.kept.emit(cell)

    def told(self) -> list[str]:
        """What the lines under the maps say, or why there are no maps."""
        if self.found is None:
            return [self.choice.why_not] if self.choice is not None else []
        found, words = self.found, []
        if found.same:
            words.append(f"No cell of the {found.choice.words} differs")
        else:
            row, column = self.pointed or self.pinned or found.largest()
            meant = self.pointed is not None or self.pinned is not None
            whose = found.whose((row, column))
            words += [whose if meant else f"Largest change: {whose}", self.values((row, column))]
        if found.choice.step == "masked" and found.hidden is not None:
            words.append("Hatched: hidden in A or in B, which is no number to take off")
        if found.reworded:
            words.append("The words differ from A's: cells are compared place by place")
        return words

    def values(self, cell: Cell) -> str:
        """A, B and what B has more, where that is a number."""
        found = self.found
        assert found is not None
        parts = []
        for name, part, hidden in (("A", found.a, found.hidden_a), ("B", found.b, found.hidden_b)):
            gone = hidden is not None and bool(hidden[cell])
            text = numbers.fixed(float(part[cell]))
            zero = "0" if found.choice.role == "weight" else text
            parts.append(f"{name} hidden, {zero}" if gone else f"{name} {text}")
        if not found.tells(cell):
            return f"{parts[0]}, {parts[1]}"
        apart = signed(float(found.difference[cell]))
        return f"{parts[0]}, {parts[1]}, {NAMES[2]} {apart}"

    # place

    def lines(self, width: int) -> list[str]:
        return [line for words in self.told() for line in lettering.wrapped(words, CAPTION, width)]

    def rooms(self, width: int) -> dict[str, QRect]:
        """Where everything stands at a width, top to bottom."""
        rooms: dict[str, QRect] = {}
        y = 0
        if not self.maps.isHidden():
            rooms["maps"] = QRect(0, y, width, self.maps.height_for(width))
            y = rooms["maps"].bottom() + 1 + GAP
        if not self.heads.isHidden():
            rooms["heads"] = QRect(width - self.heads.width(), y, self.heads.width(), 24)
            y += 24 + GAP
        if self.found is not None:
            rows, columns = self.found.difference.shape
            half = (width - GAP) // 2
            wide = min(half, WIDEST * columns + 2 * round(MARGIN))
            high = min(SMALL * rows, MOST // 2) + 2 * round(MARGIN)
            rooms["a"] = QRect(0, y + HEAD, wide, high)
            rooms["b"] = QRect(half + GAP, y + HEAD, wide, high)
            y += HEAD + high + LINE + GAP
            left = 0 if self.found.listed else SIDE
            wide = min(width - left, WIDEST * columns + 2 * round(MARGIN))
            high = min(TALL * rows, MOST) + 2 * round(MARGIN)
            rooms["difference"] = QRect(left, y + 2 * HEAD, wide, high)
            y += 2 * HEAD + high + 8
            rooms["legend"] = QRect(0, y, width, LEGEND)
            y += LEGEND + 4
        rooms["lines"] = QRect(0, y, width, LINE * max(len(self.lines(width)), 2))
        return rooms

    def height_for(self, width: int) -> int:
        return self.rooms(width)["lines"].bottom() + 1

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    def arrange(self) -> None:
        rooms = self.rooms(self.width())
        parts = {"maps": self.maps, "heads": self.heads,
                 **dict(zip(("a", "b", "difference"), self.grids, strict=True))}  # fmt: skip
        for name, part in parts.items():
            if name in rooms:
                part.setGeometry(rooms[name])

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            rooms, theme = self.rooms(self.width()), self.theme
            if "heads" in rooms:
                beside = QRectF(rooms["heads"])
                beside.setLeft(0)
                lettering.draw(painter, beside, "Head", LABEL, theme.ink2)
            if self.found is not None:
                self.paint_names(painter, rooms, self.found)
                paint_legend(painter, QRectF(rooms["legend"]), self.found, theme)
            y = float(rooms["lines"].top())
            for at, line in enumerate(self.lines(self.width())):
                room = QRectF(0, y + at * LINE, self.width(), LINE)
                bold = self.found is not None and at == 0
                lettering.draw(painter, room, line, CAPTION.bold(bold), theme.ink if bold else
                               theme.ink2)  # fmt: skip

    def paint_names(self, painter: QPainter, rooms: dict[str, QRect], found: ComparedMap) -> None:
        """What each map is, the scale of A and B, and the names round the difference."""
        theme = self.theme
        for key, name in zip(("a", "b", "difference"), NAMES, strict=True):
            room = rooms[key]
            above = HEAD if key != "difference" else 2 * HEAD
            head = QRectF(room.left() + MARGIN, room.top() - above, 72, HEAD)
            lettering.draw(painter, head, name, LABEL.bold(), theme.ink)
        under = QRectF(MARGIN, rooms["a"].bottom() + 1, self.width() - MARGIN, LINE)
        lettering.draw(painter, under, scale_words(found), CAPTION, theme.ink2)
        cells = QRectF(rooms["difference"]).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        rows, columns = found.difference.shape
        down, across = cells.height() / rows, cells.width() / columns
        for row, name in enumerate(found.rows if down >= LOWEST_NAMED else ()):
            if not found.listed:
                place = QRectF(0, cells.top() + row * down, SIDE - 2, down)
                cut = lettering.fitted(name, CAPTION, place.width())
                lettering.draw(painter, place, cut, CAPTION, theme.ink2, lettering.RIGHT)
        whole = max(lettering.width(name, CAPTION) for name in found.columns) <= across - 2
        for column, name in enumerate(found.columns if whole or across >= NARROWEST_CUT else ()):
            place = QRectF(
                cells.left() + column * across, cells.top() - MARGIN - HEAD, across, HEAD
            )
            cut = lettering.fitted(name, CAPTION, across - 2)
            lettering.draw(painter, place, cut, CAPTION, theme.ink2, lettering.CENTRE)
