"""Sentence pairs of any length, the same for a seed, divided into seen and held out.

Which sentences are held out follows from their words alone, not from a list: training never
meets them, and every figure about quality is measured on them. The paper's own example, "the
european economic area", is one of them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator

from core.arrays import count
from core.translator.growing import Grower
from core.translator.writing import Pair, written

SHORTEST, LONGEST = 2, 60
TRAINED_TO = 30

FRAGMENTS = 0.3  # The share of bare noun phrases among short items.
FRAGMENT_LENGTHS = range(2, 7)
UNKNOWN_SENTENCES = 0.3  # The share of training sentences that may hold unknown words.

_HELD_OUT = zlib.crc32(b"the european economic area") % 10


def is_held_out(english: tuple[str, ...]) -> bool:
    """Whether a sentence is kept from training: one in ten, by its checksum."""
    return zlib.crc32(" ".join(english).encode()) % 10 == _HELD_OUT


def pair(length: int, seed: int) -> Pair:
    """A held-out sentence of `length` English words (2 to 60), always the same for a seed.

    Of two words there are only noun phrases. Raises ValueError for another length.
    """
    words = count(length, "length", least=SHORTEST)
    if words > LONGEST:
        raise ValueError(f"length is {length}; sentences have {SHORTEST} to {LONGEST} words")
    return next(held_out(words, seed))


def held_out(length: int, seed: int) -> Iterator[Pair]:
    """Endless different held-out sentences of `length` words, fragments among the short ones."""
    return _different(random.Random(f"held out {length} {seed}"), lambda _: length, True, 0.0)


def training_pairs(seed: int) -> Iterator[Pair]:
    """Endless sentences to train on: 3 to 30 words, the short ones oftener (length^-0.7)."""
    random_ = random.Random(f"training {seed}")
    lengths = range(3, TRAINED_TO + 1)
    shares = [length**-0.7 for length in lengths]

    def length(pick: random.Random) -> int:
        left = pick.random() * sum(shares)
        for words, share in zip(lengths, shares, strict=True):
            left -= share
            if left < 0:
                return words
        return TRAINED_TO

    return _different(random_, length, False, UNKNOWN_SENTENCES, repeats=True)


def with_unknown_word(length: int, seed: int) -> Iterator[Pair]:
    """Endless held-out sentences with exactly one <unk>."""
    pairs = _different(random.Random(f"unknown {length} {seed}"), lambda _: length, True, 1.0)
    return (made for made in pairs if made.english.count("<unk>") == 1)


def _different(
    random_: random.Random,
    length: Callable[[random.Random], int],
    wanted: bool,
    unknown: float,
    repeats: bool = False,
) -> Iterator[Pair]:
    """Pairs that are held out or not, as wanted; each once unless it repeats."""
    met: set[tuple[str, ...]] = set()
    misses = 0
    while misses < 10_000:
        made = _attempt(random_, length(random_), unknown)
        if made is None or is_held_out(made.english) is not wanted:
            continue
        if not repeats and made.english in met:
            misses += 1
            continue
        misses = 0
        met.add(made.english)
        yield made


def _attempt(random_: random.Random, length: int, unknown: float) -> Pair | None:
    """One sentence, or None where its parts do not come out even."""
    # About one and a half unknown words a sentence, at most three in ten of its content words.
    chance = min(0.3, 3 / length) if random_.random() < unknown else 0.0
    grower = Grower(random_, chance)
    fragment = length in FRAGMENT_LENGTHS and random_.random() < FRAGMENTS
    sentence = grower.fragment(length) if fragment or length == 2 else grower.sentence(length)
    return None if sentence is None else written(sentence)
