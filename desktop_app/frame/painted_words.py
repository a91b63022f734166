"""Which words stand where in a window: asked for only when somebody rests on one or lists them.

Painting keeps no record. What is asked about is painted once more, off the screen, while
`lettering` listens; a text document tells its words by its layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPolygonF, QRegion
from PySide6.QtWidgets import QWidget

from core.glossary import Found, Glossary, Term
from desktop_app import lettering
from desktop_app.instruments.prose import Prose

BELOW = 0.45  # of the height of capitals: how far letters reach below their line
NEAR = 24  # px round a point that are painted again; letters are not higher


class Spot(NamedTuple):
    """A term where it stands: its letters' box in the window's pixels, turned where they are."""

    term: Term
    box: QPolygonF


def spot_at(window: QWidget, glossary: Glossary, point: QPoint) -> Spot | None:
    """The term under a point of the window, whatever paints it."""
    target = window.childAt(point)
    if target is None:
        return None
    shown = list(shown_at(target, window, point))
    below = target.parentWidget()  # numbers that a lab paints lie under what explains them
    for widget in (*reversed(shown), *(() if below is None else (below,))):  # the topmost first
        for spot in spots_near(widget, window, glossary, point):
            if spot.box.containsPoint(QPointF(point), Qt.FillRule.OddEvenFill):
                return spot
    return None


def shown_at(target: QWidget, window: QWidget, point: QPoint) -> Iterator[QWidget]:
    """What the pointer meets, and what lies on it that lets the pointer through."""
    yield target
    through = Qt.WidgetAttribute.WA_TransparentForMouseEvents
    for child in target.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        inside = child.rect().contains(child.mapFrom(window, point))
        if child.isVisible() and inside and child.testAttribute(through):
            yield from shown_at(child, window, point)


def spots_near(
    widget: QWidget, window: QWidget, glossary: Glossary, point: QPoint
) -> Iterator[Spot]:
    """The terms that a widget itself shows at a point or close to it."""
    if isinstance(widget, Prose):
        yield from in_prose(widget, window, glossary)
        return
    local = widget.mapFrom(window, point)
    near = QRect(local - QPoint(NEAR, NEAR), local + QPoint(NEAR, NEAR))
    picture = QImage(2 * NEAR, 2 * NEAR, QImage.Format.Format_ARGB32_Premultiplied)
    with lettering.audit() as heard:
        widget.render(
            picture,
            QPoint(),
            QRegion(near & widget.rect()),
            QWidget.RenderFlag.DrawWindowBackground,
        )
    for drawn in heard.drawn:
        for found in found_in(drawn, glossary):
            yield Spot(found.term, letters_box(drawn, found))


def found_in(drawn: lettering.Drawn, glossary: Glossary) -> list[Found]:
    """The terms of a painted text; everyday words, such as a quiz's score, are none."""
    return [] if drawn.everyday else glossary.find(drawn.text)


def letters_box(drawn: lettering.Drawn, found: Found) -> QPolygonF:
    """The box of some letters of a painted text."""
    whole = max(lettering.width(drawn.text, drawn.style), 1.0)
    left, right, under = (drawn.shape.at(corner) for corner in range(3))
    along, down = (right - left) * (1 / whole), under - right
    start = left + along * lettering.width(drawn.text[: found.start], drawn.style)
    end = left + along * lettering.width(drawn.text[: found.end], drawn.style)
    top, foot = down * -BELOW, down * (1 + BELOW)
    return QPolygonF([start + top, end + top, end + foot, start + foot])


def in_prose(prose: Prose, window: QWidget, glossary: Glossary) -> Iterator[Spot]:
    """The terms of a text document; one that breaks over two lines has a box in each."""
    prose.document.setTextWidth(prose.width())
    origin = QPointF(prose.mapTo(window, QPoint(0, 0)))
    for found in glossary.find(prose.document.toPlainText()):
        block = prose.document.findBlock(found.start)
        corner = prose.document.documentLayout().blockBoundingRect(block).topLeft() + origin
        layout = block.layout()
        first, last = found.start - block.position(), found.end - block.position()
        for place in range(layout.lineCount()):
            line = layout.lineAt(place)
            start = max(first, line.textStart())
            end = min(last, line.textStart() + line.textLength())
            if start < end:
                left, right = (cursor_x(line.cursorToX(at)) for at in (start, end))
                box = QRectF(left, line.y(), right - left, line.height()).translated(corner)
                yield Spot(found.term, QPolygonF([*corners(box)]))


def cursor_x(answer: object) -> float:
    """Where a cursor stands; PySide gives the place that was asked for along with it."""
    return float(answer[0] if isinstance(answer, tuple) else answer)  # type: ignore[arg-type]


def corners(box: QRectF) -> tuple[QPointF, QPointF, QPointF, QPointF]:
    return box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()


def terms_on(root: QWidget, glossary: Glossary) -> list[Term]:
    """Every term that stands in sight or in a text below `root`, once, alphabetically."""
    with lettering.audit() as heard:
        root.grab()
    found = [word for drawn in heard.drawn for word in found_in(drawn, glossary)]
    for prose in root.findChildren(Prose):
        if prose.isVisible():
            found += glossary.find(prose.document.toPlainText())
    named = {word.term.term for word in found}
    return [term for term in glossary.terms if term.term in named]
