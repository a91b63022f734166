"""Published numbers: exactly the papers', straight lines between, nothing beyond."""

import math

import pytest

from core.papers import Curve, bleu_by_length, read_figures

BAHDANAU = {
    "RNNsearch-50": {10: 24.65, 30: 27.48, 59: 26.42},
    "RNNsearch-30": {20: 26.99, 40: 15.44, 59: 7.63},
    "RNNenc-50": {20: 22.47, 50: 8.96, 59: 6.47},
    "RNNenc-30": {10: 21.37, 50: 3.27, 59: 1.57},
}


def curves(figure):
    return {curve.model: curve for curve in bleu_by_length()[figure].curves}


@pytest.mark.parametrize("model", BAHDANAU)
def test_figure_2_of_bahdanau(model):
    curve = curves("bahdanau-2015")[model]
    assert {length: curve.at(length) for length in BAHDANAU[model]} == BAHDANAU[model]
    assert curve.attention == model.startswith("RNNsearch")
    assert curve.trained_on == int(model[-2:])


def test_falls_from_peak_to_59_words():
    falls = {
        model: round(100 * (1 - curve.bleu[-1] / max(curve.bleu)), 1)
        for model, curve in curves("bahdanau-2015").items()
    }
    expected = {"RNNsearch-50": 3.9, "RNNsearch-30": 71.7, "RNNenc-50": 71.2, "RNNenc-30": 92.7}
    assert falls == expected


def test_figure_4a_of_cho():
    curve = curves("cho-2014")["RNNenc"]
    assert (curve.at(5), curve.at(15), curve.at(60)) == (15.93, 19.79, 2.57)
    assert max(curve.bleu) == curve.at(15)


def test_between_two_points_lies_a_straight_line():
    curve = curves("bahdanau-2015")["RNNenc-50"]
    assert curve.at(25) == pytest.approx((22.47 + 19.04) / 2)


@pytest.mark.parametrize("length", [9, 60, 1])
def test_beyond_the_published_points_there_is_no_number(length):
    assert math.isnan(curves("bahdanau-2015")["RNNenc-50"].at(length))


@pytest.mark.parametrize(
    ("length", "bleu", "reason"),
    [
        ((10.0,), (1.0,), "at least two points"),
        ((10.0, 20.0), (1.0,), "2 lengths and 1 BLEU"),
        ((20.0, 10.0), (1.0, 2.0), "must rise"),
        ((10.0, 20.0), (1.0, 101.0), "0 to 100"),
    ],
)
def test_a_curve_that_cannot_be_is_refused_with_the_reason(length, bleu, reason):
    with pytest.raises(ValueError, match=reason):
        Curve("model", False, length, bleu)


def test_a_broken_file_is_named(tmp_path):
    path = tmp_path / "curves.toml"
    path.write_text("[[figures]]\nid = 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"curves\.toml"):
        read_figures(path)
