"""The curves of the article's figure are the engine's, and say what the text says of them."""

import msgspec
import numpy as np
import pytest

from core.article import TopWeightFigure
from core.article_figure import top_weight_curves
from core.measures import DotProductSample, DrawCancelled

SMALL = TopWeightFigure("small", seed=3, queries=200, keys=4)


@pytest.fixture(scope="module")
def curves():
    return top_weight_curves(TopWeightFigure("top-weight", queries=2000))


def test_the_mean_top_weight_is_that_of_the_reference(curves):
    # NumPy, 4,000 queries with 8 keys, sampling error about 1%.
    reference = {1: (0.307, 0.307), 4: (0.527, 0.343), 64: (0.874, 0.358), 1024: (0.970, 0.363)}
    for d_k, (unscaled, scaled) in reference.items():
        assert curves.at(d_k) == pytest.approx((unscaled, scaled), abs=0.02)


def test_every_power_of_two_has_a_value_and_no_other_size(curves):
    assert curves.d_k.tolist() == [2.0**power for power in range(11)]
    with pytest.raises(ValueError, match="48"):
        curves.at(48)


def test_at_one_component_dividing_changes_nothing(curves):
    unscaled, scaled = curves.at(1)
    assert unscaled == scaled


def test_undivided_the_top_key_takes_ever_more_and_never_less_than_its_share(curves):
    assert (np.diff(curves.unscaled) > 0).all()
    assert (curves.scaled > curves.even_share).all()
    assert np.ptp(curves.scaled) < 0.08 < np.ptp(curves.unscaled)


def test_the_numbers_of_the_text():
    assert np.exp(8) == pytest.approx(3000, rel=0.01)
    assert np.exp(1) == pytest.approx(2.7, abs=0.05)


def test_the_same_seed_gives_the_same_curves_and_another_one_others():
    once, again = top_weight_curves(SMALL), top_weight_curves(SMALL)
    other = top_weight_curves(msgspec.structs.replace(SMALL, seed=4))
    assert np.array_equal(once.unscaled, again.unscaled)
    assert not np.array_equal(once.unscaled, other.unscaled)


def test_the_curves_are_those_of_the_sample_that_pane_06_reads():
    sample = DotProductSample.draw(3, d_max=64, pairs=200, queries=200, keys=4)
    expected = sample.at(64).scaled.mean_top_weight
    assert top_weight_curves(SMALL).at(64)[1] == pytest.approx(expected, rel=1e-12)


def test_computing_can_be_cancelled():
    with pytest.raises(DrawCancelled):
        top_weight_curves(SMALL, cancelled=lambda: True)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("seed", -1, "seed is -1"),
        ("queries", 0, "queries is 0"),
        ("keys", 1, "between 2 and 64"),
        ("marked", 100, "1, 2, 4 and so on"),
    ],
)
def test_a_figure_that_cannot_be_drawn(field, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        TopWeightFigure(**{"id": "f", field: value})
