"""How numbers are written: real minus, fixed decimals, thin spaces from five digits up.

Nothing is computed from what is written here; values stay unrounded until they are drawn.
"""

from __future__ import annotations

import math
import re

MINUS = "\N{MINUS SIGN}"
THIN_SPACE = "\N{THIN SPACE}"
NOT_A_NUMBER = "n/a"
LONG = 1e15  # from here on not every digit before the point is a digit of the number
LONGEST = 30  # characters of what was typed that a sentence repeats
# What keyboards and copied tables write for a minus, a point and a space between thousands.
TYPED = str.maketrans(
    {
        **dict.fromkeys((MINUS, *"\u2010\u2011\u2012\u2013\uff0d"), "-"),
        **dict.fromkeys(",\u066b\uff0c\uff0e", "."),
        **dict.fromkeys((THIN_SPACE, *"\u00a0\u202f"), " "),
    }
)
# Spaces between thousands, before the point and after it: 0.1 234 is none of these.
SPACED = re.compile(r"[-+]? *(\d{1,3}( \d{3})*|\d*)(\.((\d{3} )*\d{1,3}|\d*))?")
GROUPED = re.compile(r"(?<![\d.])\d{1,3}(?:[ \u2009]\d{3})+(?![\d])")
LIKE_A_NUMBER = re.compile(r"[-+]?[\d.]+([eE][-+]?\d+)?")
SEVERAL = "type one such as 0.4. A file with a whole matrix opens in Your tensors"


def unbroken(text: str) -> str:
    """`text` with no line break between the thousands of its numbers."""
    return GROUPED.sub(lambda found: re.sub(r"\s", "\N{NO-BREAK SPACE}", found[0]), text)


def fixed(number: float, decimals: int = 2, bare: bool = False) -> str:
    """`number` with so many decimals. bare drops the zero before the point: .83.

    A value that rounds to zero is written without a sign.
    """
    if math.isnan(number):
        return NOT_A_NUMBER
    if math.isinf(number):
        return "\N{INFINITY}" if number > 0 else f"{MINUS}\N{INFINITY}"
    if abs(number) >= LONG:
        return f"{number:.{decimals}e}".replace("-", MINUS)
    text = f"{abs(number):.{decimals}f}"
    if bare and text.startswith("0."):
        text = text[1:]
    negative = number < 0 and float(f"{abs(number):.{decimals}f}") != 0
    whole, _, rest = text.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", THIN_SPACE)
    return (MINUS if negative else "") + whole + (f".{rest}" if rest else "")


def extent(number: float, most: float = 1.0) -> float:
    """How far a bar or a line reaches for a number: 0 to `most`; 0 where it is no number."""
    return min(max(0.0, number), most)


def whole(number: int) -> str:
    """A whole number with thin spaces from 10 000 up."""
    return fixed(number, 0)


def precise(number: float) -> str:
    """Six significant digits, for tooltips."""
    if not math.isfinite(number):
        return fixed(number)
    return f"{number + 0.0:.6g}".replace("-", MINUS)  # no minus before zero


def edited(number: float) -> str:
    """A cell of Q, K or V: one decimal, two where the learner has set it finer."""
    if not math.isfinite(number):
        return fixed(number)
    tenths = number * 10
    whole_tenths = abs(number) >= 1e9 or abs(tenths - round(tenths)) < 1e-9
    return fixed(number, 1 if whole_tenths else 2)


def parse(text: str) -> float:
    """The number a person typed: 0.5, 0,5, -.3, with any minus sign.

    Raises ValueError with a sentence for the learner.
    """
    cleaned = text.strip().translate(TYPED)
    if SPACED.fullmatch(cleaned):
        cleaned = cleaned.replace(" ", "")
    try:
        number = float(cleaned.replace("_", "?"))  # Python would read 1_5 as 15
    except ValueError as error:
        parts = cleaned[:5000].split()
        if len(parts) > 1 and all(LIKE_A_NUMBER.fullmatch(part) for part in parts):
            raise ValueError(f"that is {len(parts)} numbers; {SEVERAL}") from error
        written = text.strip() or "nothing"
        if len(written) > LONGEST:  # the rest of the sentence is to be read too
            written = f"{written[: LONGEST - 1]}…"
        raise ValueError(f"{written} is not a number; type one such as 0.4") from error
    if not math.isfinite(number):
        raise ValueError("the number must be finite; type one such as 0.4")
    return number


def typing(number: float) -> str:
    """A number as it stands in a field being edited: short, exact, with a plain minus."""
    number = float(number)
    return repr(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
