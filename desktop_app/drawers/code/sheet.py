"""The numbered lines of a script, painted; one of them may be lit by the pointer or the keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen

from core.scripts.lines import Place, Row, Span
from desktop_app import lettering
from desktop_app.drawers.code.measures import GAP, Measures
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import CAPTION, LABEL, Style
from desktop_app.theme import Theme

FAINT = {"punctuation", "comment", "string"}


class CodeSheet(Instrument):
    """lit(row): the row that is pointed at, or that the keys chose; None for none."""

    lit = Signal(object)
    marks_focus = True  # the band and the bar of the chosen line

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.rows: Sequence[Row] = ()
        self.shapes: Sequence[str] = ()
        self.changed: frozenset[Place] = frozenset()
        self.measures: Measures | None = None
        self.hovered: int | None = None
        self.chosen = 0
        self.told: int | None = None  # the row that was lit when `lit` was last sent
        self.setObjectName("lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("code")

    def show_rows(
        self, rows: Sequence[Row], shapes: Sequence[str], changed: frozenset[Place]
    ) -> None:
        """Draw other rows. shapes: of what each makes, "" for none."""
        self.rows, self.shapes, self.changed = rows, shapes, changed
        self.chosen = min(self.chosen, max(len(rows) - 1, 0))
        if self.hovered is not None and self.hovered >= len(rows):
            self.hovered = None
        self.told = self.lit_row
        self.announce()
        self.update()

    # place

    def tops(self) -> list[int]:
        """The top of each row; groups stand apart."""
        assert self.measures is not None
        y, tops, group = 0, [], -1
        for row in self.rows:
            if group not in (-1, row.line.group):
                y += GAP
            group = row.line.group
            tops.append(y)
            if not self.stands_beside(len(tops) - 1):
                y += self.measures.line
            else:
                tops[-1] = tops[-2]
        return tops

    def stands_beside(self, index: int) -> bool:
        """Whether the words of a folded row stand in the row above: where that only opens."""
        row = self.rows[index]
        return bool(row.folded) and index > 0 and self.rows[index - 1].line.text.endswith("(")

    def content_height(self) -> int:
        if not self.rows or self.measures is None:
            return 0
        return self.tops()[-1] + self.measures.line

    def row_rect(self, index: int) -> QRectF:
        assert self.measures is not None
        return QRectF(0, self.tops()[index], self.width(), self.measures.line)

    def whole_rows(self, room: int) -> int:
        """The height up to which rows are whole, of so much room."""
        assert self.measures is not None
        bottoms = [top + self.measures.line for top in self.tops()]
        return max((bottom for bottom in bottoms if bottom <= room), default=max(room, 0))

    def row_at(self, y: float) -> int | None:
        """The row at a height; of two that share one, the first."""
        for index in range(len(self.rows)):
            if self.row_rect(index).contains(1, y):
                return index
        return None

    @property
    def lit_row(self) -> int | None:
        """The row that is lit: the one pointed at, else the chosen one while focused."""
        if self.hovered is not None:
            return self.hovered
        return self.chosen if self.hasFocus() and self.rows else None

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.measures is None:
            return
        with QPainter(self) as painter:
            tops, lit = self.tops(), self.lit_row
            exposed = event.rect()
            for index, row in enumerate(self.rows):
                room = QRectF(0, tops[index], self.width(), self.measures.line)
                if not room.intersects(exposed.toRectF()):
                    continue
                if index == lit and not self.stands_beside(index):
                    painter.fillRect(room, self.theme.sunken)
                    painter.fillRect(QRectF(0, room.top(), 3, room.height()), self.theme.ink)
                self.paint_row(painter, index, row, room, index == lit)

    def paint_row(self, painter: QPainter, index: int, row: Row, room: QRectF, lit: bool) -> None:
        """One line with its number, or the words that stand for several."""
        assert self.measures is not None
        theme, at = self.theme, self.measures
        left = room.adjusted(at.text, 0, 0, 0)
        small = at.style.sized(at.style.size - 1)
        if row.folded:
            if self.stands_beside(index):
                used = lettering.width(self.rows[index - 1].line.text, at.style)
                left = left.adjusted(used + 8, 0, 0, 0)
            words = f"{lettering.ELLIPSIS} {row.folded}"
            style = CAPTION if at.style.size > 12 else CAPTION.sized(11)
            lettering.draw(painter, left, words, style, theme.ink3)
            return
        numbers = QRectF(0, room.top(), at.numbers, room.height())
        style = small.bold(lit)
        colour = theme.ink if lit else theme.ink3
        lettering.draw(painter, numbers, str(row.number), style, colour, lettering.RIGHT)
        x = left.left()
        for span in row.line.spans:
            x += self.paint_span(painter, span, x, room)
        if lit and self.shapes[index]:
            self.paint_shape(painter, self.shapes[index], room, x)

    def paint_span(self, painter: QPainter, span: Span, x: float, room: QRectF) -> float:
        """One piece of a line in its colour. Returns how wide it is."""
        assert self.measures is not None
        moved = span.place is not None and span.place in self.changed
        style, colour = self.look(span, moved)
        wide = lettering.width(span.text, style)
        place = QRectF(x, room.top(), wide, room.height())
        lettering.draw(painter, place, span.text, style, colour)
        if moved:
            painter.setPen(QPen(colour, 1.2))
            y = room.center().y() + self.measures.style.size * 0.36 + 2.5
            painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        return wide

    def look(self, span: Span, moved: bool) -> tuple[Style, QColor]:
        """The style and colour of a span."""
        assert self.measures is not None
        theme, kind = self.theme, span.kind
        style = self.measures.style
        if kind in {"query", "key", "value", "weight"}:
            named = not span.place
            return style.bold(moved or named), theme.role(kind).text
        if kind == "keyword":
            return style.bold(), theme.ink
        if kind in FAINT:
            return style, theme.ink3
        return style.bold(moved), theme.ink

    def paint_shape(self, painter: QPainter, shape: str, room: QRectF, used: float) -> None:
        """The shape of what the lit line makes, at the right, on the band."""
        assert self.measures is not None
        at = self.measures
        style = LABEL.sized(at.style.size)
        right = room.adjusted(0, 0, -at.right, 0)
        wide = lettering.width(shape, style)
        ground = QRectF(right.right() - wide - 8, room.top(), wide + 8, room.height())
        if ground.left() < used:
            painter.fillRect(
                ground.adjusted(0, 0, room.right() - right.right(), 0), self.theme.sunken
            )
        lettering.draw(painter, right, shape, style, self.theme.ink2, lettering.RIGHT)

    # pointing

    def point(self, index: int | None) -> None:
        self.hovered = index
        self.tell()

    def tell(self) -> None:
        """Say which row is lit now, if it is another one."""
        self.update()
        if self.lit_row != self.told:
            self.told = self.lit_row
            self.announce()
            self.lit.emit(None if self.told is None else self.rows[self.told])

    def announce(self) -> None:
        """The chosen line, for a screen reader."""
        if self.rows:
            row = self.rows[self.chosen]
            words = row.folded or f"line {row.number}: {row.line.text}"
            self.setAccessibleDescription(f"{words} {self.shapes[self.chosen]}".strip())

    def choose(self, index: int) -> None:
        """Go to a row with the keys."""
        self.hovered = None
        self.chosen = min(max(index, 0), len(self.rows) - 1)
        self.tell()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self.row_at(event.position().y()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.row_at(event.position().y())
        if index is not None:
            self.choose(index)

    def leaveEvent(self, event: QEvent) -> None:
        self.point(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(self.rows) - 1}
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if self.rows and key in steps:
            self.choose(self.chosen + steps[key])
        elif self.rows and key in ends and not event.modifiers():
            self.choose(ends[key])
        else:
            super().keyPressEvent(event)
