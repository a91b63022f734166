"""What happens where two French words meet: l'ami for le ami, du for de le."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from core.translator.lexicon import ASPIRATED

# A French word and the English positions that it is for.
Written = tuple[str, frozenset[int]]

ELIDED = {"le": "l'", "la": "l'", "de": "d'", "ne": "n'", "que": "qu'"}
CONTRACTED = {
    ("de", "le"): "du",
    ("de", "les"): "des",
    ("à", "le"): "au",
    ("à", "les"): "aux",
}


def begins_with_vowel(word: str) -> bool:
    """Whether elision happens before a French word: a vowel, or an h that is not aspirated."""
    first = unicodedata.normalize("NFD", word)[:1]
    return first in tuple("aeiouœh") and word not in ASPIRATED


def joined(words: Sequence[Written]) -> list[Written]:
    """Return words with elision, then contraction; an article that is elided does not contract.

    An elided word keeps its apostrophe and stays a word of its own.
    """
    elided: list[Written] = []
    for place, (word, sources) in enumerate(words):
        following = words[place + 1][0] if place + 1 < len(words) else ""
        if word in ELIDED and begins_with_vowel(following):
            word = ELIDED[word]
        elided.append((word, sources))
    contracted: list[Written] = []
    for word, sources in elided:
        both = (contracted[-1][0], word) if contracted else ("", word)
        if both in CONTRACTED:
            contracted[-1] = (CONTRACTED[both], contracted[-1][1] | sources)
        else:
            contracted.append((word, sources))
    return contracted


def as_text(words: Sequence[str]) -> str:
    """Return French words as a line of text: nothing stands between l' and ami."""
    return " ".join(words).replace("' ", "'")
