"""A tree as English and as French, word by word, with the English words each French one is for."""

from __future__ import annotations

from dataclasses import dataclass

from core.translator.elision import Written, begins_with_vowel, joined
from core.translator.lexicon import (
    BEFORE_VOWEL,
    BEING,
    CONJUNCTIONS,
    DETERMINERS,
    LAST,
    OFTEN,
    PREPOSITIONS,
    PRONOUNS,
    Adjective,
)
from core.translator.phrases import Clause, NounPhrase, Sentence

SOUNDS_LIKE_A_CONSONANT = ("european",)


@dataclass(frozen=True)
class Pair:
    """An English sentence, its French one, and for each French word its English positions."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    alignment: tuple[frozenset[int], ...]


def written(sentence: Sentence) -> Pair:
    """Return the sentence in both languages; positions count from 0."""
    writer = _Writer()
    french = writer.sentence(sentence)
    words = joined(french)
    return Pair(
        tuple(_articles(writer.english)),
        tuple(word for word, _ in words),
        tuple(sources for _, sources in words),
    )


def _articles(english: list[str]) -> list[str]:
    """Return English with "an" where the next word begins with a vowel that is heard."""
    after = [*english[1:], ""]
    return [
        "an" if word == "a" and following[:1] in "aeiou" and following
        and following not in SOUNDS_LIKE_A_CONSONANT else word
        for word, following in zip(english, after, strict=True)
    ]  # fmt: skip


class _Writer:
    """Writes English as it goes and returns French, before elision and contraction."""

    def __init__(self) -> None:
        self.english: list[str] = []

    def say(self, words: str) -> frozenset[int]:
        """Write English words; return where they stand."""
        first = len(self.english)
        self.english.extend(words.split())
        return frozenset(range(first, len(self.english)))

    def sentence(self, sentence: Sentence) -> list[Written]:
        if sentence.fragment is not None:
            return self.noun_phrase(sentence.fragment)
        french = self.clause(sentence.clauses[0])
        for conjunction, clause in zip(sentence.conjunctions, sentence.clauses[1:], strict=True):
            french += _words(CONJUNCTIONS[conjunction], self.say(conjunction))
            french += self.clause(clause)
        return french

    def clause(self, clause: Clause, is_relative: bool = False) -> list[Written]:
        french: list[Written] = []
        if not is_relative:
            french += self.noun_phrase(clause.subject[0])
            for other in clause.subject[1:]:
                french += [("et", self.say("and"))]
                french += self.noun_phrase(other)
        french += self.verb(clause)
        if clause.quality is not None:
            form = _form(clause.quality, clause.subject[0].is_feminine, clause.is_plural)
            french += [(form, self.say(clause.quality.english))]
        if clause.object is not None:
            french += self.noun_phrase(clause.object, bool(clause.negation))
        for preposition, noun_phrase in clause.places:
            spoken = "à" if preposition == "to" else PREPOSITIONS[preposition]
            french += _words(spoken, self.say(preposition))
            french += self.noun_phrase(noun_phrase)
        if clause.last:
            french += [(LAST[clause.last], self.say(clause.last))]
        if clause.claim is not None:
            french += [("que", self.say("that"))]
            french += self.clause(clause.claim)
        return french

    def verb(self, clause: Clause) -> list[Written]:
        """The verb with its negation and its adverb: does not often see; ne voit pas souvent."""
        plural, verb = clause.is_plural, clause.verb
        french = verb.french_plural if plural else verb.french
        english = verb.base if plural else verb.singular
        nothing: frozenset[int] = frozenset()
        auxiliary = middle = often = nothing
        if verb is BEING:
            own = self.say(english)
            middle = self.say(clause.negation)
            often = self.say(clause.often)
        else:
            if clause.negation == "not":
                auxiliary = self.say("do" if plural else "does")
                english = verb.base
            middle = self.say(clause.negation)
            often = self.say(clause.often)
            own = self.say(english)
        group: list[Written] = [(french, own)]
        if clause.negation:
            second = "pas" if clause.negation == "not" else "jamais"
            group = [("ne", auxiliary | middle), *group, (second, middle)]
        if clause.often:
            group.append((OFTEN[clause.often], often))
        return group

    def noun_phrase(self, phrase: NounPhrase, is_denied: bool = False) -> list[Written]:
        """Return a noun phrase; an indefinite object that is denied has "de" for its article."""
        if phrase.pronoun:
            return [(PRONOUNS[phrase.pronoun][0], self.say(phrase.pronoun))]
        assert phrase.noun is not None
        noun, plural, feminine = phrase.noun, phrase.plural, phrase.is_feminine
        determiner = self.say(phrase.determiner)
        before = [(_form(a, feminine, plural), self.say(a.english)) for a in phrase.before]
        after = [(_form(a, feminine, plural), self.say(a.english)) for a in phrase.after]
        own = self.say(noun.plural if plural else noun.singular)
        french = [*before, (noun.french_plural if plural else noun.french, own), *after[::-1]]
        if not plural and not feminine:
            for place, adjective in enumerate(phrase.before):
                if adjective.liaison and begins_with_vowel(french[place + 1][0]):
                    french[place] = (adjective.liaison, french[place][1])
        article = _article(phrase, french[0][0], is_denied)
        french = [*_words(article, determiner), *french]
        if phrase.whose is not None:
            french += [("de", self.say("of"))]
            french += self.noun_phrase(phrase.whose)
        if phrase.relative is not None:
            french += [("qui", self.say("who"))]
            french += self.clause(phrase.relative, is_relative=True)
        return french


def _article(phrase: NounPhrase, following: str, is_denied: bool) -> str:
    """Return the French determiner before `following`."""
    if is_denied and phrase.determiner in ("a", "some"):
        return "de"
    if phrase.determiner == "some" and phrase.before:
        return "de"
    forms = DETERMINERS[phrase.determiner, "p" if phrase.plural else "s"]
    article = forms[phrase.is_feminine]
    if begins_with_vowel(following):
        return BEFORE_VOWEL.get(article, article)
    return article


def _form(adjective: Adjective, feminine: bool, plural: bool) -> str:
    return adjective.forms[2 * plural + feminine]


def _words(french: str, sources: frozenset[int]) -> list[Written]:
    return [(word, sources) for word in french.split()]
