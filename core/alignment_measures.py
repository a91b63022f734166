"""What can be measured of an alignment, for `core.catalogue`."""

from __future__ import annotations

import numpy as np

from core.experiment import AlignmentExperiment
from core.lesson import Where
from core.trace import Trace
from core.traces.alignment import END, AlignmentTrace


def alignment_of(trace: Trace) -> AlignmentTrace:
    """The trace of trained translators. Raises ValueError where their weights cannot be used."""
    assert isinstance(trace, AlignmentTrace)
    if trace.problem:
        raise ValueError(trace.problem)
    return trace


def experiment_of(trace: AlignmentTrace) -> AlignmentExperiment:
    """What the trace was made of."""
    assert isinstance(trace.experiment, AlignmentExperiment)
    return trace.experiment


def flips_marked(trace: Trace, where: Where) -> float:
    """How many marked steps run backwards, less the marked steps that do not, at least 0."""
    assert isinstance(trace, AlignmentTrace)
    backwards = trace["flips"] > 0
    marked = np.zeros(len(backwards), dtype=bool)
    for step in experiment_of(trace).marked:
        marked[step - 1 : step] = True  # a mark beyond a shorter translation marks nothing
    found = int(np.count_nonzero(marked & backwards)) - int(np.count_nonzero(marked & ~backwards))
    return float(max(found, 0))


def rewritten_by_one_energy(trace: Trace, where: Where) -> float:
    """1 where one energy of a step, and nothing else, makes it write another word, else 0."""
    seen = alignment_of(trace)
    experiment, place = experiment_of(seen), where.query
    if not isinstance(place, int) or not 1 <= place <= experiment.most_steps:
        raise ValueError("where needs query: the place of a French word, from 1")
    alone = not experiment.held and not experiment.last_state
    if not alone or [step for step, _, _ in experiment.offsets] != [place]:
        return 0.0
    return float(word_at(seen.tokens, place) != word_at((*seen.own, END), place))


def word_at(words: tuple[str, ...], place: int) -> str:
    """The word at a place from 1; "" beyond the last one."""
    return words[place - 1] if place <= len(words) else ""


def own_words_kept(trace: Trace, where: Where) -> float:
    """Which share of the words that the model writes by itself is still written in their order."""
    seen = alignment_of(trace)
    words = [token for token in seen.tokens if token != END]
    kept = len(words) - sum(seen.changed[: len(words)])
    return kept / len(seen.own) if seen.own else 1.0


def gold_agreement(trace: Trace, where: Where) -> float:
    """Which share of the French words looks most at a word that the gold alignment gives it."""
    seen = alignment_of(trace)
    if seen.agreement is None:
        raise ValueError("nobody knows the alignment of this sentence; take a generated one")
    return seen.agreement.share
