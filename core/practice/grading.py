"""Whether an answer to a practice question is right, and what to say about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.practice.question import PracticeQuestion
from core.practice.typed import nearest

SLACK = 1e-9


class Verdict(NamedTuple):
    """Whether the answer is right, and the sentence that goes with it."""

    right: bool
    reason: str


def graded_choice(question: PracticeQuestion, chosen: Collection[str]) -> Verdict:
    """Judge the choices with these ids: exactly the right ones must be among them."""
    wrong = [part for part in question.choices if (part.id in chosen) != part.right]
    if question.kind == "single":
        picked = next(part for part in question.choices if part.id in chosen)
        return Verdict(picked.right, picked.reason)
    if not wrong:
        return Verdict(True, "Exactly these belong to the answer.")
    first = wrong[0]
    missed = "belongs to the answer" if first.right else "does not belong to it"
    count = "One choice is" if len(wrong) == 1 else f"{len(wrong)} choices are"
    return Verdict(False, f"{count} wrong. “{first.text.rstrip('.')}” {missed}: {first.reason}")


def graded_order(question: PracticeQuestion, order: Sequence[str]) -> Verdict:
    """Judge an order of ids."""
    if tuple(order) == question.order:
        return Verdict(True, "Every place is right.")
    by_id = {part.id: part for part in question.choices}
    for place, (given, wanted) in enumerate(zip(order, question.order, strict=True), 1):
        if given != wanted:
            right = by_id[wanted]
            return Verdict(False, f"Place {place} belongs to “{right.text}”: {right.reason}.")
    raise AssertionError("two different orders differ somewhere")


def graded_number(question: PracticeQuestion, text: str) -> Verdict:
    """Judge a typed number. Raises NotANumberError, with a sentence, for anything else."""
    reading = nearest(text, question.number)
    slack = SLACK * max(1.0, abs(question.number))
    if abs(reading - question.number) <= question.tolerance + slack:
        return Verdict(True, f"It is {question.shown}.")
    for trap in question.traps:
        if abs(reading - trap.number) <= question.tolerance + slack:
            return Verdict(False, trap.reason)
    side = "too large" if reading > question.number else "too small"
    return Verdict(False, f"That is {side}: it is {question.shown}.")
