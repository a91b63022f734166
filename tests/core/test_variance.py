"""The variance of dot products, measured against theory with the band of its sampling error."""

import itertools
import math

import numpy as np
import pytest

from core.measures import dot_product_variance, variance_band
from core.variance import component_moments

WIDE = 2.3  # 95 of 100 lie within 1.96 standard errors, 99.999 of 100 within this many bands.


def within(measured):
    """Whether a measured variance lies within a band widened to all but excluded chance."""
    middle = (measured.variance_high + measured.variance_low) / 2
    reach = WIDE * (measured.variance_high - middle)
    return abs(measured.variance - middle) <= reach + 1e-12


@pytest.mark.parametrize("d_k", [1, 2, 64, 512])
@pytest.mark.parametrize("distribution", ["normal", "uniform", "rademacher"])
def test_independent_components_give_a_variance_of_d_k(d_k, distribution):
    measured = dot_product_variance(d_k, 10_000, 5, distribution)
    assert measured.theory_variance == d_k
    assert measured.theory_mean == 0
    assert within(measured)
    assert abs(measured.mean) < 5 * math.sqrt(d_k / 10_000)
    assert measured.standard_deviation == pytest.approx(math.sqrt(measured.variance))


def test_dividing_by_the_root_and_not_by_d_k_keeps_the_spread_at_one():
    measured = dot_product_variance(64, 20_000, 1)
    assert measured.standard_deviation == pytest.approx(8, rel=0.03)
    assert measured.standard_deviation / 8 == pytest.approx(1, rel=0.03)
    assert measured.standard_deviation / 64 == pytest.approx(0.125, rel=0.03)


@pytest.mark.parametrize(
    ("distribution", "correlation", "mean", "variance"),
    [
        ("normal", 1.0, 16, 32),
        ("normal", -1.0, -16, 32),
        ("normal", 0.5, 8, 20),
        ("uniform", 1.0, 16, 12.8),
        ("rademacher", 1.0, 16, 0),
        ("rademacher", 0.5, 8, 12),
    ],
)
def test_dependent_components_break_the_claim(distribution, correlation, mean, variance):
    """q . q has mean d and, for normal components, variance 2 d."""
    measured = dot_product_variance(16, 20_000, 3, distribution, correlation)
    assert measured.theory_mean == pytest.approx(mean)
    assert measured.theory_variance == pytest.approx(variance)
    assert measured.mean == pytest.approx(mean, abs=0.2)
    assert within(measured)


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.6, 1.0])
def test_moments_of_signs_by_counting(correlation):
    """q and z take +1 and -1 with equal chance, so four cases give every moment exactly."""
    other = math.sqrt(1 - correlation**2)
    products = np.array(
        [q * (correlation * q + other * z) for q, z in itertools.product((-1, 1), repeat=2)]
    )
    centred = products - products.mean()
    expected = (products.mean(), (centred**2).mean(), (centred**4).mean())
    assert component_moments("rademacher", correlation) == pytest.approx(expected, abs=1e-12)


def test_the_band_holds_95_of_100_measurements():
    caught = 0
    for seed in range(200):
        measured = dot_product_variance(4, 1_000, seed)
        caught += measured.variance_low <= measured.variance <= measured.variance_high
    assert 180 <= caught <= 199


def test_four_draws_say_little():
    """Two random 2 x 2 matrices give four dot products; their variance has mean 1.5, not 2.

    numpy.var divides by 4, so the mean is 2 * 3/4; half of all learners measure below 0.8.
    """
    rng = np.random.default_rng(0)
    products = rng.normal(size=(40_000, 2, 2)) @ rng.normal(size=(40_000, 2, 2))
    variances = products.reshape(-1, 4).var(axis=1)
    low, median, high = np.percentile(variances, [5, 50, 95])
    assert variances.mean() == pytest.approx(1.5, rel=0.03)
    assert low == pytest.approx(0.05, abs=0.01)
    assert median == pytest.approx(0.76, abs=0.03)
    assert high == pytest.approx(5.46, rel=0.05)
    assert variance_band(2, 4)[0] == 0
    narrow = variance_band(2, 20_000)
    assert 1.9 < narrow[0] < 2 < narrow[1] < 2.1


def test_a_seed_says_everything():
    first, again, other = (dot_product_variance(3, 100, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"d_k": 0}, "d_k is 0"),
        ({"trials": 0}, "trials is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"distribution": "cauchy"}, "distribution is 'cauchy'"),
        ({"correlation": 1.5}, "correlation is 1.5"),
        ({"correlation": float("nan")}, "correlation is nan"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        dot_product_variance(**({"d_k": 2} | wrong))
