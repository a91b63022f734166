"""Sentence pairs as batches of one source length, in an order that follows from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Integers
from core.translator.vocabulary import END, FRENCH, english_places, teacher_forced
from core.translator.writing import Pair

FILL = FRENCH.index(END)  # What stands after the last word of a shorter translation.


@dataclass(frozen=True, eq=False)
class Batch:
    """source (B, S); given and answer (B, T), one step apart; counted (B, T), 1 up to </s>."""

    source: Integers
    given: Integers
    answer: Integers
    counted: Integers


def batches(pairs: Sequence[Pair], size: int, seed: int, epoch: int) -> list[Batch]:
    """Return every pair once, in batches of at most `size` sources of one length, shuffled."""
    random = np.random.default_rng((seed, epoch))
    by_length: dict[int, list[int]] = {}
    for place in random.permutation(len(pairs)).tolist():
        by_length.setdefault(len(pairs[place].english), []).append(place)
    groups = [
        places[first : first + size]
        for places in by_length.values()
        for first in range(0, len(places), size)
    ]
    return [
        batch([pairs[place] for place in groups[group]])
        for group in random.permutation(len(groups)).tolist()
    ]


def batch(pairs: Sequence[Pair]) -> Batch:
    """Return pairs whose English sentences have one length as arrays."""
    source = np.array([english_places(pair.english) for pair in pairs], np.int64)
    both = [teacher_forced(pair.french) for pair in pairs]
    steps = max(len(given) for given, _ in both)
    given = np.full((len(pairs), steps), FILL, np.int64)
    answer = np.full((len(pairs), steps), FILL, np.int64)
    counted = np.zeros((len(pairs), steps), np.int64)
    for row, (words, answers) in enumerate(both):
        given[row, : len(words)] = words
        answer[row, : len(answers)] = answers
        counted[row, : len(answers)] = 1
    return Batch(source, given, answer, counted)
