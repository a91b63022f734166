"""The variance of random dot products, measured and in theory.

If the components of q and k are independent with mean 0 and variance 1, q . k has mean 0 and
variance d_k (Vaswani et al. 2017, footnote 4). Trained queries and keys are not independent:
`correlation` shows what then becomes of the claim.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.arrays import Floats, count

Distribution = Literal["normal", "uniform", "rademacher"]

# E x^4, E x^6 and E x^8 of each distribution; all have mean 0 and variance 1.
MOMENTS: dict[Distribution, tuple[float, float, float]] = {
    "normal": (3.0, 15.0, 105.0),
    "uniform": (9 / 5, 27 / 7, 9.0),
    "rademacher": (1.0, 1.0, 1.0),
}


@dataclass(frozen=True)
class VarianceMeasurement:
    """Measured variance (numpy's, ddof 0) and mean of `trials` dot products, beside theory.

    95 of 100 such measurements of the variance fall between variance_low and variance_high.
    """

    d_k: int
    trials: int
    mean: float
    variance: float
    standard_deviation: float
    theory_mean: float
    theory_variance: float
    variance_low: float
    variance_high: float


def dot_product_variance(
    d_k: int,
    trials: int = 10_000,
    seed: int = 0,
    distribution: Distribution = "normal",
    correlation: float = 0.0,
) -> VarianceMeasurement:
    """Measure the dot products of `trials` random pairs q, k of `d_k` components.

    Components have mean 0 and variance 1: normal, uniform on +-sqrt(3), or rademacher (+-1).
    correlation r makes k = r q + sqrt(1 - r^2) z with z independent of q; 1 is k = q. Theory:
    mean r d_k, variance d_k (1 + r^2 (E x^4 - 2)), so d_k for r = 0 and 2 d_k for normal q . q.
    Raises ValueError for sizes below 1, an unknown distribution, |correlation| > 1.
    """
    d_k, trials = count(d_k, "d_k", least=1), count(trials, "trials", least=1)
    seed = count(seed, "seed")
    mean, variance, _ = component_moments(distribution, correlation)
    total = np.zeros(trials)
    for dimension in range(d_k):
        random = stream(seed, dimension)
        query, key = (_components(random, trials, distribution) for _ in range(2))
        total += query * (correlation * query + np.sqrt(1.0 - correlation**2) * key)
    low, high = variance_band(d_k, trials, distribution, correlation)
    return VarianceMeasurement(
        d_k=d_k,
        trials=trials,
        mean=float(total.mean()),
        variance=float(total.var()),
        standard_deviation=float(total.std()),
        theory_mean=d_k * mean,
        theory_variance=d_k * variance,
        variance_low=low,
        variance_high=high,
    )


def variance_band(
    d_k: int, trials: int, distribution: Distribution = "normal", correlation: float = 0.0
) -> tuple[float, float]:
    """Return the bounds between which 95 of 100 measured variances fall, for many trials.

    1.96 standard errors either side of the expected measurement, never below 0. numpy.var
    divides by n, so it expects (n - 1) / n sigma^2, with the variance
    ((n - 1) / n)^2 (m4 - sigma^4 (n - 3) / (n - 1)) / n, m4 being the fourth central moment.
    """
    _, variance, fourth = component_moments(distribution, correlation)
    d_k, n = count(d_k, "d_k", least=1), count(trials, "trials", least=1)
    sigma4 = (d_k * variance) ** 2
    m4 = d_k * (fourth - 3.0 * variance**2) + 3.0 * sigma4
    shrink = (n - 1) / n
    spread = (m4 - sigma4 * (n - 3) / max(n - 1, 1)) / n
    expected, reach = shrink * d_k * variance, 1.96 * shrink * math.sqrt(max(spread, 0.0))
    return max(expected - reach, 0.0), expected + reach


def component_moments(
    distribution: Distribution, correlation: float = 0.0
) -> tuple[float, float, float]:
    """Return mean, variance and fourth central moment of one product q_i k_i.

    q k - r is a + b with a = r (q^2 - 1) and b = sqrt(1 - r^2) q z; odd powers of z vanish.
    """
    if distribution not in MOMENTS:
        raise ValueError(f"distribution is {distribution!r}; it must be one of {list(MOMENTS)}")
    if not -1.0 <= correlation <= 1.0:
        raise ValueError(f"correlation is {correlation}; it must lie between -1 and 1")
    m4, m6, m8 = MOMENTS[distribution]
    r2 = correlation**2
    s2 = 1.0 - r2
    a4 = r2**2 * (m8 - 4 * m6 + 6 * m4 - 3)
    fourth = a4 + 6 * r2 * s2 * (m6 - 2 * m4 + 1) + s2**2 * m4**2
    return correlation, 1.0 + r2 * (m4 - 2.0), fourth


def stream(seed: int, dimension: int) -> np.random.Generator:
    """Return the random stream of one dimension, the same whatever else is drawn."""
    return np.random.default_rng([seed, dimension])


def _components(random: np.random.Generator, trials: int, distribution: Distribution) -> Floats:
    """Return (trials,) components with mean 0 and variance 1."""
    if distribution == "uniform":
        return (random.random(trials) - 0.5) * math.sqrt(12.0)
    if distribution == "rademacher":
        return random.integers(0, 2, trials).astype(np.float64) * 2.0 - 1.0
    return random.standard_normal(trials)
