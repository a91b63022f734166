"""A number as a learner types it: decimal comma, fraction, percent, any minus; nothing else."""

from __future__ import annotations

import re
import unicodedata

SPACES = re.compile(r"[\s\u00a0\u2009\u202f]+")
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"  # any of them may stand for a minus
# What Arabic and East Asian keyboards write for a point, a comma and per cent, too.
OTHERS = {"\u2044": "/", "\u2215": "/", "\u2019": "'", "\u066b": ".", "\u066c": "'", "\u066a": "%"}
OTHERS |= {"\uff05": "%", "\uff0c": ",", "\uff0e": "."}
SIGNS = str.maketrans(dict.fromkeys(DASHES, "-") | OTHERS)
ABOUT = "=\u2248~ "  # a learner may begin with "it is about"
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?")
GROUPED = (
    (re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?"), ",", "."),
    (re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?"), ".", ","),
    (re.compile(r"[+-]?[1-9]\d{0,2}('\d{3})+([.,]\d+)?"), "'", ","),
)
APART = re.compile(r"\d\s+(?!\d{3}(?!\d))\d")  # two numbers, not groups of thousands
MIXED = re.compile(r"([+-]?)(\d+)\s+(\d+)/(\d+)")  # 1 1/2
PLAIN_HINT = "type one such as 0.5, 1/8 or 50%"


class NotANumberError(ValueError):
    """What was typed is no number; the sentence says what to type."""


def readings(text: str) -> tuple[float, ...]:
    """Every number that `text` may mean: mostly one, but 1,024 may be 1.024 or 1024.

    Raises NotANumberError with a sentence for the learner.
    """
    written = as_typed(text)
    cleaned = SPACES.sub("", written)
    if not cleaned:
        raise NotANumberError(f"nothing is typed yet; {PLAIN_HINT}")
    mixed = MIXED.fullmatch(written)
    if mixed is not None and float(mixed[4]):
        size = float(mixed[2]) + float(mixed[3]) / float(mixed[4])
        return (-size if mixed[1] == "-" else size,)
    if APART.search(written):
        raise NotANumberError(f"{text.strip()} is not one number; {PLAIN_HINT}")
    percent = cleaned.endswith("%")
    above, slash, below = cleaned.removesuffix("%").partition("/")
    numerators = number_readings(above, text)
    denominators = number_readings(below, text) if slash else (1.0,)
    if 0.0 in denominators:
        raise NotANumberError("a fraction cannot have 0 below its line")
    hundredth = 100.0 if percent else 1.0
    found = [upper / lower / hundredth for upper in numerators for lower in denominators]
    return tuple(dict.fromkeys(found))


def as_typed(text: str) -> str:
    """`text` with plain signs: one minus, one slash, and fractions that are one sign as three."""
    spelt = "".join(
        f" {unicodedata.normalize('NFKC', sign)}" if unicodedata.decomposition(sign)[:10]
        == "<fraction>" else sign
        for sign in text
    )  # fmt: skip
    return spelt.translate(SIGNS).strip().lstrip(ABOUT)


def number_readings(part: str, text: str) -> tuple[float, ...]:
    """The numbers that one part of a fraction may mean."""
    found = []
    if NUMBER.fullmatch(part):
        found.append(float(part.replace(",", ".")))
    for shape, group, point in GROUPED:
        if shape.fullmatch(part):
            found.append(float(part.replace(group, "").replace(point, ".")))
    if not found:
        raise NotANumberError(f"{text.strip()} is not a number; {PLAIN_HINT}")
    return tuple(found)


def nearest(text: str, number: float) -> float:
    """The reading of `text` that lies nearest to `number`. Raises NotANumberError."""
    return min(readings(text), key=lambda reading: abs(reading - number))
