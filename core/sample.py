"""The random sample behind "why divide by sqrt(d_k)?": drawn once a seed, read at any d_k.

Every dimension has a random stream of its own, so the first d_k dimensions are the same in every
sample of a seed. Only the running sums after every few dimensions are kept: 75 MB in place of
the 20,000 x 1,024 queries and keys, and the few dimensions between are drawn again when read.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Integers, count, read_only
from core.attention import softmax
from core.sharpness import mean_sharpness
from core.variance import stream, variance_band

BLOCK = 4  # Dimensions between two stored sums: at most 3 of them are drawn again.


class DrawCancelled(Exception):  # noqa: N818 - it is no error: the caller asked for it
    """The caller's `cancelled()` returned True while a sample was drawn."""


@dataclass(frozen=True, eq=False)
class Spread:
    """Dot products at one d_k, either unscaled or divided by sqrt(d_k), and their softmax.

    dot_products (pairs,); mean, variance and standard_deviation as measured (numpy's, ddof 0),
    beside theory_variance and the band variance_low to variance_high that holds 95 of 100 such
    samples. example_scores and example_weights (keys,) belong to one query; the means, over all
    queries, are of the top weight, of the gradient left and of the entropy in bits.
    """

    dot_products: Floats
    mean: float
    variance: float
    standard_deviation: float
    theory_variance: float
    variance_low: float
    variance_high: float
    example_scores: Floats
    example_weights: Floats
    mean_top_weight: float
    mean_gradient_left: float
    mean_entropy: float


@dataclass(frozen=True, eq=False)
class DotProductFigures:
    """What a sample shows at one d_k, before and after dividing by sqrt(d_k)."""

    d_k: int
    unscaled: Spread
    scaled: Spread


@dataclass(frozen=True, eq=False)
class Curves:
    """A sample's figures at d_k = 1, 2, 4, ... up to d_max; every field is (ticks,)."""

    d_k: Integers
    unscaled_variance: Floats
    scaled_variance: Floats
    unscaled_gradient_left: Floats
    scaled_gradient_left: Floats
    unscaled_top_weight: Floats
    scaled_top_weight: Floats
    unscaled_entropy: Floats
    scaled_entropy: Floats


