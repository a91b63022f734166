"""What a lab's numbers say of themselves: one is pointed at or kept, and its sum is asked for.

Grids are watched; numbers that a lab paints itself are `NumberPlaces`. Nothing is computed but the
one number in question, and what is kept is a selection, so it is no undo step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Protocol, cast

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app import keymap
from desktop_app.instruments.operand_rings import OperandRings, Ring
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from core.explaining.explanation import Along, Explanation
    from desktop_app.instruments.pointed_grid import PointedGrid
    from desktop_app.instruments.sum_card import SumCard
    from desktop_app.instruments.sum_line import SumState

Place = tuple[str, tuple[int, ...]]
DEEPEST = 3  # steps back to numbers that are drawn: masked, scaled, scores
Cell = tuple[int, int]
ToIndex = Callable[[Cell], tuple[int, ...]]
ToCell = Callable[["Along"], tuple[int | None, int | None] | None]


def same_cell(index: Along) -> tuple[int | None, int | None] | None:
    """A matrix drawn as it lies in the trace."""
    return (index[0], index[1]) if len(index) == 2 else None


def turned_cell(index: Along) -> tuple[int | None, int | None] | None:
    """A matrix drawn with its rows as columns."""
    return (index[1], index[0]) if len(index) == 2 else None


class NumberField(Protocol):
    """A widget with numbers that it, or its lab, paints itself."""

    number_asked: Any
    number_kept: Any

    def places_of(self, step: str, index: Sequence[int | None]) -> list[QRectF]: ...


class Explainer(QObject):
    """One a lab. changed(SumState or None): what the line at the foot has to say now.

    pointed: the number under the pointer or the keyboard; kept: the pinned one, which shows while
    nothing is pointed at. digits: whether the card with every digit is open.
    """

    changed = Signal(object)
    said = Signal(str)

    def __init__(self, theme: Theme, lab: QWidget) -> None:
        super().__init__(lab)
        self.theme, self.lab = theme, lab
        self.pointed: Place | None = None
        self.kept: Place | None = None
        self.digits = False
        self.state: SumState | None = None
        self.grids: list[tuple[PointedGrid, str, ToCell]] = []
        self.fields: list[NumberField] = []
        # What is explained from elsewhere than the lab's trace: by the step's name.
        self.others: dict[str, Callable[[tuple[int, ...]], Explanation | None]] = {}
        self.rings: OperandRings | None = None
        self.card: SumCard | None = None
        self.keys = []
        for shortcut, act in zip(keymap.SUMS, (self.toggle_digits, self.copy), strict=True):
            key = QShortcut(QKeySequence(shortcut.keys), lab)
            key.activated.connect(act)
            key.setEnabled(False)
            self.keys.append(key)

    # what is watched

    def watch(
        self,
        grid: PointedGrid,
        step: str,
        index: ToIndex = lambda cell: cell,
        cell: ToCell = same_cell,
        turned: bool = False,
    ) -> None:
        """Explain the cells of a grid. index: of a cell in the step; cell: the way back; turned:
        the rows of the step are drawn as columns.
        """
        if turned:
            index, cell = (lambda at: (at[1], at[0])), turned_cell

        def keep(at: Cell | None) -> None:
            place = None if at is None else (step, index(at))
            self.keep(None if grid.mode != "pin" and place == self.kept else place)

        grid.number_asked.connect(lambda at: self.point(None if at is None else (step, index(at))))
        grid.number_kept.connect(keep)
        self.grids.append((grid, step, cell))

    def watch_places(self, field: NumberField) -> None:
        """Explain numbers that a lab paints itself."""
        field.number_asked.connect(self.point)
        field.number_kept.connect(lambda at: self.keep(None if at == self.kept else at))
        self.fields.append(field)

    # what is asked

    def point(self, place: Place | None) -> None:
        if place != self.pointed:
            self.pointed = place
            self.refresh()

    def keep(self, place: Place | None) -> None:
        """Keep a number's sum; a given number has none, and leaves what is kept."""
        if place is not None and self.explained(place) is None:
            return
        self.kept = place
        self.refresh()

    def let_go(self) -> bool:
        """Drop what is kept and the card; whether there was anything to drop."""
        found = self.kept is not None or (self.digits and self.state is not None)
        self.kept, self.digits = None, False
        self.refresh()
        return found

    def toggle_digits(self) -> None:
        self.digits = not self.digits
        self.refresh()

    def copy(self) -> None:
        """The whole sum in full precision on the clipboard; Python can work it out."""
        if self.state is not None:
            self.put(self.state.explanation.text)

    def put(self, text: str) -> None:
        """A text on the clipboard, and a word about it."""
        QGuiApplication.clipboard().setText(text)
        self.said.emit(f"copied: {text}")

    # what is shown

    def explained(self, place: Place | None) -> Explanation | None:
        """The explanation of one number, None where it is given, gone or not there yet."""
        trace = getattr(self.lab, "trace", None)
        if place is not None and place[0] in self.others:
            return self.others[place[0]](place[1])
        if place is None or trace is None:
            return None
        from core.explaining.explain import explain

        try:
            return explain(trace, *place)
        except IndexError:
            return None

    def refresh(self) -> None:
        """Explain again: another number is meant, or the numbers changed."""
        if self.pointed is None and self.kept is None and self.state is None:
            return
        found, pinned = self.explained(self.pointed), False
        if found is None:
            found, pinned = self.explained(self.kept), True
            if found is None:
                self.kept = None
        elif self.pointed == self.kept:
            pinned = True
        if found is None:
            self.show(None)
            return
        from desktop_app.instruments.sum_line import SumState

        self.show(SumState(found, pinned, self.digits))

    def show(self, state: SumState | None) -> None:
        """Outlines, card and line follow."""
        self.state = state
        for key in self.keys:
            key.setEnabled(state is not None)
        if not self.lab.isVisible():
            return
        self.show_rings()
        if self.card is None and state is not None and self.digits:
            from desktop_app.instruments.sum_card import SumCard

            self.card = SumCard(self.theme, self.lab)
        if self.card is not None:
            lit = [rect for rect, _ in self.lit()]
            self.card.show_sum(state if self.digits else None, lit)
        self.changed.emit(state)

    def leave(self) -> None:
        """The lab went out of sight, and the pointer with it; what is kept stays kept."""
        self.pointed = None
        self.changed.emit(None)

    def show_rings(self) -> None:
        """Light the operands."""
        rings = self.lit()
        if self.rings is None and rings:
            self.rings = OperandRings(self.theme, self.lab)
        if self.rings is not None:
            self.rings.show_rings(rings)

    def lit(self) -> list[Ring]:
        """What is outlined: every operand that is in sight, and the number itself."""
        if self.state is None:
            return []
        found = self.state.explanation
        own = [(rect, "own") for rect in self.places_of(found.step, found.index)]
        return [*self.operands(found, DEEPEST), *own]

    def operands(self, found: Explanation, deep: int) -> list[Ring]:
        """The outlines of what goes in; of what is not drawn, what that comes from instead."""
        rings: list[Ring] = []
        for operand in found.operands:
            drawn = self.places_of(operand.step, operand.index)
            rings += [(rect, operand.role) for rect in drawn]
            fits = len(operand.index) == len(found.index)
            if drawn or not deep or not fits:
                continue
            pairs = zip(operand.index, found.index, strict=True)
            before = self.explained((operand.step, tuple(b if a is None else a for a, b in pairs)))
            if before is not None:
                rings += self.operands(before, deep - 1)
        return rings

    def places_of(self, step: str, index: Along) -> list[QRectF]:
        """Where numbers of the trace are drawn, in the lab's pixels."""
        places = []
        for grid, name, to_cell in self.grids:
            cell = to_cell(index) if name == step and grid.isVisibleTo(self.lab) else None
            if cell is not None:
                places.append(on_lab(grid, self.lab, span(grid, cell)))
        for field in self.fields:
            rects = field.places_of(step, index)
            if rects and None in index:  # one outline round all
                rects = [reduce(lambda whole, rect: whole | rect, rects)]
            places += [on_lab(cast(QWidget, field), self.lab, rect) for rect in rects]
        return places


def span(grid: PointedGrid, cell: Sequence[int | None]) -> QRectF:
    """The rectangle of a cell, a row or a column of a grid."""
    ends = [
        (0, size - 1) if at is None else (at, at)
        for at, size in zip(cell, grid.state.shape, strict=True)
    ]
    (top, bottom), (left, right) = ends
    return grid.place_of((top, left)) | grid.place_of((bottom, right))


def on_lab(widget: QWidget, lab: QWidget, rect: QRectF) -> QRectF:
    """A rectangle of a widget in the pixels of the lab it lies in."""
    return rect.translated(widget.mapTo(lab, widget.rect().topLeft()).toPointF())
