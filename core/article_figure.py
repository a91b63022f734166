"""The curves of the article's figure: how much weight the strongest key takes at each d_k."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.arrays import Floats
from core.article import TopWeightFigure
from core.measures import DotProductSample


@dataclass(frozen=True, eq=False)
class TopWeightCurves:
    """Mean top weight at d_k = 1, 2, 4, ... 1024; every array is (ticks,).

    even_share: the weight of each key if all scores were equal.
    """

    figure: TopWeightFigure
    d_k: Floats
    unscaled: Floats
    scaled: Floats
    even_share: float

    def at(self, d_k: int) -> tuple[float, float]:
        """The two values at one of the ticks. Raises ValueError for another d_k."""
        place = list(self.d_k).index(d_k)
        return float(self.unscaled[place]), float(self.scaled[place])


def top_weight_curves(
    figure: TopWeightFigure,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> TopWeightCurves:
    """Draw the figure's sample and measure it; takes about half a second.

    Raises DrawCancelled once cancelled() is True.
    """
    sample = DotProductSample.draw(
        figure.seed,
        pairs=figure.queries,
        queries=figure.queries,
        keys=figure.keys,
        progress=progress,
        cancelled=cancelled,
    )
    curves = sample.curves
    return TopWeightCurves(
        figure,
        curves.d_k.astype(float),
        curves.unscaled_top_weight,
        curves.scaled_top_weight,
        1 / figure.keys,
    )
