"""What files are taken for, what is asked, and the maps that come out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.tensors.inspecting import run
from core.tensors.maps import maps_of
from core.tensors.opened import opened, read_files
from core.tensors.proposing import propose, propose_kind, propose_roles
from core.tensors.readings import answered
from core.tensors.refusing import TensorFileError


@pytest.fixture
def given(tmp_path):
    """What is open once arrays, and perhaps tokens, have been saved: given(q=..., k=...)."""

    def open_(tokens=(), **arrays):
        paths = []
        np.savez(tmp_path / "g.npz", **arrays)
        paths.append(tmp_path / "g.npz")
        if tokens:
            (tmp_path / "tokens.json").write_text(json.dumps(list(tokens)), "utf-8")
            paths.append(tmp_path / "tokens.json")
        return opened(read_files(paths))

    return open_


def told(found, key):
    return next((one.sentence for one in found.findings if one.key == key), "")


def decided(found, **fields):
    """What is open once the learner has changed the reading."""
    proposal = found.proposal
    for field, value in fields.items():
        proposal = answered(proposal, field, value)
    return opened(found.collection, proposal)


def softmax(scores):
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


# attention weights


def test_one_weight_a_token_is_one_query(given) -> None:
    found = given(weights=np.array([0.9, 0.1]), tokens=["Hello", "world"])
    assert found.maps.weights(()).tolist() == [[0.9, 0.1]]
    assert found.columns == ("Hello", "world") and found.rows == ("query",)


@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((3, 5, 5), ("head", "query", "key")),
        ((1, 8, 79, 18), ("batch", "head", "query", "key")),
        ((2, 4, 5, 5), ("batch", "head", "query", "key")),
        ((2, 1, 4, 5, 5), ("layer", "batch", "head", "query", "key")),
        ((1, 4, 100), ("batch", "head", "key")),
        ((1, 3, 4), ("batch", "query", "key")),
    ],
)
def test_layouts_are_proposed_with_a_reason(given, shape, axes) -> None:
    found = given(attentions=np.full(shape, 1 / shape[-1]))
    assert found.proposal.reading.axes == axes
    assert any(" × ".join(axes) in reason for reason in found.proposal.reasons)
    if len(shape) in (3, 5) or shape[0] > 1:
        assert found.proposal.questions  # what the shape cannot prove is said
    assert found.maps.weights((0,) * len(found.maps.lead)).shape[-1] == shape[-1]


def test_another_layout_can_be_chosen(given) -> None:
    weights = softmax(np.random.default_rng(1).normal(size=(2, 4, 5, 5)))
    found = decided(given(w=weights), axes=("layer", "head", "query", "key"))
    assert found.maps.lead == (("layer", 2), ("head", 4))
    assert found.maps.weights((1, 2)).tolist() == weights[1, 2].tolist()
    assert not found.proposal.questions and "axes were chosen by hand" in found.proposal.reasons
    assert not any("batch" in reason for reason in found.proposal.reasons)


def test_one_query_a_head_makes_one_map(given) -> None:
    weights = softmax(np.random.default_rng(1).normal(size=(1, 4, 100)))
    found = given(w=weights)
    assert (found.maps.lead, found.maps.queries, found.maps.keys) == ((("batch", 1),), 4, 100)
    assert found.maps.weights((0,)).tolist() == weights[0].tolist()
    assert found.rows == ("head 1", "head 2", "head 3", "head 4")


def test_layers_that_lie_apart_are_joined_in_order(tmp_path) -> None:
    layers = softmax(np.random.default_rng(2).normal(size=(12, 1, 12, 5, 5)))
    np.savez(tmp_path / "l.npz", **{f"layer_{one}": layers[one] for one in range(12)})
    found = opened(read_files([tmp_path / "l.npz"]))
    assert found.maps.lead == (("layer", 12), ("batch", 1), ("head", 12))
    assert found.maps.weights((10, 0, 3)).tolist() == layers[10, 0, 3].tolist()


def test_rows_are_queries_and_columns_keys(given) -> None:
    found = given(w=np.array([[1.0, 0, 0], [0, 0, 1]]))
    assert found.maps.weights(())[0, 0] == 1 and found.maps.weights(())[1, 2] == 1


def test_names_the_wrong_way_round_are_exchanged_and_told(tmp_path) -> None:
    np.save(tmp_path / "w.npy", np.full((1, 2, 3, 5), 0.2))
    for name, words in (("a.json", "vwxyz"), ("b.json", "abc")):
        (tmp_path / name).write_text(json.dumps(list(words)))
    found = opened(read_files([tmp_path / "w.npy", tmp_path / "a.json", tmp_path / "b.json"]))
    assert found.rows == tuple("abc") and found.columns == tuple("vwxyz")
    assert "exchanged" in told(found, "swapped")


def test_an_extra_key_keeps_its_column(given) -> None:
    found = given(w=np.full((1, 3, 4), 0.25), tokens=["a", "b", "c"])
    assert found.columns == ("a", "b", "c", "extra (no token)") and found.rows == ("a", "b", "c")
    assert found.maps.weights((0,)).sum(axis=-1).tolist() == [1, 1, 1]


def test_more_positions_than_tokens_are_asked_about(given) -> None:
    found = given(w=np.full((2, 3, 64, 64), 1 / 64), tokens=[str(one) for one in range(12)])
    assert "64 positions, 12 tokens: pads?" in told(found, "labels")
    assert found.maps.lead == (("batch", 2), ("head", 3))


# what weights tell


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_rounding_is_no_mistake(given, dtype) -> None:
    found = given(w=np.full((2, 1000), 1 / 1000).astype(dtype))
    assert [one.right for one in found.findings if one.key == "rows"] == [True]


def test_rounding_of_bfloat16_is_none_either(tmp_path) -> None:
    from tests.core.test_tensor_files import safetensors

    raw = (np.float32(1 / 1000).view(np.uint32) >> 16).astype("<u2")
    body = safetensors({"w": ("BF16", [1, 1000], np.repeat(raw, 1000).tobytes())})
    (tmp_path / "w.safetensors").write_bytes(body)
    found = opened(read_files([tmp_path / "w.safetensors"]))
    assert found.maps.weights(()).sum() == pytest.approx(0.999451, abs=1e-6)
    assert [one.right for one in found.findings if one.key == "rows"] == [True]


def test_what_is_no_weight_is_named_and_offered_as_scores(given) -> None:
    numbers = np.array([[0.9, -0.2, 0.1], [3.0, 1.0, 0.5], [0.2, 0.3, 0.5]])
    found = given(weights=numbers)
    said = told(found, "rows")
    assert said == "2 of 3 rows are not weights: row 1 has a negative entry, row 2 sums to 4.5"
    assert told(found, "scores") and "scores" in found.proposal.kinds
    scores = opened(found.collection, propose_kind(found.collection, found.proposal, "scores"))
    assert scores.maps.weights(()) == pytest.approx(softmax(numbers))


def test_dropout_is_suspected_and_nothing_renormalised(given) -> None:
    rows = np.array([[0.5, 0.5, 0.5, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0.5], [0.5, 0, 0.5, 0.5]])
    found = given(w=rows)
    assert "0.5–1.5: maybe dropout" in told(found, "dropout")
    assert found.maps.weights(()).tolist() == rows.tolist()


def test_a_softmax_over_queries_is_noticed(given) -> None:
    right = softmax(np.random.default_rng(3).normal(size=(4, 4)))
    found = given(w=right.T)
    assert found.proposal.reading.sums == "columns" and found.proposal.questions
    assert found.maps.weights(()).tolist() == right.tolist()


def test_zeros_causal_masks_padding_and_sinks(given) -> None:
    assert "sum to 0, not 1" in told(given(w=np.zeros((3, 3))), "rows")
    causal = np.tril(np.ones((4, 4))) / np.arange(1, 5)[:, None]
    assert "causal" in told(given(w=causal), "causal")
    padded = np.hstack([np.full((6, 4), 0.25), np.zeros((6, 2))])
    assert "keys 5, 6 never get" in told(given(w=padded), "padding")
    sink = np.full((5, 5), 0.1)
    sink[:, 0] = 0.6
    assert told(given(w=sink), "sink").startswith("key 1 takes 60 %")


def test_cells_that_are_no_numbers_are_counted(given) -> None:
    found = given(w=np.array([[0.5, 0.5], [np.nan, 1.0]]))
    assert told(found, "nan") == "1 cell is not a number (NaN), the first in row 2, column 1"
    assert told(found, "rows").startswith("the other row sums to 1")
    with pytest.raises(TensorFileError, match="nothing to show"):
        given(w=np.full((2, 2), np.nan))
    with pytest.raises(TensorFileError, match="row 1, column 2 is infinite"):
        given(w=np.array([[0.5, np.inf]]))


# queries, keys, values and masks


def test_whole_numbers_are_converted_before_arithmetic(given) -> None:
    eye, value = np.eye(2, dtype=np.int64), np.array([[1, 2], [3, 4]])
    found = given(q=eye, k=eye, v=value)
    steps = found.maps.attention(())
    assert steps.weights == pytest.approx(
        np.array([[0.669762, 0.330238], [0.330238, 0.669762]]), abs=1e-6
    )
    assert steps.output == pytest.approx(
        np.array([[1.660477, 2.660477], [2.339523, 3.339523]]), abs=1e-6
    )
    assert any("whole numbers" in reason for reason in found.proposal.reasons)


def test_half_precision_is_widened_before_it_overflows(given) -> None:
    query = np.full((1, 64), 40, np.float16)
    key = np.stack([np.full(64, 40), np.full(64, 39)]).astype(np.float16)
    steps = given(q=query, k=key, v=np.array([[1.0], [0.0]])).maps.attention(())
    assert steps.scores.tolist() == [[102400, 99840]] and steps.scaled.tolist() == [[12800, 12480]]
    assert steps.weights == pytest.approx(np.array([[1, 0]])) and steps.output.tolist() == [[1]]


def test_groups_of_queries_share_a_key_head(given) -> None:
    random = np.random.default_rng(4)
    query, key = random.normal(size=(4, 3, 2)), random.normal(size=(2, 3, 2))
    maps = given(q=query, k=key, v=key).maps
    for head, used in enumerate([0, 0, 1, 1]):
        assert maps.attention((head,)).key.tolist() == key[used].tolist()
    with pytest.raises(TensorFileError, match="6 heads and k 4"):
        maps_of(*wrong_groups(given, random))


def wrong_groups(given, random):
    found = given(q=random.normal(size=(6, 3, 2)), k=random.normal(size=(4, 3, 2)))
    assert "6 heads" in found.trouble
    return found.collection, found.proposal.reading


def test_samples_of_a_batch_do_not_see_each_other(given) -> None:
    random = np.random.default_rng(5)
    x = random.normal(size=(2, 3, 4))
    eye = np.eye(4)
    found = given(x=x, w_q=eye, w_k=eye, w_v=eye)
    assert found.maps.lead == (("batch", 2), ("head", 1)) and found.proposal.questions
    before = found.maps.weights((0, 0))
    x[1] += 1
    assert before.shape == (3, 3)
    assert given(x=x, w_q=eye, w_k=eye, w_v=eye).maps.weights((0, 0)).tolist() == before.tolist()
    swapped = decided(found, axes=("token", "batch", "d"))
    assert (swapped.maps.lead[0], swapped.maps.queries) == (("batch", 3), 2)


def test_a_mask_of_ones_and_zeros_is_asked_about(given) -> None:
    zeros = np.zeros((3, 1))
    found = given(q=zeros, k=zeros, v=zeros, mask=np.tril(np.ones((3, 3))))
    assert found.proposal.reading.polarity == ""
    assert found.maps.weights(()) == pytest.approx(np.full((3, 3), 1 / 3))
    kept = decided(found, polarity="attend").maps.weights(())
    added = decided(found, polarity="additive").maps.weights(())
    assert kept[1].tolist() == [0.5, 0.5, 0]
    assert added[0] == pytest.approx([0.576117, 0.211942, 0.211942], abs=1e-6)


def test_a_tokenizer_mask_tells_whom_it_would_hide(given) -> None:
    found = given(q=np.zeros((1, 1)), k=np.zeros((3, 1)), attention_mask=np.array([1, 1, 0]))
    said = " ".join(found.proposal.reasons)
    assert "key 3 if 1 attends" in said and "keys 1, 2 if 1 is hidden" in said
    flags = given(q=np.zeros((1, 1)), k=np.zeros((3, 1)), mask=np.array([[True, True, False]]))
    assert "key 3 if True attends" in " ".join(flags.proposal.reasons)
    assert decided(found, polarity="attend").maps.weights(()).tolist() == [[0.5, 0.5, 0]]
    assert decided(found, polarity="hidden").maps.weights(()).tolist() == [[0, 0, 1]]


def test_masks_of_minus_infinity_need_no_question(given) -> None:
    mask = np.array([[0, 0, -np.inf]])
    found = given(q=np.ones((1, 1)), k=np.array([[2.0], [1], [0.5]]), mask=mask)
    assert found.proposal.reading.polarity == "additive" and not found.proposal.questions
    assert found.maps.weights(()) == pytest.approx(np.array([[0.731059, 0.268941, 0]]), abs=1e-6)


@pytest.mark.parametrize("wrong", [np.inf, np.nan])
def test_plus_infinity_in_a_mask_is_refused_by_its_cell(given, wrong) -> None:
    with pytest.raises(TensorFileError, match=r"mask is .* at \[1, 3\]"):
        given(q=np.ones((1, 1)), k=np.ones((3, 1)), mask=np.array([[0, 0, wrong]]))


@pytest.mark.parametrize("shape", [(2, 3), (2, 1, 1, 3), (2, 1, 3, 3), (3, 3), (3,)])
def test_masks_of_batches_reach_their_own_maps(given, shape) -> None:
    mask = np.zeros(shape)
    mask[..., 2] = -np.inf
    q = np.zeros((2, 4, 3, 1))
    assert given(q=q, k=q, mask=mask).maps.weights((1, 3))[0].tolist() == [0.5, 0.5, 0]


def test_operands_that_are_not_finite_name_the_cell(given) -> None:
    key = np.ones((2, 3, 2))
    key[1, 2, 0] = np.nan
    found = given(q=np.ones((2, 3, 2)), k=key)
    with pytest.raises(TensorFileError, match=r"k is not a number \(NaN\) at \[2, 3, 1\]"):
        found.maps.weights((1,))


def test_operands_that_do_not_fit_say_both_sizes(given) -> None:
    with pytest.raises(TensorFileError, match="d = 4 and k d = 6"):
        given(q=np.ones((2, 4)), k=np.ones((2, 6)))
    with pytest.raises(TensorFileError, match="2 tokens and v 3"):
        given(q=np.ones((2, 4)), k=np.ones((2, 4)), v=np.ones((3, 4)))


def test_computed_weights_are_compared_with_the_file_s(given) -> None:
    random = np.random.default_rng(6)
    q, k = random.normal(size=(3, 4)), random.normal(size=(3, 4))
    right = softmax(q @ k.T / 2)
    assert given(q=q, k=k, weights=right.astype("f2")).findings[0].right
    found = given(q=q, k=k, weights=softmax(q @ k.T))
    assert not found.findings[0].right and "scale" in found.findings[0].sentence
    assert decided(found, scaled=False).findings[0].right


# projections


def test_gpt2_stores_inputs_as_rows(given) -> None:
    x = np.array([[1.0, 2.0]])
    weight = np.array([[1.0, 0, 2, 0, 3, 0], [0, 1, 0, 2, 0, 3]])
    found = given(x=x, **{"h.0.attn.c_attn.weight": weight})
    assert found.proposal.reading.matrices == "conv1d"
    query, key, value = found.maps.operands((0,))
    assert (query.tolist(), key.tolist(), value.tolist()) == ([[1, 2]], [[2, 4]], [[3, 6]])


def test_square_matrices_are_asked_about_and_linear_at_first(given) -> None:
    random = np.random.default_rng(7)
    x, w = random.normal(size=(3, 4)), [random.normal(size=(4, 4)) for _ in range(3)]
    found = given(x=x, w_q=w[0], w_k=w[1], w_v=w[2])
    assert any("square" in one.sentence for one in found.proposal.questions)
    assert found.maps.operands((0,))[0] == pytest.approx(x @ w[0].T)
    other = decided(found, matrices="conv1d", heads=2)
    assert other.maps.operands((1,))[0] == pytest.approx((x @ w[0])[:, 2:])


def test_packed_and_separate_projections_of_pytorch(given) -> None:
    random = np.random.default_rng(8)
    x, memory, values = (random.normal(size=size) for size in ((3, 4), (5, 6), (5, 3)))
    packed, bias = random.normal(size=(12, 4)), random.normal(size=12)
    found = given(x=x, in_proj_weight=packed, in_proj_bias=bias)
    query, key, value = found.maps.operands((0,))
    assert query == pytest.approx(x @ packed[:4].T + bias[:4])
    assert key == pytest.approx(x @ packed[4:8].T + bias[4:8])
    assert value == pytest.approx(x @ packed[8:].T + bias[8:])
    w_q, w_k, w_v = (random.normal(size=(4, width)) for width in (4, 6, 3))
    found = given(
        x=x, x_key=memory, x_value=values,
        q_proj_weight=w_q, k_proj_weight=w_k, v_proj_weight=w_v, in_proj_bias=bias,
    )  # fmt: skip
    query, key, value = found.maps.operands((0,))
    assert key == pytest.approx(memory @ w_k.T + bias[4:8])
    assert value == pytest.approx(values @ w_v.T + bias[8:])
    assert (found.maps.queries, found.maps.keys) == (3, 5)


def test_multi_head_attention_agrees_with_pytorch(torch, tmp_path) -> None:
    torch.manual_seed(0)
    module, x = torch.nn.MultiheadAttention(8, 4, batch_first=True), torch.randn(2, 5, 8)
    with torch.no_grad():
        _, theirs = module(x, x, x, average_attn_weights=False)
    torch.save({**module.state_dict(), "x": x}, tmp_path / "mha.pt")
    found = decided(opened(read_files([tmp_path / "mha.pt"])), heads=4)
    for index in found.maps.indices():
        assert found.maps.weights(index) == pytest.approx(theirs.numpy()[index], abs=1e-6)


def test_projections_without_inputs_ask_for_them(given) -> None:
    found = given(in_proj_weight=np.ones((12, 4)))
    assert found.maps is None and "no X" in found.trouble


def test_roles_can_be_told_by_hand(given) -> None:
    found = given(one=np.ones((2, 3)), two=np.ones((4, 3)), three=np.eye(4))
    proposal = propose_roles(found.collection, {"query": "one", "key": "two", "value": "three"})
    assert opened(found.collection, proposal).maps.weights(()).shape == (2, 4)
    assert propose(found.collection).reading.kind == "weights"


# the command line


def test_inspect_prints_or_refuses(tmp_path, capsys) -> None:
    np.savez(tmp_path / "q.npz", q=np.eye(2), k=np.eye(2), v=np.eye(2))
    (tmp_path / "t.txt").write_text("<s>\n\x1b[31mred\n")
    assert run([tmp_path / "q.npz", tmp_path / "t.txt"]) == 0
    out = capsys.readouterr().out
    assert (
        "q  2 × 2  float64" in out
        and "taken for: Q, K and V" in out
        and "<s>" in out
        and "\x1b" not in out
    )
    np.save(tmp_path / "c.npy", np.array([[1j]]))
    assert run([tmp_path / "c.npy"]) == 1
    assert capsys.readouterr().out.startswith("refused: c.npy")
