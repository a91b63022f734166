"""The recap on one page: the formula, its five parts with the learner's last numbers, the rest."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from core.lesson import Slide
from core.prose import plain
from desktop_app import lettering
from desktop_app.handouts.paper import Book, write
from desktop_app.instruments.indexed import paint_indexed
from desktop_app.lettering import BODY, CAPTION, EYEBROW, HEAD, LABEL, TITLE
from desktop_app.panes.recap.pane import RecapLab
from desktop_app.pictures.parts import paint_widget
from desktop_app.session import Session
from desktop_app.theme import Theme

CLAIM_LINE, CHALLENGE_ROW = 21.0, 18.0
MARK = 9.0


def summary_page(book: Book, slide: Slide, lab: QWidget, session: Session) -> None:
    """Write the page. lab: the recap's own, off the screen."""
    assert isinstance(lab, RecapLab)
    painter, theme = book.page(), book.setting.theme
    room = QRectF(book.room)
    lettering.draw(
        painter,
        QRectF(room.left(), room.top(), room.width(), 16),
        session.lesson.title,
        EYEBROW,
        theme.ink3,
    )
    y = room.top() + 26
    place = QRectF(room.left(), y, room.width(), 40)
    y += write(painter, place, slide.title, TITLE.sized(28), 34, theme) + 8
    y += shrunk(painter, QRectF(room.left(), y, room.width(), 10), lab.formula) + 16
    y += numbers(painter, QRectF(room.left(), y, room.width(), 10), lab, theme) + 20
    y += claims(painter, QRectF(room.left(), y, room.width(), 10), slide, session, theme) + 16
    challenges(painter, QRectF(room.left(), y, room.width(), room.bottom() - y), session, theme)


def shrunk(painter: QPainter, place: QRectF, widget: QWidget) -> float:
    """A widget as wide as the page lets it be. Returns its height."""
    share = min(1.0, place.width() / widget.width())
    painter.save()
    painter.translate(place.topLeft())
    painter.scale(share, share)
    paint_widget(painter, widget, QPoint(0, 0))
    painter.restore()
    return widget.height() * share


def numbers(painter: QPainter, place: QRectF, lab: RecapLab, theme: Theme) -> float:
    """The learner's last matrices, and where they come from."""
    if lab.state() is None:
        return 0.0
    head = QRectF(place.left(), place.top(), place.width(), 20)
    lettering.draw(painter, head, "Your last matrices", HEAD, theme.ink)
    below = QRectF(place.left(), place.top() + 24, place.width(), 10)
    tall = shrunk(painter, below, lab.strip)
    said = [*lab.facts(), lab.source()]
    line = QRectF(place.left(), below.top() + tall + 4, place.width(), 16)
    paint_indexed(painter, line, " · ".join(part for part in said if part), CAPTION, theme.ink2)
    return 24 + tall + 20


def claims(painter: QPainter, place: QRectF, slide: Slide, session: Session, theme: Theme) -> float:
    """What was learned, each sentence with the slide that showed it."""
    y = place.top()
    for number, link in enumerate(slide.links, 1):
        side = QRectF(place.left(), y, 24, CLAIM_LINE)
        lettering.draw(painter, side, f"{number}", LABEL, theme.ink3)
        words = QRectF(place.left() + 24, y, place.width() - 24, 10)
        y += write(painter, words, link.text, BODY.sized(15), CLAIM_LINE, theme)
        shown = session.slide_at(session.number_of(link.slide))
        where = QRectF(words.left(), y, words.width(), 16)
        lettering.draw(painter, where, f"{shown.number:02d}  {shown.eyebrow}", CAPTION, theme.ink2)
        y += 24
    return y - place.top()


def challenges(painter: QPainter, place: QRectF, session: Session, theme: Theme) -> None:
    """Every challenge in two columns, done or open, cut where a line is too long."""
    listed = [
        (slide.number, challenge)
        for slide in session.lesson.slides
        for challenge in slide.challenges
    ]
    if not listed:
        return
    done = sum(challenge.id in session.done for _, challenge in listed)
    head = QRectF(place.left(), place.top(), place.width(), 20)
    lettering.draw(painter, head, "Challenges", HEAD, theme.ink)
    words = f"{done} of {len(listed)} done"
    lettering.draw(painter, head, words, LABEL, theme.ink2, lettering.RIGHT)
    rows = (len(listed) + 1) // 2
    wide = (place.width() - 24) / 2
    tall = min(CHALLENGE_ROW, (place.height() - 28) / rows)
    for at, (number, challenge) in enumerate(listed):
        left = place.left() + (at // rows) * (wide + 24)
        row = QRectF(left, place.top() + 28 + at % rows * tall, wide, tall)
        mark(painter, row, challenge.id in session.done, theme)
        text = f"{number:02d}  {plain(challenge.text)}"
        style = CAPTION.sized(11)
        inner = row.adjusted(18, 0, 0, 0)
        shown = lettering.fitted(text, style, inner.width())
        paint_indexed(painter, inner, shown, style, theme.ink2)


def mark(painter: QPainter, row: QRectF, done: bool, theme: Theme) -> None:
    """A ring, filled when the challenge is done."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.ink if done else theme.edge)
    painter.setBrush(theme.ink if done else theme.sheet)
    painter.drawEllipse(QRectF(row.left(), row.center().y() - MARK / 2, MARK, MARK))
    painter.restore()
