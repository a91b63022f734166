"""What a learner's hand does to the bottleneck and to an alignment: each returns a new record."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from core.experiments.alignment import AlignmentExperiment
from core.experiments.base import MAX_CELL
from core.experiments.bottleneck import BottleneckExperiment
from core.translator.reading import read

States = Literal["hand-set", "random"]


def with_length(experiment: BottleneckExperiment, length: int) -> BottleneckExperiment:
    """`experiment` over a generated sentence of `length` words, in place of any own one."""
    pointed = experiment.pointed
    if pointed is not None and pointed > length:
        pointed = None
    return replace(experiment, words=(), length=length, pointed=pointed)


def with_sentence(experiment: BottleneckExperiment, text: str) -> BottleneckExperiment:
    """`experiment` over the learner's own words. Raises ValueError as `sentence_words` does.

    The generated sentence typed again is the generated one, whose translation is known.
    """
    words = sentence_words(text)
    own = () if words == experiment.generated.english else words
    return replace(experiment, words=own, pointed=None)


def sentence_words(text: str) -> tuple[str, ...]:
    """The words of a text. Raises ValueError, with the cure, for none and for too many."""
    reading = read(text)
    if reading.problem:
        raise ValueError(reading.problem)
    return reading.typed


def new_sentence(experiment: BottleneckExperiment) -> BottleneckExperiment:
    """`experiment` over another generated sentence, from the next seed."""
    seed = (experiment.seed + 1) % 2**31
    return replace(experiment, words=(), seed=seed, pointed=None)


def with_step(
    experiment: AlignmentExperiment, step: int, pinned: int | None = None
) -> AlignmentExperiment:
    """`experiment` at another step, with one source word lit or the step's own top word."""
    return replace(experiment, step=step, pinned=pinned)


def with_energy(
    experiment: AlignmentExperiment, word: int, own: float, energy: float
) -> AlignmentExperiment:
    """`experiment` with one energy of its step set; word from 1, own: what the states give."""
    kept = [each for each in experiment.offsets if each[:2] != (experiment.step, word)]
    energy = min(max(energy, -MAX_CELL), MAX_CELL)
    if energy != own:
        kept.append((experiment.step, word, energy - own))
    return replace(experiment, offsets=tuple(sorted(kept)))


def with_mark(experiment: AlignmentExperiment) -> AlignmentExperiment:
    """`experiment` with its step marked, or no longer marked."""
    step = experiment.step
    if step in experiment.marked:
        marked = tuple(each for each in experiment.marked if each != step)
    else:
        marked = tuple(sorted((*experiment.marked, step)))
    return replace(experiment, marked=marked)


def with_states(experiment: AlignmentExperiment, states: States) -> AlignmentExperiment:
    """`experiment` over hand-set or random states; what was dragged and marked goes."""
    return replace(experiment, states=states, offsets=(), marked=(), pinned=None)


def reseeded(experiment: AlignmentExperiment) -> AlignmentExperiment:
    """`experiment` over states of the next seed; what was dragged and marked goes."""
    seed = (experiment.seed + 1) % 2**31
    return replace(experiment, seed=seed, offsets=(), marked=(), pinned=None)
