"""Formulas as painter paths: role colours, any size, crisp on paper.

Typesetting is slow (13 to 45 ms) and kept by `core.typesetting`; painting is fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from core.typesetting import UNIT, FormulaError, Outline, Typeset, typeset
from desktop_app import lettering
from desktop_app.lettering import Align, Style
from desktop_app.theme import Theme

CODE = Style("DejaVu Sans Mono", 13)


class Box:
    """The measures of a formula at one size, in px, from the baseline."""

    def __init__(self, formula: Typeset | None, latex: str, size: float) -> None:
        if formula is None:
            style = CODE.sized(size * 0.6)
            self.width = lettering.width(latex, style)
            self.ascent, self.descent = size, size * 0.4
        else:
            scale = size / UNIT
            self.width = formula.width * scale
            self.ascent = formula.ascent * scale
            self.descent = formula.descent * scale

    @property
    def height(self) -> float:
        return self.ascent + self.descent


def box(latex: str, size: float, display: bool = True) -> Box:
    """How much room a formula takes at `size` px to the em."""
    return Box(set_or_none(latex, display), latex, size)


def draw(
    painter: QPainter,
    baseline: QPointF,
    latex: str,
    size: float,
    theme: Theme,
    display: bool = True,
    colour: QColor | None = None,
    align: Align = "left",
) -> float:
    """Paint a formula on a baseline point. Returns its width in px.

    colour replaces the ink colour, not the roles. A formula that cannot be set shows its LaTeX.
    """
    formula = set_or_none(latex, display)
    measured = Box(formula, latex, size)
    shift = {"left": 0.0, "centre": -measured.width / 2, "right": -measured.width}[align]
    ink = colour or theme.ink
    if formula is None:
        room = QRectF(baseline.x() + shift, baseline.y() - size, measured.width, size * 1.2)
        lettering.draw(painter, room, latex, CODE.sized(size * 0.6), ink)
        return measured.width
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.translate(baseline.x() + shift, baseline.y())
    painter.scale(size / UNIT, size / UNIT)
    painter.translate(-formula.left, 0)
    for role, path in paths(latex, display):
        painter.setBrush(ink if role == "ink" else theme.role(role).text)
        painter.drawPath(path)
    painter.restore()
    return measured.width


def draw_in(
    painter: QPainter,
    rect: QRectF,
    latex: str,
    size: float,
    theme: Theme,
    align: Align = "centre",
    display: bool = True,
    colour: QColor | None = None,
) -> None:
    """Paint a formula centred vertically in `rect`."""
    measured = box(latex, size, display)
    x = {"left": rect.left(), "centre": rect.center().x(), "right": rect.right()}[align]
    y = rect.center().y() + (measured.ascent - measured.descent) / 2
    draw(painter, QPointF(x, y), latex, size, theme, display, colour, align)


def role_at(latex: str, size: float, point: QPointF, display: bool = True) -> str:
    """The role of the symbol under `point`, from the left end of the baseline; "" for ink."""
    formula = set_or_none(latex, display)
    if formula is None:
        return ""
    scale = UNIT / size
    inside = QPointF(point.x() * scale + formula.left, point.y() * scale)
    for role, path in paths(latex, display):
        reach = path.boundingRect().adjusted(-6, -6, 6, 6)
        if role != "ink" and reach.contains(inside):
            return role
    return ""


def set_or_none(latex: str, display: bool) -> Typeset | None:
    """The typeset formula, or None where it cannot be set (`main.py check` says why)."""
    if _wanted is not None and (latex, display) not in _tried:
        _wanted.append((latex, display))
        return None
    _tried.add((latex, display))
    try:
        return typeset(latex, display)
    except FormulaError:
        return None


_tried: set[tuple[str, bool]] = set()
_wanted: list[tuple[str, bool]] | None = None


@contextmanager
def only_noted() -> Iterator[list[tuple[str, bool]]]:
    """Inside, no formula is typeset that was not before: what is painted is for nobody's eyes.

    Yields the list of those that were wanted.
    """
    global _wanted
    _wanted = []
    try:
        yield _wanted
    finally:
        _wanted = None


def forget() -> None:
    """Typeset every formula anew."""
    _tried.clear()
    typeset.cache_clear()
    paths.cache_clear()


@lru_cache(maxsize=512)
def paths(latex: str, display: bool) -> tuple[tuple[str, QPainterPath], ...]:
    """One path a role, at 100 px to the em; glyphs of one role are painted together."""
    joined: dict[str, QPainterPath] = {}
    for outline in typeset(latex, display).outlines:
        path = joined.setdefault(outline.role, QPainterPath())
        path.setFillRule(Qt.FillRule.WindingFill)
        add(path, outline)
    return tuple(joined.items())


def add(path: QPainterPath, outline: Outline) -> None:
    """Append the commands of one outline to a path."""
    for letter, numbers in outline.commands:
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "Q":
            path.quadTo(*numbers)
        elif letter == "C":
            path.cubicTo(*numbers)
        else:
            path.closeSubpath()
