"""The knowledge check of one sitting, in memory only: what was tried and how each question stands.

Answers are kept and graded by the ids of choices, never by their places on the screen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.lesson import Choice, Question

Standing = Literal["open", "first", "later", "wrong"]
STANDING_WORDS: dict[Standing, str] = {
    "open": "not yet answered",
    "first": "right first time",
    "later": "right on a later try",
    "wrong": "answered, not yet right",
}


def new_seed() -> int:
    """The seed of a sitting's order of choices."""
    return random.SystemRandom().randrange(2**31)


@dataclass
class Answers:
    """Nothing here is ever written to a file.

    tried: for each question, the choices tried, in order. marked: the answer that stands on the
    screen now. question: the place of the question in front, counting from 0; one past the last
    is the score. seed: the order of the choices, the same for one sitting.
    """

    tried: dict[str, list[str]] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)
    question: int = 0
    seed: int = field(default_factory=new_seed)

    def clear(self) -> None:
        """Begin a new sitting, with the choices in another order."""
        self.tried.clear()
        self.marked.clear()
        self.question = 0
        self.seed = new_seed()

    def order(self, question: Question) -> tuple[Choice, ...]:
        """The choices as they are shown in this sitting."""
        choices = list(question.choices)
        random.Random(f"{self.seed} {question.id}").shuffle(choices)
        return tuple(choices)

    def answer(self, question: Question, choice: str) -> bool:
        """Mark a choice as the answer. Returns whether it is right."""
        self.tried.setdefault(question.id, []).append(choice)
        self.marked[question.id] = choice
        return choice == right_choice(question).id

    def retry(self, question: Question) -> None:
        """Take the marks away; what was tried stays."""
        self.marked.pop(question.id, None)

    def standing(self, question: Question) -> Standing:
        """How a question stands after all that was tried."""
        tried = self.tried.get(question.id, [])
        right = right_choice(question).id
        if not tried:
            return "open"
        if tried[0] == right:
            return "first"
        return "later" if right in tried else "wrong"

    def score(self, questions: Sequence[Question]) -> tuple[int, int]:
        """How many are right the first time, and how many are answered."""
        standings = [self.standing(question) for question in questions]
        return standings.count("first"), len(standings) - standings.count("open")


def right_choice(question: Question) -> Choice:
    """The one right choice of a question."""
    return next(choice for choice in question.choices if choice.right)
