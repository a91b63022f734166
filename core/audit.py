"""What reading cannot see: whether a lesson's formulas can be set and its numbers are true."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from core import prose
from core.catalogue import MEASURES
from core.experiment import Experiment, VarianceExperiment
from core.lesson import (
    Challenge,
    Claim,
    Formula,
    Point,
    Predicate,
    Prediction,
    Question,
    Series,
    Slide,
    Where,
)
from core.lesson_file import LessonFile
from core.measures import DotProductSample
from core.places import query_index, step_array
from core.predicates import compared, measured
from core.predictions import outcome
from core.slide_reading import PANES
from core.toml_lines import KeyPath
from core.trace import Trace, compute
from core.typesetting import FormulaError, typeset

IN_WORDS = {">": "above", ">=": "at least", "<": "below", "<=": "at most", "=": "equal to"}


@lru_cache(maxsize=1)
def sample_of(seed: int) -> DotProductSample:
    """The random sample of a seed; drawing it takes a second, so it is kept for the next one."""
    return DotProductSample.draw(seed)


@lru_cache(maxsize=128)  # a lesson has some seventy, and is checked again after each change
def trace_of(experiment: Experiment) -> Trace:
    """What the engine makes of an experiment. Raises ValueError where it refuses."""
    if isinstance(experiment, VarianceExperiment):
        return compute(experiment, sample_of(experiment.seed))
    return compute(experiment)


def audit_slide(file: LessonFile, slide: Slide) -> None:
    """Report what is wrong with a slide's formulas, experiment, challenges and claims."""
    audit_texts(file)
    if slide.experiment is None:
        runs = "experiment" not in file.table  # otherwise it has been said what is wrong with it
    else:
        runs = traced(file, slide.experiment, ("experiment",)) is not None
    for keys, record in file.records.items():
        match record:
            case Formula():
                audit_formula(file, record.latex, file.line((*keys, "latex")), display=True)
            case Challenge() if runs:
                audit_challenge(file, keys, record, slide.experiment)
            case Prediction() if runs:
                audit_prediction(file, keys, record, slide.experiment)
            case Claim() if runs or record.experiment:
                audit_claim(file, keys, record, record.experiment or slide.experiment)


def audit_texts(file: LessonFile) -> None:
    """Report inline formulas that cannot be set, in the front matter and in the body."""
    for keys, text in file.texts.items():
        for found in prose.formulas(text):
            audit_formula(file, found.text, file.line(keys) + found.line, display=False)
    for found in prose.formulas(file.body):
        audit_formula(file, found.text, file.body_line + found.line, display=False)


def audit_formula(file: LessonFile, latex: str, line: int, display: bool) -> None:
    """Report a formula that cannot be set."""
    bare = re.sub(r"\\.", "", latex)
    if bare.count("{") != bare.count("}"):  # the typesetter would close or drop it silently
        file.report_line(f"the formula {latex!r} has a brace without its partner", line)
        return
    try:
        typeset(latex, display)
    except FormulaError as error:
        file.report_line(str(error), line)


def traced(file: LessonFile, experiment: Experiment, keys: KeyPath) -> Trace | None:
    """The trace of an experiment; None, with a problem, where the engine refuses it."""
    try:
        return trace_of(experiment)
    except ValueError as error:
        file.report(f"this experiment does not run: {error}", keys)
        return None


def found_value(
    file: LessonFile, keys: KeyPath, measure: str, where: Where, trace: Trace
) -> float | str | None:
    """What a measure finds; None, with a problem, where it finds nothing."""
    try:
        return measured(trace, measure, where)
    except ValueError as error:
        file.report(str(error), (*keys, "where" if measure in MEASURES else "measure"))
        return None


def audit_prediction(
    file: LessonFile, keys: KeyPath, prediction: Prediction, experiment: Experiment | None
) -> None:
    """Report a prediction that cannot be asked of the slide's own experiment."""
    if (prediction.predicate is None) == (not prediction.measure):
        file.report("a prediction needs either a measure or a predicate", keys)
        return
    if prediction.predicate is not None and prediction.kind != "choice":
        file.report('a predicate is asked with kind = "choice"', (*keys, "kind"))
        return
    trace = None if experiment is None else traced(file, experiment, ("experiment",))
    if trace is None:
        return
    try:
        outcome(prediction, trace, trace)
    except ValueError as error:
        file.report(str(error), (*keys, "predicate" if prediction.predicate else "measure"))


def verdict(
    file: LessonFile, keys: KeyPath, predicate: Predicate, trace: Trace
) -> tuple[float | str, bool] | None:
    """What a predicate's measure finds, and whether it holds; None, with a problem, on error."""
    keys = (*keys, "predicate")
    value = found_value(file, keys, predicate.measure, predicate.where, trace)
    if value is None:
        return None
    try:
        return value, compared(value, predicate)
    except ValueError as error:
        file.report(str(error), (*keys, "comparison"))
        return None


