"""Words that make sense one after the other, for labs that need a sentence of any length.

Clauses of a small grammar, one after the other; the words come from a seed. A longer text begins
with every shorter one of the same seed, so that lengthening a sentence changes no earlier word.
"""

from __future__ import annotations

import numpy as np

from core.arrays import count

DETERMINERS = ("the", "this", "that", "one", "my", "your")
ADJECTIVES = ("tired", "young", "small", "green", "quiet", "clever", "warm", "old", "brave")
QUALITIES = ("small", "green", "old", "quiet", "long", "new", "white")
BEINGS = (
    *("cat", "dog", "teacher", "child", "painter", "bird", "captain", "sister", "baker"),
    *("doctor", "singer", "fox"),
)
THINGS = ("garden", "letter", "river", "window", "bridge", "tree", "ship", "house", "song", "road")
VERBS = ("sees", "finds", "likes", "draws", "paints", "remembers", "loves", "watches", "misses")
JOINTS = ("and", "but", "while", "because", "until", "so")
# The two clauses that take turns, 14 words with the joint between them.
LONG = (DETERMINERS, ADJECTIVES, BEINGS, VERBS, DETERMINERS, QUALITIES, THINGS)
SHORT = (DETERMINERS, ADJECTIVES, BEINGS, VERBS, DETERMINERS, THINGS)
CYCLE = (*LONG, JOINTS, *SHORT, JOINTS)


def generated_words(length: int, seed: int) -> tuple[str, ...]:
    """`length` words drawn from `seed`; no word comes twice within seven."""
    length = count(length, "length")
    random = np.random.default_rng([seed, 2])
    words: list[str] = []
    for place in range(length):
        choices = CYCLE[place % len(CYCLE)]
        fresh = [word for word in choices if word not in words[-len(LONG) :]]
        words.append(fresh[int(random.integers(len(fresh)))])
    return tuple(words)
