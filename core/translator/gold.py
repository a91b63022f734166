"""How far a translator's alignment agrees with the gold one, which no training ever saw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from core.translator.network import Translation, Translator
from core.translator.scoring import aligned, places_in_common
from core.translator.writing import Pair


@dataclass(frozen=True)
class Agreement:
    """right: French words whose heaviest English word is a gold one, of `words`.

    cells: for each row of the map its gold places from 0, none where nobody knows them. forced:
    whether the count is over the right words, fed in one by one, because those written differ.
    """

    right: int
    words: int
    cells: tuple[frozenset[int], ...]
    forced: bool

    @property
    def share(self) -> float:
        """right of words, 0 to 1."""
        return self.right / self.words


def agreement(model: Translator, translation: Translation, gold: Pair) -> Agreement:
    """Return how a translation's weights agree with the gold alignment of its sentence.

    A gold alignment belongs to the right words. Where the translator wrote them, its own rows
    count. Where it wrote others, which word stands for which is nobody's to say: the count is then
    that of `scoring.quality`, with the right words fed in and no intervention, and gold cells
    stand only in the rows of words that the translation shares with the right one.
    """
    rows = len(translation.chosen)
    if translation.french == gold.french:
        assert translation.weights is not None
        right, _ = aligned(translation.weights, gold.alignment)
        cells = gold.alignment
    else:
        right = _forced(model, gold)
        shared = places_in_common(translation.french, gold.french)
        nothing: frozenset[int] = frozenset()
        cells = tuple(nothing if at is None else gold.alignment[at] for at in shared)
    cells += (frozenset(),) * (rows - len(cells))
    forced = translation.french != gold.french
    return Agreement(right, len(gold.french), cells, forced)


@lru_cache(maxsize=8)
def _forced(model: Translator, gold: Pair) -> int:
    """The count with the right words fed in; kept, because no intervention changes it."""
    weights = model.forced(gold.english, gold.french).weights
    assert weights is not None
    return aligned(weights, gold.alignment)[0]
