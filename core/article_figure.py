"""What the article's figures draw: curves of the engine, of a paper and of counts, and maps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

import numpy as np

from core.arrays import Floats
from core.article import ArticleFigure, CostCurves, MapFigure, PublishedCurves, TopWeightFigure
from core.article_facts import trace_of
from core.cost import Layer, attention_cost, equal_cost_length, layer_cost
from core.measures import DotProductSample
from core.papers import bleu_by_length
from core.places import key_tokens, query_tokens

Ticks = tuple[tuple[float, str], ...]
POWERS = tuple((float(power), str(2**power)) for power in (0, 2, 4, 6, 8, 10))
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SHARES = ((0.0, "0"), (0.25, "0.25"), (0.5, "0.50"), (0.75, "0.75"), (1.0, "1"))


@dataclass(frozen=True, eq=False)
class Line:
    """One curve: x and y are (points,) in the units of the axes, said is what each point is.

    name and latex stand at its right end. strong: drawn in the colour of weights. quiet: a dashed
    line to compare with. values: y as it was measured, for the marked point.
    """

    name: str
    x: Floats
    y: Floats
    said: tuple[str, ...]
    values: Floats
    latex: str = ""
    strong: bool = False
    quiet: bool = False


@dataclass(frozen=True, eq=False)
class Curves:
    """A plot: ranges and ticks of both axes, the name of x (LaTeX or words), its lines.

    marked: where a dotted line stands and the values are written out; None for nowhere.
    facts: what the status line says. rings: where lines meet that the text speaks of. decimals: of
    the values written out.
    """

    x_range: tuple[float, float]
    y_range: tuple[float, float]
    x_ticks: Ticks
    y_ticks: Ticks
    x_name: str
    lines: tuple[Line, ...]
    facts: tuple[str, ...]
    marked: float | None = None
    rings: tuple[tuple[float, float], ...] = ()
    decimals: int = 2

    def at_mark(self, line: Line) -> float | None:
        """The value of a line where the dotted line stands."""
        places = [place for place, x in enumerate(line.x) if x == self.marked]
        return float(line.values[places[0]]) if places else None


@dataclass(frozen=True, eq=False)
class WeightMap:
    """Weights to be drawn as a map, (queries, keys), with the tokens of both sides.

    hidden: True where the mask leaves nothing to see, or None.
    """

    weights: Floats
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    facts: tuple[str, ...]
    hidden: np.ndarray | None = None


def is_slow(figure: ArticleFigure) -> bool:
    """Whether a figure takes so long that it is computed beside the window."""
    return isinstance(figure, TopWeightFigure)


def weight_map(figure: MapFigure) -> WeightMap:
    """The weights of the figure's experiment. Raises ValueError where there are none."""
    if figure.experiment is None:
        raise ValueError("a map needs an experiment")
    trace = trace_of(figure.experiment)
    if "weights" not in trace:
        raise ValueError("this experiment has no weights to draw")
    weights = np.asarray(trace["weights"])
    facts = [f"{len(query_tokens(trace))} queries", f"{len(key_tokens(trace))} keys"]
    if weights.ndim == 3:
        facts.insert(0, f"head {figure.head} of {len(weights)}")
        weights = weights[min(max(figure.head, 1), len(weights)) - 1]
    masked = np.asarray(trace["masked"]) if "masked" in trace else None
    if masked is not None and masked.ndim == 3:
        masked = masked[min(max(figure.head, 1), len(masked)) - 1]
    hidden = None if masked is None else np.isneginf(masked)
    facts.append(str(getattr(figure.experiment, "source", "trained, shipped weights")))
    return WeightMap(weights, query_tokens(trace), key_tokens(trace), tuple(facts), hidden)


def curves_of(figure: ArticleFigure) -> Curves:
    """The curves of a figure that is quick to compute."""
    if isinstance(figure, PublishedCurves):
        return published_curves(figure)
    if isinstance(figure, CostCurves):
        return cost_curves(figure)
    raise ValueError("this figure has no curves that are quick to compute")


