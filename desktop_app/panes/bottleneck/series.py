"""The lines of pane 02's plot: what the two models measured, another size, and the papers'."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from core.papers import Curve, PublishedFigure, bleu_by_length
from core.traces.bottleneck import BottleneckTrace
from desktop_app import numbers
from desktop_app.theme import Theme

SHORT_TRAINING = 30  # papers' models trained on sentences no longer than this are drawn dashed


@dataclass(frozen=True)
class Series:
    """One line. points (n, 2): length and figure; value: at the chosen length, NaN for none.

    thin: published elsewhere, or of another size; its name is smaller too. dash: in px, () solid.
    step: its points in the trace. dots: whether its points stand apart, with straight lines between
    them that nobody measured.
    """

    name: str
    points: npt.NDArray[np.float64]
    value: float
    attention: bool
    thin: bool = False
    dash: tuple[float, ...] = ()
    dots: bool = False
    spoken: str = ""
    step: str = ""

    def colour(self, theme: Theme) -> QColor:
        return theme.weight_ink if self.attention else theme.ink2


def measured_series(trace: BottleneckTrace, measure: str, hidden: int | None) -> list[Series]:
    """The two models, and the one with a vector of another size; none where weights are damaged."""
    if f"{measure} fixed" not in trace:
        return []
    made = [
        Series(name, trace[f"{measure} {model} curve"], float(trace[f"{measure} {model}"]), attends,
               spoken=name, step=f"{measure} {model} curve")
        for model, name, attends in (
            ("attention", "with attention", True), ("fixed", "without", False),
        )
    ]  # fmt: skip
    key = f"{measure} fixed {hidden}"
    if hidden is not None and key in trace:
        name = f"{2 * hidden} numbers"
        made.append(
            Series(name, trace[f"{key} curve"], float(trace[key]), False, True, (4, 3),
                   spoken=f"without, {name}", step=f"{key} curve")
        )  # fmt: skip
    return [series for series in made if len(series.points)]


def published_series(trace: BottleneckTrace, figure: PublishedFigure) -> list[Series]:
    """The lines of one paper's figure."""
    return [paper_series(trace, curve) for curve in figure.curves]


def paper_series(trace: BottleneckTrace, curve: Curve) -> Series:
    short = curve.trained_on is not None and curve.trained_on <= SHORT_TRAINING
    return Series(
        curve.model,
        trace[f"{curve.model} curve"],
        float(trace[curve.model]),
        curve.attention,
        True,
        (3, 2.5) if short else (),
        True,
        f"{curve.model}, published",
        f"{curve.model} curve",
    )


def figure_shown(figure: str, measure: str, problem: str) -> PublishedFigure | None:
    """The paper's figure beside the curves: BLEU only; always one where nothing else can show."""
    if problem and figure == "none":
        figure = "bahdanau-2015"
    if figure == "none" or (measure != "bleu" and not problem):
        return None
    return bleu_by_length()[figure]


def written(value: float, measure: str) -> str:
    """A figure as it stands beside its point."""
    if not np.isfinite(value):
        return "\N{EN DASH}"
    return numbers.fixed(value, 1) if measure == "bleu" else f"{numbers.fixed(value, 0)}%"
