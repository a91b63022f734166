"""The lesson as records: what an author writes, checked and ready to show.

`core.reading` makes these from the files in resources/; nothing here knows a file format.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from core.experiment import Experiment

Comparison = Literal[">", ">=", "<", "<=", "="]
Place = str | int  # a token, or its place counting from 1


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a trace a measure looks at. Tokens by name, or by place counting from 1.

    other: a second query to compare `query` with. array: the name of a step of the trace.
    """

    query: Place | None = None
    key: Place | None = None
    other: Place | None = None
    array: str | None = None
    head: int | None = None
    step: int | None = None
    component: int | None = None


class Predicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A statement about a trace: its `measure`, taken `where`, stands in `comparison` to `value`.

    tolerance is the largest difference that "=" accepts.
    """

    measure: str
    comparison: Comparison
    value: float | str
    where: Where = Where()
    tolerance: float = 1e-9


class SolutionStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a solution: what to say (Markdown), and the whole experiment it leads to."""

    say: str
    experiment: Experiment


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to reach in the lab. `text` is Markdown; hints go from faint to plain.

    now and goal are the two captions of the card; {value} in them is the measured or wanted value.
    solution: steps from the slide's own experiment to one that meets the predicate.
    """

    id: str
    text: str
    predicate: Predicate
    now: str = "now {value}"
    goal: str = "goal {value}"
    decimals: int = 2
    hints: tuple[str, ...] = ()
    solution: tuple[SolutionStep, ...] = ()


class Prediction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question asked after an edit, before its result shows. text and reason are Markdown.

    kind: "choice" asks whether `measure` rises, stays or falls, or, with a predicate in place of
    the measure, whether it holds (yes or no); "number" asks for the measure's value, "place" for
    the token that it is. {before} and {value} in the reason become the measured values.
    tolerance: what still counts as staying, and how near a number must be.
    """

    text: str
    kind: Literal["choice", "number", "place"]
    reason: str
    measure: str = ""
    where: Where = Where()
    predicate: Predicate | None = None
    decimals: int = 2
    tolerance: float = 0.005


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of the slide that the engine can refute: `predicate` must hold for `experiment`.

    experiment: fields that replace those of the slide's own experiment (or a whole experiment
    where the slide has none).
    """

    text: str
    predicate: Predicate
    experiment: Experiment | None = None


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that the slide states in large type (Markdown, so that it may be a symbol)."""

    caption: str
    value: str


class Formula(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A displayed formula: LaTeX with the roles marked, and how it is read aloud."""

    latex: str
    spoken: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence (Markdown) that leads to the slide with the id `slide`."""

    slide: str
    text: str


class Slide(msgspec.Struct, frozen=True):
    """One slide: words, and the experiment that its pane opens with.

    title and body are Markdown, summary is plain text. links: sentences that lead to other slides.
    problems: what is wrong with the slide's file, to be shown in its place.
    """

    id: str
    eyebrow: str
    title: str
    pane: str
    summary: str
    body: str
    number: int = 0
    formulas: tuple[Formula, ...] = ()
    figures: tuple[Figure, ...] = ()
    experiment: Experiment | None = None
    challenges: tuple[Challenge, ...] = ()
    claims: tuple[Claim, ...] = ()
    predictions: tuple[Prediction, ...] = ()
    links: tuple[Link, ...] = ()
    problems: tuple[Problem, ...] = ()


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer. `reason` says why it is right, or what is wrong with it."""

    id: str
    text: str
    reason: str
    right: bool = False


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One small figure of a question's evidence, computed from an experiment.

    Either `step` names a step of the trace (drawn as bars when it is a row, as a map when it is a
    matrix; `where.query` picks the row), or `points` gives one measured bar each.
    """

    label: str
    caption: str = ""
    experiment: Experiment | None = None
    step: str | None = None
    where: Where = Where()
    points: tuple[Point, ...] = ()


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bar of a series: a measure of one experiment."""

    label: str
    experiment: Experiment
    measure: str
    where: Where = Where()


class SeeLive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a question can be tried: the slide, and the experiment to open it with."""

    slide: str
    experiment: Experiment | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the knowledge check, with the slide to revisit."""

    id: str
    topic: str
    text: str
    why: str
    slide: str
    choices: tuple[Choice, ...]
    evidence: tuple[Series, ...] = ()
    see: SeeLive | None = None


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a lesson file, for `main.py check` and for the slide itself."""

    file: Path
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


class Lesson(msgspec.Struct, frozen=True):
    """A whole lesson. slides are in order; problems lists everything wrong with the files."""

    id: str
    code: str
    title: str
    slides: tuple[Slide, ...]
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class LessonEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as the course lists it. Without a folder it is announced, not installed."""

    number: int
    title: str
    folder: str | None = None


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The course: its name, its module, and the lessons of the module."""

    title: str
    module: int
    module_title: str
    lessons: tuple[LessonEntry, ...]
