"""A number as a learner types it: decimal comma, fraction, percent, any minus; nothing else."""

from __future__ import annotations

import re

SPACES = re.compile(r"[\s\u00a0\u2009\u202f]+")
MINUSES = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{HYPHEN}": "-"})
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)")
GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?")
PLAIN_HINT = "type one such as 0.5, 1/8 or 50%"


class NotANumberError(ValueError):
    """What was typed is no number; the sentence says what to type."""


def readings(text: str) -> tuple[float, ...]:
    """Every number that `text` may mean: mostly one, but 1,024 may be 1.024 or 1024.

    Raises NotANumberError with a sentence for the learner.
    """
    cleaned = SPACES.sub("", text.translate(MINUSES))
    if not cleaned:
        raise NotANumberError(f"nothing is typed yet; {PLAIN_HINT}")
    percent = cleaned.endswith("%")
    above, slash, below = cleaned.removesuffix("%").partition("/")
    numerators = number_readings(above, text)
    denominators = number_readings(below, text) if slash else (1.0,)
    if 0.0 in denominators:
        raise NotANumberError("a fraction cannot have 0 below its line")
    hundredth = 100.0 if percent else 1.0
    found = [upper / lower / hundredth for upper in numerators for lower in denominators]
    return tuple(dict.fromkeys(found))


def number_readings(part: str, text: str) -> tuple[float, ...]:
    """The numbers that one part of a fraction may mean."""
    found = []
    if NUMBER.fullmatch(part):
        found.append(float(part.replace(",", ".")))
    if GROUPED.fullmatch(part):
        found.append(float(part.replace(",", "")))
    if not found:
        raise NotANumberError(f"{text.strip()} is not a number; {PLAIN_HINT}")
    return tuple(found)


def nearest(text: str, number: float) -> float:
    """The reading of `text` that lies nearest to `number`. Raises NotANumberError."""
    return min(readings(text), key=lambda reading: abs(reading - number))
