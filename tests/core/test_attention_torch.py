"""Parity with PyTorch in float64, except where its own functions disagree with each other."""

import itertools
import os

import numpy as np
import pytest

from core import masks
from core.attention import scaled_dot_product_attention
from core.gradients import attention_gradients
from core.heads import MultiHeadWeights, multi_head_attention

SHAPES = [((3, 4), (5, 4), (5, 2)), ((2, 3, 4), (2, 5, 4), (2, 5, 6)), ((2, 1, 1, 8),) * 3]


def drawn(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def close(mine, theirs):
    assert np.abs(mine - theirs.detach().numpy()).max() < 1e-12


def tensors(torch, arrays, grad=False):
    return [torch.tensor(array, requires_grad=grad) for array in arrays]


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("scale", [None, 0.3, 0.0])
@pytest.mark.parametrize("kind", ["none", "boolean", "additive", "bias"])
def test_scaled_dot_product_attention(torch, shapes, scale, kind):
    operands = drawn(1, *shapes)
    n_q, n_k = shapes[0][-2], shapes[1][-2]
    mask = {
        "none": None,
        "boolean": masks.causal(n_q, n_k),
        "additive": masks.to_additive(masks.causal(n_q, n_k)),
        "bias": np.random.default_rng(2).normal(size=(n_q, n_k)),
    }[kind]
    mine = scaled_dot_product_attention(*operands, mask, scale)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *tensors(torch, operands),
        attn_mask=None if mask is None else torch.tensor(mask),
        scale=scale,
    )
    close(mine.output, theirs)


def test_a_row_with_no_visible_key_is_zeros_there_too(torch):
    operands = drawn(2, (2, 3), (2, 3), (2, 3))
    mask = np.array([[True, True], [False, False]])
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *tensors(torch, operands), attn_mask=torch.tensor(mask)
    )
    close(scaled_dot_product_attention(*operands, mask).output, theirs)


def test_is_causal_is_the_top_left_mask(torch):
    operands = drawn(3, (2, 4), (5, 4), (5, 4))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *tensors(torch, operands), is_causal=True
    )
    close(scaled_dot_product_attention(*operands, masks.causal(2, 5, "top-left")).output, theirs)


@pytest.mark.parametrize(
    "mask", [None, [[True, False, True], [True, True, True]], [[True, True, False], [False] * 3]]
)
def test_gradients(torch, mask):
    """PyTorch gives finite gradients for an empty row as well, if it is asked in float64."""
    query, key, value, arriving = drawn(4, (2, 4), (3, 4), (3, 5), (2, 5))
    mine = attention_gradients(scaled_dot_product_attention(query, key, value, mask), arriving)
    leaves = tensors(torch, (query, key, value), grad=True)
    out = torch.nn.functional.scaled_dot_product_attention(
        *leaves, attn_mask=None if mask is None else torch.tensor(mask)
    )
    out.backward(torch.tensor(arriving))
    for name, leaf in zip(("query", "key", "value"), leaves, strict=True):
        close(getattr(mine, name), leaf.grad)


def test_gradients_of_broadcast_operands(torch):
    query, key, value, arriving = drawn(5, (3, 2, 4), (1, 5, 4), (5, 2), (3, 2, 2))
    mine = attention_gradients(scaled_dot_product_attention(query, key, value), arriving)
    leaves = tensors(torch, (query, key, value), grad=True)
    weights = torch.softmax(leaves[0] @ leaves[1].transpose(-1, -2) / 2, dim=-1)
    (weights @ leaves[2]).backward(torch.tensor(arriving))
    for name, leaf in zip(("query", "key", "value"), leaves, strict=True):
        close(getattr(mine, name), leaf.grad)


def test_grouped_query_heads(torch):
    """Neighbouring query heads share a key head, as with enable_gqa."""
    x, w_q, w_k, w_v, w_o = drawn(6, (3, 8), (8, 8), (8, 4), (8, 4), (8, 8))
    mine = multi_head_attention(x, weights=MultiHeadWeights(w_q, w_k, w_v, w_o, 4, key_heads=2))
    query, key, value = (
        torch.tensor(x @ w).reshape(3, heads, 2).transpose(0, 1)[None]
        for w, heads in ((w_q, 4), (w_k, 2), (w_v, 2))
    )
    theirs = torch.nn.functional.scaled_dot_product_attention(query, key, value, enable_gqa=True)
    close(mine.head_outputs, theirs[0])


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("cross", [True, False])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_nn_multihead_attention(torch, bias, cross, batch):
    """Its rows of in_proj_weight are our columns, and its masks say what is hidden."""
    module = torch.nn.MultiheadAttention(8, 2, bias=bias, batch_first=True, dtype=torch.float64)
    x, memory = drawn(7, (*batch, 3, 8), (*batch, 5, 8))
    memory = memory if cross else x
    mask = masks.causal(3, memory.shape[-2])
    parameters = {name: p.detach().numpy() for name, p in module.named_parameters()}
    if bias:
        parameters["in_proj_bias"] = np.linspace(-1, 1, 24)
        module.in_proj_bias.data = torch.tensor(parameters["in_proj_bias"])
    w_q, w_k, w_v = (part.T for part in np.split(parameters["in_proj_weight"], 3))
    b_q, b_k, b_v = np.split(parameters["in_proj_bias"], 3) if bias else (None,) * 3
    weights = MultiHeadWeights(
        *(w_q, w_k, w_v, parameters["out_proj.weight"].T, 2),
        *(b_q, b_k, b_v, parameters.get("out_proj.bias")),
    )
    mine = multi_head_attention(x, memory if cross else None, weights, mask)
    source = torch.tensor(memory)
    output, shares = module(
        torch.tensor(x),
        source,
        source,
        attn_mask=torch.tensor(masks.to_hidden_is_true(mask)),
        average_attn_weights=False,
    )
    close(mine.output, output)
    close(mine.weights, shares)


