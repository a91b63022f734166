r"""Where a part of a formula stands in the whole: the softmax, the fraction's root, the last V.

The typesetter tells glyphs and places, not which command made them. So the part is typeset alone,
and the run of outlines with the same shapes and roles is looked for in the whole. Kerning and
fractions move glyphs but do not change them; a part that is set smaller inside is not found.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from core.typesetting import Outline, typeset

TOLERANCE = 0.5  # hundredths of an em; coordinates are printed with few digits


class PartBox(NamedTuple):
    """A rectangle at 100 px to the em: x from the formula's left end, y from its baseline, down."""

    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=128)
def part_box(whole: str, part: str, last: bool = False) -> PartBox | None:
    """The rectangle of the outlines of `part` in `whole`, both LaTeX; None where it is not there.

    last: the last place where it stands, not the first. Raises FormulaError for what cannot be set.
    """
    formula, wanted = typeset(whole), typeset(part).outlines
    starts = [
        start
        for start in range(len(formula.outlines) - len(wanted) + 1)
        if same_run(formula.outlines[start : start + len(wanted)], wanted)
    ]
    if not starts or not wanted:
        return None
    start = starts[-1 if last else 0]
    return around(formula.outlines[start : start + len(wanted)], formula.left)


def same_run(found: Sequence[Outline], wanted: Sequence[Outline]) -> bool:
    """Whether two runs are the same glyphs in the same roles, wherever each of them stands."""
    return all(same_glyph(one, other) for one, other in zip(found, wanted, strict=True))


def same_glyph(one: Outline, other: Outline) -> bool:
    """Whether two outlines have one shape and one role."""
    if one.role != other.role or len(one.commands) != len(other.commands):
        return False
    (x1, y1), (x2, y2) = one.commands[0][1][:2], other.commands[0][1][:2]
    for (letter, numbers), (wanted, others) in zip(one.commands, other.commands, strict=True):
        if letter != wanted or len(numbers) != len(others):
            return False
        for place, (a, b) in enumerate(zip(numbers, others, strict=True)):
            shift = y1 - y2 if place % 2 else x1 - x2
            if abs(a - b - shift) > TOLERANCE:
                return False
    return True


def around(outlines: Sequence[Outline], left: float) -> PartBox:
    """The smallest rectangle around some outlines. Control points count; they lie near enough."""
    numbers = [numbers for outline in outlines for _, numbers in outline.commands]
    xs = [x for run in numbers for x in run[0::2]]
    ys = [y for run in numbers for y in run[1::2]]
    return PartBox(min(xs) - left, min(ys), max(xs) - left, max(ys))
