"""What a random sample shows at one d_k."""

from __future__ import annotations

import numpy as np

from core.arrays import read_only
from core.experiments.variance import VarianceExperiment
from core.measures import DotProductSample, Spread
from core.spread_faults import faulty_curves, faulty_figures, spread_of
from core.trace import Step, Trace

BINS = 51
DOT = r"\query{q}\cdot\key{k}"
DIVIDED = {"no-scale": "", "scale-d_k": "/d_k"}  # by fault; else by the root


def variance_trace(experiment: VarianceExperiment, sample: DotProductSample | None) -> Trace:
    """What the sample shows at one d_k, before and after dividing by its square root.

    histogram_unscaled and histogram_scaled count pairs in bins that both share, (BINS,), between
    bin_edges (BINS + 1,): four deviations of an unscaled dot product to either side.
    """
    if sample is None or sample.seed != experiment.seed:
        sample = DotProductSample.draw(experiment.seed)
    figures = faulty_figures(sample, experiment.key_size, experiment.fault)
    curves = faulty_curves(sample, experiment.fault)
    divided = DIVIDED.get(experiment.fault, r"/\sqrt{d_k}")
    steps = {
        "key_sizes": Step(curves.d_k.astype(np.float64), ("size",), "d_k"),
        **spread_steps(figures.unscaled, "unscaled", DOT),
        **spread_steps(figures.scaled, "scaled", DOT + divided),
    }
    reach = 4.0 * spread_of(experiment.key_size, experiment.fault)
    edges = read_only(np.linspace(-reach, reach, BINS + 1))
    steps["bin_edges"] = Step(edges, ("edge",), "4 deviations each way")
    for series, spread in (("unscaled", figures.unscaled), ("scaled", figures.scaled)):
        counted = np.histogram(spread.dot_products, edges)[0].astype(np.float64)
        steps[f"histogram_{series}"] = Step(read_only(counted), ("bin",), "pairs in a bin")
        for name, figure in (("variance", "variance"), ("gradient", "gradient_left")):
            array = getattr(curves, f"{series}_{figure}")
            steps[f"{name}_curve_{series}"] = Step(array, ("size",), name)
    return Trace(experiment, steps)


def spread_steps(spread: Spread, series: str, product: str) -> dict[str, Step]:
    """One series of a variance trace as named steps; single numbers are 0-d arrays."""
    pairs = "dot_products" if series == "unscaled" else "scaled_dot_products"
    steps = {
        pairs: Step(spread.dot_products, ("pair",), product),
        f"example_scores_{series}": Step(spread.example_scores, ("key",), product),
        f"softmax_{series}": Step(
            spread.example_weights, ("key",), rf"\mathrm{{softmax}}({product})"
        ),
    }
    for name, value, formula in (
        ("variance", spread.variance, rf"\mathrm{{Var}}({product})"),
        ("deviation", spread.standard_deviation, r"\sigma"),
        ("top_weight", spread.mean_top_weight, r"\max_j p_j"),
        ("gradient_left", spread.mean_gradient_left, r"1 - \sum_j p_j^2"),
        ("entropy", spread.mean_entropy, r"-\sum_j p_j \log_2 p_j"),
        ("variance_low", spread.variance_low, ""),
        ("variance_high", spread.variance_high, ""),
    ):
        steps[f"{name}_{series}"] = Step(np.array(value), (), formula)
    return steps
