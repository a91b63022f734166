r"""LaTeX with the roles marked -> outlines to paint.

An author writes \query{Q}, \key{K}, \value{V} and \weight{A}; everything else is ordinary LaTeX.
The outlines carry the role instead of a colour, so that one typesetting serves both themes, every
size and every kind of paper. ziamath is imported on first use: it takes a third of a second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple
from xml.etree import ElementTree

Role = Literal["ink", "query", "key", "value", "weight"]
ROLE_COMMANDS: dict[str, Role] = {
    "query": "query",
    "key": "key",
    "value": "value",
    "weight": "weight",
}
# A colour that stands for a role on the way through the typesetter; never seen on the screen.
ROLE_MARKS: dict[str, Role] = {
    "#000011": "query",
    "#000022": "key",
    "#000033": "value",
    "#000044": "weight",
}
UNIT = 100.0


class Outline(NamedTuple):
    """One glyph or rule. commands: (letter, coordinates) with absolute M, L, Q, C and Z."""

    role: Role
    commands: tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True)
class Typeset:
    """A formula at 100 px to the em, baseline at y = 0. Lengths scale with the size."""

    outlines: tuple[Outline, ...]
    left: float
    width: float
    ascent: float
    descent: float


class FormulaError(ValueError):
    """A formula that cannot be set; the message is a sentence for its author."""


@lru_cache(maxsize=512)
def typeset(latex: str, display: bool = True) -> Typeset:
    """The outlines of `latex`. display: large fractions and sums, as on a line of their own.

    Raises FormulaError naming the unknown command or the part that is not finished.
    """
    import ziamath

    ziamath.config.svg2 = False  # flat paths; QtSvg drops the letters of the <use> form
    try:
        formula = ziamath.Latex(marked(latex), size=UNIT, inline=not display)
        unknown = re.search(r"<mi[^>]*>\\([A-Za-z]+)", formula.mathmlstr())
        picture = formula.svg()
    except FormulaError:
        raise
    except Exception as error:  # the typesetter raises many types, some of them AssertionError
        raise FormulaError(
            f"the formula {latex!r} is not complete LaTeX ({type(error).__name__})"
        ) from error
    if unknown:
        raise FormulaError(f"the formula {latex!r} uses \\{unknown[1]}, which is no known command")
    return from_svg(picture)


def marked(latex: str) -> str:
    r"""`latex` with \query{...} and its like turned into colours that stand for the roles."""
    if not latex.strip():
        raise FormulaError("the formula is empty")
    for mark, role in ROLE_MARKS.items():
        latex = re.sub(rf"\\{role}\b\s*\{{", rf"\\textcolor{{{mark}}}{{", latex)
    return latex


def plain_latex(latex: str) -> str:
    r"""`latex` without the role commands, to be pasted into any document."""
    names = "|".join(ROLE_COMMANDS)
    inside = r"((?:[^{}]|\{[^{}]*\})*)"
    pattern = re.compile(rf"\\(?:{names})\b\s*\{{{inside}\}}")
    while (shorter := pattern.sub(r"\1", latex)) != latex:
        latex = shorter
    return latex


def from_svg(picture: str) -> Typeset:
    """The outlines in a flat SVG of paths and rectangles, as ziamath writes it."""
    root = ElementTree.fromstring(picture)
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    outlines = []
    for element in root:
        role = ROLE_MARKS.get(element.attrib.get("fill", ""), "ink")
        name = element.tag.rsplit("}", 1)[-1]
        if name == "path":
            outlines.append(Outline(role, path_commands(element.attrib["d"])))
        elif name == "rect":
            x, y, w, h = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
            corners = (("M", (x, y)), ("L", (x + w, y)), ("L", (x + w, y + h)), ("L", (x, y + h)))
            outlines.append(Outline(role, (*corners, ("Z", ()))))
        else:
            raise FormulaError(f"the typesetter drew a <{name}>, which cannot be painted here")
    return Typeset(tuple(outlines), left, width, -top, top + height)


def path_commands(description: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The d attribute of an SVG path, split into absolute commands."""
    commands = []
    for letter, numbers in re.findall(r"([MLQCZ])([^MLQCZ]*)", description):
        commands.append((letter, tuple(float(part) for part in numbers.split())))
    return tuple(commands)
