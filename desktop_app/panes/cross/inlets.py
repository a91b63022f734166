"""Where Q, K and V come from: lines from the two sentences down to the matrices, with words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from desktop_app import lettering
from desktop_app.lettering import LABEL
from desktop_app.panes.cross.drawing import paint_arrow
from desktop_app.panes.cross.layout import CrossLayout
from desktop_app.panes.cross.state import CrossState
from desktop_app.theme import Theme

LINE = 1.5
ASIDE = 14.0  # from a line to its words


def paint_inlets(painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme) -> None:
    """Q from the target; K and V from the source, or from the target as well."""
    if layout.turned:
        paint_turned_inlets(painter, layout, state, theme)
        return
    own = state.experiment.mode == "self"
    x = layout.query.left() + layout.query_cell.x() / 2
    start, tip = QPointF(x, layout.target.bottom()), QPointF(x, layout.query.top() - 10)
    paint_arrow(painter, [start, tip], theme.query.line, LINE)
    stem = layout.stem_x
    fork = QPointF(stem, layout.fork_y)
    path = [QPointF(stem, layout.source.bottom()), fork]
    if own:
        out, y = layout.target.right() - 24, layout.target.bottom() + 10
        path = [QPointF(out, layout.target.bottom()), QPointF(out, y), QPointF(stem, y), fork]
    paint_arrow(painter, path, theme.ink3, LINE, head=False)
    y = layout.key.center().y()
    down = [fork, QPointF(stem, y), QPointF(layout.key.right() + 12, y)]
    paint_arrow(painter, down, theme.key.line, LINE)
    over = layout.value.right() - layout.value_cell.x() / 2
    tip = QPointF(over, layout.value.top() - 11)
    paint_arrow(painter, [fork, QPointF(over, fork.y()), tip], theme.value.line, LINE)
    paint_fork(painter, fork, theme)
    says, asks = said(state)
    paint_sentences(painter, layout, x, (asks, says), theme)


def said(state: CrossState) -> tuple[str, str]:
    """Where K and V come from, and where Q does."""
    if state.experiment.is_trained:
        return ": the encoder's annotations", ": the decoder's states"
    own = state.experiment.mode == "self"
    return " come from the target too" if own else " come from the source", " comes from the target"


def paint_fork(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """The dot where one line becomes two."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink3)
    painter.drawEllipse(at, 3, 3)
    painter.restore()


def paint_turned_inlets(
    painter: QPainter, layout: CrossLayout, state: CrossState, theme: Theme
) -> None:
    """The source stands at the left, over K; the target at the right, its line goes to Q.

    V's line leaves the source at its right end; in self-attention K and V hang on the target.
    """
    own = state.experiment.mode == "self"
    x, stem = layout.inlet, layout.stem_x
    y = layout.query.center().y()
    over = layout.value.right() - layout.value_cell.x() / 2
    side, tip = layout.target.bottom() + 10, QPointF(over, layout.value.top() - 42)
    down = QPointF(x, layout.key.top() - 10)
    field = layout.target if own else layout.source
    leaves = field.left() + 24 if own else field.right() - 24
    first = [QPointF(leaves, field.bottom()), QPointF(leaves, side)]
    if own:
        paint_arrow(painter, [*first, QPointF(x, side), down], theme.key.line, LINE)
        first = [QPointF(over, field.bottom())]
    else:
        paint_arrow(painter, [QPointF(x, field.bottom()), down], theme.key.line, LINE)
        first.append(QPointF(over, side))
    paint_arrow(painter, [*first, tip], theme.value.line, LINE)
    asks = [QPointF(stem, layout.target.bottom()), QPointF(stem, y)]
    paint_arrow(painter, [*asks, QPointF(layout.query.right() + 12, y)], theme.query.line, LINE)
    says, asked = said(state)
    plain, bold, ink, note = LABEL, LABEL.bold(), theme.ink2, layout.note_y - 8
    held = [("K", bold, theme.key.text), (" and ", plain, ink), ("V", bold, theme.value.text)]
    room = QRectF(x + ASIDE, note, layout.arithmetic.left() - x - ASIDE, 16)
    lettering.draw_runs(painter, room, [*held, (says, plain, ink)])
    room = QRectF(stem + ASIDE, note, over - stem - 2 * ASIDE, 16)
    lettering.draw_runs(painter, room, [("Q", bold, theme.query.text), (asked, plain, ink)])


def paint_sentences(
    painter: QPainter, layout: CrossLayout, query_x: float, says: tuple[str, str], theme: Theme
) -> None:
    """What each line means: what is said of Q, and of K and V."""
    plain, bold, ink = LABEL, LABEL.bold(), theme.ink2
    y = layout.note_y - 8
    query = QRectF(query_x + ASIDE, y, 200, 16)
    words = [("Q", bold, theme.query.text), (says[0], plain, ink)]
    lettering.draw_runs(painter, query, words)
    left = layout.stem_x + ASIDE
    words = [
        ("K", bold, theme.key.text),
        (" and ", plain, ink),
        ("V", bold, theme.value.text),
        (says[1], plain, ink),
    ]
    lettering.draw_runs(painter, QRectF(left, y, layout.value.right() - left, 16), words)
