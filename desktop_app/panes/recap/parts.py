"""The whole formula with its five numbered parts, each with a leader line and a label."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.formula_parts import part_box
from core.typesetting import UNIT, FormulaError
from desktop_app import formula, lettering
from desktop_app.instruments.pointing import PointedParts
from desktop_app.lettering import LABEL
from desktop_app.panes.recap.layout import LABEL_ROW, gaps
from desktop_app.theme import Theme


class Part(NamedTuple):
    """One part: its name, what it is in the formula, where its label stands, its step."""

    name: str
    latex: str
    above: bool
    step: str


PARTS = (
    Part("product", r"\query{Q}\key{K}^\mathsf{T}", True, "scores"),
    Part("scale", r"\sqrt{d_k}", False, "scaled"),
    Part("mask", "M", True, "masked"),
    Part("softmax", r"\mathrm{softmax}", False, "weights"),
    Part("mix", r"\value{V}", False, "output"),
)
AIR, CLEAR = 6.0, 7.0  # round a lit part; between a part and its leader line


def part_rect(latex: str, part: Part, size: float) -> QRectF | None:
    """Where a part stands, in px from the formula's left end and baseline; None if it is absent."""
    try:
        found = part_box(latex, part.latex, last=True)
    except FormulaError:
        return None
    if found is None:
        return None
    scale = size / UNIT
    return QRectF(
        QPointF(found.left * scale, found.top * scale),
        QPointF(found.right * scale, found.bottom * scale),
    )


class PartsFormula(PointedParts):
    """pointed(part): the part under the pointer, None for none. chosen(part): by the keyboard.

    opened(part): a click or Enter. Parts count from 0.
    """

    pointed = Signal(object)
    chosen = Signal(int)
    opened = Signal(int)

    picture_name = "Formula"

    def __init__(self, theme: Theme, latex: str, spoken: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.latex, self.spoken = latex, spoken
        self.size_used = 38.0
        self.lit: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_lit(None)

    def show_lit(self, lit: int | None) -> None:
        self.lit = lit
        part = "" if lit is None else f"; part {lit + 1} of {len(PARTS)}: {PARTS[lit].name}"
        self.setAccessibleName(f"{self.spoken}{part}. Enter opens its matrix.")
        self.update()

    def set_size(self, size: float) -> None:
        self.size_used = size
        self.update()

    # geometry

    def origin(self) -> QPointF:
        """The left end of the formula, on its baseline."""
        box = formula.box(self.latex, self.size_used)
        y = LABEL_ROW + gaps(self.size_used)[0] + box.ascent
        return QPointF(round((self.width() - box.width) / 2), round(y))

    def rect_of(self, part: int) -> QRectF | None:
        """Where a part of the formula is painted."""
        found = part_rect(self.latex, PARTS[part], self.size_used)
        return None if found is None else found.translated(self.origin())

    def label_of(self, part: int) -> QRectF | None:
        """Where a part's label is painted."""
        found = self.rect_of(part)
        if found is None:
            return None
        wide = lettering.width(f"{part + 1}  {PARTS[part].name}", LABEL.bold()) + 2
        x = min(max(found.center().x() - wide / 2, 0), self.width() - wide)
        y = 0.0 if PARTS[part].above else self.height() - LABEL_ROW
        return QRectF(x, y, wide, LABEL_ROW)

    def part_at(self, point: QPointF) -> int | None:
        """The part whose rectangle, leader or label is under a point."""
        for part in range(len(PARTS)):
            found, label = self.rect_of(part), self.label_of(part)
            if found is None or label is None:
                continue
            grown = found.adjusted(-AIR, -AIR, AIR, AIR)
            leader = QRectF(found.center().x() - 6, 0, 12, self.height())
            leader.setBottom(found.top()) if PARTS[part].above else leader.setTop(found.bottom())
            if any(room.contains(point) for room in (grown, label, leader)):
                return part
        return None

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for part in range(len(PARTS)):
                self.paint_part(painter, part)
            formula.draw(painter, self.origin(), self.latex, self.size_used, self.theme)

    def paint_part(self, painter: QPainter, part: int) -> None:
        """The band behind a lit part, its leader line and its label."""
        found, label = self.rect_of(part), self.label_of(part)
        if found is None or label is None:
            return
        theme, lit = self.theme, part == self.lit
        away = CLEAR
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.band)
            painter.drawRoundedRect(found.adjusted(-AIR, -AIR, AIR, AIR), 8, 8)
            away += AIR
        painter.setPen(QPen(theme.ink if lit else theme.edge, 1.5 if lit else 1))
        x = round(found.center().x()) + 0.5
        if PARTS[part].above:
            painter.drawLine(QPointF(x, label.bottom() + 4), QPointF(x, found.top() - away))
        else:
            painter.drawLine(QPointF(x, found.bottom() + away), QPointF(x, label.top() - 4))
        text = f"{part + 1}  {PARTS[part].name}"
        colour = theme.ink if lit else theme.ink2
        lettering.draw(painter, label, text, LABEL.bold(lit), colour, lettering.CENTRE)

    # pointing

    def show_pointed(self) -> None:
        none, hand = Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor
        self.setCursor(none if self.hovered is None else hand)
        self.pointed.emit(self.hovered)

    def use(self, part: int) -> None:
        self.opened.emit(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        if event.key() in {keys.Key_Left, keys.Key_Right}:
            self.keyboard_focus = True
            step = -1 if event.key() == keys.Key_Left else 1
            start = self.lit if self.lit is not None else (-1 if step > 0 else len(PARTS))
            self.chosen.emit(min(max(start + step, 0), len(PARTS) - 1))
        elif event.key() in {keys.Key_Return, keys.Key_Enter} and self.lit is not None:
            self.opened.emit(self.lit)
        else:
            super().keyPressEvent(event)
