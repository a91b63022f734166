"""A card with every digit of a sum, one term a line. It lies over a lab and covers no operand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.sum_line import (
    Run,
    SumState,
    head,
    sum_runs,
    term_runs,
    wide,
    written,
)
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

PAD, ROW, INSET = 16.0, 20.0, 8.0
TERMS, PARTS = 8, 6
HINT = "= short again    Ctrl+C copies the whole sum"


def lines(state: SumState, theme: Theme, room: float) -> list[list[Run]]:
    """The card line by line."""
    found, style = state.explanation.shortened(TERMS), LABEL
    made = [head(state, theme, style, True)]
    for place, term in enumerate(found.terms):
        sign: Run = ("+  " if place else "    ", style, theme.ink3)
        runs = [sign, *term_runs(term, theme, style, not place, exact=True)]
        if term.label and term.count == 1:
            runs.append((f"    {term.label}", CAPTION, theme.ink3))
        made.append(runs)
    for place, part in enumerate(found.shortened(PARTS).divisor):
        sign = ("+  " if place else "÷  ", style, theme.ink3)
        made.append([sign, *sum_runs((part,), theme, style, exact=True)])
    value = (written(found.value, exact=True), style.bold(), theme.ink)
    made.append([("=  ", style, theme.ink3), value])
    for note, shade in ((found.note, theme.ink3), (found.mistake, theme.alert)):
        made += [
            [(part, CAPTION, shade)] for part in lettering.wrapped(note, CAPTION, room) if part
        ]
    return [*made, [(HINT, CAPTION, theme.ink3)]]


class SumCard(Instrument):
    """Lets every click through. `show_sum` places it where it covers least of what is lit."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.around = parent
        self.state: SumState | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_sum(self, state: SumState | None, lit: Sequence[QRectF]) -> None:
        """Show a sum clear of the rectangles `lit`, in the parent's pixels; None hides the card."""
        self.state = state
        self.setVisible(state is not None)
        if state is None:
            return
        # A lab higher than its window is scrolled: the card goes where it can be seen.
        seen = QRectF(self.around.visibleRegion().boundingRect())
        room = seen.adjusted(INSET, INSET, -INSET, -INSET)
        made = lines(state, self.theme, min(room.width() - 2 * PAD, 420))
        across = min(max(wide(runs) for runs in made) + 2 * PAD, room.width())
        size = QSizeF(across, len(made) * ROW + 2 * PAD - 8)
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        parts = self.around.findChildren(QWidget, options=direct)
        others = [
            QRectF(part.geometry())
            for part in parts
            if part.isVisible() and part.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        self.setGeometry(best_place(room, size, lit, others).toAlignedRect())
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.state is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.theme.edge, 1))
            painter.setBrush(self.theme.sheet)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            room = self.width() - 2 * PAD
            for place, runs in enumerate(lines(self.state, self.theme, min(room, 420))):
                row = QRectF(PAD, PAD - 4 + place * ROW, room, ROW)
                lettering.draw_runs(painter, row, cut(runs, room))


def cut(runs: list[Run], room: float) -> list[Run]:
    """Runs that end with an ellipsis where they would run out of `room`."""
    kept: list[Run] = []
    for text, style, colour in runs:
        spare = room - wide(kept)
        if lettering.width(text, style) > spare:
            return [*kept, (lettering.fitted(text, style, max(spare, 0.0)), style, colour)]
        kept.append((text, style, colour))
    return kept


def best_place(
    room: QRectF, size: QSizeF, lit: Sequence[QRectF], others: Sequence[QRectF] = ()
) -> QRectF:
    """Where a card of this size covers least of what is lit, then of other parts of the lab."""
    across = [room.right() - size.width(), room.left(), room.center().x() - size.width() / 2]
    down = [room.bottom() - size.height(), room.top(), room.center().y() - size.height() / 2]
    places = [QRectF(QPointF(x, y), size) for y in down for x in across]

    def covered(place: QRectF, parts: Sequence[QRectF]) -> float:
        return sum(area(place & part) for part in parts)

    return min(places, key=lambda place: (covered(place, lit), covered(place, others)))


def area(rect: QRectF) -> float:
    """Square px of a rectangle; none where it is turned inside out."""
    return max(rect.width(), 0.0) * max(rect.height(), 0.0)
