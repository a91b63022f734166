"""The contents of the article: one row a section; what was read is checked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.article import Article
from desktop_app import lettering
from desktop_app.instruments.link_row import LinkRow
from desktop_app.lettering import CHALLENGE, EYEBROW
from desktop_app.theme import Theme

ROW, HEAD, OUTSET, INDENT = 40, 24, 12, 32


class ContentsRow(LinkRow):
    """followed(section)."""

    def __init__(self, theme: Theme, number: int, title: str, parent: QWidget) -> None:
        super().__init__(theme, number, parent)
        self.title = title
        self.current = self.read = False
        self.announce()

    def show_state(self, current: bool, read: bool) -> None:
        if (current, read) != (self.current, self.read):
            self.current, self.read = current, read
            self.announce()
            self.update()

    def announce(self) -> None:
        state = ", current" if self.current else ", read" if self.read else ""
        self.setAccessibleName(f"Section {self.number}, {self.title}{state}")

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, bold = self.theme, self.current
            self.paint_ground(painter, QRectF(self.rect()), kept=self.current)
            wide = self.width() - 2 * OUTSET
            number = QRectF(OUTSET, 0, INDENT - 4, self.height())
            lettering.draw(painter, number, str(self.number), CHALLENGE, theme.ink3)
            room = QRectF(OUTSET + INDENT, 0, wide - INDENT - 24, self.height())
            style = CHALLENGE.bold(bold)
            if lettering.width(self.title, style) > room.width():
                style = style.sized(13)
            shown = lettering.fitted(self.title, style, room.width())
            lit = self.current or self.hovered or self.read
            lettering.draw(painter, room, shown, style, theme.ink if lit else theme.ink2)
            if self.read and not self.current:
                self.paint_check(painter, QPointF(OUTSET + wide - 10, self.height() / 2))

    def paint_check(self, painter: QPainter, middle: QPointF) -> None:
        """A thin check: this section was read."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.ink2, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        points = (QPointF(-5, 0.5), QPointF(-1.5, 4), QPointF(5, -4))
        painter.drawPolyline(QPolygonF([middle + point for point in points]))


class Contents(QWidget):
    """All rows under their head; their grounds stand out by 12 px. followed(section)."""

    outset = OUTSET
    followed = Signal(int)

    def __init__(self, theme: Theme, article: Article) -> None:
        super().__init__()
        self.theme = theme
        self.rows = [
            ContentsRow(theme, section.number, section.title, self) for section in article.sections
        ]
        for row in self.rows:
            row.followed.connect(self.followed)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def show_state(self, current: int, read: set[int]) -> None:
        for row in self.rows:
            row.show_state(row.number == current, row.number in read)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return HEAD + ROW * len(self.rows)

    def resizeEvent(self, event: object) -> None:
        for place, row in enumerate(self.rows):
            row.setGeometry(0, HEAD + place * ROW, self.width(), ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            room = QRectF(OUTSET, 0, self.width() - 2 * OUTSET, 16)
            lettering.draw(painter, room, "Contents", EYEBROW, self.theme.ink3)
