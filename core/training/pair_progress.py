"""What the training of a pair of translators tells while it runs, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.training.recipe import Recipe
from core.training.watched import Watched
from core.translator.parameters import Parameters
from core.translator.scoring import Quality

Stage = Literal["sentences", "training", "measuring"]


@dataclass(frozen=True, eq=False)
class ModelProgress:
    """One of the two models under way. loss: the mean since the last report, in nats a word.

    accuracy: small samples of held-out sentences by length, the last that were taken; while it is
    measured, the figures of the end for as many lengths as are done.
    """

    recipe: Recipe
    step: int
    loss: float
    accuracy: tuple[Quality, ...]


@dataclass(frozen=True, eq=False)
class PairProgress:
    """How far the training of both models is.

    done: the share of the stage, 0 to 1. seconds of work, without pauses; left is an estimate,
    None before there is any ground for one. models and watched are None while sentences are made.
    """

    stage: Stage
    done: float
    seconds: float
    left: float | None = None
    attention: ModelProgress | None = None
    fixed: ModelProgress | None = None
    watched: Watched | None = None


@dataclass(frozen=True, eq=False)
class PairOutcome:
    """Both models at the end, with their figures by length; seconds are of work, without pauses."""

    attention_recipe: Recipe
    fixed_recipe: Recipe
    attention: Parameters
    fixed: Parameters
    attention_quality: tuple[Quality, ...]
    fixed_quality: tuple[Quality, ...]
    seconds: float
    cpu_seconds: float
    versions: dict[str, str]
