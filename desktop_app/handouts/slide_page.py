"""One slide on one page: its words, its lab as large as there is room, and the lab's source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter

from core.lesson import Question, Slide
from core.papers import bleu_by_length
from desktop_app import lettering
from desktop_app.handouts.paper import Book, write, write_formula
from desktop_app.instruments.indexed import paint_indexed
from desktop_app.lettering import BODY, CAPTION, EYEBROW, HEAD, LABEL, TITLE
from desktop_app.panes.lab import Lab
from desktop_app.pictures.parts import paint_widget
from desktop_app.theme import Theme

HEADING, HEADING_LINE = TITLE.sized(28), 34.0
WORDS, WORDS_LINE = BODY.sized(14), 21.0
FORMULA = 18.0
WORDS_WIDTH = 600.0
SMALLEST_LAB = 240.0
CAPTION_ROW = 18.0
BREAK = re.compile(r"(\\| {2,})\n")  # of a line: paper is wide enough
NO_FIGURE = {"quiz"}  # its questions are printed instead, without answers


def slide_page(book: Book, slide: Slide, lab: Lab, questions: Sequence[Question]) -> None:
    """Write one slide. questions: those of the lesson, for the slide that asks them."""
    painter, theme = book.page(), book.setting.theme
    room = QRectF(book.room)
    room.setTop(room.top() + words(painter, room, slide, theme) + 20)
    if slide.pane in NO_FIGURE:
        ask(painter, room, questions, theme)
    else:
        figure(painter, room, slide, lab, theme)


def words(painter: QPainter, room: QRectF, slide: Slide, theme: Theme) -> float:
    """Eyebrow, title, formulas, prose and stated figures. Returns how high they stand."""
    y = room.top()
    head = QRectF(room.left(), y, room.width(), 16)
    lettering.draw(painter, head, f"{slide.number:02d}  {slide.eyebrow}", EYEBROW, theme.ink3)
    y += 26
    place = QRectF(room.left(), y, room.width(), room.bottom() - y)
    title = BREAK.sub(" ", slide.title)
    y += write(painter, place, title, HEADING, HEADING_LINE, theme) + 14
    for part in () if slide.pane == "recap" else slide.formulas:  # there the lab holds it
        place = QRectF(room.left(), y, room.width(), 10)
        y += write_formula(painter, place, part.latex, FORMULA, theme) + 10
    width = min(WORDS_WIDTH, room.width())
    place = QRectF(room.left(), y + 4, width, room.bottom() - y)
    y += write(painter, place, slide.body, WORDS, WORDS_LINE, theme) + 4
    for number, link in enumerate(slide.links, 1):
        lettering.draw(
            painter, QRectF(room.left(), y + 6, 24, WORDS_LINE), f"{number}", LABEL, theme.ink3
        )
        place = QRectF(room.left() + 24, y + 6, width - 24, 10)
        y += write(painter, place, link.text, WORDS, WORDS_LINE, theme) + 6
    return y + stated(painter, QRectF(room.left(), y + 12, width, 40), slide, theme) - room.top()


def stated(painter: QPainter, place: QRectF, slide: Slide, theme: Theme) -> float:
    """The numbers that the slide states in large type, side by side."""
    if not slide.figures:
        return 0.0
    wide = place.width() / len(slide.figures)
    for number, part in enumerate(slide.figures):
        left = place.left() + number * wide
        painter.fillRect(QRectF(left, place.top(), 2, 40), theme.edge)
        head = QRectF(left + 12, place.top(), wide - 16, 16)
        lettering.draw(painter, head, part.caption, CAPTION, theme.ink3)
        value = QRectF(left + 12, place.top() + 15, wide - 16, 26)
        write(painter, value, part.value, BODY.sized(18), 24, theme)
    return 52.0


def figure(painter: QPainter, room: QRectF, slide: Slide, lab: Lab, theme: Theme) -> None:
    """The lab with a line above it, and below it what it shows and where its numbers come from."""
    caption = caption_lines(slide, lab, room.width())
    left = room.height() - len(caption) * CAPTION_ROW - 24
    share = min(room.width() / lab.width(), max(left, SMALLEST_LAB) / lab.height(), 1.0)
    painter.fillRect(QRectF(room.left(), room.top(), room.width(), 1), theme.line)
    painter.save()
    painter.translate(room.left() + (room.width() - lab.width() * share) / 2, room.top() + 8)
    painter.scale(share, share)
    paint_widget(painter, lab, QPoint(0, 0))
    painter.restore()
    y = room.top() + 8 + lab.height() * share + 12
    for number, line in enumerate(caption):
        place = QRectF(room.left(), y + number * CAPTION_ROW, room.width(), CAPTION_ROW)
        paint_indexed(painter, place, line, CAPTION, theme.ink2)


def caption_lines(slide: Slide, lab: Lab, width: float) -> list[str]:
    """What a figure shows, its source, and the papers whose numbers are in it."""
    facts = [fact for fact in lab.facts() if fact]
    said = [f"Figure {slide.number}. {' · '.join(facts)}" if facts else f"Figure {slide.number}."]
    if lab.source():
        said.append(f"Numbers: {lab.source()}.")
    if slide.pane == "bottleneck":
        said += [
            f"Published curves: {part.paper}, {part.figure}, {part.reference}."
            for part in bleu_by_length().values()
        ]
    lines: list[str] = []
    for sentence in said:
        lines += lettering.wrapped(sentence, CAPTION, width)
    return lines


def ask(painter: QPainter, room: QRectF, questions: Sequence[Question], theme: Theme) -> None:
    """The questions of the knowledge check with their choices; nobody's answers."""
    y = room.top()
    for number, question in enumerate(questions, 1):
        lettering.draw(painter, QRectF(room.left(), y, 24, 22), f"{number}", HEAD, theme.ink3)
        place = QRectF(room.left() + 24, y, room.width() - 24, 10)
        y += write(painter, place, question.text, BODY.sized(15).bold(), 22, theme) + 6
        for letter, choice in zip("ABCDEFGH", question.choices, strict=False):
            side = QRectF(room.left() + 24, y, 20, 20)
            lettering.draw(painter, side, letter, LABEL, theme.ink3)
            place = QRectF(room.left() + 48, y, room.width() - 48, 10)
            y += write(painter, place, choice.text, WORDS, 20, theme) + 3
        y += 14
