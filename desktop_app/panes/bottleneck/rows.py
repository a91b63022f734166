"""English, French without attention, French with it: three rows of words, as one paint function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from core.traces.bottleneck import Rendering
from desktop_app import lettering
from desktop_app.lettering import CAPTION, EYEBROW, LABEL, Style
from desktop_app.panes.bottleneck.wrapping import Wrapping, wrapping
from desktop_app.theme import Theme

WAVE = 4.0  # px from crest to crest


@dataclass(frozen=True)
class RowsState:
    """What the rows show. unknown: places of English words outside the language, from 0.

    of: how many words the reference has, 0 where there is none. lit: the English word's place.
    """

    english: tuple[str, ...]
    unknown: frozenset[int]
    without: Rendering
    attended: Rendering
    of: int
    lit: int | None = None

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The words from top to bottom."""
        return self.english, self.without.words, self.attended.words


def paint(painter: QPainter, rect: QRectF, state: RowsState, theme: Theme) -> None:
    """Paint the rows into `rect`; the head of the English one is painted by the pane."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wrapped = wrapping(rect, state.rows)
    for place, word in enumerate(state.english):
        room = wrapped.words[0][place]
        lit = place == state.lit
        if place in state.unknown:
            paint_marked(painter, room, word, wrapped.style, theme, lit, tinted=False)
        else:
            paint_word(painter, room, word, wrapped.style, theme, lit)
    renderings = ((state.without, theme.ink2), (state.attended, theme.weight_ink))
    titles = ("French without attention", "French with attention")
    for row, (rendering, colour) in enumerate(renderings):
        paint_head(painter, wrapped.heads[row], titles[row], rendering, state.of, colour)
        paint_french(painter, wrapped, row + 1, rendering, state, theme)
    painter.restore()


def paint_head(
    painter: QPainter, room: QRectF, title: str, rendering: Rendering, of: int, colour: QColor
) -> None:
    """Which model, and how much of it is right."""
    wide = lettering.draw(painter, room, title, EYEBROW, colour)
    if rendering.right is not None:
        text = f"{sum(rendering.right)} of {of} right"
    else:
        count = len(rendering.words)
        text = f"{count} word{'s' * (count != 1)}"
    if not rendering.ended:
        text += ", cut off here"
    rest = room.adjusted(wide + 16, 0, 0, 0)
    lettering.draw(painter, rest, text, LABEL.bold(), colour, lettering.RIGHT)


def paint_french(
    painter: QPainter,
    wrapped: Wrapping,
    row: int,
    rendering: Rendering,
    state: RowsState,
    theme: Theme,
) -> None:
    """The words of one translation; those that are not in the reference are marked."""
    if not rendering.words:
        room = QRectF(wrapped.heads[row - 1].left(), wrapped.heads[row - 1].bottom() + 4, 300, 20)
        lettering.draw(painter, room, "no word: it ended at once", CAPTION, theme.ink3)
    for place, word in enumerate(rendering.words):
        room = wrapped.words[row][place]
        lit = state.lit is not None and rendering.looks_at(place) == state.lit
        if rendering.right is not None and not rendering.right[place]:
            paint_marked(painter, room, word, wrapped.style, theme, lit)
        else:
            paint_word(painter, room, word, wrapped.style, theme, lit)


def paint_word(
    painter: QPainter, room: QRectF, word: str, style: Style, theme: Theme, lit: bool
) -> None:
    """A word that nothing is wrong with."""
    if lit:
        painter.fillRect(room.adjusted(-4, 1, 4, -1), theme.band)
    text = lettering.fitted(word, style.bold(lit), room.width() + 1)
    lettering.draw(painter, room, text, style.bold(lit), theme.ink)


def paint_marked(
    painter: QPainter,
    room: QRectF,
    word: str,
    style: Style,
    theme: Theme,
    lit: bool,
    tinted: bool = True,
) -> None:
    """A wrong word: tint, wavy underline, semibold. An unknown one has no tint."""
    painter.setPen(QPen(theme.ink, 1.5) if lit else Qt.PenStyle.NoPen)
    painter.setBrush(theme.alert_tint if tinted else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(room.adjusted(-4, 1, 4, -1), 4, 4)
    text = lettering.fitted(word, style.bold(), room.width() + 1)
    wide = lettering.draw(painter, room, text, style.bold(), theme.alert)
    baseline = room.center().y() + lettering.metrics(style).capHeight() / 2
    paint_wave(painter, QPointF(room.left(), baseline + 4), wide, theme.alert)


def paint_wave(painter: QPainter, start: QPointF, wide: float, colour: QColor) -> None:
    """A wavy line from `start` to the right."""
    painter.setPen(QPen(colour, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.translate(start)
    painter.drawPath(wave(round(wide)))
    painter.translate(-start)


@lru_cache(maxsize=256)
def wave(wide: int) -> QPainterPath:
    """A wavy line of this width that begins at 0."""
    path = QPainterPath(QPointF(0, 0))
    x, up = 0.0, True
    while x < wide - 0.5:
        step = min(WAVE / 2, wide - x)
        path.quadTo(QPointF(x + step / 2, -1.6 if up else 1.6), QPointF(x + step, 0))
        x, up = x + step, not up
    return path


def word_at(rect: QRectF, state: RowsState, point: QPointF) -> int | None:
    """The English word under a point, or the one that a French word looks at most."""
    wrapped = wrapping(rect, state.rows)
    for place, room in enumerate(wrapped.words[0]):
        if room.adjusted(-6, 0, 6, 0).contains(point):
            return place
    for place, room in enumerate(wrapped.words[2]):
        if room.adjusted(-6, 0, 6, 0).contains(point):
            return state.attended.looks_at(place)
    return None
