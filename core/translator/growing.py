"""Sentences that grow by random parts until they have exactly as many English words as asked."""

from __future__ import annotations

from core.translator.choosing import ANY_KIND, DEFINITE, UNKNOWN_ADJECTIVE, Chooser
from core.translator.lexicon import (
    AFTER,
    ALIVE,
    ALL,
    BEFORE,
    BEING,
    BODY,
    GOING,
    INNER,
    LAST,
    OFTEN,
    OUTER,
    PERSON,
    PLACE,
    PREPOSITIONS,
    SAYING,
    THING,
    WITH_OBJECT,
    WITHOUT_OBJECT,
)
from core.translator.phrases import Clause, NounPhrase, Sentence

# Conjunctions, the ones that are one word in French more often.
JOINING = ("and",) * 4 + ("but", "or", "when") * 3 + ("because", "while")


class Grower(Chooser):
    """Grows one sentence."""

    def sentence(self, length: int) -> Sentence | None:
        """Clauses of `length` words in all, or None where the parts do not come out even."""
        clause, size = self.clause(length)
        sentence = Sentence([clause])
        rest = length - size
        while rest > 0:
            grown = self.grow(sentence, length - rest, rest)
            if grown == 0:
                return None
            rest -= grown
        return sentence if rest == 0 else None

    def fragment(self, length: int) -> Sentence | None:
        """A noun phrase of `length` words without a verb, or None."""
        phrase = self.noun_phrase(ALL)
        rest = length - 2
        while rest > 0:
            part = self.adjective if self.happens(0.8) else self.whose
            grown = part(phrase, rest) or self.adjective(phrase, rest)
            if grown == 0:
                return None
            rest -= grown
        return Sentence(fragment=phrase)

    def clause(self, room: int) -> tuple[Clause, int]:
        """A smallest clause of two to six words that fits into `room`, and its size."""
        subject, size = self.subject(room - 1)
        kind = self.pick(("object",) * 5 + ("alone", "being", "going"))
        if kind == "going" and size + 4 <= room:
            clause = Clause([subject], self.pick(GOING))
            goal = frozenset({PLACE, BODY}) if clause.verb is GOING[0] else ALIVE
            clause.places.append(("to", self.noun_phrase(goal)))
            size += 4
        elif kind == "object" and size + 3 <= room:
            verb = self.verb(WITH_OBJECT)
            clause = Clause([subject], verb, object=self.noun_phrase(verb.objects))
            size += 3
        elif kind == "being" and size + 2 <= room:
            clause = Clause([subject], BEING, quality=self.quality(subject))
            size += 2
        else:
            clause = Clause([subject], self.verb(WITHOUT_OBJECT))
            size += 1
        self.clauses.append(clause)
        return clause, size

    def grow(self, sentence: Sentence, written: int, room: int) -> int:
        """Add a part of at most `room` words to `written` ones; return its size, 0 if none fits."""
        if room >= 3 and self.happens(0.6 if written > 8 * len(sentence.clauses) else 0.05):
            return self.another_clause(sentence, room)
        for _ in range(20):
            part = self.pick(
                ("adjective",) * 5 + ("often", "last", "denial", "place", "place",
                 "whose", "whose", "relative", "together", "claim")
            )  # fmt: skip
            grown = self.grow_part(part, room)
            if grown:
                return grown
        return 0

    def grow_part(self, part: str, room: int) -> int:
        """Add a part of this kind somewhere; return its size, 0 if it does not fit."""
        if part in ("adjective", "whose", "relative"):
            if not self.phrases:
                return 0
            grown: int = getattr(self, part)(self.pick(self.phrases), room)
            return grown
        added: int = getattr(self, part)(self.pick(self.clauses), room)
        return added

    def another_clause(self, sentence: Sentence, room: int) -> int:
        """A conjunction and a clause."""
        clause, size = self.clause(room - 1)
        sentence.clauses.append(clause)
        sentence.conjunctions.append(self.pick(JOINING))
        return size + 1

    def adjective(self, phrase: NounPhrase, room: int) -> int:
        """An adjective; at most two before and two after the French noun."""
        assert phrase.noun is not None
        if self.happens(self.unknown):
            adjective = UNKNOWN_ADJECTIVE
        else:
            every = self.pick((BEFORE, AFTER, AFTER))
            kind = phrase.noun.kind
            fitting = [a for a in every if kind in a.kinds]
            adjective = self.pick(every if self.happens(ANY_KIND) or not fitting else fitting)
        held = phrase.before if adjective.before else phrase.after
        if adjective in held or len(held) >= 2:
            return 0
        if adjective.before and held and not (held[0] in OUTER and adjective in INNER):
            return 0
        held.append(adjective)
        if not adjective.before:
            held.sort(key=lambda a: AFTER.index(a) if a in AFTER else -1)
        return 1

    def whose(self, phrase: NounPhrase, room: int) -> int:
        """A noun phrase after "of": three words."""
        if room < 3 or phrase.whose is not None or phrase.relative is not None:
            return 0
        phrase.whose = self.noun_phrase(ALL, DEFINITE)
        return 3

    def relative(self, phrase: NounPhrase, room: int) -> int:
        """A clause after "who", for persons: two or four words."""
        person = phrase.noun is not None and phrase.noun.kind == PERSON
        if room < 2 or not person or phrase.relative is not None:
            return 0
        if room >= 4 and self.happens(0.6):
            verb = self.verb(WITH_OBJECT)
            clause = Clause([phrase], verb, object=self.noun_phrase(verb.objects))
        else:
            clause = Clause([phrase], self.verb(WITHOUT_OBJECT))
        phrase.relative = clause
        self.clauses.append(clause)
        return 4 if clause.object is not None else 2

    def together(self, clause: Clause, room: int) -> int:
        """A second subject: "and" and a noun phrase."""
        subject = clause.subject[0]
        if room < 3 or len(clause.subject) > 1 or subject.pronoun or clause.verb is BEING:
            return 0
        if subject.relative is clause:
            return 0
        clause.subject.append(self.noun_phrase(ALIVE))
        return 3

    def often(self, clause: Clause, room: int) -> int:
        """An adverb beside the verb."""
        if clause.often or clause.negation == "never" or clause.claim is not None:
            return 0
        clause.often = self.pick([word for word in OFTEN if word != "sometimes"]
                                 if clause.negation else list(OFTEN))  # fmt: skip
        return 1

    def last(self, clause: Clause, room: int) -> int:
        """An adverb at the end of the clause."""
        if clause.last or clause.claim is not None:
            return 0
        clause.last = self.pick([w for w in LAST if w != "slowly" or clause.verb is not BEING])
        return 1

    def denial(self, clause: Clause, room: int) -> int:
        """A negation: never is a word, does not are two, and is not has one more."""
        indefinite = clause.object is not None and clause.object.determiner == "some"
        often = clause.often == "sometimes"
        if clause.negation or indefinite or often or clause.claim is not None:
            return 0
        size = 1 if clause.verb is BEING else 2
        if clause.often or self.happens(0.6):
            if size > room:
                return 0
            clause.negation = "not"
            return size
        clause.negation = "never"
        return 1

    def place(self, clause: Clause, room: int) -> int:
        """A preposition and a noun phrase: three words, five after "in front of"."""
        preposition = self.pick(list(PREPOSITIONS))
        size = len(preposition.split()) + 2
        if size > room or clause.last or clause.claim is not None or len(clause.places) > 1:
            return 0
        if preposition in ("in", "on", "under"):
            kinds = frozenset({THING, PLACE})
        else:
            kinds = ALIVE if preposition in ("with", "without", "for") else ALL
        determiners = DEFINITE if preposition in ("near", "without") else ()
        clause.places.append((preposition, self.noun_phrase(kinds, determiners)))
        return size

    def claim(self, clause: Clause, room: int) -> int:
        """The clause becomes what somebody says: "he thinks that" and the clause."""
        if room < 3 or clause.claim is not None or clause.subject[0].relative is clause:
            return 0
        subject, size = self.subject(room - 2)
        inner = Clause(**vars(clause))
        self.clauses[self.clauses.index(clause)] = inner
        for name, blank in vars(Clause([subject], self.pick(SAYING), claim=inner)).items():
            setattr(clause, name, blank)
        return size + 2
