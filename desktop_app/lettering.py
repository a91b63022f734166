"""Type: the bundled faces, the roles of design, and the one way in which text is painted.

All painted text goes through `draw`, so that a test can ask what was clipped (`audit`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import category

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from desktop_app import vector

SERIF = "Source Serif Pro"
SANS = "Source Sans Pro"
MONO = "Source Code Pro"
FALLBACK = "DejaVu Sans"
Align = Literal["left", "centre", "right"]
LEFT: Align = "left"
CENTRE: Align = "centre"
RIGHT: Align = "right"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
NO_BREAK = "\N{NO-BREAK SPACE}"
LAST_SELECTOR = "\N{VARIATION SELECTOR-16}"
TURNING = "\N{LEFT-TO-RIGHT OVERRIDE}\N{RIGHT-TO-LEFT OVERRIDE}"


class Style(NamedTuple):
    """One typographic role. size in px; tracking in px between letters."""

    face: str
    size: float
    weight: int = 400
    italic: bool = False
    tracking: float = 0.0
    caps: bool = False

    def sized(self, size: float) -> Style:
        return self if size == self.size else restyled(self, size, self.weight)

    def bold(self, bold: bool = True) -> Style:
        weight = 600 if bold else 400
        return self if weight == self.weight else restyled(self, self.size, weight)


@lru_cache(maxsize=512)
def restyled(style: Style, size: float, weight: int) -> Style:
    """A style in another size and weight. Kept, because every frame asks."""
    return style._replace(size=size, weight=weight)


HEAD = Style(SANS, 15, 600)
OPTION = Style(SANS, 16)
CHALLENGE = Style(SANS, 15)
LABEL = Style(SANS, 13)
CAPTION = Style(SANS, 12)
EYEBROW = Style(SANS, 11, 600, tracking=0.9, caps=True)
CODE = Style(MONO, 13)
STAT = Style(SANS, 48, 300)
BODY = Style(SERIF, 17)
QUESTION = Style(SERIF, 26, 600)
TITLE = Style(SERIF, 38, 600, tracking=-0.5)
DISPLAY = Style(SERIF, 52, 600, tracking=-1.0)


class Drawn(NamedTuple):
    """A text as it was painted, in the window's pixels.

    room: where it may stand; bounds: what it needs; seen: the part of its widget in sight; shape:
    its letters' own box, turned where the text is; style: what its letters are measured in;
    everyday: whether its words are no terms, as the score of a quiz is none.
    """

    text: str
    room: QRectF
    bounds: QRectF
    seen: QRectF
    shape: QPolygonF
    style: Style
    everyday: bool = False


@dataclass
class Audit:
    """What `draw` painted while a test or a veil watched."""

    drawn: list[Drawn]


_audit: Audit | None = None
_growth = 1.0
GROWING = 14.0  # px: smaller type grows for the last row of a lecture, where it has room
ROOM_AROUND, LINE = 4.0, 1.1  # px of its room that a grown text leaves; its line over its size


@contextmanager
def audit() -> Iterator[Audit]:
    """Collect every text that is painted inside the block."""
    global _audit
    before, _audit = _audit, Audit([])
    try:
        yield _audit
    finally:
        _audit = before


@lru_cache(maxsize=256)
def font(style: Style) -> QFont:
    """The Qt font of a style."""
    made = QFont([style.face, FALLBACK])
    made.setPixelSize(max(1, round(style.size)))
    made.setWeight(QFont.Weight(style.weight))
    made.setItalic(style.italic)
    if style.face == MONO:
        # Qt opens a file of every weight at its first one, the thinnest.
        made.setVariableAxis(QFont.Tag("wght"), style.weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if style.tracking:
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, style.tracking)
    if style.caps:
        made.setCapitalization(QFont.Capitalization.AllUppercase)
    return made


@lru_cache(maxsize=256)
def metrics(style: Style) -> QFontMetricsF:
    """The measures of a style."""
    return QFontMetricsF(font(style))


@lru_cache(maxsize=8192)
def shown(text: str, style: Style) -> str:
    """`text` with the number of each sign that no face here can draw: U+1F680 in place of a box.

    Control characters, which no SVG may hold, and signs that turn round what follows have none.
    """
    if text.isascii() and text.isprintable():
        return text
    measured, written, before = metrics(style), "", False
    for sign in text:
        named = sign in TURNING or (category(sign) == "Cc" and sign not in "\t\n\r")
        named = named or not (sign.isascii() or unseen(sign) or measured.inFontUcs4(ord(sign)))
        gap = NO_BREAK if named and before else ""
        number = f"U+{ord(sign):04X}"
        if named:
            vector.NAMED.add(number)
        written += gap + number if named else sign
        before = named
    return written


def unseen(sign: str) -> bool:
    """Whether a sign only tells how its neighbours are drawn."""
    return category(sign) in {"Cf", "Cc"} or "\N{VARIATION SELECTOR-1}" <= sign <= LAST_SELECTOR


@lru_cache(maxsize=8192)
def width(text: str, style: Style) -> float:
    """How wide `text` runs, in px. Kept, because every cell of every frame asks."""
    return metrics(style).horizontalAdvance(shown(text, style))


def fitted(text: str, style: Style, room: float) -> str:
    """`text`, cut with an ellipsis where it would run wider than `room` px."""
    if width(text, style) <= room:
        return text
    written = shown(text, style)
    vector.note_signs(written)
    return metrics(style).elidedText(written, Qt.TextElideMode.ElideRight, room)


def wrapped(text: str, style: Style, room: float) -> list[str]:
    """`text` broken at its spaces into lines of at most `room` px; a longer word stands alone."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, style) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def set_growth(share: float) -> None:
    """Let small type grow by so much from now on: more than 1 while a lecture runs."""
    global _growth
    _growth = share


