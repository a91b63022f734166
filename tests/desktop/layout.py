"""Finds clipped text and overlapping parts in a window as it is painted.

Three kinds of finding: a painted text wider than its room or outside the window, two painted
texts that touch, and two visible siblings that cover one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import itemgetter

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.frame.focus_ring import FocusRing
from desktop_app.instruments.lit_outline import LitOutline
from desktop_app.instruments.operand_rings import OperandRings
from desktop_app.instruments.plot import MARGIN as PLOT_MARGIN
from desktop_app.instruments.plot import Plot
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.sum_card import SumCard
from desktop_app.slide_view import Hairline

GRID_MARGIN = 6
SLACK = 1.5  # px that antialiasing and rounding may take


def findings(application: Application) -> list[str]:
    """Everything wrong with the slide in front, in words."""
    window = application.window
    with lettering.audit() as audit:
        window.grab()
    found = [*clipped(audit.drawn, QRectF(window.rect())), *touching(audit.drawn)]
    for root in (window, *window.findChildren(QWidget)):
        if root.isVisible() and not isinstance(root, Plot):
            found += overlapping(root)
        found += cut_off(root)
    return found


def clipped(drawn: list[lettering.Drawn], window: QRectF) -> list[str]:
    """Texts that need more room than they have, or leave the window."""
    found = []
    for text, room, bounds, seen, *_ in drawn:
        if bounds.width() > room.width() + SLACK:
            found.append(f"{text!r} needs {bounds.width():.0f} px and has {room.width():.0f}")
        whole = window.adjusted(-SLACK, -SLACK, SLACK, SLACK)
        scrolled = bounds.bottom() > seen.bottom() or bounds.top() < seen.top()
        if not whole.contains(bounds) and not scrolled:
            found.append(f"{text!r} leaves the window at {bounds.x():.0f}, {bounds.y():.0f}")
    return found


def touching(drawn: list[lettering.Drawn]) -> list[str]:
    """Pairs of texts whose letters cover one another."""
    found = []
    for first, second in neighbours(drawn):
        shared = first.bounds & first.seen & second.bounds & second.seen
        if shared.width() <= SLACK or shared.height() <= SLACK or first == second:
            continue
        # Slanted texts share a box with their neighbours and need not touch them.
        covered = first.shape.intersected(second.shape).boundingRect()
        if covered.width() > SLACK and covered.height() > SLACK:
            where = f"{shared.x():.0f}, {shared.y():.0f}"
            found.append(f"{first.text!r} and {second.text!r} touch at {where}")
    return found


def neighbours(drawn: list[lettering.Drawn]) -> Iterator[tuple[lettering.Drawn, lettering.Drawn]]:
    """Pairs of texts whose boxes share more than the slack, found from left to right.

    A pane of matrices has some hundred texts: asking Qt about every pair takes most of an audit.
    """
    boxes = []
    for text in drawn:
        box = text.bounds & text.seen
        boxes.append((box.left() + SLACK, box.top() + SLACK, box.right(), box.bottom(), text))
    boxes.sort(key=itemgetter(0))
    for at, (_, top, right, bottom, first) in enumerate(boxes):
        for left, above, _, below, second in boxes[at + 1 :]:
            if left >= right:
                break
            if above < bottom and top < below:
                yield first, second


def visible_part(widget: QWidget) -> QRect:
    """A widget's rectangle without the margin that it keeps for outlines."""
    place = widget.geometry()
    margin = 0
    if isinstance(widget, PointedGrid):
        margin = GRID_MARGIN
    elif isinstance(widget, Plot):
        margin = round(PLOT_MARGIN)
    return place.adjusted(margin, margin, -margin, -margin)


def describe(widget: QWidget) -> str:
    """A widget in a finding."""
    return f"{type(widget).__name__} {widget.accessibleName()[:30]!r}"


def overlapping(parent: QWidget) -> list[str]:
    """Visible children of one parent that cover one another."""
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not isinstance(child, FocusRing | LitOutline | OperandRings | SumCard | Hairline)
    ]
    found = []
    for first, second in combinations(children, 2):
        shared = visible_part(first).intersected(visible_part(second))
        if shared.width() <= 1 or shared.height() <= 1:
            continue
        masked = shape(first).intersected(shape(second)).boundingRect().intersected(shared)
        if masked.width() > 1 and masked.height() > 1:
            names = [describe(part) for part in (first, second)]
            found.append(f"{' and '.join(names)} overlap in {type(parent).__name__}")
    return found


def shape(widget: QWidget) -> QRegion:
    """What a widget covers of its parent: its mask, where it has one."""
    mask = widget.mask()
    return QRegion(widget.geometry()) if mask.isEmpty() else mask.translated(widget.pos())


def cut_off(widget: QWidget) -> list[str]:
    """Buttons, fields and paragraphs that are too small for their words."""
    if not widget.isVisible():
        return []
    if isinstance(widget, QPushButton):
        needed = widget.fontMetrics().horizontalAdvance(widget.text()) + 8
        if needed > widget.width():
            return [f"the button {widget.text()!r} needs {needed} px and has {widget.width()}"]
    if isinstance(widget, QLineEdit):
        needed = widget.fontMetrics().horizontalAdvance(widget.text()) + 4
        if widget.maxLength() <= 8 and needed > widget.width():
            return [f"the field {widget.accessibleName()!r} is too narrow"]
    if isinstance(widget, Prose):
        needed = widget.heightForWidth(widget.width())
        if needed > widget.height() + 1:
            name = widget.accessibleName()[:40]
            return [f"the text {name!r} needs {needed} px of height and has {widget.height()}"]
    return []
