"""Signs and readouts of pane 05: times, equals, arrows, the elbow, and the corner for edits."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop_app import formula, lettering, numbers
from desktop_app.lettering import CAPTION, EYEBROW, LABEL
from desktop_app.panes.attention.drawing import ChainState
from desktop_app.panes.attention.layout import ChainLayout
from desktop_app.theme import Theme

HINT = ("drag, scroll", "or type a value")


def paint_signs(painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme) -> None:
    """Times, equals, the small arrows of the chain and the elbow down to the weights."""
    middle = layout.value.center().y()
    sign = LABEL.sized(20)
    for x, text in ((layout.times_x, "×"), (layout.equals_x, "=")):
        room = QRectF(x - 10, middle - 10, 20, 20)
        lettering.draw(painter, room, text, sign, theme.ink2, lettering.CENTRE)
    query = state.pair[0] if state.pair is not None else len(state.experiment.tokens) // 2
    y = layout.query.top() + (query + 0.5) * layout.cell.y()
    for left, right in ((layout.scores, layout.scaled), (layout.scaled, layout.masked)):
        x = (left.right() + right.left()) / 2
        arrow(painter, QPointF(x - 3, y), QPointF(x + 3, y), theme, 1.2, 2.5)
    paint_elbow(painter, layout, theme)


def paint_elbow(painter: QPainter, layout: ChainLayout, theme: Theme) -> None:
    """From the masked scores down and along to the weights, with its words in the middle."""
    text = "softmax along each row"
    wide = lettering.width(text, LABEL) + 28
    start, end = layout.masked.center().x(), layout.weights.center().x()
    middle, y = (start + end) / 2, layout.elbow_y
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.edge, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    path = QPainterPath(QPointF(start, y - 12))
    path.lineTo(start, y)
    path.lineTo(middle + wide / 2, y)
    path.moveTo(middle - wide / 2, y)
    path.lineTo(end, y)
    painter.drawPath(path)
    painter.restore()
    arrow(painter, QPointF(end, y), QPointF(end, y + 18), theme, 1.2, 4)
    room = QRectF(middle - wide / 2, y - 8, wide, 16)
    lettering.draw(painter, room, text, LABEL, theme.ink2, lettering.CENTRE)


def arrow(
    painter: QPainter, start: QPointF, tip: QPointF, theme: Theme, width: float, head: float
) -> None:
    """A thin arrow with an open head."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.edge, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawLine(start, tip)
    along = tip - start
    length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1e-6)
    back = QPointF(-along.x() / length * head, -along.y() / length * head)
    side = QPointF(-back.y(), back.x())
    painter.drawLine(tip, tip + back + side)
    painter.drawLine(tip, tip + back - side)
    painter.restore()


def paint_scrub(painter: QPainter, layout: ChainLayout, state: ChainState, theme: Theme) -> None:
    """The corner that says which number moves, from where to where."""
    corner = layout.scrub
    head = QRectF(corner.left(), corner.top(), corner.width(), 16)
    line = head.translated(0, 27).adjusted(0, 0, 0, 4)
    scrub = state.scrub
    if state.problem:
        lettering.draw(painter, head, "Not taken", EYEBROW, theme.alert)
        paint_wrapped(painter, line, state.problem, theme)
        return
    lettering.draw(painter, head, "Edit" if scrub is None else "Scrubbing", EYEBROW, theme.ink3)
    if scrub is None:
        for place, text in enumerate(HINT):
            below = head.translated(0, 24 + 16 * place)
            lettering.draw(painter, below, text, CAPTION, theme.ink3, everyday=True)
    else:
        letter = {"query": "Q", "key": "K", "value": "V"}[scrub.role]
        symbol = rf"\{scrub.role}{{{letter}_{{{scrub.row + 1},{scrub.column + 1}}}}}"
        baseline = QPointF(line.left(), line.center().y() + 5)
        wide = formula.draw(painter, baseline, symbol, 15, theme, False)
        rest = line.adjusted(max(wide + 12, 44), 0, 0, 0)
        style = LABEL.sized(14)
        lettering.draw_runs(
            painter,
            rest,
            [
                (numbers.edited(scrub.before), style, theme.ink2),
                (" → ", style, theme.ink3),
                (numbers.edited(scrub.now), style.bold(), theme.role(scrub.role).text),
            ],
        )


def paint_wrapped(painter: QPainter, line: QRectF, text: str, theme: Theme) -> None:
    """A reason in at most two short lines."""
    lines = lettering.wrapped(text, CAPTION, line.width() - 8)
    if len(lines) > 2:  # the whole sentence stands in the status line
        lines[1] = lettering.fitted(f"{lines[1]} {lines[2]}…", CAPTION, line.width() - 8)
    for place, part in enumerate(lines[:2]):
        room = line.translated(0, 15 * place)
        lettering.draw(painter, room, part, CAPTION, theme.alert)