class DotProductSample:
    """Random queries and keys, drawn once; `at(d_k)` keeps their first d_k components.

    `pairs` independent pairs give the dot products. The first `queries` of those queries also
    meet `keys` keys each (the pair's own and fresh ones), for softmax. Components are N(0, 1).
    `DotProductSample.draw` makes one.
    """

    def __init__(
        self, seed: int, d_max: int, pair_sums: Floats, key_sums: Floats, curves: Curves
    ) -> None:
        """Keep the running sums after every BLOCK dimensions: (blocks, pairs), (blocks, q, k)."""
        self.seed = seed
        self.d_max = d_max
        self.curves = curves
        self.faulty_curves: dict[str, Curves] = {}  # by fault, as they are asked for
        self._pair_sums = read_only(pair_sums)
        self._key_sums = read_only(key_sums)

    @classmethod
    def draw(
        cls,
        seed: int = 0,
        d_max: int = 1024,
        pairs: int = 20_000,
        queries: int = 2_000,
        keys: int = 8,
        progress: Callable[[float], object] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> "DotProductSample":
        """Return the sample of a seed; the same seed always gives the same numbers.

        progress(fraction) is called on the way, last with 1.0. Takes about a second at full
        size. Raises DrawCancelled once cancelled() is True, ValueError for sizes below 1 and
        for more queries than pairs.
        """
        seed, d_max = count(seed, "seed"), count(d_max, "d_max", least=1)
        pairs, keys = count(pairs, "pairs", least=1), count(keys, "keys", least=1)
        if count(queries, "queries", least=1) > pairs:
            raise ValueError(f"queries is {queries}, but there are only {pairs} pairs")
        blocks = d_max // BLOCK + 1
        pair_sums, key_sums = np.zeros((blocks, pairs)), np.zeros((blocks, queries, keys))
        pair, key = pair_sums[0].copy(), key_sums[0].copy()
        ticks = []
        for reached in range(1, d_max + 1):
            if cancelled is not None and cancelled():
                raise DrawCancelled
            _add_dimension(seed, reached - 1, pair, key)
            if reached % BLOCK == 0:
                pair_sums[reached // BLOCK], key_sums[reached // BLOCK] = pair, key
            if reached & (reached - 1) == 0:
                ticks.append(figures(reached, pair, key, 0))
            if progress is not None and (reached % BLOCK == 0 or reached == d_max):
                progress(reached / d_max)
        return cls(seed, d_max, pair_sums, key_sums, curves_of(ticks))

    def at(self, d_k: int, example: int = 0) -> DotProductFigures:
        """Return the figures for the first `d_k` components; `example` is the query shown alone.

        Takes a few milliseconds. Raises ValueError for a d_k or an example out of range.
        """
        if count(example, "example") >= self._key_sums.shape[1]:
            raise ValueError(f"example is {example}, of {self._key_sums.shape[1]} queries")
        return figures(d_k, *self.sums(d_k), example)

    def sums(self, d_k: int) -> tuple[Floats, Floats]:
        """Return q . k over the first `d_k` components: of the pairs (pairs,), (queries, keys).

        Raises ValueError for a d_k out of range.
        """
        d_k = count(d_k, "d_k", least=1)
        if d_k > self.d_max:
            raise ValueError(f"d_k is {d_k}, but the sample has only {self.d_max} dimensions")
        stored = d_k // BLOCK
        pair, key = self._pair_sums[stored].copy(), self._key_sums[stored].copy()
        for dimension in range(stored * BLOCK, d_k):
            _add_dimension(self.seed, dimension, pair, key)
        return pair, key


def _add_dimension(seed: int, dimension: int, pair: Floats, key: Floats) -> None:
    """Add one dimension's products q k to the running sums `pair` (pairs,) and `key` (q, k)."""
    random = stream(seed, dimension)
    queries, keys = random.standard_normal(len(pair)), random.standard_normal(len(pair))
    fresh = random.standard_normal((len(key), key.shape[1] - 1))
    products = queries * keys
    pair += products
    key[:, 0] += products[: len(key)]
    key[:, 1:] += queries[: len(key), None] * fresh


def figures(
    d_k: int,
    pair: Floats,
    key: Floats,
    example: int,
    divisor: float | None = None,
    shares: Callable[[Floats], Floats] = softmax,
) -> DotProductFigures:
    """Return the figures of dot products `pair` (pairs,) and scores `key` (queries, keys).

    divisor: what the scaled ones are divided by, None for the root of d_k; shares: what makes
    weights of scores. Theory and its band are always those of the right divisor.
    """
    root = float(np.sqrt(d_k))
    return DotProductFigures(
        d_k,
        unscaled=_spread(d_k, 1.0, 1.0, pair, key, example, shares),
        scaled=_spread(d_k, root if divisor is None else divisor, root, pair, key, example, shares),
    )


def _spread(
    d_k: int,
    divisor: float,
    root: float,
    pair: Floats,
    key: Floats,
    example: int,
    shares: Callable[[Floats], Floats],
) -> Spread:
    """Return the figures of all dot products divided by `divisor`, beside theory for `root`."""
    dot_products, scores = pair / divisor, key / divisor
    weights = shares(scores)
    low, high = (bound / root**2 for bound in variance_band(d_k, len(pair)))
    # One weight that is no number makes every mean over it none, in a training run too.
    sound = bool(np.isfinite(weights).all())
    top, gradient, bits = mean_sharpness(weights) if sound else (float("nan"),) * 3
    variance = float(dot_products.var())
    return Spread(
        dot_products=read_only(dot_products),
        mean=float(dot_products.mean()),
        variance=variance,
        standard_deviation=math.sqrt(variance),
        theory_variance=1.0 if root != 1.0 else float(d_k),
        variance_low=low,
        variance_high=high,
        example_scores=read_only(scores[example].copy()),
        example_weights=read_only(weights[example].copy()),
        mean_top_weight=top,
        mean_gradient_left=gradient,
        mean_entropy=bits,
    )


def curves_of(ticks: list[DotProductFigures]) -> Curves:
    """Return the figures of every tick side by side."""

    def along(field: str) -> tuple[Floats, Floats]:
        unscaled = np.array([getattr(tick.unscaled, field) for tick in ticks])
        scaled = np.array([getattr(tick.scaled, field) for tick in ticks])
        return read_only(unscaled), read_only(scaled)

    return Curves(
        read_only(np.array([tick.d_k for tick in ticks], dtype=np.int64)),
        *along("variance"),
        *along("mean_gradient_left"),
        *along("mean_top_weight"),
        *along("mean_entropy"),
    )
