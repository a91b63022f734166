"""A learner's own English sentence, cut into words; what the language does not know is marked."""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import dataclass

from core.translator.language import LONGEST
from core.translator.lexicon import UNKNOWN
from core.translator.vocabulary import ENGLISH, is_known
from core.words import tokenize

APOSTROPHES = str.maketrans("\u2018\u2019\u02bc\u00b4`", "'" * 5)
DASHES = str.maketrans("-\u2010\u2011\u2012\u2013\u2014/", " " * 7)

_IS = {"he's": "he is", "she's": "she is", "they're": "they are", "who's": "who is"}


@dataclass(frozen=True)
class UnknownWord:
    """A word outside the language: its place from 0, as typed, and known words that resemble it."""

    place: int
    word: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """A sentence as the translators take it.

    typed are the words in lower case, words the same with <unk> for unknown ones, written_out the
    contractions with what stands for them. problem is a sentence if nothing can be translated:
    no word, or more than 60; words is then empty.
    """

    typed: tuple[str, ...]
    words: tuple[str, ...]
    unknown: tuple[UnknownWord, ...]
    written_out: tuple[tuple[str, str], ...] = ()
    problem: str = ""


def read(text: str) -> Reading:
    """Return the words of `text`; never raises.

    Unicode NFKC (a ligature or a wide letter is what it stands for), lower case, without
    punctuation; a hyphen divides words, and "doesn't" is read as "does not". A possessive ('s) has
    no place in the language and stays one unknown word.
    """
    typed: list[str] = []
    written_out: list[tuple[str, str]] = []
    plain = unicodedata.normalize("NFKC", text.translate(APOSTROPHES).translate(DASHES))
    for token in tokenize(plain):
        bare = _bare(token.lower())
        longer = _written_out(bare)
        if longer != bare:
            written_out.append((bare, longer))
        typed += longer.split()
    if not typed:
        return Reading((), (), (), problem="Type an English sentence to translate.")
    if len(typed) > LONGEST:
        sentence = f"This sentence has {len(typed)} words; the limit is {LONGEST}. Shorten it."
        return Reading(tuple(typed), (), (), problem=sentence)
    words = tuple(word if is_known(word) else UNKNOWN for word in typed)
    unknown = tuple(
        UnknownWord(place, word, suggestions(word))
        for place, word in enumerate(typed)
        if not is_known(word)
    )
    return Reading(tuple(typed), words, unknown, tuple(written_out))


def suggestions(word: str, number: int = 3) -> tuple[str, ...]:
    """Return up to `number` words of the language that are spelt like `word`, the closest first."""
    return tuple(difflib.get_close_matches(word, ENGLISH[1:], number))


def _bare(token: str) -> str:
    """Return a token without the punctuation and symbols at its ends."""
    first, last = 0, len(token)
    while first < last and unicodedata.category(token[first])[0] in "PS":
        first += 1
    while last > first and unicodedata.category(token[last - 1])[0] in "PS":
        last -= 1
    return token[first:last]


def _written_out(word: str) -> str:
    """Return "does not" for "doesn't", and any word that is no contraction as it is."""
    if word in _IS:
        return _IS[word]
    if word.endswith("n't") and is_known(word[:-3]):
        return word[:-3] + " not"
    return word
