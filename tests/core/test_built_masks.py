"""Built masks against masks written out, and what six ways make of a query without keys."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from core.built_masks import as_built, built_mask, forms, mask_words, with_built
from core.editing import flags_of, resized, with_flag, with_mask
from core.experiment import AttentionExperiment
from core.hidden_rows import hidden_rows
from core.mask_kinds import BuiltMask
from core.trace import compute


def drawn(rows: str) -> list[list[bool]]:
    """A mask as text: x is visible, a dot is hidden."""
    return [[letter == "x" for letter in row] for row in rows.split()]


def experiment(n: int = 4) -> AttentionExperiment:
    rows = tuple((float(row), 1.0 - row) for row in range(n))
    return AttentionExperiment(tuple("abcdefgh"[:n]), rows, rows[::-1], rows)


@pytest.mark.parametrize(
    ("built", "rows"),
    [
        (BuiltMask("window", 2), "x... xx.. .xx. ..xx"),
        (BuiltMask("prefix", 2), "xx.. xx.. xxx. xxxx"),
        (BuiltMask("block", 2), "xx.. xx.. ..xx ..xx"),
        (BuiltMask("padding", 3), "xxx. xxx. xxx. xxx."),
        (BuiltMask("causal", second="padding", second_size=2), "x... xx.. xx.. xx.."),
        (BuiltMask("causal", second="block", join="or"), "xx.. xx.. xxxx xxxx"),
        (BuiltMask("window", 2, second="block"), "x... xx.. ..x. ..xx"),
    ],
)
def test_presets_and_what_joins_them(built: BuiltMask, rows: str) -> None:
    assert built_mask(built, 4, 4).tolist() == drawn(rows)


@pytest.mark.parametrize(
    ("align", "rows"), [("top-left", "x.... xx..."), ("bottom-right", "xxxx. xxxxx")]
)
def test_a_causal_mask_begins_at_either_corner(align: str, rows: str) -> None:
    assert built_mask(BuiltMask("causal", align=align), 2, 5).tolist() == drawn(rows)


def test_sizes_beyond_the_keys_count_as_all_of_them() -> None:
    assert built_mask(BuiltMask("prefix", 60), 2, 3).all()
    with pytest.raises(ValueError, match="size is 0"):
        BuiltMask("block", 0)


def test_what_the_lab_has_a_name_for_goes_by_that_name() -> None:
    made = with_built(experiment(), preset="causal")
    assert (made.mask, mask_words(made)) == ("causal", "causal mask")
    made = with_built(made, second="padding", second_size=3)
    assert (made.mask, mask_words(made)) == ("built", "causal and first 3")
    assert np.isneginf(compute(made)["masked"]).sum() == 7
    made = with_built(made, second="none", preset="padding", size=2)
    assert (made.mask, made.visible_keys) == ("padding", 2)
    assert as_built(made).size == 2
    with pytest.raises(ValueError, match="needs its presets"):
        replace(experiment(), mask="built")


def test_a_painted_cell_goes_on_from_the_built_mask() -> None:
    made = with_built(experiment(), preset="window")
    painted = with_flag(made, 0, 3, True)
    assert painted.mask == "custom"
    assert painted.custom[0] == (True, False, False, True)
    assert painted.custom[1:] == flags_of(made)[1:]
    assert with_mask(made, "custom").custom == flags_of(made)
    assert compute(resized(made, n=5))["masked"].shape == (5, 5)


def test_one_mask_in_three_forms() -> None:
    made = forms(np.array([[True, False]]))
    assert made.hidden.tolist() == [[False, True]]
    assert made.added.tolist() == [[0.0, -np.inf]]


def test_a_query_without_keys_six_ways() -> None:
    key = np.array([[2.0], [1.0], [0.5]])
    value = np.array([[1.0], [2.0], [6.0]])
    zeros, spoiled, filled, single, double, refused = hidden_rows(np.array([1.0]), key, value, 1.0)
    assert zeros.weights.tolist() == [0, 0, 0]
    assert (zeros.output.tolist(), zeros.query, zeros.value) == ([0.0], 0.0, 0.0)
    assert np.isnan(spoiled.weights).all()
    assert np.isnan(spoiled.output).all()
    assert np.isnan(spoiled.query)
    assert filled.weights == pytest.approx([1 / 3] * 3)
    assert filled.output == pytest.approx([3.0])
    assert (filled.query, filled.value) == (0.0, pytest.approx(1 / 3))
    assert single.weights == pytest.approx([1 / 3] * 3)
    assert double.weights == pytest.approx([0.628532, 0.231224, 0.140244], abs=1e-6)
    assert refused.weights is None
    assert refused.reason


def test_the_gradient_of_a_row_that_is_as_if_unmasked() -> None:
    key, value = np.array([[2.0], [1.0], [0.5]]), np.array([[1.0], [2.0], [6.0]])
    double = hidden_rows(np.array([1.0]), key, value, 1.0)[4]
    step = 1e-6

    def output(query: float) -> float:
        shares = np.exp(key[:, 0] * query)
        return float(shares @ value[:, 0] / shares.sum())

    slope = (output(1 + step) - output(1 - step)) / (2 * step)
    assert double.query == pytest.approx(abs(slope), rel=1e-5)
