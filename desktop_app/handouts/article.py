"""The article on paper: its text in one column, sources and panes beside it, pages numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTextDocument

from core.article import Article, Asked, Block, Display, Drawing, Listing, Paragraph, Section
from desktop_app import formula, lettering
from desktop_app.article.figure import FigureBlock
from desktop_app.handouts.paper import Book, Setting
from desktop_app.instruments.prose import FormulaObject, write_document
from desktop_app.instruments.prose_lines import FORMULA_OBJECT, paint_in_vector
from desktop_app.lettering import BODY, CAPTION, EYEBROW, QUESTION, TITLE, Style
from desktop_app.theme import Theme

TEXT, GUTTER, MARGIN = 472.0, 24.0, 186.0  # the column, and what stands beside it
BODY_TYPE, BODY_LINE = BODY.sized(14), 21.0
HEAD, HEAD_LINE = QUESTION.sized(22), 28.0
SMALL, SMALL_LINE = CAPTION.sized(11), 15.0
GAP, AROUND, OVER = 10.0, 14.0, 22.0
FORMULA = 15.0
NUMBER = 44.0

Paint = Callable[[QPainter, QPointF], object]


@dataclass
class Piece:
    """What stays together on a page. over: the room above it. clings: it needs what follows it.

    beside: pieces for the margin, from its top on.
    """

    height: float
    paint: Paint
    over: float = GAP
    clings: bool = False
    beside: list[Piece] = field(default_factory=list)

    @property
    def tall(self) -> float:
        """Its height, or that of what stands beside it."""
        return max(self.height, sum(part.height + GAP for part in self.beside))


class Setter:
    """Makes pieces of the blocks of an article. figures: as they are drawn on the screen."""

    def __init__(
        self, article: Article, figures: Sequence[FigureBlock], slides: dict[str, int], theme: Theme
    ) -> None:
        self.article, self.slides, self.theme = article, slides, theme
        self.figures = {id(figure.drawing): figure for figure in figures}

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the title to the last source."""
        yield self.words(self.article.title, TITLE.sized(34), 42, TEXT + GUTTER + MARGIN, "", 0)
        for section in self.article.sections:
            yield self.head(section)
            for block in section.blocks:
                yield from self.block(block)

    def head(self, section: Section) -> Piece:
        """The number and the title of a section."""
        title = self.words(section.title, HEAD, HEAD_LINE, TEXT)

        def paint(painter: QPainter, at: QPointF) -> None:
            room = QRectF(at.x(), at.y(), TEXT, 14)
            words = f"Section {section.number}"
            lettering.draw(painter, room, words, EYEBROW, self.theme.ink3)
            title.paint(painter, at + QPointF(0, 18))

        return Piece(title.height + 18, paint, 2 * OVER, clings=True)

    def block(self, block: Block) -> Iterator[Piece]:
        """One block of the text."""
        match block:
            case Paragraph():
                made = self.words(block.text, BODY_TYPE, BODY_LINE, TEXT)
                made.beside = [self.note(number) for number in block.notes]
                made.beside += self.ways(way.slide for way in block.ways)
                yield made
            case Asked():
                yield self.words(block.text, BODY_TYPE.bold(), BODY_LINE, TEXT, "", OVER, True)
            case Display():
                yield self.formula(block)
            case Drawing():
                yield self.figure(block)
            case Listing():
                for text, section in block.questions:
                    yield self.words(f"{text}  **{section}**", BODY_TYPE, BODY_LINE, TEXT, "", 4)

    def words(
        self,
        markdown: str,
        style: Style,
        line: float,
        width: float,
        ink: str = "",
        over: float = GAP,
        clings: bool = False,
    ) -> Piece:
        """Markdown, set at a width."""
        document = QTextDocument()
        formulas = FormulaObject(document)
        formulas.theme = self.theme
        document.documentLayout().registerHandler(FORMULA_OBJECT, formulas)
        colour = getattr(self.theme, ink) if ink else None
        write_document(document, markdown, style, line, self.theme, colour)
        document.setTextWidth(width)

        def paint(painter: QPainter, at: QPointF) -> None:
            painter.save()
            painter.translate(at)
            paint_in_vector(painter, document, self.theme)
            painter.restore()

        return Piece(float(document.size().height()), paint, over, clings)

    def note(self, number: int) -> Piece:
        """A source beside the text, with its address."""
        note = self.article.notes[number - 1]
        address = f" {note.label}" if note.label else ""
        return self.small(f"**{number}**  {note.text}{address}")

    def ways(self, slides: Iterator[str]) -> list[Piece]:
        """Which panes show what is being said."""
        return [
            self.small(f"Live in pane {self.slides[slide]:02d}")
            for slide in dict.fromkeys(slides)
            if slide in self.slides
        ]

    def small(self, markdown: str) -> Piece:
        return self.words(markdown, SMALL, SMALL_LINE, MARGIN, "ink2")

    def formula(self, block: Display) -> Piece:
        """A displayed formula, in the middle, with its number at the right."""
        wide = TEXT - NUMBER
        size = FORMULA * min(1.0, wide / max(formula.box(block.latex, FORMULA).width, 1.0))
        box = formula.box(block.latex, size)

        def paint(painter: QPainter, at: QPointF) -> None:
            base = at + QPointF(wide / 2, box.ascent)
            formula.draw(painter, base, block.latex, size, self.theme, align="centre")
            room = QRectF(at.x() + wide, at.y(), NUMBER, box.height)
            text = f"({block.number})"
            lettering.draw(painter, room, text, CAPTION, self.theme.ink2, lettering.RIGHT)

        return Piece(box.height, paint, AROUND)

    def figure(self, block: Drawing) -> Piece:
        """A figure as the screen has it, and its caption."""
        shown = self.figures[id(block)]
        tall = float(shown.plot_height(TEXT))
        text = f"**Figure {block.number}**  {block.caption}"
        caption = self.words(text, SMALL.sized(12), 16, TEXT, "ink2")

        def paint(painter: QPainter, at: QPointF) -> None:
            painter.save()
            painter.translate(at)
            shown.paint_plot(painter, self.theme, TEXT)
            painter.restore()
            caption.paint(painter, at + QPointF(0, tall + 8))

        made = Piece(tall + 8 + caption.height, paint, AROUND)
        made.beside = self.ways(way.slide for way in block.ways)
        return made


