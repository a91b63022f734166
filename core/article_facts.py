"""Numbers that the article quotes, measured at the moment when it is read.

A weight file that was trained again changes them here, so no sentence has to be rewritten.
"""

from __future__ import annotations

import math
from functools import lru_cache

from core.article import Fact
from core.experiment import Experiment, VarianceExperiment
from core.letters.loading import load_manifest
from core.places import step_array
from core.predicates import measured
from core.trace import Trace, compute
from core.wording import suggestion

UNKNOWN = "\N{HORIZONTAL ELLIPSIS}"
MINUS, THIN_SPACE = "\N{MINUS SIGN}", "\N{THIN SPACE}"


@lru_cache(maxsize=64)
def trace_of(experiment: Experiment) -> Trace:
    """What the engine makes of an experiment of the article. Raises ValueError where it refuses."""
    if isinstance(experiment, VarianceExperiment):
        raise ValueError("a sample is too slow for a number in the text; use a claim instead")
    return compute(experiment)


def value_of(fact: Fact) -> float | str:
    """What a fact measures. Raises ValueError with a sentence for the author."""
    if sum(map(bool, (fact.measure, fact.step, fact.model))) != 1:
        raise ValueError("a fact has a measure, a step or a model: exactly one of them")
    if fact.model:
        return letters_figure(fact.model, fact.figure)
    if fact.experiment is None:
        raise ValueError(f"the fact {fact.id} needs an experiment")
    trace = trace_of(fact.experiment)
    if fact.measure:
        return measured(trace, fact.measure, fact.where)
    array = step_array(trace, fact.step)
    if array.ndim:
        raise ValueError(f"{fact.step} is more than one number; name a measure")
    return float(array)


def letters_figure(model: str, figure: str) -> float:
    """A measured figure of a trained letters model. Raises ValueError for one that is not there."""
    models = load_manifest().models
    if model not in models:
        raise ValueError(f"there is no letters model {model}{suggestion(model, models)}")
    figures = models[model].figures
    if figure not in figures:
        raise ValueError(f"{model} has no figure {figure}{suggestion(figure, figures)}")
    return figures[figure]


def quoted(fact: Fact) -> str:
    """A fact as the text shows it: a true minus, thin spaces from five digits up.

    Raises ValueError where there is no number to show.
    """
    value = value_of(fact)
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        raise ValueError(f"the fact {fact.id} is {value}, which no sentence can quote")
    text = f"{abs(value * fact.times):.{fact.decimals}f}"
    negative = value * fact.times < 0 and float(text) != 0
    whole, _, rest = text.partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", THIN_SPACE)
    return (MINUS if negative else "") + whole + (f".{rest}" if rest else "")
