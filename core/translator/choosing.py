"""Words and noun phrases taken at random, with a chance that a word is unknown."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from core.translator.lexicon import (
    AFTER,
    ALIVE,
    ALL,
    BEFORE,
    BODY,
    NOUNS,
    PERSON,
    PRONOUNS,
    UNKNOWN,
    Adjective,
    Noun,
    Verb,
)
from core.translator.phrases import Clause, NounPhrase

Thing = TypeVar("Thing")

SINGULAR = ("the", "the", "a", "a", "this", "my", "their", "every")
PLURAL = ("the", "the", "some", "these", "my", "their", "many", "two", "three")
PLURAL_ALONE = ("some", "these", "many", "two", "three")  # Words that only a plural follows.
# After "of", "near" and "without", where French drops the article of "some".
DEFINITE = ("the", "the", "this", "my", "their", "a", "these")

UNKNOWN_NOUN = Noun(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, False, PERSON)
UNKNOWN_ADJECTIVE = Adjective(UNKNOWN, (UNKNOWN,) * 4, ALL)
UNKNOWN_VERB = Verb(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, ALL)

ANY_KIND = 0.1  # How often a word is taken without asking whether it makes sense.


class Chooser:
    """Takes words at random. unknown is the chance that a noun, adjective or verb is <unk>.

    An unknown noun is masculine, begins with a consonant, and is plural only after a word that
    shows it, so that its French neighbours can be foretold.
    """

    def __init__(self, random_: random.Random, unknown: float = 0.0) -> None:
        self.random = random_
        self.unknown = unknown
        self.phrases: list[NounPhrase] = []
        self.clauses: list[Clause] = []

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of `things`, by random() alone, whose numbers are the same in every Python."""
        return things[int(self.random.random() * len(things))]

    def happens(self, chance: float) -> bool:
        """True with this chance."""
        return self.random.random() < chance

    def noun_phrase(self, kinds: frozenset[str], determiners: Sequence[str] = ()) -> NounPhrase:
        """A determiner, one of these if any are named, and a noun: two words."""
        noun = self.noun(kinds)
        plural = self.happens(0.35)
        if plural and noun is UNKNOWN_NOUN:
            shown = [d for d in PLURAL_ALONE if d in determiners or d != "some"]
            determiners = shown if determiners else PLURAL_ALONE
        fitting = [d for d in determiners if (d in PLURAL if plural else d in SINGULAR)]
        determiner = self.pick(fitting or (PLURAL if plural else SINGULAR))
        phrase = NounPhrase(determiner, noun, plural)
        self.phrases.append(phrase)
        return phrase

    def noun(self, kinds: frozenset[str]) -> Noun:
        """A noun of these kinds, nearly always."""
        if self.happens(self.unknown):
            return UNKNOWN_NOUN
        if self.happens(ANY_KIND):
            return self.pick(NOUNS)
        return self.pick([noun for noun in NOUNS if noun.kind in kinds])

    def verb(self, verbs: Sequence[Verb]) -> Verb:
        """One of these verbs, or an unknown one."""
        return UNKNOWN_VERB if self.happens(self.unknown) else self.pick(verbs)

    def subject(self, room: int) -> tuple[NounPhrase, int]:
        """A subject and its size, one or two words."""
        if room < 2 or self.happens(0.12):
            return NounPhrase(pronoun=self.pick(list(PRONOUNS))), 1
        return self.noun_phrase(ALIVE | {BODY} if self.happens(0.2) else ALIVE), 2

    def quality(self, phrase: NounPhrase) -> Adjective:
        """An adjective after "is"."""
        if self.happens(self.unknown):
            return UNKNOWN_ADJECTIVE
        kind = phrase.noun.kind if phrase.noun is not None else PERSON
        fitting = [a for a in (*BEFORE, *AFTER) if kind in a.kinds]
        return self.pick((*BEFORE, *AFTER) if self.happens(ANY_KIND) else fitting)
