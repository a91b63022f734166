"""The text of the article, laid out: sections one below the other, notes in the margin."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.article import Article, Asked, Block, Display, Drawing, Listing, Section, State
from core.lesson import Formula
from desktop_app import lettering
from desktop_app.article.figure import FigureBlock
from desktop_app.article.margin_note import MarginNote
from desktop_app.article.questions import QuestionList
from desktop_app.article.words import Words
from desktop_app.instruments.formula_block import FormulaBlock
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import BODY, EYEBROW, LABEL, QUESTION, Style
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme

TOP, BETWEEN = 40, 64  # over the first section, between two
GAP, AROUND = 16, 18  # between paragraphs, round a formula
OVER, UNDER = 32, 8  # a question: over it and under it
TEXT, MARGIN, GUTTER = 560, 200, 40
NUMBER = 56  # at the right of a formula
BUTTON = (144, 32)


class Question(Words):
    """A question that learners ask, as a heading inside a section."""


class Item(NamedTuple):
    """One block: its widget, and what stands beside it in the margin."""

    widget: QWidget
    margin: tuple[QWidget, ...]
    number: str = ""


class Span(NamedTuple):
    """From where to where a section reaches, in px from the top of the sheet."""

    top: float
    bottom: float


class Sheet(QWidget):
    """Everything that scrolls. read(words): what a point of a figure is, "" for none.

    state_wanted(state): a lab is to be opened. question_wanted(y): a question at this height.
    """

    state_wanted = Signal(object)
    link_wanted = Signal(str)
    copied = Signal(str)
    read = Signal(str)
    question_wanted = Signal(float)

    def __init__(self, theme: Theme, article: Article, numbers: dict[str, int]) -> None:
        super().__init__()
        self.setObjectName("lab")
        self.theme, self.article, self.numbers = theme, article, numbers
        self.size_class: SizeClass = MEDIUM
        self.scale = 1.0  # of the text, as the reader wants it
        self.notes: list[MarginNote] = []
        self.figures: list[FigureBlock] = []
        self.heads: list[Words] = []
        self.questions: list[Question] = []
        self.items: list[list[Item]] = []
        self.spans: list[Span] = []
        for section in article.sections:
            self.add_section(section)

    # building

    def add_section(self, section: Section) -> None:
        """The head and the blocks of one section."""
        head = Words(self.theme, QUESTION, 34, self)
        head.show_plain(section.title)
        self.heads.append(head)
        self.items.append([self.item(block) for block in section.blocks])

    def item(self, block: Block) -> Item:
        """One block as widgets."""
        match block:
            case Display():
                made = Formula(latex=block.latex, spoken=block.spoken)
                shown = FormulaBlock(self.theme, made, 19, self, centred=True)
                shown.copied.connect(self.copied)
                return Item(shown, (), block.number)
            case Drawing():
                figure = FigureBlock(self.theme, block, self)
                figure.read.connect(self.read)
                self.figures.append(figure)
                return Item(figure, self.buttons(block.ways))
            case Asked():
                question = Question(self.theme, BODY.bold(), 26, self)
                question.show_markdown(block.text)
                self.questions.append(question)
                return Item(question, ())
            case Listing():
                listed = QuestionList(self.theme, block.questions, self)
                listed.followed.connect(self.seek_question)
                return Item(listed, ())
        words = Words(self.theme, BODY, 26, self)
        words.show_markdown(block.text)
        words.note_pointed.connect(self.light_note)
        margin = tuple(self.note(number) for number in block.notes)
        return Item(words, (*margin, *self.buttons(block.ways)))

    def note(self, number: int) -> QWidget:
        """The note with a number, beside one of the paragraphs that cite it."""
        made = MarginNote(self.theme, number, self.article.notes[number - 1], self)
        made.pointed.connect(self.light_note)
        made.followed.connect(self.link_wanted)
        self.notes.append(made)
        return made

    def buttons(self, ways: tuple[State, ...]) -> tuple[QWidget, ...]:
        """The ways to panes, in the states that the text or the figure shows."""
        found: list[QWidget] = []
        for way in ways:
            if way.slide not in self.numbers:
                continue
            made = PressButton(self.theme, f"Open in pane {self.numbers[way.slide]:02d}", self)
            made.setFixedSize(*BUTTON)
            made.clicked.connect(partial(self.state_wanted.emit, way))
            found.append(made)
        return tuple(found)

    @property
    def paragraphs(self) -> list[Words]:
        """Everything that can be searched, from top to bottom."""
        found: list[Words] = []
        for head, items in zip(self.heads, self.items, strict=True):
            found.append(head)
            for item in items:
                if isinstance(item.widget, Words):
                    found.append(item.widget)
                elif isinstance(item.widget, FigureBlock):
                    found.append(item.widget.caption)
        return found

    def light_note(self, number: int | None) -> None:
        """Light a raised number and its note together."""
        for note in self.notes:
            note.show_lit(note.number == number)
        for words in self.paragraphs:
            words.show_note(number)

    def seek_question(self, place: int) -> None:
        self.question_wanted.emit(float(self.questions[place].y()))

    # layout

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    @property
    def body(self) -> tuple[Style, int]:
        """The type of the text and its lines, as large as the reader wants it."""
        style, line = self.size_class.body, self.size_class.body_line
        return style.sized(round(style.size * self.scale, 1)), round(line * self.scale)

    def lay_out(self, width: int, room: int, size_class: SizeClass, bar: int) -> None:
        """Stack everything for a width; the last section can be scrolled to the top of `room`.

        bar: how wide the scroll bar beside the sheet is; it stands in the padding.
        """
        self.size_class = size_class
        pad = size_class.lab_padding - 1  # the hairline at the left is a part of it
        content = width + bar - pad - size_class.lab_padding
        beside = content >= TEXT + GUTTER + MARGIN and not size_class.compact
        size = self.body[0].size
        text = min(content, round(TEXT * size / BODY.size))
        if beside:
            text = min(text, content - GUTTER - MARGIN)
        y = float(TOP if not size_class.compact else 28)
        self.spans = []
        for head, items in zip(self.heads, self.items, strict=True):
            top = y
            large = max(QUESTION.size * self.scale, size * 1.25)
            head.set_style(QUESTION.sized(large), round(large * 1.3))
            head.setGeometry(pad, round(y) + 24, text, head.heightForWidth(text))
            y += 24 + head.height() - 2
            y = self.stack(items, y, pad, text, beside)
            self.spans.append(Span(top, y))
            y = round(y + BETWEEN)
        last = self.spans[-1].top if self.spans else 0.0
        self.resize(width, round(max(y - BETWEEN + TOP, last - TOP + room)))
        self.update()

    def stack(self, items: list[Item], y: float, x: int, text: int, beside: bool) -> float:
        """Put the blocks of a section below `y`; where they end."""
        margin_y = 0.0
        after = GAP
        for item in items:
            over, under = gaps(item.widget)
            y += max(over, after)
            after = under
            y_before, y = y, y + self.put(item.widget, x, y, text)
            if beside:
                buttons_only = isinstance(item.widget, FigureBlock)
                margin_y = max(margin_y, y - BUTTON[1] if buttons_only else y_before)
                for part in item.margin:
                    margin_y += self.put(part, x + text + GUTTER, margin_y, MARGIN) + GAP
            else:
                for part in item.margin:
                    y += 12
                    y += self.put(part, x, y, text)
        return max(y, margin_y - GAP)

    def put(self, widget: QWidget, x: int, y: float, width: int) -> int:
        """Place one widget at its full height for a width; that height."""
        if isinstance(widget, Words):
            style, line = self.body
            widget.set_style(style.bold(isinstance(widget, Question)), line)
            height = widget.heightForWidth(width)
        elif isinstance(widget, FormulaBlock):
            widget.set_size(self.body[0].size * 1.1)
            width -= NUMBER
            height = widget.heightForWidth(width)
        elif isinstance(widget, QuestionList):
            x, width = x - QuestionList.outset, width + 2 * QuestionList.outset
            height = widget.height_at(width)
        elif isinstance(widget, FigureBlock | MarginNote):
            height = widget.height_at(width)
        else:
            width, height = BUTTON
        widget.setGeometry(x, round(y), width, height)
        return height

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            pad = self.size_class.lab_padding - 1
            for section, span in zip(self.article.sections, self.spans, strict=True):
                room = QRectF(pad, span.top, 200, 16)
                lettering.draw(painter, room, f"Section {section.number}", EYEBROW, self.theme.ink3)
            for items in self.items:
                for item in items:
                    if item.number:
                        place = item.widget.geometry()
                        room = QRectF(place.right() + 1, place.top(), NUMBER, place.height())
                        text = f"({item.number})"
                        style = BODY.sized(LABEL.size + 2)
                        colour = self.theme.ink2
                        lettering.draw(painter, room, text, style, colour, lettering.RIGHT)


def gaps(widget: QWidget) -> tuple[int, int]:
    """How much room a block has over it and under it, in px."""
    if isinstance(widget, Question):
        return OVER, UNDER
    return (AROUND, AROUND) if isinstance(widget, FormulaBlock) else (GAP, GAP)