def test_nn_multihead_attention_gives_nan_for_an_empty_row_where_we_give_zeros(torch):
    """The other rows agree; hidden NaN is not compared at all, since 0 * NaN is NaN there."""
    module = torch.nn.MultiheadAttention(4, 2, bias=False, batch_first=True, dtype=torch.float64)
    parameters = {name: p.detach().numpy() for name, p in module.named_parameters()}
    w_q, w_k, w_v = (part.T for part in np.split(parameters["in_proj_weight"], 3))
    (x,) = drawn(8, (3, 4))
    mask = np.array([[True, False, True], [False] * 3, [True] * 3])
    weights = MultiHeadWeights(w_q, w_k, w_v, parameters["out_proj.weight"].T, 2)
    mine = multi_head_attention(x, weights=weights, mask=mask)
    one = torch.tensor(x)
    theirs, _ = module(one, one, one, attn_mask=torch.tensor(masks.to_hidden_is_true(mask)))
    assert torch.isnan(theirs[1]).all()
    assert mine.output[1].tolist() == [0, 0, 0, 0]
    close(mine.output[[0, 2]], theirs[[0, 2]])


LEADING = [((), (), ()), ((2,), (2,), (2,)), ((3, 1), (1, 2), (3, 2)), ((), (4,), ())]
SCALES = (None, 0.0, -1.0, 100.0)
SIZES = list(itertools.product(LEADING, (1, 2, 5), (1, 3, 6), (1, 2, 8), (1, 3), SCALES))
EVERY = SIZES if "ATTENTION_FULL" in os.environ else SIZES[::37]


def some_mask(rng, kind, n_q, n_k):
    return {
        "none": None,
        "top-left": masks.causal(n_q, n_k, "top-left"),
        "bottom-right": masks.causal(n_q, n_k),
        "holes": rng.random((n_q, n_k)) > 0.5,
        "a key for all": rng.random((1, n_k)) > 0.5,
        "a large number": np.where(rng.random((n_q, n_k)) > 0.5, 0.0, -1e9),
        "bias and holes": np.where(rng.random((n_q, n_k)) > 0.3, rng.normal(size=n_k), -np.inf),
    }[kind]


@pytest.mark.parametrize(
    "kind",
    ["none", "top-left", "bottom-right", "holes", "a key for all", "a large number"]
    + ["bias and holes"],
)
def test_any_shapes_masks_and_scales(torch, kind):
    """Weights, outputs and gradients; a row without a key is zeros, by hand on their side."""
    rng = np.random.default_rng(9)
    for (lead_q, lead_k, lead_v), n_q, n_k, d_k, d_v, scale in EVERY:
        query = rng.normal(size=(*lead_q, n_q, d_k))
        key, value = rng.normal(size=(*lead_k, n_k, d_k)), rng.normal(size=(*lead_v, n_k, d_v))
        mask = some_mask(rng, kind, n_q, n_k)
        mine = scaled_dot_product_attention(query, key, value, mask, scale)
        leaves = tensors(torch, (query, key, value), grad=True)
        raw = leaves[0] @ leaves[1].transpose(-1, -2)
        raw = raw * (d_k**-0.5 if scale is None else scale)
        if mask is not None:
            theirs = torch.tensor(mask)
            raw = raw.masked_fill(~theirs, -np.inf) if mask.dtype == bool else raw + theirs
        blind = (raw == -np.inf).all(-1, keepdim=True)
        weights = torch.softmax(raw.masked_fill(blind, 0.0), -1).masked_fill(blind, 0.0)
        output = weights @ leaves[2]
        close(mine.weights, weights.expand(mine.weights.shape))
        close(mine.output, output)
        arriving = rng.normal(size=output.shape)
        output.backward(torch.tensor(arriving))
        found = attention_gradients(mine, arriving)
        for name, leaf in zip(("query", "key", "value"), leaves, strict=True):
            size = max(1.0, float(leaf.grad.abs().max()))
            close(getattr(found, name) / size, leaf.grad / size)
