"""Sentences written for the lesson, with their gold alignment, and where any sentence has one."""

from __future__ import annotations

from functools import lru_cache

from core.translator import language
from core.translator.lexicon import AFTER, NOUNS, WITH_OBJECT, Adjective, Noun, Verb
from core.translator.phrases import Clause, NounPhrase, Sentence
from core.translator.writing import Pair, written


def _noun(english: str) -> Noun:
    return next(noun for noun in NOUNS if noun.singular == english)


def _adjective(english: str) -> Adjective:
    return next(adjective for adjective in AFTER if adjective.english == english)


def _verb(english: str) -> Verb:
    return next(verb for verb in WITH_OBJECT if verb.base == english)


def _in_the_garden() -> Sentence:
    """Two adjectives that change places with their nouns, and two colours to keep apart."""
    cat = NounPhrase("the", _noun("cat"), after=[_adjective("black")])
    flower = NounPhrase("a", _noun("flower"), after=[_adjective("white")])
    places = [("in", NounPhrase("this", _noun("garden")))]
    return Sentence([Clause([cat], _verb("find"), object=flower, places=places)])


def _economic_area() -> Sentence:
    """The crossing in Figure 3 of Bahdanau, Cho, Bengio, ICLR 2015: three words turned round."""
    adjectives = [_adjective("european"), _adjective("economic")]
    return Sentence(fragment=NounPhrase("the", _noun("area"), after=adjectives))


GARDEN: Pair = written(_in_the_garden())
CROSSING: Pair = written(_economic_area())
_WRITTEN = {pair.english: pair for pair in (GARDEN, CROSSING)}


def gold_pair(words: tuple[str, ...]) -> Pair | None:
    """The pair of an English sentence of the lesson; None for one whose French nobody wrote."""
    return _WRITTEN.get(words)


@lru_cache(maxsize=64)
def generated_pair(length: int, seed: int) -> Pair:
    """A held-out sentence of `length` words, as `language.pair`; kept, for growing takes time."""
    return language.pair(length, seed)
