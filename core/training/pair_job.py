"""Both translators trained side by side, as a job of the worker process.

Whichever model is further behind takes the next step, so that the two curves grow together. Each
has its own numbers and its own course: it comes to the same weights as when it is trained alone.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice

from core.arrays import count
from core.training.command import versions
from core.training.course import Course
from core.training.pair_progress import ModelProgress, PairOutcome, PairProgress, Stage
from core.training.recipe import SHORT_STEPS, Recipe
from core.training.translator_job import MOST_STEPS
from core.training.watched import watched
from core.training.work import RefusalError, Work
from core.translator.language import training_pairs
from core.translator.network import Translator
from core.translator.parameters import Context
from core.translator.scoring import BUCKETS, Quality, quality
from core.translator.writing import Pair

CONTEXTS: tuple[Context, ...] = ("attention", "fixed")
MOST_PAIRS = 200_000
SENTENCE_PIECE = 50  # sentences made between two looks at what is wished
ACCURACY_EVERY = 6  # reports


def train_pair(
    work: Work,
    seed: int = 0,
    attention: int = SHORT_STEPS["attention"],
    fixed: int = SHORT_STEPS["fixed"],
    pairs: int = 40_000,
    reports: int = 100,
    samples: int = 5,
    sentences: int = 40,
) -> PairOutcome:
    """Train both models; reports a `core.training.pair_progress.PairProgress` again and again.

    attention and fixed are steps; pairs: sentences to train on. samples: sentences in each of
    BUCKETS on which accuracy is measured on the way, sentences: at the end. Raises RefusalError
    for numbers that make no sense.
    """
    try:
        recipes = tuple(
            Recipe(context, count(seed, "seed"), _at_most(steps, "steps", MOST_STEPS),
                   pairs=_at_most(pairs, "pairs", MOST_PAIRS))
            for context, steps in zip(CONTEXTS, (attention, fixed), strict=True)
        )  # fmt: skip
        reports = count(reports, "reports", least=1)
        samples, sentences = count(samples, "samples"), count(sentences, "sentences")
    except ValueError as error:
        raise RefusalError(f"{error}.") from None
    return _Both(work, recipes, reports, samples, sentences).trained()


def _at_most(value: object, name: str, most: int) -> int:
    wanted = count(value, name, least=1)
    if wanted > most:
        raise ValueError(f"{name} is {wanted}; 1 to {most:,} are possible")
    return wanted


class _Both:
    """The two courses under way, and the clock."""

    def __init__(
        self, work: Work, recipes: tuple[Recipe, ...], reports: int, samples: int, sentences: int
    ) -> None:
        self.work, self.recipes = work, recipes
        self.reports, self.samples, self.sentences = reports, samples, sentences
        self.begun, self.cpu_begun, self.waited = time.perf_counter(), time.process_time(), 0.0
        self.losses: list[list[float]] = [[] for _ in recipes]
        self.models = [ModelProgress(recipe, 0, float("nan"), ()) for recipe in recipes]

    def trained(self) -> PairOutcome:
        """Make the sentences, take every step, measure."""
        made = self.made_sentences()
        self.courses = [Course(recipe, pairs=made) for recipe in self.recipes]
        self.advance()
        both = [course.parameters() for course in self.courses]
        found = self.measured([Translator(parameters) for parameters in both])
        cpu_seconds = time.process_time() - self.cpu_begun
        return PairOutcome(
            attention_recipe=self.recipes[0],
            fixed_recipe=self.recipes[1],
            attention=both[0],
            fixed=both[1],
            attention_quality=found[0],
            fixed_quality=found[1],
            seconds=self.seconds(),
            cpu_seconds=cpu_seconds,
            versions=versions(),
        )

    def made_sentences(self) -> list[Pair]:
        """The sentences of both models, some seconds."""
        wanted = self.recipes[0].pairs
        made: list[Pair] = []
        endless = training_pairs(self.recipes[0].seed)
        while len(made) < wanted:
            made += islice(endless, min(SENTENCE_PIECE, wanted - len(made)))
            self.tell(PairProgress("sentences", len(made) / wanted, self.seconds()))
        return made

    def advance(self) -> None:
        """Take every step of both, and report now and then."""
        total = sum(recipe.steps for recipe in self.recipes)
        begun = self.seconds()
        told = 0
        for taken in range(1, total + 1):
            self.check()
            shares = [course.step / course.recipe.steps for course in self.courses]
            behind = shares.index(min(shares))
            self.losses[behind].append(self.courses[behind].advance())
            if taken * self.reports // total > told:
                told = taken * self.reports // total
                left = (self.seconds() - begun) / taken * (total - taken)
                self.report(taken / total, left, told % ACCURACY_EVERY == 0)

    def report(self, done: float, left: float, measuring: bool) -> None:
        """Tell how far both are, with their accuracy measured anew where it is time."""
        models = [Translator(course.parameters()) for course in self.courses]
        for place, (course, losses) in enumerate(zip(self.courses, self.losses, strict=True)):
            before = self.models[place]
            loss = sum(losses) / len(losses) if losses else before.loss
            self.models[place] = replace(before, step=course.step, loss=loss)
            losses.clear()
        if measuring and self.samples:
            for place, model in enumerate(models):
                accuracy = tuple(self.quality(model, *bucket, self.samples) for bucket in BUCKETS)
                self.models[place] = replace(self.models[place], accuracy=accuracy)
        self.show("training", done, left, models[0])

    def measured(self, models: list[Translator]) -> list[tuple[Quality, ...]]:
        """The figures of the end, by length."""
        found: list[list[Quality]] = [[] for _ in models]
        begun = self.seconds()
        for done, bucket in enumerate(BUCKETS if self.sentences else (), 1):
            for place, model in enumerate(models):
                found[place].append(self.quality(model, *bucket, self.sentences))
                accuracy = tuple(found[place])
                self.models[place] = replace(self.models[place], accuracy=accuracy)
            left = (self.seconds() - begun) / done * (len(BUCKETS) - done)
            self.show("measuring", done / len(BUCKETS), left, models[0])
        return [tuple(figures) for figures in found]

    def quality(self, model: Translator, shortest: int, longest: int, number: int) -> Quality:
        """Figures of one length, with a look at what is wished before it."""
        self.check()
        return quality(model, shortest, longest, number)

    def show(self, stage: Stage, done: float, left: float, model: Translator) -> None:
        """Report both models and what the one with attention makes of the watched sentence."""
        told = PairProgress(
            stage=stage,
            done=done,
            seconds=self.seconds(),
            left=left,
            attention=self.models[0],
            fixed=self.models[1],
            watched=watched(model),
        )
        self.tell(told)

    # the clock stands while the job is paused

    def seconds(self) -> float:
        return time.perf_counter() - self.begun - self.waited

    def check(self) -> None:
        begun = time.perf_counter()
        self.work.check()
        self.waited += time.perf_counter() - begun

    def tell(self, progress: PairProgress) -> None:
        begun = time.perf_counter()
        self.work.report(progress)
        self.waited += time.perf_counter() - begun
