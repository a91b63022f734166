"""The parts of a sentence as trees that both languages are written from."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.translator.lexicon import PRONOUNS, Adjective, Noun, Verb


@dataclass(eq=False)
class NounPhrase:
    """A determiner, adjectives in English order, a noun, and what hangs on it.

    With a pronoun ("he") nothing else counts. whose is the noun phrase after "of", relative the
    clause after "who", whose subject stays empty.
    """

    determiner: str = "the"
    noun: Noun | None = None
    plural: bool = False
    before: list[Adjective] = field(default_factory=list)
    after: list[Adjective] = field(default_factory=list)
    whose: NounPhrase | None = None
    relative: Clause | None = None
    pronoun: str = ""

    @property
    def is_plural(self) -> bool:
        """Whether its verb stands in the plural."""
        return PRONOUNS[self.pronoun][1] == "p" if self.pronoun else self.plural

    @property
    def is_feminine(self) -> bool:
        """Whether French adjectives agree in the feminine."""
        if self.pronoun:
            return PRONOUNS[self.pronoun][2]
        return self.noun is not None and self.noun.feminine


@dataclass(eq=False)
class Clause:
    """Subject, verb and what follows it.

    negation is "", "not" or "never"; often stands beside the verb and last at the end. A verb
    of saying has a claim; "is" has a quality; places are (English preposition, noun phrase).
    """

    subject: list[NounPhrase]
    verb: Verb
    negation: str = ""
    often: str = ""
    object: NounPhrase | None = None
    quality: Adjective | None = None
    places: list[tuple[str, NounPhrase]] = field(default_factory=list)
    last: str = ""
    claim: Clause | None = None

    @property
    def is_plural(self) -> bool:
        """Whether the verb stands in the plural."""
        return len(self.subject) > 1 or self.subject[0].is_plural


@dataclass(eq=False)
class Sentence:
    """Clauses and the conjunctions between them; or a noun phrase alone."""

    clauses: list[Clause] = field(default_factory=list)
    conjunctions: list[str] = field(default_factory=list)
    fragment: NounPhrase | None = None
