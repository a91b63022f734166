"""A PDF page by page: the paper's size, margins, and what stands at the foot of each page."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPageSize, QPainter, QTextDocument

from desktop_app import formula, lettering
from desktop_app.instruments.prose import FormulaObject, write_document
from desktop_app.instruments.prose_lines import FORMULA_OBJECT, paint_in_vector
from desktop_app.lettering import CAPTION, Style
from desktop_app.pictures.writing import content, opened, writer
from desktop_app.theme import Theme

MARGIN = 56.0
FOOT = 40.0  # from the page's lower edge to the line at its foot
PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}


class Setting(NamedTuple):
    """How a handout looks: the paper's name in `PAPERS`, the theme, the words at each foot."""

    paper: str
    theme: Theme
    title: str


class Book:
    """A PDF that is being written; `page` begins one, `finish` gives the bytes."""

    def __init__(self, setting: Setting, pages: int) -> None:
        self.setting, self.pages, self.number = setting, pages, 0
        self.buffer = opened()
        self.writer = writer(self.buffer, setting.title)
        self.writer.setPageSize(QPageSize(PAPERS[setting.paper]))
        self.painter = QPainter(self.writer)
        self.painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        self.size = QRectF(self.writer.pageLayout().paintRectPixels(self.writer.resolution()))

    @property
    def room(self) -> QRectF:
        """Where a page may be written on."""
        return self.size.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN - 16)

    def page(self) -> QPainter:
        """Begin the next page: its ground, and its foot."""
        if self.number:
            self.writer.newPage()
        self.number += 1
        painter, theme = self.painter, self.setting.theme
        painter.fillRect(self.size.adjusted(0, 0, 2, 2), theme.sheet)
        foot = QRectF(MARGIN, self.size.bottom() - FOOT - 16, self.room.width(), 16)
        painter.fillRect(QRectF(foot.left(), foot.top() - 8, foot.width(), 1), theme.line)
        lettering.draw(painter, foot, self.setting.title, CAPTION, theme.ink3)
        words = f"{self.number} / {self.pages}"
        lettering.draw(painter, foot, words, CAPTION, theme.ink3, lettering.RIGHT)
        return painter

    def finish(self) -> bytes:
        """End the file."""
        self.painter.end()
        return content(self.buffer)

    def drop(self) -> None:
        """Give it up."""
        if self.painter.isActive():
            self.painter.end()


def write(
    painter: QPainter, place: QRectF, markdown: str, style: Style, line: float, theme: Theme
) -> float:
    """Set Markdown from the top of `place`. Returns how high it stands."""
    document = QTextDocument()
    formulas = FormulaObject(document)
    formulas.theme = theme
    document.documentLayout().registerHandler(FORMULA_OBJECT, formulas)
    write_document(document, markdown, style, line, theme)
    document.setTextWidth(place.width())
    painter.save()
    painter.translate(place.topLeft())
    paint_in_vector(painter, document, theme)
    painter.restore()
    return float(document.size().height())


def write_formula(painter: QPainter, place: QRectF, latex: str, size: float, theme: Theme) -> float:
    """A displayed formula at the top left of `place`, smaller where it must be. Returns height."""
    wide = formula.box(latex, size).width
    size = size * min(1.0, place.width() / max(wide, 1.0))
    box = formula.box(latex, size)
    at = QPointF(place.left(), place.top() + box.ascent)
    formula.draw(painter, at, latex, size, theme)
    return box.height