def growing() -> bool:
    """Whether a lecture runs, and small type is larger where it has room."""
    return _growth > 1.0


def grown(runs: Sequence[tuple[str, Style]], room: QRectF) -> float:
    """By how much a line of small type grows: to whole px, as far as its room allows."""
    size = max((style.size for _, style in runs), default=GROWING)
    if _growth == 1.0 or size >= GROWING or any(style.face == MONO for _, style in runs):
        return 1.0
    wide = max(sum(width(text, style) for text, style in runs), 1.0)
    share = min(
        _growth,
        HEAD.size / size,  # labels never outgrow the heads they stand under
        (room.width() - ROOM_AROUND) / wide,
        room.height() / (size * LINE),
    )
    return max(int(size * share + 1e-9), size) / size  # 13 * (15 / 13) falls short of 15


def draw(
    painter: QPainter,
    rect: QRectF,
    text: str,
    style: Style,
    colour: QColor,
    align: Align = LEFT,
    *,
    growing: bool = True,
    everyday: bool = False,
) -> float:
    """Paint one line, centred vertically in `rect` on its capitals. Returns its width in px.

    growing: whether it may grow in `rect` while a lecture runs; the digits of a grid's cells keep
    one size among them. everyday: whether its words are none of the glossary's here.
    """
    if growing and _growth != 1.0:
        style = style.sized(style.size * grown([(text, style)], rect))
    text, advance, capitals, face = laid(text, style)
    place: tuple[float, float, float, float] = rect.getRect()  # type: ignore[assignment]
    x, top, wide, high = place
    if align == RIGHT:
        x += wide - advance
    elif align == CENTRE:
        x += wide / 2 - advance / 2
    baseline = top + high / 2 + capitals / 2
    vector.draw_text(painter, QPointF(x, baseline), text, face, colour)
    if _audit is not None and text.strip():
        bounds = QRectF(x, baseline - capitals, advance, capitals)
        note(_audit, painter, (text, style, everyday), rect, bounds)
    return advance


@lru_cache(maxsize=8192)
def laid(text: str, style: Style) -> tuple[str, float, float, QFont]:
    """A line as it is painted, its width, the height of its capitals, and its font."""
    return shown(text, style), width(text, style), metrics(style).capHeight(), font(style)


def note(
    watch: Audit, painter: QPainter, run: tuple[str, Style, bool], room: QRectF, bounds: QRectF
) -> None:
    """Tell the audit what was painted on a widget, unless it is scrolled out of sight."""
    widget = painter.device()
    if not isinstance(widget, QWidget):
        return
    placed = painter.transform().mapRect(bounds)
    sight = widget.visibleRegion().boundingRect().toRectF()
    if not sight.intersects(placed):
        return
    origin = QPointF(widget.mapTo(widget.window(), QPoint(0, 0)))
    where = painter.transform().mapRect(room).translated(origin)
    seen = sight.translated(origin)
    shape = painter.transform().map(QPolygonF(bounds)).translated(origin)
    text, style, everyday = run
    watch.drawn.append(Drawn(text, where, placed.translated(origin), seen, shape, style, everyday))


def draw_runs(
    painter: QPainter,
    rect: QRectF,
    runs: list[tuple[str, Style, QColor]],
    align: Align = LEFT,
) -> float:
    """Paint pieces of different style or colour as one line. Returns their width together."""
    if _growth != 1.0:
        share = grown([(text, style) for text, style, _ in runs], rect)
        runs = [(text, style.sized(style.size * share), colour) for text, style, colour in runs]
    total = sum(width(text, style) for text, style, _ in runs)
    x = rect.left()
    if align == RIGHT:
        x = rect.right() - total
    elif align == CENTRE:
        x = rect.center().x() - total / 2
    for text, style, colour in runs:
        advance = width(text, style)
        room = QRectF(x, rect.top(), advance, rect.height())
        draw(painter, room, text, style, colour, growing=False)
        x += advance
    return total
