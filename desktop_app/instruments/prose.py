"""Markdown with inline formulas and role words as a text document, and a widget that shows it."""

from __future__ import annotations

import re

from markdown_it.token import Token
from PySide6.QtCore import QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QPyTextObject,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.prose import tokens
from desktop_app import formula, lettering, numbers, vector
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.prose_lines import COLOUR, FORMULA_OBJECT, LATEX, SIZE, paint_in_vector
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import Style
from desktop_app.theme import Theme

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"


class FormulaObject(QPyTextObject):
    """Lets a text document hold formulas that stand on its baseline."""

    theme: Theme

    def intrinsicSize(self, doc: QTextDocument, place: int, format: QTextFormat) -> QSizeF:
        size = float(format.property(SIZE))
        measured = formula.box(str(format.property(LATEX)), size, display=False)
        # Only the part above the baseline counts, so that indices do not push lines apart.
        return QSizeF(measured.width, min(measured.ascent, size))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        place: int,
        format: QTextFormat,
    ) -> None:
        size = float(format.property(SIZE))
        latex, ink = str(format.property(LATEX)), QColor(format.property(COLOUR))
        formula.draw(painter, QRectF(rect).bottomLeft(), latex, size, self.theme, False, ink)


class Writer:
    """Walks Markdown tokens and writes them into a document."""

    def __init__(self, cursor: QTextCursor, style: Style, theme: Theme, ink: QColor) -> None:
        self.cursor, self.style, self.theme, self.ink = cursor, style, theme, ink
        self.roles: list[str] = []
        self.strong = self.emphasis = 0

    def format(self) -> QTextCharFormat:
        """The character format for what is open now."""
        made = QTextCharFormat()
        style = self.style
        role = next((role for role in reversed(self.roles) if role), "")
        if self.strong or role:
            style = style._replace(weight=600)
        font = QFont(lettering.font(style._replace(italic=bool(self.emphasis))))
        made.setFont(font)
        made.setForeground(self.theme.role(role).text if role else self.ink)
        return made

    def write(self, tokens: list[Token]) -> None:
        """All tokens of one inline run."""
        for token in tokens:
            match token.type:
                case "text":
                    words = lettering.shown(numbers.unbroken(token.content), self.style)
                    self.cursor.insertText(words, self.format())
                case "softbreak":
                    self.cursor.insertText(" ", self.format())
                case "hardbreak":
                    self.cursor.insertText("\N{LINE SEPARATOR}", self.format())
                case "strong_open":
                    self.strong += 1
                case "strong_close":
                    self.strong -= 1
                case "em_open":
                    self.emphasis += 1
                case "em_close":
                    self.emphasis -= 1
                case "span_open":
                    self.roles.append(str(token.attrGet("class") or ""))
                case "span_close":
                    self.roles.pop()
                case "math_inline" | "math_inline_double":
                    self.cursor.insertText(OBJECT, self.formula_format(token.content))
                case _:
                    self.cursor.insertText(token.content, self.format())

    def formula_format(self, latex: str) -> QTextCharFormat:
        """The format of the one character that stands for a formula."""
        made = QTextCharFormat()
        made.setFont(lettering.font(self.style))
        made.setObjectType(FORMULA_OBJECT)
        made.setProperty(LATEX, latex)
        made.setProperty(SIZE, self.style.size * 1.06)
        made.setProperty(COLOUR, self.ink)
        return made


def write_document(
    document: QTextDocument,
    markdown: str,
    style: Style,
    line_height: float,
    theme: Theme,
    ink: QColor | None = None,
) -> None:
    """Fill `document` with `markdown`: one style, fixed line height, roles in their colours."""
    document.clear()
    document.setDocumentMargin(0)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # laid out once, at the end
    writer = Writer(cursor, style, theme, ink or theme.ink)
    first = True
    for token in tokens(markdown):
        if token.type != "inline":
            continue
        block = QTextBlockFormat()
        block.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        if not first:
            block.setTopMargin(line_height / 2)
            cursor.insertBlock(block)
        else:
            cursor.setBlockFormat(block)
        first = False
        writer.write(token.children or [])
    cursor.endEditBlock()


class Prose(Instrument):
    """A paragraph of the lesson at a given width; its height follows its words."""

    def __init__(
        self,
        theme: Theme,
        style: Style,
        line_height: float,
        parent: QWidget | None = None,
        ink: str = "ink",
    ) -> None:
        super().__init__(theme, parent)
        self.style_used, self.line_height, self.ink = style, line_height, ink
        self.markdown = ""
        self.pale = False  # whether the document still has the colours of another theme
        self.underlined: tuple[int, int] | None = None
        self.document = QTextDocument(self)
        self.formulas = FormulaObject(self)
        self.formulas.theme = theme
        self.document.documentLayout().registerHandler(FORMULA_OBJECT, self.formulas)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_markdown(self, markdown: str) -> None:
        if markdown != self.markdown:
            self.markdown = markdown
            self.rewrite()

    def show_plain(self, text: str) -> None:
        """Show words of unknown origin literally: nothing in them is a mark."""
        self.show_markdown(re.sub(r"([\\`*_{}\[\]()#+\-.!$<>&|~])", r"\\\1", text))

    def set_style(self, style: Style, line_height: float) -> None:
        """Another size of type, as the window's size class asks."""
        if (style, line_height) != (self.style_used, self.line_height):
            self.style_used, self.line_height = style, line_height
            self.rewrite()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.formulas.theme = theme
        self.pale = True  # nothing moves in another theme: what is out of sight need not hurry

    def rewrite(self) -> None:
        """Write everything anew: other words, or another size or colour of them."""
        self.write()
        self.setAccessibleName(spoken(self.markdown))
        self.updateGeometry()
        self.update()

    def write(self) -> None:
        """Fill the document in the present theme."""
        self.pale = False
        ink = getattr(self.theme, self.ink)
        write_document(
            self.document, self.markdown, self.style_used, self.line_height, self.theme, ink
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self.document.setTextWidth(width)
        return round(self.document.size().height())

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 0 else 320
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(self.line_height))

    def show_underline(self, span: tuple[int, int] | None) -> None:
        """Dot the line under some characters, from the first up to the second place, or none."""
        if span != self.underlined:
            self.underlined = span
            self.update()

    def selections(self) -> list[QAbstractTextDocumentLayout.Selection]:
        """Characters that are painted in another look than they are laid out in."""
        if self.underlined is None:
            return []
        made = QTextCharFormat()
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        made.setUnderlineColor(self.theme.edge)
        return [self.selection(*self.underlined, made)]

    def selection(
        self, start: int, end: int, look: QTextCharFormat
    ) -> QAbstractTextDocumentLayout.Selection:
        """Some characters with another look, for painting only."""
        found = QAbstractTextDocumentLayout.Selection()
        cursor = QTextCursor(self.document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        found.cursor, found.format = cursor, look
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.pale:
            self.write()
        self.document.setTextWidth(self.width())
        with QPainter(self) as painter:
            if vector.kind(painter):
                paint_in_vector(painter, self.document, self.theme)
                return
            context = QAbstractTextDocumentLayout.PaintContext()
            context.selections = self.selections()
            self.document.documentLayout().draw(painter, context)