def audit_challenge(
    file: LessonFile, keys: KeyPath, challenge: Challenge, experiment: Experiment | None
) -> None:
    """Report a challenge that cannot be measured, or that nothing is left to do for."""
    if experiment is None:
        file.report("a challenge needs an experiment on its slide", keys)
        return
    result = verdict(file, keys, challenge.predicate, trace_of(experiment))
    if result and result[1]:
        sentence = f"this challenge is already done when the slide opens: {shown(result[0])}"
        file.report(sentence, (*keys, "predicate"))
    if challenge.solution:
        audit_solution(file, (*keys, "solution"), challenge)


def audit_solution(file: LessonFile, keys: KeyPath, challenge: Challenge) -> None:
    """Report a solution that does not run, that nobody can ask for, or that solves nothing."""
    if not challenge.hints:
        file.report("a solution is offered after the last hint; this challenge has none", keys)
    trace = None
    for place, step in enumerate(challenge.solution):
        trace = traced(file, step.experiment, (*keys, place))
        if trace is None:
            return
    result = verdict(file, keys[:-1], challenge.predicate, trace) if trace else None
    if result and not result[1]:
        predicate = challenge.predicate
        wanted = f"{IN_WORDS[predicate.comparison]} {shown(predicate.value)}"
        sentence = f"the last step leaves {predicate.measure} at {shown(result[0])}, not {wanted}"
        file.report(sentence, (*keys, len(challenge.solution) - 1))


def audit_claim(
    file: LessonFile, keys: KeyPath, claim: Claim, experiment: Experiment | None
) -> None:
    """Report a claim that the engine refutes."""
    if experiment is None:
        file.report("a claim needs an experiment, its own or its slide's", keys)
        return
    trace = traced(file, experiment, (*keys, "experiment"))
    result = verdict(file, keys, claim.predicate, trace) if trace else None
    if result and not result[1]:
        wanted = f"{IN_WORDS[claim.predicate.comparison]} {shown(claim.predicate.value)}"
        sentence = (
            f"the engine refutes this claim: {claim.predicate.measure} is {shown(result[0])}, "
            f"not {wanted}"
        )
        file.report(sentence, (*keys, "predicate"))


def audit_quiz(file: LessonFile, slides: dict[str, Slide]) -> None:
    """Report what is wrong with the formulas and the evidence of the quiz."""
    audit_texts(file)
    for keys, record in file.records.items():
        if isinstance(record, Question):
            for place, series in enumerate(record.evidence):
                audit_series(file, (*keys, "evidence", place), series)
            audit_see(file, (*keys, "see"), record, slides)


def audit_series(file: LessonFile, keys: KeyPath, series: Series) -> None:
    """Report evidence that cannot be computed or drawn."""
    for place, point in enumerate(series.points):
        audit_point(file, (*keys, "points", place), point)
    if series.step is None or series.experiment is None:
        return
    trace = traced(file, series.experiment, (*keys, "experiment"))
    if trace is None:
        return
    try:
        array = step_array(trace, series.step)
    except ValueError as error:
        file.report(str(error), (*keys, "step"))
        return
    try:
        drawn = array[query_index(trace, series.where.query)] if series.where.query else array
    except ValueError as error:
        file.report(str(error), (*keys, "where"))
        return
    if not 1 <= np.squeeze(drawn).ndim <= 2:
        file.report(f"{series.step} is neither a row nor a matrix", (*keys, "step"))


def audit_point(file: LessonFile, keys: KeyPath, point: Point) -> None:
    """Report a bar that has no number."""
    trace = traced(file, point.experiment, (*keys, "experiment"))
    if trace is None:
        return
    if isinstance(found_value(file, keys, point.measure, point.where, trace), str):
        file.report(f"{point.measure} is a token; a bar needs a number", (*keys, "measure"))


def audit_see(
    file: LessonFile, keys: KeyPath, question: Question, slides: dict[str, Slide]
) -> None:
    """Report a question that sends the learner to a slide which cannot show its experiment."""
    see = question.see
    if see is None or see.slide not in slides:
        return
    pane = slides[see.slide].pane
    if pane not in PANES:
        return
    wanted = PANES[pane]
    if wanted is None:
        file.report(f"the slide {see.slide} has no lab to try anything in", (*keys, "slide"))
    elif see.experiment is not None:
        if not isinstance(see.experiment, wanted):
            file.report(f"the slide {see.slide} shows another kind of experiment", keys)
        traced(file, see.experiment, (*keys, "experiment"))


def shown(value: float | str) -> str:
    """A value as a sentence shows it."""
    return value if isinstance(value, str) else f"{value:.6g}"
