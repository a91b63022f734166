"""The curves of the article's figure are the engine's, and say what the text says of them."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from core.article import CostCurves, MapFigure, PublishedCurves, TopWeightFigure
from core.article_figure import curves_of, top_weight_curves, weight_map
from core.experiment import AttentionExperiment
from core.measures import DotProductSample, DrawCancelled

SMALL = TopWeightFigure("small", seed=3, queries=200, keys=4)


@pytest.fixture(scope="module")
def curves():
    return top_weight_curves(TopWeightFigure("top-weight", queries=2000))


def at(curves, d_k):
    return tuple(line.y[list(line.x).index(np.log2(d_k))] for line in curves.lines[:2])


def test_the_mean_top_weight_is_that_of_the_reference(curves):
    # NumPy, 4,000 queries with 8 keys, sampling error about 1%.
    reference = {1: (0.307, 0.307), 4: (0.527, 0.343), 64: (0.874, 0.358), 1024: (0.970, 0.363)}
    for d_k, expected in reference.items():
        assert at(curves, d_k) == pytest.approx(expected, abs=0.02)
    unscaled, scaled, _ = curves.lines
    assert (curves.at_mark(unscaled), curves.at_mark(scaled)) == at(curves, 64)


def test_every_power_of_two_has_a_value_and_no_other_size(curves):
    assert curves.lines[0].x.tolist() == list(range(11))
    assert curves.at_mark(line_with(curves, x=np.asarray([1.5]))) is None


def line_with(curves, **changes):
    return replace(curves.lines[0], **changes)


def test_at_one_component_dividing_changes_nothing(curves):
    unscaled, scaled = at(curves, 1)
    assert unscaled == scaled


def test_undivided_the_top_key_takes_ever_more_and_never_less_than_its_share(curves):
    unscaled, scaled, share = (line.y for line in curves.lines)
    assert (np.diff(unscaled) > 0).all()
    assert (scaled > share[0]).all() and share[0] == 1 / 8
    assert np.ptp(scaled) < 0.08 < np.ptp(unscaled)


def test_the_numbers_of_the_text():
    assert np.exp(8) == pytest.approx(3000, rel=0.01)
    assert np.exp(1) == pytest.approx(2.7, abs=0.05)


def test_the_same_seed_gives_the_same_curves_and_another_one_others():
    once, again = top_weight_curves(SMALL), top_weight_curves(SMALL)
    other = top_weight_curves(msgspec.structs.replace(SMALL, seed=4))
    assert np.array_equal(once.lines[0].y, again.lines[0].y)
    assert not np.array_equal(once.lines[0].y, other.lines[0].y)


def test_the_curves_are_those_of_the_sample_that_pane_06_reads():
    sample = DotProductSample.draw(3, d_max=64, pairs=200, queries=200, keys=4)
    expected = sample.at(64).scaled.mean_top_weight
    assert at(top_weight_curves(SMALL), 64)[1] == pytest.approx(expected, rel=1e-12)


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


def test_the_cost_curves_cross_where_the_text_says():
    mixing, projections, leading, recurrent = curves_of(CostCurves("c", width=64)).lines
    lengths = 2**mixing.x
    assert lengths[np.flatnonzero(mixing.values == projections.values)].tolist() == [128]
    assert lengths[np.flatnonzero(leading.values == recurrent.values)].tolist() == [64]
    assert np.array_equal(mixing.y, np.log2(2 * lengths**2 * 64))


def test_the_published_curves_are_the_papers_points():
    curves = curves_of(PublishedCurves("p"))
    ends = {line.name: (line.x[-1], line.values[-1]) for line in curves.lines}
    assert ends["RNNsearch-50"] == (59, 26.42) and ends["RNNenc-50"] == (59, 6.47)
    assert {line.name for line in curves.lines if line.strong} == {"RNNsearch-50", "RNNsearch-30"}
    with pytest.raises(ValueError, match="no paper's figure"):
        curves_of(PublishedCurves("p", source="tree"))


def test_a_map_knows_what_the_mask_hides():
    experiment = AttentionExperiment(
        tokens=("a", "b"), query=((1.0,), (2.0,)), key=((1.0,), (0.0,)), value=((1.0,), (2.0,)),
        mask="causal",
    )  # fmt: skip
    found = weight_map(MapFigure("m", experiment=experiment))
    assert found.hidden.tolist() == [[False, True], [False, False]]
    assert found.weights[1].tolist() == pytest.approx([np.e**2 / (np.e**2 + 1), 1 / (np.e**2 + 1)])
    assert found.facts[-1] == "hand-set"
    with pytest.raises(ValueError, match="needs an experiment"):
        weight_map(MapFigure("m"))
