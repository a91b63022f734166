"""What a practice question is, and how its generator builds one without two equal choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Literal

import msgspec

from core.lesson import Choice

Kind = Literal["single", "multiple", "number", "order"]
MOST_WRONG = 3
COMMA = ",\N{NO-BREAK SPACE}"


class UnsuitableError(Exception):
    """The numbers drawn make no fair question; others are drawn from the same seed."""


class Trap(msgspec.Struct, frozen=True):
    """The number that a known misconception gives, and what is wrong with it."""

    number: float
    reason: str


class Live(msgspec.Struct, frozen=True):
    """Where a question can be tried: a kind of pane, and fields that change what it opens with."""

    pane: str
    changes: dict[str, Any] = {}


class PracticeQuestion(msgspec.Struct, frozen=True):
    """One question. `seed` alone makes it again, word for word.

    text, why and all choices are Markdown. given: the numbers that the question states, by name.
    choices: in the order on the screen, for single, multiple and order; each has its reason, and
    where several are right, or none has to be, `right` says which. order: the ids of the choices
    as they must stand. number, tolerance: what must be typed, and how far off it may be; shown:
    how it is written. traps: wrong numbers that are known, each with its reason.
    """

    kind: Kind
    text: str
    why: str
    see: Live
    given: dict[str, Any]
    choices: tuple[Choice, ...] = ()
    order: tuple[str, ...] = ()
    number: float = 0.0
    tolerance: float = 0.0
    shown: str = ""
    traps: tuple[Trap, ...] = ()
    generator: str = ""
    topic: str = ""
    seed: int = 0

    @property
    def right(self) -> frozenset[str]:
        """The ids of the choices that belong to the answer."""
        return frozenset(choice.id for choice in self.choices if choice.right)


Generator = Callable[[Random], PracticeQuestion]


def single(
    random: Random, right: tuple[str, str], wrong: Sequence[tuple[str, str]]
) -> tuple[Choice, ...]:
    """One right choice and up to three wrong ones as (text, reason), shuffled.

    A wrong one that reads like the right one, or like another, is left out. Raises UnsuitableError
    when fewer than two are left.
    """
    seen = {right[0]}
    kept = []
    for text, reason in wrong:
        if text not in seen:
            seen.add(text)
            kept.append((text, reason))
    if len(kept) < 2:
        raise UnsuitableError("too few wrong choices")
    choices = [Choice("right", *right, right=True)]
    choices += [
        Choice(f"wrong-{place}", text, reason)
        for place, (text, reason) in enumerate(kept[:MOST_WRONG], 1)
    ]
    random.shuffle(choices)
    return tuple(choices)


def several(random: Random, choices: Sequence[Choice], show: int = 4) -> tuple[Choice, ...]:
    """`show` of the choices, shuffled, with at least one right and one wrong among them.

    Raises UnsuitableError when that is impossible, or when two of those shown read alike.
    """
    right = [choice for choice in choices if choice.right]
    wrong = [choice for choice in choices if not choice.right]
    if not right or not wrong:
        raise UnsuitableError("all right, or all wrong")
    first = [random.choice(right), random.choice(wrong)]
    rest = [choice for choice in choices if choice not in first]
    shown = first + random.sample(rest, min(show - 2, len(rest)))
    distinct([choice.text for choice in shown])
    random.shuffle(shown)
    return tuple(shown)


def ranked(
    random: Random, entries: Sequence[tuple[str, float]], unit: str, gap: float, decimals: int = 2
) -> tuple[tuple[Choice, ...], tuple[str, ...]]:
    """Choices to be put in order of falling value, and the right order of their ids.

    Raises UnsuitableError where two values lie closer than `gap`, or two texts are alike.
    """
    distinct([text for text, _ in entries])
    falling = sorted(entries, key=lambda entry: -entry[1])
    for (_, upper), (_, lower) in zip(falling, falling[1:], strict=False):
        if upper - lower < gap:
            raise UnsuitableError("two values are too close to be told apart")
    order = tuple(f"place-{place}" for place in range(1, len(falling) + 1))
    choices = [
        Choice(name, text, f"{unit} {written(value, decimals)}")
        for name, (text, value) in zip(order, falling, strict=True)
    ]
    random.shuffle(choices)
    if tuple(choice.id for choice in choices) == order:
        choices.reverse()  # a question must not open as its own answer
    return tuple(choices), order


def fair_traps(
    right: float, tolerance: float, traps: Sequence[tuple[float, str]]
) -> tuple[Trap, ...]:
    """The traps that no right answer falls into, each number once."""
    found: list[Trap] = []
    for number, reason in traps:
        far = abs(number - right) > 2 * tolerance + 1e-9
        if far and all(abs(number - trap.number) > 2 * tolerance + 1e-9 for trap in found):
            found.append(Trap(float(number), reason))
    return tuple(found)


def distinct(texts: Sequence[str]) -> None:
    """Raise UnsuitableError when two texts are alike."""
    if len(set(texts)) < len(texts):
        raise UnsuitableError("two choices read alike")


def written(number: float, decimals: int = 2) -> str:
    """A number as the lesson prints it: real minus, thin spaces from five digits up."""
    text = f"{abs(number):.{decimals}f}"
    negative = number < 0 and float(text) != 0
    whole, _, rest = text.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\N{THIN SPACE}")
    return ("\N{MINUS SIGN}" if negative else "") + whole + (f".{rest}" if rest else "")


def short(number: float, decimals: int = 2) -> str:
    """A number with no more decimals than it has, at most so many."""
    text = written(number, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def bracketed(number: float, decimals: int = 2) -> str:
    """A number as it stands after a sign: a negative one in brackets."""
    text = short(number, decimals)
    return text if number >= 0 else f"({text})"


def vector(numbers: Iterable[float]) -> str:
    """Numbers in round brackets, which no line breaks."""
    return f"({COMMA.join(short(number) for number in numbers)})"


def shares(weights: Iterable[float]) -> str:
    """A row of weights, with three decimals, so that a small one does not look like 0."""
    return f"({COMMA.join(written(weight, 3) for weight in weights)})"


def rows(shape: tuple[int, int]) -> str:
    """A shape: rows × columns."""
    return f"{shape[0]} × {shape[1]}"