def paginated(pieces: Sequence[Piece], room: float) -> list[list[Piece]]:
    """The pieces page by page; a heading goes where what follows it goes."""
    pages: list[list[Piece]] = [[]]
    y = 0.0
    for place, piece in enumerate(pieces):
        needed = piece.tall
        follower = place
        while pieces[follower].clings and follower + 1 < len(pieces):
            follower += 1
            needed += pieces[follower].over + pieces[follower].tall
        over = piece.over if pages[-1] else 0.0
        if pages[-1] and y + over + needed > room:
            pages.append([])
            y, over = 0.0, 0.0
        y += over + piece.tall
        pages[-1].append(piece)
    return pages


def article_pdf(
    article: Article,
    figures: Sequence[FigureBlock],
    slides: dict[str, int],
    setting: Setting,
) -> bytes:
    """The article as the bytes of a PDF."""
    pieces = list(Setter(article, figures, slides, setting.theme).pieces())
    measured = Book(setting, 0)
    room = measured.room
    measured.drop()
    pages = paginated(pieces, room.height())
    book = Book(setting, len(pages))
    for page in pages:
        painter = book.page()
        y = room.top()
        for place, piece in enumerate(page):
            y += piece.over if place else 0.0
            piece.paint(painter, QPointF(room.left(), y))
            down = y
            for part in piece.beside:
                part.paint(painter, QPointF(room.left() + TEXT + GUTTER, down + 2))
                down += part.height + GAP
            y += piece.tall
    return book.finish()
