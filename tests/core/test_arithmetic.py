"""The sum behind one weight, with numbers that a student can check by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.arithmetic import weight_arithmetic
from core.editing import resized, shuffled
from core.experiment import AttentionExperiment
from core.trace import compute

TWO = AttentionExperiment(
    tokens=("a", "b"),
    query=((1.0, 0.0), (0.5, -1.0)),
    key=((1.0, 2.0), (0.0, 1.0)),
    value=((1.0, -1.0), (2.0, 0.5)),
)


def test_two_words_by_hand() -> None:
    # a asks a: 1*1 + 0*2 = 1, over sqrt(2) 0.7071; a asks b: 0. e^0.7071 = 2.0281, e^0 = 1.
    sums = weight_arithmetic(compute(TWO), 0, 0)
    assert sums.terms == ((1.0, 1.0), (0.0, 2.0))
    assert sums.score == 1.0 and sums.divided
    assert sums.scaled == pytest.approx(0.70710678)
    assert sums.parts == pytest.approx((2.02811498, 1.0))
    assert sums.weight == pytest.approx(2.02811498 / 3.02811498)


def test_a_masked_key_has_no_part() -> None:
    masked = AttentionExperiment(
        tokens=TWO.tokens, query=TWO.query, key=TWO.key, value=TWO.value, mask="causal"
    )
    sums = weight_arithmetic(compute(masked), 0, 1)
    assert sums.hidden and sums.part is None and sums.weight == 0.0
    assert sums.parts == pytest.approx((2.02811498,))


def test_dividing_by_the_root_of_one_is_still_dividing() -> None:
    one = resized(TWO, d_k=1)
    assert weight_arithmetic(compute(one), 0, 0).divided
    assert weight_arithmetic(compute(one), 0, 0).scale == 1.0


def test_large_scores_are_shown_from_the_row_maximum() -> None:
    large = AttentionExperiment(
        tokens=("a", "b"), query=((1000.0,),) * 2, key=((1.0,), (1.001,)), value=((1.0,),) * 2
    )
    sums = weight_arithmetic(compute(large), 0, 0)
    assert sums.shift == pytest.approx(1001.0)
    assert np.isfinite(sums.parts).all() and max(sums.parts) == 1.0


@given(st.integers(0, 200), st.integers(1, 12), st.integers(1, 16), st.booleans())
def test_the_parts_always_lead_to_the_weight(seed: int, n: int, d_k: int, scaled: bool) -> None:
    drawn = shuffled(
        AttentionExperiment(
            tokens=TWO.tokens,
            query=TWO.query,
            key=TWO.key,
            value=TWO.value,
            mask="causal",
            scaled=scaled,
            seed=seed,
        )
    )
    trace = compute(resized(drawn, n=n, d_k=d_k))
    sums = weight_arithmetic(trace, n - 1, 0)
    assert sum(q * k for q, k in sums.terms) == pytest.approx(sums.score, abs=1e-12)
    assert sums.score * sums.scale == pytest.approx(sums.scaled, abs=1e-12)
    assert sums.part is not None
    assert sums.part / sum(sums.parts) == pytest.approx(sums.weight, abs=1e-12)
