"""The sample that is drawn once a seed and read at any d_k."""

import math

import numpy as np
import pytest

from core.attention import softmax
from core.measures import DotProductSample, DrawCancelled, dot_product_variance

TICKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]

# d_k: top weight raw and scaled, gradient left raw and scaled, entropy in nats raw and scaled.
REFERENCE = {
    1: (0.307, 0.307, 0.785, 0.785, 1.80, 1.80),
    4: (0.527, 0.343, 0.604, 0.775, 1.29, 1.75),
    16: (0.751, 0.355, 0.345, 0.771, 0.67, 1.73),
    64: (0.874, 0.358, 0.179, 0.769, 0.32, 1.73),
    256: (0.939, 0.361, 0.087, 0.769, 0.15, 1.73),
    1024: (0.970, 0.363, 0.043, 0.767, 0.07, 1.72),
}


@pytest.fixture(scope="module")
def sample():
    return DotProductSample.draw(seed=7)


@pytest.fixture(scope="module")
def small():
    return DotProductSample.draw(seed=3, d_max=13, pairs=50, queries=6, keys=4)


@pytest.mark.parametrize("d_k", REFERENCE)
def test_figures_within_sampling_error(sample, d_k):
    raw, scaled = sample.at(d_k).unscaled, sample.at(d_k).scaled
    assert raw.standard_deviation == pytest.approx(math.sqrt(d_k), rel=0.03)
    assert scaled.standard_deviation == pytest.approx(1, rel=0.03)
    measured = (raw.mean_top_weight, scaled.mean_top_weight)
    measured += (raw.mean_gradient_left, scaled.mean_gradient_left)
    assert measured == pytest.approx(REFERENCE[d_k][:4], abs=0.015)
    nats = (raw.mean_entropy * math.log(2), scaled.mean_entropy * math.log(2))
    assert nats == pytest.approx(REFERENCE[d_k][4:], abs=0.03)


def test_what_is_said_of_a_dot_product_is_measured_on_it(sample):
    figures = sample.at(100)
    assert figures.d_k == 100
    for spread, theory in ((figures.unscaled, 100), (figures.scaled, 1)):
        assert spread.dot_products.shape == (20_000,)
        assert spread.variance == np.var(spread.dot_products)
        assert spread.mean == np.mean(spread.dot_products)
        assert spread.theory_variance == theory
        assert spread.variance_low < theory < spread.variance_high
        assert np.array_equal(spread.example_weights, softmax(spread.example_scores))
        assert spread.example_weights.shape == (8,)
        assert not spread.dot_products.flags.writeable
    assert np.array_equal(figures.scaled.dot_products, figures.unscaled.dot_products / 10)
    assert figures.unscaled.mean_top_weight > 2 * figures.scaled.mean_top_weight


def test_the_curves_are_the_figures_at_powers_of_two(sample):
    curves = sample.curves
    assert curves.d_k.tolist() == TICKS
    for index, d_k in enumerate(TICKS):
        figures = sample.at(d_k)
        assert curves.unscaled_variance[index] == figures.unscaled.variance
        assert curves.scaled_variance[index] == figures.scaled.variance
        assert curves.unscaled_gradient_left[index] == figures.unscaled.mean_gradient_left
        assert curves.scaled_gradient_left[index] == figures.scaled.mean_gradient_left
        assert curves.unscaled_top_weight[index] == figures.unscaled.mean_top_weight
        assert curves.scaled_entropy[index] == figures.scaled.mean_entropy
    assert (np.diff(curves.unscaled_gradient_left) < 0).all()
    assert np.ptp(curves.scaled_gradient_left) < 0.03


@pytest.mark.parametrize("d_k", range(1, 14))
def test_a_prefix_of_the_dimensions_is_a_smaller_sample(small, d_k):
    alone = DotProductSample.draw(seed=3, d_max=d_k, pairs=50, queries=6, keys=4).at(d_k)
    nested = small.at(d_k)
    assert np.array_equal(nested.unscaled.dot_products, alone.unscaled.dot_products)
    assert np.array_equal(nested.scaled.example_weights, alone.scaled.example_weights)
    assert nested.unscaled.mean_entropy == alone.unscaled.mean_entropy


def test_reading_does_not_change_the_sample(small):
    first = small.at(7).unscaled.dot_products
    small.at(6)
    assert np.array_equal(first, small.at(7).unscaled.dot_products)


def test_the_experiment_on_one_d_k_draws_the_same_pairs(sample):
    alone = dot_product_variance(9, trials=20_000, seed=7)
    assert alone.variance == sample.at(9).unscaled.variance


def test_the_first_key_of_a_query_is_its_pair(small):
    for example in range(6):
        spread = small.at(5, example).unscaled
        assert spread.example_scores[0] == spread.dot_products[example]


def test_seeds_differ_and_repeat():
    first, again, other = (
        DotProductSample.draw(seed, 4, pairs=5, queries=2).at(4).unscaled.dot_products
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_progress_rises_to_1_and_changes_nothing(small):
    seen = []
    watched = DotProductSample.draw(3, 13, 50, 6, 4, progress=seen.append, cancelled=lambda: False)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(seen) >= 3
    assert watched.at(13).unscaled.variance == small.at(13).unscaled.variance


def test_a_cancelled_draw_stops():
    answers = iter([False, False, True])
    with pytest.raises(DrawCancelled):
        DotProductSample.draw(cancelled=lambda: next(answers))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda s: s.at(0), "d_k is 0"),
        (lambda s: s.at(14), "d_k is 14, but the sample has only 13"),
        (lambda s: s.at(2.5), "d_k is 2.5"),
        (lambda s: s.at(2, example=6), "example is 6, of 6 queries"),
        (lambda s: s.draw(-1), "seed is -1"),
        (lambda s: s.draw(0, pairs=2, queries=3), "queries is 3, but there are only 2 pairs"),
    ],
)
def test_what_is_not_there_is_refused(small, make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(small)


def test_one_key_gets_all_the_weight():
    figures = DotProductSample.draw(0, 1, pairs=3, queries=1, keys=1).at(1)
    assert figures.unscaled.example_weights.tolist() == [1]
    assert figures.unscaled.mean_gradient_left == 0
