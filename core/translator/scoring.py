"""How good a translation is: BLEU, exact sentences, words in common, and its alignment.

BLEU is Papineni, Roukos, Ward, Zhu, ACL 2002: of a whole set of sentences, the geometric mean of
the clipped shares of 1- to 4-word runs that stand in the reference, times the brevity penalty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from core.arrays import Floats
from core.translator.language import held_out
from core.translator.network import Translator
from core.translator.writing import Pair

Words = Sequence[str]

BUCKETS: tuple[tuple[int, int], ...] = (
    (3, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 30), (31, 35), (36, 40),
)  # fmt: skip


def bleu(candidates: Sequence[Words], references: Sequence[Words], longest: int = 4) -> float:
    """Return BLEU of 0 to 100 for candidates with one reference each, without smoothing.

    Runs of a length that no reference has are left out of the mean, so that a set of short
    sentences can reach 100. Raises ValueError unless there is one reference a candidate.
    """
    if len(candidates) != len(references) or not references:
        raise ValueError(f"{len(candidates)} candidates need as many references, at least one")
    logarithms = []
    for order in range(1, longest + 1):
        if not any(len(reference) >= order for reference in references):
            break
        found = total = 0
        for candidate, reference in zip(candidates, references, strict=True):
            runs = _runs(candidate, order)
            found += sum((runs & _runs(reference, order)).values())
            total += sum(runs.values())
        if found == 0:
            return 0.0
        logarithms.append(math.log(found / total))
    if not logarithms:
        return 100.0 if not any(map(len, candidates)) else 0.0
    ours, theirs = sum(map(len, candidates)), sum(map(len, references))
    brevity = min(0.0, 1 - theirs / ours)
    return 100 * math.exp(sum(logarithms) / len(logarithms) + brevity)


def _runs(words: Words, order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + order]) for at in range(len(words) - order + 1))


def in_common(words: Words, reference: Words) -> tuple[bool, ...]:
    """Return for each word whether it belongs to a longest common subsequence with `reference`."""
    return tuple(place is not None for place in places_in_common(words, reference))


def places_in_common(words: Words, reference: Words) -> tuple[int | None, ...]:
    """Return where each word stands in `reference`, by a longest common subsequence.

    None for a word that does not belong to it.
    """
    same = 0  # a common beginning is kept whole, so that only what follows is compared
    while same < min(len(words), len(reference)) and words[same] == reference[same]:
        same += 1
    longest = [[0] * (len(reference) + 1) for _ in range(len(words) + 1)]
    for i in range(len(words) - 1, same - 1, -1):
        word, row, below, most = words[i], longest[i], longest[i + 1], 0
        for j in range(len(reference) - 1, same - 1, -1):
            most = 1 + below[j + 1] if word == reference[j] else max(below[j], most)
            row[j] = most
    kept: list[int | None] = [None] * len(words)
    i = j = 0
    while i < len(words) and j < len(reference):
        if words[i] == reference[j]:
            kept[i] = j
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return tuple(kept)


def aligned(weights: Floats, alignment: Sequence[frozenset[int]]) -> tuple[int, float]:
    """Return how many French words attend most to a gold place, and the weight on gold places.

    weights (T, N) with T at least the number of French words; both are sums over the words.
    """
    right, mass = 0, 0.0
    for row, gold in zip(weights, alignment, strict=False):
        right += int(row.argmax()) in gold
        mass += float(row[sorted(gold)].sum())
    return right, mass


@dataclass(frozen=True)
class Quality:
    """Figures for sentences of shortest to longest words, in percent; BLEU of 0 to 100.

    exact: sentences that are right in every word. agreement: French words whose most attended
    English word is a gold one, while the right words are fed in; mass: weight on the gold ones.
    Both are None for a fixed context. words: words of the references that the translations have
    in the same order (`in_common`); None where nobody counted them.
    """

    shortest: int
    longest: int
    sentences: int
    bleu: float
    exact: float
    agreement: float | None = None
    mass: float | None = None
    words: float | None = None


def quality(
    model: Translator,
    shortest: int,
    longest: int,
    number: int,
    seed: int = 0,
    aligns: bool = True,
) -> Quality:
    """Return the figures for about `number` held-out sentences, spread evenly over the lengths.

    aligns: whether agreement and mass are measured, which takes as long as all the rest.
    """
    lengths = range(shortest, longest + 1)
    each = -(-number // len(lengths))
    pairs = [pair for length in lengths for pair in _sample(length, each, seed)]
    answers = [model.translate(pair.english).french for pair in pairs]
    references = [pair.french for pair in pairs]
    exact = sum(ours == theirs for ours, theirs in zip(answers, references, strict=True))
    words = sum(map(len, references))
    common = sum(
        sum(in_common(ours, theirs)) for ours, theirs in zip(answers, references, strict=True)
    )
    agreement = mass = None
    if model.context == "attention" and aligns:
        sums = [_gold(model, pair.english, pair.french, pair.alignment) for pair in pairs]
        agreement = 100 * sum(right for right, _ in sums) / words
        mass = 100 * sum(weight for _, weight in sums) / words
    return Quality(
        shortest, longest, len(pairs), bleu(answers, references), 100 * exact / len(pairs),
        agreement, mass, 100 * common / words,
    )  # fmt: skip


@lru_cache(maxsize=256)
def _sample(length: int, number: int, seed: int) -> tuple[Pair, ...]:
    """Held-out sentences, kept: a training measures the same ones again and again."""
    return tuple(islice(held_out(length, seed), number))


def _gold(
    model: Translator, english: Words, french: Words, alignment: Sequence[frozenset[int]]
) -> tuple[int, float]:
    weights = model.forced(english, french).weights
    assert weights is not None
    return aligned(weights, alignment)


def quality_by_length(model: Translator, number: int = 100, seed: int = 0) -> tuple[Quality, ...]:
    """Return the figures for each of BUCKETS, from `number` sentences each."""
    return tuple(quality(model, *bucket, number, seed) for bucket in BUCKETS)


def quality_at_each_length(model: Translator, number: int = 100) -> tuple[Quality, ...]:
    """Return the figures for every length of BUCKETS alone, for a curve; without the alignment."""
    lengths = range(BUCKETS[0][0], BUCKETS[-1][1] + 1)
    return tuple(quality(model, length, length, number, aligns=False) for length in lengths)
