"""What a learner's hand does to an alignment: each returns a new record."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiments.alignment import LEAST_GENERATED, MAX_ENGLISH, AlignmentExperiment
from core.experiments.base import MAX_CELL
from core.translator.examples import CROSSING
from core.translator.reading import Reading, read


def with_step(
    experiment: AlignmentExperiment, step: int, pinned: int | None = None
) -> AlignmentExperiment:
    """`experiment` at another step, with one English word lit or the step's own top word."""
    return replace(experiment, step=step, pinned=pinned)


def with_energy(
    experiment: AlignmentExperiment, word: int, own: float, energy: float
) -> AlignmentExperiment:
    """`experiment` with one energy of its step set; word from 1, own: what the states give.

    A step whose weights are held lets go of them: the energies count again.
    """
    step = experiment.step
    kept = [each for each in experiment.offsets if each[:2] != (step, word)]
    energy = min(max(energy, -MAX_CELL), MAX_CELL)
    if energy != own:
        kept.append((step, word, energy - own))
    held = tuple(each for each in experiment.held if each[0] != step)
    return replace(experiment, offsets=tuple(sorted(kept)), held=held)


def with_held(experiment: AlignmentExperiment, word: int) -> AlignmentExperiment:
    """`experiment` with all the weight of its step on one word; let go if it was there already."""
    step = experiment.step
    others = [each for each in experiment.held if each[0] != step]
    if (step, word) not in experiment.held:
        others.append((step, word))
    return replace(experiment, held=tuple(sorted(others)))


def with_last_state(experiment: AlignmentExperiment, on: bool) -> AlignmentExperiment:
    """`experiment` with every context fixed to the last annotation, or free again."""
    return replace(experiment, last_state=on)


def with_gold(experiment: AlignmentExperiment, on: bool) -> AlignmentExperiment:
    """`experiment` with the gold alignment outlined, or not."""
    return replace(experiment, gold=on)


def untouched(experiment: AlignmentExperiment) -> AlignmentExperiment:
    """`experiment` with every intervention taken back."""
    return replace(experiment, offsets=(), held=(), last_state=False)


def with_mark(experiment: AlignmentExperiment) -> AlignmentExperiment:
    """`experiment` with its step marked, or no longer marked."""
    step = experiment.step
    if step in experiment.marked:
        marked = tuple(each for each in experiment.marked if each != step)
    else:
        marked = tuple(sorted((*experiment.marked, step)))
    return replace(experiment, marked=marked)


def sentence_of(text: str) -> Reading:
    """The reading of a typed sentence. Raises ValueError where there is nothing to translate."""
    reading = read(text)
    if reading.problem:
        raise ValueError(reading.problem)
    return reading


def with_words(experiment: AlignmentExperiment, words: tuple[str, ...]) -> AlignmentExperiment:
    """`experiment` over another sentence, from its first step; what was done to the old one goes.

    The switch of the context and the gold outline stay.
    """
    return replace(experiment, words=words, step=1, offsets=(), held=(), marked=(), pinned=None)


def with_generated(
    experiment: AlignmentExperiment, length: int | None = None
) -> AlignmentExperiment:
    """`experiment` over a generated sentence: of another length, or the next one as long."""
    words = experiment.count if length is None else length
    words = min(max(words, LEAST_GENERATED), MAX_ENGLISH)
    seed = (experiment.seed + 1) % 2**31 if length is None else experiment.seed
    # What was done goes first: its places may lie beyond a shorter sentence.
    return replace(with_words(experiment, ()), length=words, seed=seed)


def with_crossing(experiment: AlignmentExperiment) -> AlignmentExperiment:
    """`experiment` over the paper's crossing, "the european economic area"."""
    return with_words(experiment, CROSSING.english)
