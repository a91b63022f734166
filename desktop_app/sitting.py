"""Practice of one sitting, in memory only: the question in front, and how each topic stands."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import NamedTuple

from core.practice import generators
from core.practice.grading import Verdict, graded_choice, graded_number, graded_order
from core.practice.question import PracticeQuestion


class Tally(NamedTuple):
    """How many different questions were answered, and how many of them are right by now."""

    right: int
    asked: int


@dataclass
class Sitting:
    """Nothing here is ever written to a file.

    results: whether the last answer to a question was right, by the question's seed. topic: what
    questions are limited to, None for all. retrying: the misses that still come.
    chosen, order, typed: what is given so far, to be graded by `answer`.
    """

    topic: str | None = None
    seed: int = 0
    results: dict[int, bool] = field(default_factory=dict)
    retrying: list[int] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    typed: str = ""
    verdict: Verdict | None = None
    question: PracticeQuestion | None = None
    source: random.Random = field(default_factory=random.SystemRandom)

    def clear(self) -> None:
        """Begin again, with nothing answered."""
        self.results.clear()
        self.retrying.clear()
        self.topic = self.question = self.verdict = None

    # questions

    def open(self, seed: int) -> None:
        """Bring the question of a seed to the front, unanswered."""
        self.seed, self.question = seed, generators.question(seed)
        self.retry()

    def open_next(self) -> None:
        """The next miss while misses are retried, else a new question of the topic."""
        if self.retrying:
            self.open(self.retrying.pop(0))
            return
        seed = self.seed
        while seed == self.seed or seed in self.results:
            seed = generators.seed_for(self.source, self.topic)
        self.open(seed)

    def choose_topic(self, topic: str | None) -> None:
        """Ask about one topic only, or about all."""
        self.topic = topic
        self.retrying.clear()
        self.open_next()

    def retry(self) -> None:
        """Take the answer away; what it counted for stays until there is another."""
        self.chosen, self.typed, self.verdict = [], "", None
        asked = self.question
        ordered = asked is not None and asked.kind == "order"
        self.order = [part.id for part in asked.choices] if asked and ordered else []

    # answers

    def toggle(self, choice: str) -> None:
        """Take a choice into the answer, or out of it."""
        if choice in self.chosen:
            self.chosen.remove(choice)
        else:
            self.chosen.append(choice)

    def move(self, place: int, by: int) -> bool:
        """Exchange the entry at `place` with a neighbour. Returns whether there was one."""
        other = place + by
        if not (0 <= place < len(self.order) and 0 <= other < len(self.order)):
            return False
        order = self.order
        order[place], order[other] = order[other], order[place]
        return True

    def answer(self) -> Verdict:
        """Grade what is given. Raises NotANumberError where a number must be typed."""
        assert self.question is not None
        if self.question.kind == "number":
            self.verdict = graded_number(self.question, self.typed)
        elif self.question.kind == "order":
            self.verdict = graded_order(self.question, self.order)
        else:
            self.verdict = graded_choice(self.question, self.chosen)
        self.results[self.seed] = self.verdict.right
        return self.verdict

    # standing

    def tally(self, topic: str | None = None) -> Tally:
        """How one topic stands in this sitting, or all together."""
        found = [
            right
            for seed, right in self.results.items()
            if topic in {None, generators.topic_of(seed).name}
        ]
        return Tally(sum(found), len(found))

    def misses(self) -> list[int]:
        """The seeds of what is not yet right, of the topic in force."""
        return [
            seed
            for seed, right in self.results.items()
            if not right and self.topic in {None, generators.topic_of(seed).name}
        ]

    def retry_misses(self) -> None:
        """Ask all that is not yet right once more, in the order in which it was asked."""
        self.retrying = self.misses()
        if self.retrying:
            self.open_next()
