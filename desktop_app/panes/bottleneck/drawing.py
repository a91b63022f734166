"""The words that pane 02 paints round its pictures: heads, sources, the reading."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from core.experiment import BottleneckExperiment
from core.papers import bleu_by_length
from core.trace import Trace
from desktop_app import lettering
from desktop_app.lettering import CAPTION, EYEBROW, HEAD, LABEL
from desktop_app.panes.bottleneck.layout import BottleneckLayout
from desktop_app.panes.bottleneck.reading import reading_of
from desktop_app.theme import Theme

READING_LINE = 18.0


def paint_heads(
    painter: QPainter, layout: BottleneckLayout, experiment: BottleneckExperiment, theme: Theme
) -> None:
    """The label of the length, the heads of both pictures, and the line below them."""
    label = QRectF(layout.head.left(), 28, 108, 32)
    lettering.draw(painter, label, "Sentence length", LABEL, theme.ink2)
    lettering.draw(painter, layout.head, "BLEU by sentence length", HEAD, theme.ink)
    count = experiment.length
    head = f"{count} state{'s' * (count != 1)}, one vector"
    wide = lettering.draw(painter, layout.funnel_head, head, HEAD, theme.ink)
    rest = layout.funnel_head.adjusted(wide + 10, 0, 0, 0)
    lettering.draw(painter, rest, experiment.source, CAPTION, theme.ink3, lettering.RIGHT)
    painter.setPen(QPen(theme.line, 1))
    y = round(layout.line_y)
    painter.drawLine(round(layout.head.left()), y, round(layout.funnel_head.right()), y)


def paint_reading(
    painter: QPainter,
    layout: BottleneckLayout,
    experiment: BottleneckExperiment,
    trace: Trace,
    pointed: str,
    theme: Theme,
) -> None:
    """The point that is read, else where the curves come from; and what they say here."""
    figure = bleu_by_length()[experiment.figure]
    source = f"Dots: {figure.paper}, {figure.figure}."
    if any(curve.trained_on for curve in figure.curves):
        source += " ≤ 50: trained on up to 50 words"
    text = lettering.fitted(pointed or source, CAPTION, layout.caption.width())
    lettering.draw(painter, layout.caption, text, CAPTION, theme.ink3)
    for row, line in enumerate(reading_of(experiment, trace)):
        room = layout.reading.translated(0, READING_LINE * row)
        room.setHeight(READING_LINE)
        lettering.draw(painter, room, line, LABEL, theme.ink)


def paint_sentence_head(
    painter: QPainter, room: QRectF, experiment: BottleneckExperiment, reason: str, theme: Theme
) -> None:
    """Whose words stand below; or why the typed sentence is not taken."""
    if reason:
        text = lettering.fitted(reason, LABEL, room.width())
        lettering.draw(painter, room, text, LABEL, theme.alert, lettering.RIGHT)
        return
    own = len(experiment.words)
    kind = "Generated sentence" if own == 0 else "Your sentence"
    if 0 < own < experiment.length:
        kind = "Your words, then generated"
    wide = lettering.draw(painter, room, kind, EYEBROW, theme.ink3) + 24
    rest = room.adjusted(wide, 0, 0, 0)
    text = lettering.fitted(f"read by a {experiment.source} encoder", CAPTION, rest.width())
    lettering.draw(painter, rest, text, CAPTION, theme.ink3)
