"""The strip that judges the shapes in two sentences."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.shapes import Verdict
from desktop_app import lettering
from desktop_app.instruments.check_marks import paint_check, paint_cross
from desktop_app.lettering import CAPTION, LABEL, Style
from desktop_app.theme import Theme


def paint_strip(painter: QPainter, rect: QRectF, verdict: Verdict, theme: Theme) -> None:
    """Ink and a check where the shapes fit; alert, an outline and a cross where they do not."""
    fits = verdict.fits
    shade = theme.ink if fits else theme.alert
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if fits else QPen(theme.alert, 1))
    painter.setBrush(theme.sunken if fits else theme.alert_tint)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    middle = QPointF(rect.left() + 28, rect.center().y())
    painter.drawEllipse(middle, 10, 10)
    if fits:
        paint_check(painter, middle, 1.0, theme.sheet)
    else:
        paint_cross(painter, middle, theme.sheet)
    painter.restore()
    first = QRectF(rect.left() + 52, rect.top() + 9, rect.width() - 68, 20)
    second = QRectF(first.left(), rect.top() + 32, first.width(), 16)
    ink, ink2 = (theme.ink, theme.ink2) if fits else (theme.alert, theme.alert)
    style = shrunk(verdict.sentence, LABEL.sized(15), first.width())
    sentence = lettering.fitted(verdict.sentence, style, first.width())
    lettering.draw(painter, first, sentence, style, ink)
    detail = lettering.fitted(verdict.detail, CAPTION, second.width())
    lettering.draw(painter, second, detail, CAPTION, ink2)


def shrunk(text: str, style: Style, room: float, least: float = 12) -> Style:
    """The style, a little smaller where the sentence would not fit."""
    while style.size > least and lettering.width(text, style) > room:
        style = style.sized(style.size - 1)
    return style
