"""The trained translator that looks back, step by step, and what a learner changes in it."""

from __future__ import annotations

import math

import msgspec

from core.experiments.base import MAX_CELL, Source, require
from core.fault_names import FaultName, check_fault

LEAST_GENERATED, MAX_ENGLISH = 2, 60


class AlignmentExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="alignment"
):
    """A trained decoder looks back at an encoder's annotations before each word (pane 03).

    words: the learner's own English, in lower case; without any, the sentence is generated, of
    `length` words, from `seed`. pair: the name of the pair on the shelf.
    step: the step t that is shown; beyond the last one, the last one is.
    offsets: (t, j, energy added by the learner). held: (t, j), all the weight of step t on word j.
    last_state: every context is the last annotation, which overrules the other two.
    gold: whether the gold alignment is outlined. marked: the steps that the learner marked.
    pinned: the English word that is lit. All places count from 1.
    fault: the mistake that is being made, "" for none (core/fault_names.py).
    """

    words: tuple[str, ...] = ()
    length: int = 10
    seed: int = 0
    pair: str = "shipped"
    step: int = 1
    offsets: tuple[tuple[int, int, float], ...] = ()
    held: tuple[tuple[int, int], ...] = ()
    last_state: bool = False
    gold: bool = False
    marked: tuple[int, ...] = ()
    pinned: int | None = None
    fault: FaultName = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "alignment")
        n, steps = self.count, self.most_steps
        least = 1 if self.words else LEAST_GENERATED
        require(
            least <= n <= MAX_ENGLISH,
            f"the sentence has {n} words; this lab takes {least} to {MAX_ENGLISH}",
        )
        require(all(self.words), "words has an empty word")
        require(bool(self.pair), "pair names no translators")
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")
        require(1 <= self.step <= steps, f"step is {self.step}; there are at most {steps} steps")
        for step, word, offset in self.offsets:
            self.check_cell("offsets", step, word)
            require(
                math.isfinite(offset) and abs(offset) <= MAX_CELL,
                f"the offset of step {step}, word {word} is {offset}; it must be a number",
            )
        for step, word in self.held:
            self.check_cell("held", step, word)
        held = [step for step, _ in self.held]
        require(len(set(held)) == len(held), "held gives one step to two words")
        for step in self.marked:
            require(1 <= step <= steps, f"marked names step {step}; there are at most {steps}")
        if self.pinned is not None:
            require(1 <= self.pinned <= n, f"pinned is {self.pinned}; there are {n} words")

    def check_cell(self, name: str, step: int, word: int) -> None:
        """Raise ValueError unless a step and a word can be."""
        require(
            1 <= step <= self.most_steps and 1 <= word <= self.count,
            f"{name} names step {step}, word {word}; there are at most {self.most_steps} steps "
            f"and {self.count} words",
        )

    @property
    def count(self) -> int:
        """How many English words there are."""
        return len(self.words) if self.words else self.length

    @property
    def most_steps(self) -> int:
        """The longest translation that the translator writes, and the step that ends it."""
        return 2 * self.count + 9

    @property
    def english(self) -> tuple[str, ...]:
        """The sentence that is translated."""
        if self.words:
            return self.words
        from core.translator.examples import generated_pair

        return generated_pair(self.length, self.seed).english

    @property
    def intervenes(self) -> bool:
        """Whether the learner changed anything inside the translator."""
        return bool(self.offsets or self.held or self.last_state)

    @property
    def source(self) -> Source:
        """Where the numbers come from."""
        return "trained"
