"""A sentence translated from one vector, and with attention, by two trained models (pane 02)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from core.experiments.base import require
from core.fault_names import FaultName, check_fault

if TYPE_CHECKING:
    from core.translator.reading import Reading
    from core.translator.writing import Pair

GENERATED = (3, 40)  # words of a generated sentence, and the lengths that were measured
MAX_WORDS = 60  # of a sentence of the learner's own
SIZES = (24, 48, 96)  # hidden units of the models that ask whether a bigger vector helps


class BottleneckExperiment(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bottleneck"
):
    """Two translators, one with a single fixed context, translate the same sentence (pane 02).

    length, seed: of the generated, unseen sentence. words: the learner's own, which take its
    place. pair: the name of two translators on the shelf. measure: what the curve shows. figure:
    which paper's curves stand beside it. hidden: the vector of 2 x hidden numbers whose curve
    stands beside it, None for none. pointed: the English word whose state is lit, counting from 1.
    fault: the mistake that both translators make, "" for none (core/fault_names.py).
    """

    length: int = 14
    words: tuple[str, ...] = ()
    seed: int = 0
    pair: str = "shipped"
    measure: Literal["words", "bleu"] = "words"
    figure: Literal["none", "bahdanau-2015", "cho-2014"] = "none"
    hidden: int | None = None
    pointed: int | None = None
    fault: FaultName = ""

    def __post_init__(self) -> None:
        check_fault(self.fault, "bottleneck")
        least, most = GENERATED
        require(
            least <= self.length <= most,
            f"length is {self.length}; generated sentences have {least} to {most} words",
        )
        require(0 <= self.seed < 2**31, f"seed is {self.seed}; it must lie in 0 to {2**31 - 1}")
        require(
            self.hidden is None or self.hidden in SIZES,
            f"hidden is {self.hidden}; the sizes are 24, 48 and 96",
        )
        if self.words:
            problem = self.reading.problem
            require(not problem, problem)
        if self.pointed is not None:
            count = len(self.tokens) if self.words else self.length
            require(
                1 <= self.pointed <= count, f"pointed is {self.pointed}; there are {count} words"
            )

    @property
    def tokens(self) -> tuple[str, ...]:
        """The English words: the learner's own, else the generated ones."""
        return self.reading.typed if self.words else self.generated.english

    @property
    def reading(self) -> Reading:
        """The learner's own words as the translators take them."""
        from core.translator.reading import read

        return read(" ".join(self.words))

    @property
    def neighbour(self) -> tuple[str, ...]:
        """Another generated sentence as long as this one, which a batch could hold beside it."""
        least, most = GENERATED
        length = min(max(len(self.tokens), least), most)
        return _generated(length, (self.seed + 1) % 2**31).english

    @property
    def generated(self) -> Pair:
        """The generated sentence, which training never met, and its French."""
        return _generated(self.length, self.seed)


@lru_cache(maxsize=64)
def _generated(length: int, seed: int) -> Pair:
    """Kept, because growing one takes longer than translating it."""
    from core.translator.language import pair

    return pair(length, seed)
