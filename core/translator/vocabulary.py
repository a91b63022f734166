"""Every word form of the two languages, numbered as the trained weights number them."""

from __future__ import annotations

from collections.abc import Sequence

from core.translator.elision import CONTRACTED, ELIDED
from core.translator.lexicon import (
    AFTER,
    BEFORE,
    BEFORE_VOWEL,
    BEING,
    CONJUNCTIONS,
    DETERMINERS,
    GOING,
    LAST,
    NOUNS,
    OFTEN,
    PREPOSITIONS,
    PRONOUNS,
    SAYING,
    UNKNOWN,
    WITH_OBJECT,
    WITHOUT_OBJECT,
)

START, END = "<s>", "</s>"

_VERBS = (*WITH_OBJECT, *WITHOUT_OBJECT, *GOING, *SAYING, BEING)
_ADJECTIVES = (*BEFORE, *AFTER)


def _english() -> set[str]:
    words = {"an", "not", "never", "do", "does", "who", "that", "of", "to"}
    words |= {word for noun in NOUNS for word in (noun.singular, noun.plural)}
    words |= {adjective.english for adjective in _ADJECTIVES}
    words |= {word for verb in _VERBS for word in (verb.base, verb.singular)}
    words |= {determiner for determiner, _ in DETERMINERS}
    small = (*PRONOUNS, *PREPOSITIONS, *CONJUNCTIONS, *OFTEN, *LAST)
    return words | {word for words_ in small for word in words_.split()}


def _french() -> set[str]:
    words = {"à", "ne", "pas", "jamais", "qui", "de"}
    words |= {word for noun in NOUNS for word in (noun.french, noun.french_plural)}
    words |= {form for adjective in _ADJECTIVES for form in (*adjective.forms, adjective.liaison)}
    words |= {word for verb in _VERBS for word in (verb.french, verb.french_plural)}
    words |= {pronoun for pronoun, _, _ in PRONOUNS.values()}
    words |= {*ELIDED.values(), *CONTRACTED.values(), *BEFORE_VOWEL.values()}
    phrases = [*PREPOSITIONS.values(), *CONJUNCTIONS.values(), *OFTEN.values(), *LAST.values()]
    phrases += [form for forms in DETERMINERS.values() for form in forms]
    return {word for words_ in (*words, "que", *phrases) for word in words_.split()}


ENGLISH: tuple[str, ...] = (UNKNOWN, *sorted(_english()))
FRENCH: tuple[str, ...] = (START, END, UNKNOWN, *sorted(_french()))

_ENGLISH_PLACES = {word: place for place, word in enumerate(ENGLISH)}
_FRENCH_PLACES = {word: place for place, word in enumerate(FRENCH)}


def is_known(word: str) -> bool:
    """Whether an English word, in lower case, belongs to the language."""
    return word in _ENGLISH_PLACES and word != UNKNOWN


def is_known_french(word: str) -> bool:
    """Whether a French word, in lower case, belongs to the language; signs do not."""
    return word in _FRENCH_PLACES and word not in (START, END, UNKNOWN)


def english_places(words: Sequence[str]) -> list[int]:
    """Return where each word stands in ENGLISH; a word outside it stands where <unk> does."""
    return [_ENGLISH_PLACES.get(word, 0) for word in words]


def french_places(words: Sequence[str]) -> list[int]:
    """Return where each word stands in FRENCH; a word outside it stands where <unk> does."""
    unknown = _FRENCH_PLACES[UNKNOWN]
    return [_FRENCH_PLACES.get(word, unknown) for word in words]


def teacher_forced(french: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return what the decoder is given and what it must answer: the same words, one step apart.

    Given <s> le chat, it answers le chat </s>: at step t it sees the words before t and foretells
    word t. Without the shift it would only copy, and could not write alone.
    """
    places = french_places(french)
    return [_FRENCH_PLACES[START], *places], [*places, _FRENCH_PLACES[END]]
