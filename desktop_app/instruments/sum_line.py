"""An explanation of a number as one line: its name, its terms in role colours, its value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from core.explaining.explanation import Explanation, Factor, Term
from desktop_app import lettering, numbers
from desktop_app.lettering import LABEL, Style
from desktop_app.theme import Theme

Run = tuple[str, Style, QColor]
MOST, LARGE, WHOLE = 12, 1e4, 1e15
ARROW = "\N{RIGHTWARDS ARROW}"


@dataclass(frozen=True)
class SumState:
    """What a sum line says. pinned: whether it stays when the pointer leaves.

    exact: whether every number is written with all its digits.
    """

    explanation: Explanation
    pinned: bool = False
    exact: bool = False


def written(number: float, exact: bool = False, role: str = "") -> str:
    """A number as its matrix writes it, or with the shortest digits that are exactly it."""
    if not math.isfinite(number):
        return numbers.fixed(number)
    whole = float(number).is_integer() and abs(number) < WHOLE
    if whole and (exact or abs(number) >= LARGE):
        return numbers.whole(int(number))
    if exact:
        return repr(float(number)).replace("-", numbers.MINUS)
    return numbers.edited(number) if role in {"query", "key", "value"} else numbers.fixed(number)


def value_text(found: Explanation) -> str:
    """The number itself, short; a count of things is a whole number."""
    factors = [factor for term in (*found.terms, *found.divisor) for factor in term.factors]
    counts = all(not part.role and float(part.value).is_integer() for part in factors)
    if factors and counts and float(found.value).is_integer():
        return numbers.whole(int(found.value))
    return written(found.value)


def factor_text(factor: Factor, plain: bool, exact: bool) -> str:
    """A factor; plain writes what a function makes, not the function."""
    inner = [written(number, exact) for number in factor.inner]
    match "" if plain else factor.of:
        case "exp":
            taken = f" {numbers.MINUS} {bracketed(inner[1])}" if factor.inner[-1] else ""
            return f"exp({inner[0]}{taken if len(inner) > 1 else ''})"
        case "tanh":
            return f"tanh({inner[0]})"
        case "log2":
            return f"log\N{SUBSCRIPT TWO}(1 ÷ {inner[0]})"
        case "sqrt":
            return f"\N{SQUARE ROOT}{inner[0].removesuffix('.00')}"
    if not factor.role and float(factor.value).is_integer() and abs(factor.value) >= 1:
        return numbers.whole(int(factor.value))
    return written(factor.value, exact, factor.role)


def bracketed(text: str) -> str:
    """A negative number in brackets, as it stands after a sign."""
    return f"({text})" if text.startswith(numbers.MINUS) else text


def term_runs(
    term: Term, theme: Theme, style: Style, first: bool, plain: bool = False, exact: bool = False
) -> list[Run]:
    """A product in the colours of its factors; a rest says of how many terms it is."""
    runs: list[Run] = []
    for place, factor in enumerate(term.factors):
        text = factor_text(factor, plain, exact)
        text = text if first and not place else bracketed(text)
        if place:
            runs.append((" · ", style, theme.ink3))
        runs.append((text, style, theme.role(factor.role).text if factor.role else theme.ink2))
    if term.count > 1:
        runs.append((f" ({term.label})", style, theme.ink3))
    return runs


def sum_runs(
    terms: tuple[Term, ...], theme: Theme, style: Style, plain: bool = False, exact: bool = False
) -> Iterator[Run]:
    """Terms with plus signs between them."""
    for place, term in enumerate(terms):
        if place:
            yield " + ", style, theme.ink3
        yield from term_runs(term, theme, style, not place, plain, exact)


def right_side(found: Explanation, theme: Theme, style: Style) -> list[Run]:
    """The sum, and what it is divided by."""
    runs = list(sum_runs(found.terms, theme, style))
    if not found.divisor:
        return runs
    if len(found.terms) > 1:
        runs = [("(", style, theme.ink3), *runs, (")", style, theme.ink3)]
    below = list(sum_runs(found.divisor, theme, style, plain=len(found.divisor) > 1))
    runs.append((" ÷ ", style, theme.ink3))
    if len(found.divisor) > 1:
        below = [("(", style, theme.ink3), *below, (")", style, theme.ink3)]
    return [*runs, *below]


def head(state: SumState, theme: Theme, style: Style, words: bool) -> list[Run]:
    """What the number is called, and whose it is."""
    found = state.explanation
    name = f"pinned: {found.name}" if state.pinned else found.name
    runs: list[Run] = [(name, style.bold(), theme.ink)]
    if words and found.words:
        asks, arrow, answers = found.words.partition(f" {ARROW} ")
        runs.append(("  " + asks, style, theme.query.text if arrow else theme.ink2))
        if arrow:
            runs += [(arrow, style, theme.ink3), (answers, style, theme.key.text)]
    return runs


def line(state: SumState, theme: Theme, room: float, style: Style = LABEL) -> list[Run]:
    """The line, with as many terms and words as `room` px hold; the value never gives way."""
    found = state.explanation
    value: list[Run] = [
        ("  =  ", style, theme.ink3),
        (value_text(found), style.bold(), theme.ink),
    ]
    if found.mistake:
        value.append(("   with the fault on", style, theme.alert))
    tail: list[Run] = [(f"   {found.note}", style, theme.ink3)] if found.note else []
    long = min(max(len(found.terms), len(found.divisor)), MOST)
    for words, noted, least in ((True, True, 4), (True, False, 3), (False, False, 1)):
        for most in range(long, min(least, long) - 1, -1):
            short = found.shortened(most)
            middle: list[Run] = [("  =  ", style, theme.ink3), *right_side(short, theme, style)]
            runs = [*head(state, theme, style, words), *middle, *value, *(tail if noted else [])]
            if long and wide(runs) <= room:
                return runs
    if not found.terms:
        for words in (True, False):
            runs = [*head(state, theme, style, words), *value, *tail]
            if wide(runs) <= room:
                return runs
        spare = room - wide([*head(state, theme, style, False), *value])
        if spare > 60 and tail:
            cut = (lettering.fitted(tail[0][0], style, spare), style, theme.ink3)
            return [*head(state, theme, style, False), *value, cut]
    return [*head(state, theme, style, False), *value]


def wide(runs: list[Run]) -> float:
    """How wide runs are together, in px."""
    return sum(lettering.width(text, style) for text, style, _ in runs)


def paint(painter: QPainter, rect: QRectF, state: SumState, theme: Theme) -> None:
    """Paint the line into `rect`."""
    lettering.draw_runs(painter, rect, line(state, theme, rect.width()))