def published_curves(figure: PublishedCurves) -> Curves:
    """BLEU against sentence length, at the published points. Raises ValueError for none."""
    found = bleu_by_length()
    if figure.source not in found:
        raise ValueError(f"no paper's figure is called {figure.source}")
    source = found[figure.source]
    lines = []
    for curve in source.curves:
        x, y = (np.asarray(part, dtype=float) for part in (curve.length, curve.bleu))
        said = tuple(
            f"{curve.model}, {words:.0f} words: {bleu:.2f} BLEU"
            for words, bleu in zip(x, y, strict=True)
        )
        lines.append(Line(curve.model, x, y, said, y, strong=curve.attention))
    last = max(float(line.x[-1]) for line in lines)
    return Curves(
        (0.0, last),
        (0.0, 30.0),
        tuple((float(words), str(words)) for words in range(10, 51, 10)) + ((last, f"{last:.0f}"),),
        ((0.0, "0"), (10.0, "10"), (20.0, "20"), (30.0, "30")),
        "words",
        tuple(lines),
        (source.paper, source.figure, "published"),
    )


def cost_curves(figure: CostCurves) -> Curves:
    """Multiply-adds against n, both axes as powers of 2: two meetings, at n = d and n = 2d."""
    d = figure.width
    lengths = [2**power for power in range(4, 13)]
    x = np.log2(np.asarray(lengths, dtype=float))
    whole = [attention_cost(n, d) for n in lengths]
    layers = {
        layer: [layer_cost(layer, n, d).operations for n in lengths]
        for layer in get_args(Layer)[:2]
    }
    kinds: tuple[tuple[str, str, bool, bool, list[int]], ...] = (
        ("scores, mixing", "2n^2d", True, False, [part.scores_and_mixing for part in whole]),
        ("projections", "4nd^2", True, True, [part.projections for part in whole]),
        ("attention", "n^2d", False, False, layers["self-attention"]),
        ("recurrent", "nd^2", False, True, layers["recurrent"]),
    )
    lines = []
    for name, latex, strong, quiet, counts in kinds:
        values = np.asarray(counts, dtype=np.float64)
        said = tuple(
            f"{name}, n = {n}: {value:.3g} multiply-adds"
            for n, value in zip(lengths, values, strict=True)
        )
        lines.append(Line(name, x, np.log2(values), said, values, latex, strong, quiet))
    powers = range(12, 37, 6)
    return Curves(
        (4.0, 12.0),
        (12.0, 36.0),
        tuple((float(power), str(2**power)) for power in range(4, 13, 2)),
        tuple((float(power), f"2{str(power).translate(RAISED)}") for power in powers),
        "n",
        tuple(lines),
        (
            f"d = {d}",
            f"equal at n = {equal_cost_length(d)} by the leading terms",
            f"at n = {equal_cost_length(d, projections=True)} with the projections",
            "counted",
        ),
        rings=(
            meeting(equal_cost_length(d), layer_cost("recurrent", d, d).operations),
            meeting(
                equal_cost_length(d, projections=True),
                attention_cost(equal_cost_length(d, projections=True), d).projections,
            ),
        ),
    )


def meeting(n: int, count: int) -> tuple[float, float]:
    """A point of the cost curves, both axes as powers of 2."""
    return math.log2(n), math.log2(count)


def top_weight_curves(
    figure: TopWeightFigure,
    progress: Callable[[float], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Curves:
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
    measured = sample.curves
    x = np.log2(measured.d_k.astype(float))
    lines = []
    for name, latex, strong, values in (
        ("not divided", "", False, measured.unscaled_top_weight),
        ("divided by", r"\sqrt{d_k}", True, measured.scaled_top_weight),
    ):
        words = "divided by √d_k" if strong else name
        said = tuple(
            f"{words}, d_k = {size}: {value:.6g}"
            for size, value in zip(measured.d_k, values, strict=True)
        )
        lines.append(Line(name, x, values, said, values, latex, strong))
    share = np.full(2, 1 / figure.keys)
    ends = np.asarray([0.0, 10.0])
    lines.append(Line(f"even share, 1/{figure.keys}", ends, share, (), share, quiet=True))
    return Curves(
        (0.0, 10.0),
        (0.0, 1.0),
        POWERS,
        SHARES,
        "d_k",
        tuple(lines),
        (
            f"{figure.keys} keys",
            f"{figure.queries} queries",
            f"{len(x)} values of d_k",
            f"seed {figure.seed}",
            "random, untrained",
        ),
        marked=math.log2(figure.marked),
    )
