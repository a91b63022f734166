"""One sentence through two trained translators, and how good they are at every length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from core.arrays import Floats, read_only
from core.experiments.bottleneck import BottleneckExperiment
from core.fault_names import Mistake
from core.papers import bleu_by_length
from core.trace import Step, Trace
from core.translator import shelf
from core.translator.intervention import Intervention
from core.translator.loading import DamagedWeightsError, Size
from core.translator.network import Translator
from core.translator.reading import UnknownWord
from core.translator.scoring import Quality, in_common

WORD, UNIT = "word", "unit"
CURVE = ("length", "length and figure")
MODELS = ("fixed", "attention")
OF_THE_VECTOR = ("last-row", "other-vector")
MEASURES = ("words", "bleu")
FORMULAS = {
    "words": r"100 \cdot \mathrm{LCS} / \mathrm{words}",
    "bleu": r"\mathrm{BLEU}",
}


@dataclass(frozen=True)
class Rendering:
    """A French translation. right: which words stand in the reference in the same order; None
    where there is no reference. ended: whether the model ended it, rather than our limit.
    attended: the English place, from 0, that each word attends to most; () for a fixed context.
    """

    words: tuple[str, ...]
    right: tuple[bool, ...] | None
    ended: bool
    attended: tuple[int, ...] = ()

    def looks_at(self, place: int) -> int | None:
        """The English place that a word attends to most, None without attention."""
        return self.attended[place] if self.attended else None


@dataclass(frozen=True)
class BottleneckTrace(Trace):
    """The steps, and the words. reference is () for the learner's own sentence.

    renderings: by model, "fixed" and "attention"; none where the weights are damaged, and
    `problem` then says so. unknown: English words outside the language. sizes: the models that
    ask whether a bigger vector helps. measured_on: how many sentences the figures at this length
    come from, and their shortest and longest; None for a length that was not measured.
    """

    english: tuple[str, ...] = ()
    unknown: tuple[UnknownWord, ...] = ()
    reference: tuple[str, ...] = ()
    renderings: tuple[tuple[str, Rendering], ...] = ()
    sizes: tuple[Size, ...] = ()
    measured_on: tuple[int, int, int] | None = None
    source: str = ""

    def rendering(self, model: str) -> Rendering | None:
        """The translation of one model, None where there is none."""
        return dict(self.renderings).get(model)


def bottleneck_trace(experiment: BottleneckExperiment) -> BottleneckTrace:
    """Translate the sentence with both models; measured and published figures at its length.

    states: the annotations h_j of the model with the fixed context, (N, 2H); context: the one
    vector its decoder gets, (2H,). Damaged weights leave the published figures and a `problem`.
    """
    english = experiment.tokens
    reading = experiment.reading if experiment.words else None
    unknown = reading.unknown if reading else ()
    steps = published_steps(len(english))
    try:
        pair = shelf.pair(experiment.pair)
    except ValueError as error:
        return BottleneckTrace(experiment, steps, str(error), english, unknown)
    words = reading.words if reading else english
    reference = () if reading else experiment.generated.french
    renderings = []
    for model, translator in zip(MODELS, (pair.fixed, pair.attention), strict=True):
        change = mistaken(experiment, model)
        rendering = translated(translator, words, reference, model, steps, change)
        renderings.append((model, rendering))
    sizes = sizes_of_shipped()
    add_measured(steps, pair, sizes, len(english))
    return BottleneckTrace(
        experiment, steps, "", english, unknown, reference, tuple(renderings), sizes,
        measured_on(pair.fixed_quality, len(english)), pair.source,
    )  # fmt: skip


def translated(
    translator: Translator,
    words: tuple[str, ...],
    reference: tuple[str, ...],
    model: str,
    steps: dict[str, Step],
    change: Intervention,
) -> Rendering:
    """One model's translation; adds its share of right words, and the fixed model's vectors."""
    made = translator.translate(words, change)
    if model == "fixed":
        context = made.contexts[0]
        steps["states"] = Step(made.annotations, (WORD, UNIT), "h_j")
        steps["context"] = Step(context, (UNIT,), r"c = [h_N^{\to};\, h_1^{\gets}]")
    right = in_common(made.french, reference) if reference else None
    if right is not None:
        share = np.array(sum(right) / len(reference))
        steps[f"right {model}"] = Step(read_only(share), (), r"\mathrm{LCS} / \mathrm{words}")
    return Rendering(made.french, right, made.ended, made.attended)


def mistaken(experiment: BottleneckExperiment, model: str) -> Intervention:
    """The mistake that a model makes; what is done to the one vector cannot touch attention."""
    fault = cast(Mistake, experiment.fault)
    if model == "attention" and fault in OF_THE_VECTOR:
        fault = ""
    other = experiment.neighbour if fault == "other-vector" else ()
    return Intervention(mistake=fault, instead=other)


def sizes_of_shipped() -> tuple[Size, ...]:
    """The fixed models of other sizes in the shipped manifest; () where it is damaged."""
    try:
        return shelf.manifest_of_shipped().manifest.sizes
    except DamagedWeightsError:
        return ()


def add_measured(
    steps: dict[str, Step], pair: shelf.Pair, sizes: tuple[Size, ...], length: int
) -> None:
    """Add every measured curve, and its figure at `length`.

    "words fixed" is the figure and "words fixed curve" the curve; of a size, "words fixed 24".
    """
    measured = {"fixed": pair.fixed_quality, "attention": pair.attention_quality}
    measured |= {f"fixed {size.hidden}": size.by_length or size.quality for size in sizes}
    for model, quality in measured.items():
        for measure in MEASURES:
            points = curve(quality, measure)
            name, latex = f"{measure} {model}", FORMULAS[measure]
            steps[f"{name} curve"] = Step(points, CURVE, latex)
            steps[name] = Step(read_only(np.array(figure_at(points, length))), (), latex)


def measured_on(quality: tuple[Quality, ...], length: int) -> tuple[int, int, int] | None:
    """The group of measured sentences that a length belongs to: how many, shortest, longest."""
    for figures in quality:
        if figures.shortest <= length <= figures.longest:
            return figures.sentences, figures.shortest, figures.longest
    return None


@lru_cache(maxsize=32)
def curve(quality: tuple[Quality, ...], measure: str) -> Floats:
    """Length and figure, (lengths, 2): every length has the figure of the group it belongs to."""
    points = []
    for figures in quality:
        value = figures.bleu if measure == "bleu" else figures.words
        if value is not None:
            points += [(n, value) for n in range(figures.shortest, figures.longest + 1)]
    return read_only(np.array(points, dtype=np.float64).reshape(-1, 2))


def figure_at(points: Floats, length: int) -> float:
    """The figure of one length; NaN where that length was not measured."""
    found = points[points[:, 0] == length, 1]
    return float(found[0]) if len(found) else float("nan")


def published_steps(length: int) -> dict[str, Step]:
    """BLEU of every published model at `length`, under its name; and its whole curve."""
    steps = {}
    for figure in bleu_by_length().values():
        for published in figure.curves:
            value = read_only(np.array(published.at(length)))
            source = rf"\mathrm{{BLEU}}, {figure.paper}, {figure.figure}"
            steps[published.model] = Step(value, (), source)
            points = Step(published.points, ("point", "length and BLEU"), source)
            steps[f"{published.model} curve"] = points
    return steps
