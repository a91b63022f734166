"""Text that Qt wrote into an SVG by itself (buttons, fields): outlines in its place too.

What our own painting writes has its outlines already; its text is there unseen (opacity 0).
"""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtGui import QFont, QPainterPath

TEXT = re.compile(r"<text (?P<head>[^>]*)>(?P<words>[^<]*)</text>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
LINE, CURVE = QPainterPath.ElementType.LineToElement, QPainterPath.ElementType.CurveToElement
MOVE = QPainterPath.ElementType.MoveToElement


def with_outlines(written: bytes) -> bytes:
    """An SVG as `QSvgGenerator` writes it, with its seen text as outlines over unseen text."""
    return TEXT.sub(replaced, written.decode()).encode()


def replaced(found: re.Match[str]) -> str:
    """One text element: itself unseen, and its outlines."""
    head = dict(ATTRIBUTE.findall(found["head"]))
    if head.get("fill-opacity") == "0" or not found["words"].strip():
        return found[0]
    path = QPainterPath()
    path.addText(float(head["x"]), float(head["y"]), font_of(head), unescape(found["words"]))
    if path.isEmpty():  # a face of pictures: the text itself must do
        return found[0]
    opacity = head.get("fill-opacity", "1")
    unseen = found[0].replace(f'fill-opacity="{opacity}"', 'fill-opacity="0"', 1)
    fill = f'fill="{head["fill"]}" fill-opacity="{opacity}" fill-rule="nonzero" stroke="none"'
    return f'{unseen}\n<path {fill} d="{commands(path)}"/>'


def font_of(head: dict[str, str]) -> QFont:
    """The font that a text element names."""
    made = QFont(head["font-family"].replace("'", "").split(","))
    made.setPixelSize(max(1, round(float(head["font-size"].removesuffix("px")))))
    made.setWeight(QFont.Weight(int(head["font-weight"])))
    made.setItalic(head.get("font-style") == "italic")
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def commands(path: QPainterPath) -> str:
    """A path in SVG's letters. A curve is one element and two of its points after it."""
    written = []
    for place in range(path.elementCount()):
        element = path.elementAt(place)
        letter = {MOVE: "M", LINE: "L", CURVE: "C"}.get(element.type, "")
        written.append(f"{letter}{element.x:.2f} {element.y:.2f}")
    return " ".join(written)
