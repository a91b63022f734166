"""Weights as the article draws them, on the screen and on paper: a map with words round it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.article_figure import WeightMap
from desktop_app import lettering, numbers
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.theme import Theme

ROW, WIDEST, WORDS = 26, 46, 96
SLANT = 0.72  # of the length of a slanted word, how far it reaches up
GAP = 8


class MapPaper:
    """Where the cells of one map lie at one width, and how they are painted."""

    def __init__(self, shown: WeightMap, width: float) -> None:
        self.map = shown
        rows, columns = shown.weights.shape
        words = max(lettering.width(word, LABEL) for word in shown.queries)
        self.left = min(words, WORDS) + GAP
        self.cell = min((width - self.left - 40) / columns, WIDEST)
        longest = max(lettering.width(word, LABEL) for word in shown.keys)
        self.slanted = longest > self.cell - 4
        self.top = longest * SLANT + 16 if self.slanted else 24.0
        self.area = QRectF(self.left, self.top, self.cell * columns, float(ROW * rows))

    @property
    def height(self) -> int:
        """The whole figure, without its caption."""
        return round(self.area.bottom() + 8)

    def rect(self, row: int, column: int) -> QRectF:
        """One cell."""
        area = self.area
        return QRectF(area.left() + column * self.cell, area.top() + row * ROW, self.cell, ROW)

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """The cell under a point."""
        if not self.area.contains(point):
            return None
        rows, columns = self.map.weights.shape
        row = int((point.y() - self.area.top()) // ROW)
        column = int((point.x() - self.area.left()) // self.cell)
        return min(row, rows - 1), min(column, columns - 1)

    def said(self, row: int, column: int) -> str:
        """What a cell is, in words."""
        pair = f"{self.map.queries[row]} gives {self.map.keys[column]}"
        if self.is_hidden(row, column):
            return f"{pair} nothing: it is masked"
        return f"{pair} the weight {numbers.precise(float(self.map.weights[row, column]))}"

    def is_hidden(self, row: int, column: int) -> bool:
        return self.map.hidden is not None and bool(self.map.hidden[row, column])

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Words and cells."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, word in enumerate(self.map.queries):
            room = QRectF(0, self.area.top() + row * ROW, self.left - GAP, ROW)
            shown = lettering.fitted(word, LABEL, room.width())
            lettering.draw(painter, room, shown, LABEL, theme.query.text, lettering.RIGHT)
        for column, word in enumerate(self.map.keys):
            self.paint_key(painter, column, word, theme)
        rows, columns = self.map.weights.shape
        for row in range(rows):
            for column in range(columns):
                self.paint_cell(painter, row, column, theme)
        painter.setPen(QPen(theme.edge, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.area.adjusted(-0.5, -0.5, 0.5, 0.5))

    def paint_key(self, painter: QPainter, column: int, word: str, theme: Theme) -> None:
        """One word over its column, slanted where the words are longer than the cells."""
        middle = self.area.left() + (column + 0.5) * self.cell
        if not self.slanted:
            room = QRectF(middle - self.cell / 2, self.area.top() - 22, self.cell, 16)
            lettering.draw(painter, room, word, LABEL, theme.key.text, lettering.CENTRE)
            return
        painter.save()
        painter.translate(middle + 2, self.area.top() - 9)
        painter.rotate(-45)
        room = QRectF(0, -6, lettering.width(word, LABEL), 12)
        lettering.draw(painter, room, word, LABEL, theme.key.text)
        painter.restore()

    def paint_cell(self, painter: QPainter, row: int, column: int, theme: Theme) -> None:
        """The ground of a weight and its digits; hatching where a mask hides it."""
        rect, weight = self.rect(row, column), float(self.map.weights[row, column])
        inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        if self.is_hidden(row, column):
            painter.fillRect(inner, theme.sheet)
            painter.setPen(QPen(theme.edge, 1))
            painter.save()
            painter.setClipRect(inner)
            x = inner.left() - ROW
            while x < inner.right():
                painter.drawLine(QPointF(x, inner.bottom()), QPointF(x + ROW, inner.top()))
                x += 6
            painter.restore()
            return
        ground = theme.weight_colour(weight)
        painter.fillRect(inner, ground)
        if self.cell >= 34:
            text = numbers.fixed(weight, 2)
            colour = theme.text_on(ground)
            lettering.draw(painter, inner, text, CAPTION, colour, lettering.CENTRE)
