"""The one sentence whose alignment is watched while a translator learns."""

from __future__ import annotations

from dataclasses import dataclass

from core.arrays import Floats, read_only
from core.training.translators import WATCHED
from core.translator.network import Translator
from core.translator.scoring import aligned


@dataclass(frozen=True, eq=False)
class Watched:
    """weights (T, N) of the T French words, the right ones fed in; right: how many of them attend
    most to the English word that they translate."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    weights: Floats
    right: int


def watched(model: Translator) -> Watched | None:
    """Return what a model makes of the watched sentence; None for a fixed context."""
    weights = model.forced(WATCHED.english, WATCHED.french).weights
    if weights is None:
        return None
    words = read_only(weights[: len(WATCHED.french)].copy())
    right, _ = aligned(words, WATCHED.alignment)
    return Watched(WATCHED.english, WATCHED.french, words, right)
