"""A sentence squeezed into one vector, and what papers measured of it (pane 02)."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.experiments.base import Source, require

MAX_WORDS = 60
MAX_UNITS = 16


class BottleneckExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bottleneck"
):
    """A recurrent encoder reads `length` words into one vector (pane 02).

    words: the words that the sentence begins with; generated ones, drawn from `seed`, follow.
    units: how many numbers a state holds. encoder_seed: of the random, untrained encoder.
    figure: which paper's curves are shown. pointed: the word whose state is lit, counting from 1.
    """

    length: int = 14
    words: tuple[str, ...] = ()
    seed: int = 0
    units: int = 8
    encoder_seed: int = 1
    figure: Literal["bahdanau-2015", "cho-2014"] = "bahdanau-2015"
    pointed: int | None = None

    def __post_init__(self) -> None:
        require(
            1 <= self.length <= MAX_WORDS,
            f"the sentence has {self.length} words; this lab takes 1 to {MAX_WORDS}",
        )
        require(
            len(self.words) <= MAX_WORDS,
            f"there are {len(self.words)} words; this lab takes at most {MAX_WORDS}",
        )
        require(
            1 <= self.units <= MAX_UNITS,
            f"units is {self.units}; this lab takes 1 to {MAX_UNITS}",
        )
        for name in ("seed", "encoder_seed"):
            seed = getattr(self, name)
            require(0 <= seed < 2**31, f"{name} is {seed}; it must lie in 0 to {2**31 - 1}")
        if self.pointed is not None:
            require(
                1 <= self.pointed <= self.length,
                f"pointed is {self.pointed}; there are {self.length} words",
            )

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words that the encoder reads: the given ones first, then generated ones."""
        from core.generated import generated_words

        own = self.words[: self.length]
        return own + generated_words(self.length, self.seed)[len(own) :]

    @property
    def source(self) -> Source:
        """Where the encoder's numbers come from."""
        return "random, untrained"
