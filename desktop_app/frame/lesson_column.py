"""The left column: eyebrow, title, formulas, words, figures, and what is pinned at the foot."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QScrollArea, QSizePolicy, QWidget

from core.lesson import Figure, Slide
from desktop_app import lettering
from desktop_app.instruments.base import Instrument
from desktop_app.instruments.formula_block import FormulaBlock
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken
from desktop_app.lettering import CAPTION, EYEBROW
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.theme import Theme

FIGURE = lettering.BODY.sized(22)


class Eyebrow(Instrument):
    """Small capitals over a title; figures of a slide use the same face."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.text = text
        self.setFixedHeight(16)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            shown = lettering.fitted(self.text, EYEBROW, self.width())
            lettering.draw(painter, QRectF(self.rect()), shown, EYEBROW, self.theme.ink3)


class Figures(QWidget):
    """The numbers that a slide states in large type, side by side."""

    def __init__(self, theme: Theme, figures: tuple[Figure, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.figures = figures
        self.values = []
        for figure in figures:
            value = Prose(theme, FIGURE, 28, self)
            value.show_markdown(figure.value)
            self.values.append(value)
        self.setFixedHeight(46)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        words = "; ".join(f"{part.caption}: {spoken(part.value)}" for part in figures)
        self.setAccessibleName(words)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def part(self, place: int) -> QRectF:
        wide = self.width() / max(len(self.figures), 1)
        return QRectF(place * wide, 0, wide, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        for place, value in enumerate(self.values):
            room = self.part(place)
            value.setGeometry(int(room.left()) + 12, 18, int(room.width()) - 12, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for place, figure in enumerate(self.figures):
                room = self.part(place)
                painter.fillRect(QRectF(room.left(), 1, 3, 44), self.theme.edge)
                head = QRectF(room.left() + 12, 2, room.width() - 16, 16)
                caption = lettering.fitted(figure.caption, CAPTION, head.width())
                lettering.draw(painter, head, caption, CAPTION, self.theme.ink3)


class LessonColumn(QWidget):
    """The words of one slide. Text longer than the column scrolls alone; the foot stays."""

    copied = Signal(str)
    symbol_pointed = Signal(str)

    def __init__(self, theme: Theme, slide: Slide, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.theme, self.slide = theme, slide
        self.size_class = MEDIUM
        self.is_title, self.is_recap = slide.pane == "sentence", slide.pane == "recap"
        self.page = QScrollArea(self)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.words = QWidget()
        self.words.setObjectName("lesson")
        self.stack: list[tuple[int, QWidget]] = []  # (gap above, widget), top to bottom
        self.foot: QWidget | None = None
        self.write()
        self.page.setWidget(self.words)

    def write(self) -> None:
        """Put the slide's words into the column, top to bottom."""
        slide, theme = self.slide, self.theme
        self.title = Prose(theme, lettering.TITLE, 44)
        self.title.show_markdown(slide.title)
        self.body = Prose(theme, lettering.BODY, 26)
        self.body.show_markdown(slide.body)
        shown = () if self.is_recap else slide.formulas  # there the lab holds it, large
        self.formulas = [FormulaBlock(theme, part, 22) for part in shown]
        self.add(0, Eyebrow(theme, slide.eyebrow))
        self.add(12, self.title)
        for problem in slide.problems:  # before the words, which may be longer than the column
            self.add_problem(str(problem.sentence), problem.file.name, problem.line)
        for place, block in enumerate(self.formulas):
            block.copied.connect(self.copied)
            block.pointed.connect(self.symbol_pointed)
            self.add(8 if place else 28, block)
        self.add(28, self.body)
        if slide.figures:
            self.add(20, Figures(theme, slide.figures, self.words))

    def add(self, gap: int, widget: QWidget) -> None:
        widget.setParent(self.words)
        self.stack.append((gap, widget))

    def add_problem(self, sentence: str, file: str, line: int) -> None:
        """What is wrong with the slide's file, in place of what could not be shown."""
        note = Prose(self.theme, lettering.LABEL, 18, ink="alert")
        note.show_plain(f"{file}, line {line}: {sentence}")
        self.add(16, note)

    def add_below(self, widget: QWidget) -> None:
        """Put a widget under the words, before the free space; on the recap, under the title."""
        if self.is_recap:
            widget.setParent(self.words)
            self.stack.insert(2, (20, widget))
        else:
            self.add(24, widget)

    def set_foot(self, widget: QWidget) -> None:
        """Pin a widget to the foot of the column."""
        widget.setParent(self)
        self.foot = widget
        if hasattr(widget, "grown"):
            widget.grown.connect(self.arrange)
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def set_size_class(self, size_class: SizeClass) -> None:
        """Type and distances of another class of window widths."""
        self.size_class = size_class
        small = size_class.compact
        if self.is_title:
            self.title.set_style(size_class.display, size_class.display_line)
            lead = size_class.body.sized(size_class.body.size + (2 if small else 3))
            self.body.set_style(lead, size_class.body_line + 5)
        else:
            self.title.set_style(size_class.title, size_class.title_line)
            self.body.set_style(size_class.body, size_class.body_line)
        for block in self.formulas:
            block.set_size(size_class.formula)
        self.setFixedWidth(size_class.lesson_width)
        self.arrange()

    def arrange(self) -> None:
        """The words fill what the foot leaves."""
        foot_height = 0
        pad = self.size_class.lesson_padding
        if self.foot is not None:
            width = self.width() - 2 * pad
            self.foot.setFixedWidth(width)
            if hasattr(self.foot, "height_for"):
                self.foot.setFixedHeight(self.foot.height_for(width))
            height = self.foot.height()
            bottom = 16 if self.size_class.compact else 24
            self.foot.move(pad, self.height() - bottom - height)
            foot_height = height + bottom
        room = self.height() - foot_height
        if self.arrange_words(room) > room:
            # What scrolls keeps its distance from the foot.
            room = self.whole_lines(room - 8 if foot_height else room)
        self.page.setGeometry(0, 0, self.width(), room)

    def arrange_words(self, room: int) -> int:
        """Stack the words and say how high they are; higher than their room, they scroll."""
        pad = self.size_class.lesson_padding
        small = self.size_class.compact
        width = self.width() - 2 * pad
        y = 28 if small else 40
        for gap, widget in self.stack:
            y += 20 if small and gap == 28 else gap
            height = widget.height()
            if widget.hasHeightForWidth():
                height = widget.heightForWidth(width)
            out = getattr(widget, "outset", 0)  # a ground that stands out beyond the words
            widget.setGeometry(pad - out, y, width + 2 * out, height)
            y += height
        self.words.resize(self.width(), max(y + 8, room))
        return y + 8

    def whole_lines(self, room: int) -> int:
        """The height, of so much, at which no line, formula or figure is cut through."""
        for _, widget in self.stack:
            place = widget.geometry()
            if place.top() < room <= place.bottom():
                if isinstance(widget, Prose):
                    ends = [end for end in line_bottoms(widget) if end <= room]
                    return max(ends, default=place.top())
                return place.top() if isinstance(widget, (FormulaBlock, Figures)) else room
        return room

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down scroll the words from the foot too; from among them Qt does it."""
        way = {
            Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
            Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
        }.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
        else:
            self.page.verticalScrollBar().triggerAction(way)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def sizeHint(self) -> QSize:
        return QSize(self.size_class.lesson_width, 400)


def line_bottoms(prose: Prose) -> list[int]:
    """Where each line of a text ends, in px of what holds the text."""
    prose.document.setTextWidth(prose.width())
    found, block = [], prose.document.begin()
    while block.isValid():
        top = prose.y() + prose.document.documentLayout().blockBoundingRect(block).top()
        lines = (block.layout().lineAt(place) for place in range(block.layout().lineCount()))
        found += [ceil(top + line.y() + line.height()) for line in lines]
        block = block.next()
    return found
