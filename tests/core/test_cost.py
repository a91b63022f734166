"""Costs, with the numbers a slide quotes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.heads import parameter_count
from core.measures import attention_cost, equal_cost_length, layer_cost


def test_the_rows_of_the_table():
    """n = 9 tokens of d = 4 numbers, kernel 3, neighbourhood 3."""
    rows = {
        layer: layer_cost(layer, 9, 4, kernel=3, neighbourhood=3)
        for layer in ("self-attention", "recurrent", "convolutional", "restricted")
    }
    counts = {
        layer: (row.operations, row.sequential_steps, row.longest_path, row.parameters)
        for layer, row in rows.items()
    }
    assert counts == {
        "self-attention": (9 * 9 * 4, 1, 1, 64),
        "recurrent": (9 * 16, 9, 9, 32),
        "convolutional": (3 * 9 * 16, 1, 2, 48),
        "restricted": (3 * 9 * 4, 1, 3, 64),
    }


@pytest.mark.parametrize(
    ("n", "kernel", "layers"),
    [(1, 3, 1), (3, 3, 1), (4, 3, 2), (243, 3, 5), (244, 3, 6), (4, 2, 2)],
)
def test_dilated_layers_reach_by_powers_of_the_kernel(n, kernel, layers):
    assert layer_cost("convolutional", n, 1, kernel=kernel).longest_path == layers


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 4096), st.sampled_from([64, 512]))
def test_self_attention_is_cheaper_below_d_tokens(n, d):
    attention = layer_cost("self-attention", n, d).operations
    recurrent = layer_cost("recurrent", n, d).operations
    assert (attention < recurrent) == (n < equal_cost_length(d))
    assert (attention == recurrent) == (n == d)
    whole = attention_cost(n, d)
    assert (whole.scores_and_mixing < whole.projections) == (n < equal_cost_length(d, True))


def test_projections_dominate_up_to_twice_d():
    short, long = attention_cost(128, 512), attention_cost(1024, 512)
    assert (short.scores_and_mixing, short.projections) == (16_777_216, 134_217_728)
    assert (long.scores_and_mixing, long.projections) == (1_073_741_824, 1_073_741_824)
    assert equal_cost_length(512, projections=True) == 1024
    assert long.multiply_adds == 2 * 1_073_741_824


def test_heads_cost_only_memory_of_weights():
    one, eight = attention_cost(100, 64), attention_cost(100, 64, heads=8, bytes_per_number=4)
    assert one.multiply_adds == eight.multiply_adds
    assert (one.weights, eight.weights) == (10_000, 80_000)
    assert (one.weights_bytes, eight.weights_bytes) == (80_000, 320_000)
    assert one.parameters == parameter_count(64, 8)


def test_a_neighbourhood_is_never_wider_than_the_sentence():
    assert layer_cost("restricted", 5, 2, neighbourhood=128) == layer_cost(
        "restricted", 5, 2, neighbourhood=5
    )
    assert attention_cost(0, 4).multiply_adds == 0


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: layer_cost("dense", 1, 1), "layer is 'dense'"),
        (lambda: layer_cost("recurrent", 0, 1), "n is 0"),
        (lambda: layer_cost("convolutional", 4, 1, kernel=1), "kernel is 1"),
        (lambda: attention_cost(-1, 4), "n is -1"),
        (lambda: equal_cost_length(0), "d is 0"),
    ],
)
def test_sizes_that_make_no_layer_are_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
