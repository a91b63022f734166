"""What a learner's hand does to the bottleneck: each returns a new record."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiments.bottleneck import BottleneckExperiment
from core.translator.reading import read


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
