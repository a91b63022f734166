"""Additive attention from a decoder to an encoder, step by step (pane 03)."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from core.experiments.base import MAX_CELL, Source, require

MAX_ALIGNED = 16
ANNOTATION_SIZE = 16


class AlignmentExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="alignment"
):
    """A decoder looks back at an encoder's annotations before each word it writes (pane 03).

    tokens: the target words, one a step. source_tokens: the source words, one an annotation.
    aligned: for each target word, the place of the source word that it translates; only the
    hand-set states use it. states: whether annotations and decoder states are set so that each
    step looks at its aligned word, or are plain random numbers; both are drawn from `seed`.
    step: the step t that is shown. offsets: (t, j, energy added by the learner).
    marked: the steps that the learner marked. pinned: the source word that is lit.
    All places count from 1.
    """

    tokens: tuple[str, ...]
    source_tokens: tuple[str, ...]
    aligned: tuple[int, ...]
    states: Literal["hand-set", "random"] = "hand-set"
    seed: int = 0
    step: int = 1
    offsets: tuple[tuple[int, int, float], ...] = ()
    marked: tuple[int, ...] = ()
    pinned: int | None = None

    def __post_init__(self) -> None:
        n_t, n_s = len(self.tokens), len(self.source_tokens)
        for n, what in ((n_t, "target"), (n_s, "source")):
            require(
                1 <= n <= MAX_ALIGNED,
                f"there are {n} {what} words; this lab takes 1 to {MAX_ALIGNED}",
            )
        require(
            len(self.aligned) == n_t,
            f"aligned has {len(self.aligned)} places; there are {n_t} target words",
        )
        for place in self.aligned:
            require(1 <= place <= n_s, f"aligned names source word {place}; there are {n_s}")
        require(1 <= self.step <= n_t, f"step is {self.step}; there are {n_t} steps")
        require(0 <= self.seed < 2**31, f"the seed is {self.seed}; it must be 0 or more")
        for step, word, offset in self.offsets:
            require(
                1 <= step <= n_t and 1 <= word <= n_s,
                f"offsets names step {step}, word {word}; there are {n_t} steps and {n_s} words",
            )
            require(
                math.isfinite(offset) and abs(offset) <= MAX_CELL,
                f"the offset of step {step}, word {word} is {offset}; it must be a number",
            )
        for step in self.marked:
            require(1 <= step <= n_t, f"marked names step {step}; there are {n_t} steps")
        if self.pinned is not None:
            require(1 <= self.pinned <= n_s, f"pinned is {self.pinned}; there are {n_s} words")

    @property
    def key_tokens(self) -> tuple[str, ...]:
        """The tokens that annotations stand for."""
        return self.source_tokens

    @property
    def source(self) -> Source:
        """Where the numbers come from."""
        if self.states == "hand-set":
            return "hand-set"
        return "random, then edited" if self.offsets else "random, untrained"
