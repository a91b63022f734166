"""The record that says where one number comes from: a sum of products, perhaps divided by another.

The terms are numbers, unrounded, so that a test (or a learner) can work the sum out again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

Index = tuple[int, ...]
Along = tuple[int | None, ...]
FEW, NEGLIGIBLE = 5, 1 / 500
LARGEST_POWER = 709.782712893384  # e to it is the largest float64

# What a factor may be of the numbers inside it; exp takes its second number off the first.
FUNCTIONS: dict[str, Callable[..., float]] = {
    "exp": lambda z, m=0.0: math.inf if z - m > LARGEST_POWER else math.exp(z - m),
    "tanh": math.tanh,
    "log2": lambda p: math.log2(1.0 / p),
    "sqrt": math.sqrt,
}


@dataclass(frozen=True)
class Factor:
    """One number of a product. role: "query", "key", "value", "weight" or "" for its colour.

    of: what it is made with, one of FUNCTIONS or "" for a plain number; inner: from which numbers.
    """

    value: float
    role: str = ""
    of: str = ""
    inner: tuple[float, ...] = ()

    @property
    def code(self) -> str:
        """The factor in full precision, as Python would read it."""
        match self.of:
            case "exp":
                rest = "".join(f" - {bracketed(m)}" for m in self.inner[1:] if m)
                return f"exp({self.inner[0]!r}{rest})"
            case "log2":
                return f"log2(1 / {self.inner[0]!r})"
            case "":
                return bracketed(self.value)
        return f"{self.of}({self.inner[0]!r})"


def made(of: str, *inner: float, role: str = "") -> Factor:
    """A factor that is a function of other numbers."""
    return Factor(FUNCTIONS[of](*inner), role, of, tuple(inner))


@dataclass(frozen=True)
class Term:
    """A product; label: whose it is, such as a word. count: how many terms it stands for."""

    factors: tuple[Factor, ...]
    label: str = ""
    count: int = 1

    @property
    def value(self) -> float:
        return math.prod(factor.value for factor in self.factors)

    @property
    def code(self) -> str:
        return " * ".join(factor.code for factor in self.factors)


@dataclass(frozen=True)
class Operand:
    """Numbers that go in: a step of the trace, and where in it; None is all along an axis."""

    step: str
    index: Along
    role: str = ""


@dataclass(frozen=True)
class Explanation:
    """Where one number comes from. Nothing is rounded.

    name: what it is, with places from 1 ("score 2,3"); words: whose it is ("ate, fish").
    terms add up to `value`, or, where there is a divisor, their sum is divided by the sum of the
    divisor's terms. Where a number is no such sum, terms is empty and `note` says what it is;
    otherwise the note adds what the sum does not say. mistake: the rule of a fault that is on.
    """

    step: str
    index: Index
    name: str
    value: float
    terms: tuple[Term, ...] = ()
    divisor: tuple[Term, ...] = ()
    operands: tuple[Operand, ...] = ()
    words: str = ""
    note: str = ""
    mistake: str = ""

    @property
    def total(self) -> float:
        """The sum of the terms, divided where there is a divisor; what `value` has to be."""
        above = summed(self.terms) if self.terms else math.nan
        if not self.divisor:
            return above
        below = summed(self.divisor)
        return above / below if below and not math.isinf(below) else math.nan

    @property
    def code(self) -> str:
        """The right-hand side in full precision; Python gives `value` for it."""
        above = " + ".join(term.code for term in self.terms)
        if not self.divisor:
            return above
        if len(self.terms) > 1:
            above = f"({above})"
        below = " + ".join(term.code for term in self.divisor)
        return f"{above} / ({below})"

    @property
    def text(self) -> str:
        """The whole sum as one line of text, for the clipboard."""
        whose = f" ({self.words})" if self.words else ""
        middle = f" = {self.code}" if self.terms else ""
        notes = "; ".join(part for part in (self.note, self.mistake) if part)
        return f"{self.name}{whose}{middle} = {self.value!r}" + (f"  # {notes}" if notes else "")

    def shortened(self, most: int) -> Explanation:
        """At most so many terms above and below the line: the largest, the rest as one."""
        return replace(self, terms=largest(self.terms, most), divisor=largest(self.divisor, most))


def summed(terms: Iterable[Term]) -> float:
    """The sum of terms: infinite beyond a float64; infinities of both signs make NaN."""
    values = [term.value for term in terms]
    if math.inf in values and -math.inf in values:
        return math.nan
    try:
        return math.fsum(values)
    except OverflowError:
        return sum(values)


def largest(terms: tuple[Term, ...], most: int) -> tuple[Term, ...]:
    """The `most` terms of the greatest size in their own order, then the sum of the others.

    Of many terms those that make no difference count among the others.
    """
    by_size = sorted(range(len(terms)), key=lambda place: -abs(terms[place].value))
    if len(terms) > FEW:
        floor = abs(terms[by_size[0]].value) * NEGLIGIBLE
        most = min(most, sum(abs(term.value) >= floor for term in terms))
    if len(terms) <= most + 1:
        return terms
    kept = sorted(by_size[:most])
    rest = [terms[place] for place in by_size[most:]]
    count = sum(term.count for term in rest)
    others = Term((Factor(summed(rest)),), f"{count} others", count)
    return (*(terms[place] for place in kept), others)


def bracketed(number: float) -> str:
    """A number as Python writes it, in brackets where it is negative."""
    number = float(number)
    return f"({number!r})" if number < 0 else repr(number)


def products(
    left: list[float],
    right: list[float],
    roles: tuple[str, str],
    labels: tuple[str, ...] = (),
) -> tuple[Term, ...]:
    """One product of two numbers a term."""
    names = labels or ("",) * len(left)
    return tuple(
        Term((Factor(float(a), roles[0]), Factor(float(b), roles[1])), name)
        for a, b, name in zip(left, right, names, strict=True)
    )
