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
    own = state.experiment.mode == "self"
    trained = state.experiment.is_trained
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
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink3)
    painter.drawEllipse(fork, 3, 3)
    painter.restore()
    says = " come from the target too" if own else " come from the source"
    if trained:
        says = ": the encoder's annotations"
    asks = ": the decoder's states" if trained else " comes from the target"
    paint_sentences(painter, layout, x, (asks, says), theme)


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
