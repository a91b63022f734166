"""How cost grows: slopes of known series, the layers themselves, and the job that times them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.attention import scaled_dot_product_attention
from core.cost import attention_cost, equal_cost_length, layer_cost
from core.measured_cost import (
    Measured,
    MeasuredCost,
    attention_run,
    counted_slope,
    fitted_slope,
    growth,
    operations,
    peak_of,
    recurrent_run,
)
from core.training.timing_job import measure_cost
from core.training.work import Alone, CancelledError, RefusalError


def test_the_slope_of_a_known_series():
    assert fitted_slope([1, 2, 4, 8], [3, 12, 48, 192]) == pytest.approx(2.0, abs=1e-12)
    assert fitted_slope([10, 100], [5, 5]) == pytest.approx(0.0, abs=1e-12)


@given(st.floats(-2, 4), st.floats(1e-6, 1e6))
def test_a_power_law_gives_its_own_exponent_back(power, factor):
    lengths = [64, 128, 256, 512]
    values = [factor * n**power for n in lengths]
    assert fitted_slope(lengths, values) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize(
    ("lengths", "values", "words"),
    [([1], [1], "two lengths"), ([2, 2], [1, 3], "different"), ([1, 2], [0, 1], "above 0")],
)
def test_what_has_no_slope(lengths, values, words):
    with pytest.raises(ValueError, match=words):
        fitted_slope(lengths, values)


def test_the_two_crossings_are_at_n_d_and_at_n_2d():
    d = 512
    assert equal_cost_length(d) == 512 and equal_cost_length(d, projections=True) == 1024
    recurrent, attention = layer_cost("recurrent", 512, d), layer_cost("self-attention", 512, d)
    assert attention.operations == recurrent.operations
    whole = attention_cost(1024, d)
    assert whole.scores_and_mixing == whole.projections == 1073741824
    short = attention_cost(128, d)
    assert (short.scores_and_mixing, short.projections) == (16777216, 134217728)


def test_the_counted_slopes_lie_between_the_two_terms():
    assert counted_slope("recurrent", (256, 512, 2048), 64) == pytest.approx(1.0, abs=1e-12)
    assert 1.8 < counted_slope("self-attention", (256, 512, 1024, 2048), 64) < 2.0
    assert 1.2 < counted_slope("self-attention", (256, 512, 1024, 2048), 512) < 1.7
    assert operations("self-attention", 1024, 512) == 2 * 1073741824


def test_what_is_measured_is_attention_and_a_recurrence():
    random = np.random.default_rng(1)
    x, matrices = random.normal(size=(5, 4)), random.normal(size=(4, 4, 4))
    q, k, v = (x @ matrix for matrix in matrices[:3])
    expected = scaled_dot_product_attention(q, k, v).output @ matrices[3]
    np.testing.assert_allclose(attention_run(x, matrices), expected, atol=1e-12)
    states = recurrent_run(x, matrices)
    second = np.tanh(x[1] @ matrices[0] + matrices[1] @ states[0])
    np.testing.assert_allclose(states[1], second, atol=1e-12)


def test_memory_holds_at_least_the_square_of_the_weights():
    x, matrices = np.ones((256, 8)), np.ones((4, 8, 8))
    assert peak_of(lambda: attention_run(x, matrices)) >= 256 * 256 * 8
    assert peak_of(lambda: recurrent_run(x, matrices)) < 256 * 256 * 8


def test_the_job_reports_every_run_and_ends_with_all():
    work = Alone()
    found = measure_cost(work, 8, (16, 32), repeats=1)
    assert [report.share for report in work.reports] == [0.1, 0.2, 0.6, 1.0]
    assert found.attention.lengths == found.recurrent.lengths == (16, 32)
    assert min(*found.attention.seconds, *found.recurrent.seconds) > 0
    assert found.share == 1.0


def test_growth_is_fitted_to_the_long_runs_alone():
    lengths = (64, 256, 512, 1024)
    runs = Measured(lengths, (9.0, 1.0, 4.0, 16.0), (1, 100, 200, 400))
    found = growth("self-attention", MeasuredCost(64, attention=runs))
    assert found.seconds == pytest.approx(2.0, abs=1e-12)
    assert found.peak_bytes == pytest.approx(1.0, abs=1e-12)
    assert growth("recurrent", MeasuredCost(64)) is None


def test_a_cancelled_job_stops_between_two_runs():
    class Stopped(Alone):
        def check(self):
            if self.reports:
                raise CancelledError

    work = Stopped()
    with pytest.raises(CancelledError):
        measure_cost(work, 8, (16, 32), repeats=1)
    assert len(work.reports) == 1


def test_lengths_that_would_fill_the_memory_are_refused():
    with pytest.raises(RefusalError, match="1 to 4096"):
        measure_cost(Alone(), 8, (5000,))
