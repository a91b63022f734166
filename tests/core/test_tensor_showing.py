"""Large maps made small, filters told plainly, the gallery, and what fits into panes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editing import with_cell
from core.editing_heads import with_heads, with_model_size
from core.experiment import HeadsExperiment, SelfAttentionExperiment
from core.rewording import with_projections, with_sentence, with_words_shuffled
from core.tensors import gallery
from core.tensors.into_panes import OPENED, experiment_for, reason_against
from core.tensors.opened import opened, read_files
from core.tensors.pyramid import NOTHING, STEPS, pyramid, thumbnail
from core.tensors.readings import answered
from core.tensors.showing import Filter, places, show
from core.trace import compute

RESOURCES = Path(__file__).resolve().parents[2] / "resources" / "tensors"
START = SelfAttentionExperiment(tokens=("a", "b"))


def uniform(shape):
    return np.full(shape, 1 / shape[-1])


# pyramids


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 3599))
def test_one_hot_cell_is_seen_at_every_level(rows, columns, at) -> None:
    weights = np.zeros((rows, columns))
    hot = divmod(at % (rows * columns), columns)
    weights[hot] = 1
    for depth, level in enumerate(pyramid(weights).levels):
        assert np.argwhere(level == STEPS).tolist() == [[hot[0] >> depth, hot[1] >> depth]]
        assert np.count_nonzero(level) == 1


def test_levels_shrink_to_one_cell_and_no_pixel_hides_a_cell() -> None:
    made = pyramid(uniform((4096, 4096)))
    assert [level.shape[0] for level in made.levels] == [4096 >> depth for depth in range(13)]
    assert [made.level(share) for share in (0.1, 1, 1.5, 2, 8, 10_000)] == [0, 0, 1, 1, 3, 12]


def test_cells_without_a_number_lose_against_any_weight() -> None:
    weights = np.array([[np.nan, 0.0, np.nan, np.nan]])
    base, half, whole = pyramid(weights).levels
    assert base.tolist() == [[NOTHING, 0, NOTHING, NOTHING]]
    assert half.tolist() == [[0, NOTHING]] and whole.tolist() == [[0]]


def test_a_flat_map_stays_pale_unless_it_is_stretched() -> None:
    flat = np.array([[0.26, 0.25, 0.25, 0.24]])
    assert pyramid(flat).levels[0].max() == round(0.26 * STEPS)
    assert pyramid(flat, top=0.26).levels[0].max() == STEPS
    assert thumbnail(np.eye(100), 32).shape == (25, 25)


# filters


def test_a_filter_that_leaves_everything_changes_nothing(saved) -> None:
    found = saved(w=uniform((5, 5)))
    made = show(found.maps, (), Filter(), found.rows, found.columns)
    assert made.weights.tolist() == uniform((5, 5)).tolist() and not made.said


def test_top_percent_keeps_the_largest_of_each_row(saved) -> None:
    found = saved(w=np.array([[0.6, 0.3, 0.1], [0.2, 0.2, 0.6]]))
    made = show(found.maps, (), Filter(top=80), found.rows, found.columns)
    assert made.left_out.tolist() == [[False, False, True], [False, True, False]]
    assert made.weights[0].tolist() == [0.6, 0.3, 0.1]


def test_hidden_special_tokens_are_renormalised_and_told(saved) -> None:
    weights = np.array([[0.6, 0.3, 0.1], [0.6, 0.1, 0.3], [0.8, 0.1, 0.1]])
    found = saved(w=weights, tokens=np.array(["<s>", "the", "cat"]))
    made = show(found.maps, (), Filter(special=False), found.rows, found.columns)
    assert made.weights == pytest.approx(np.array([[0.25, 0.75], [0.5, 0.5]]))
    assert (made.rows, made.columns) == ((1, 2), (1, 2))
    assert "not the file's numbers" in made.said[0] and "0.20 to 0.40" in made.said[0]


def test_a_subset_keeps_the_numbers_of_the_file(saved) -> None:
    found = saved(w=uniform((6, 6)))
    made = show(found.maps, (), Filter(tokens="2-3, 6"), found.rows, found.columns)
    assert made.columns == (1, 2, 5) and made.weights == pytest.approx(np.full((3, 3), 1 / 6))
    assert "3 of 6 keys" in made.said[0]


@pytest.mark.parametrize("text", ["", "a", "0", "3-1", "9", "1-2-3", "1,,2", "-"])
def test_places_that_are_none_are_refused(text) -> None:
    with pytest.raises(ValueError, match="place|tokens"):
        places(text, 5)


# the gallery


def test_the_gallery_is_what_its_script_makes(tmp_path) -> None:
    gallery.write(tmp_path)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == sorted(path.name for path in RESOURCES.iterdir())
    for name in made:
        ours, shipped = np.load(tmp_path / name), np.load(RESOURCES / name)
        assert ours.files == shipped.files
        for part in ours.files:
            if ours[part].dtype.kind == "U":
                assert ours[part].tolist() == shipped[part].tolist()
            else:
                assert ours[part] == pytest.approx(shipped[part], abs=1e-6)


@pytest.mark.parametrize("path", sorted(RESOURCES.iterdir()), ids=lambda path: path.stem)
def test_every_sample_opens_with_sound_weights(path) -> None:
    found = opened(read_files([path]))
    assert found.maps is not None and all(one.right for one in found.findings)
    assert found.columns[0] == "<s>"


def test_samples_show_their_pattern() -> None:
    top = {
        path.stem: opened(read_files([path])).maps.weights(()).argmax(axis=-1)
        for path in RESOURCES.iterdir()
        if path.stem in gallery.PATTERNS
    }
    n = len(gallery.TOKENS)
    assert top["previous-token"].tolist() == [0, *range(n - 1)]
    assert set(top["first-token-sink"]) == {0}
    assert (top["blocks"] // 4 == np.arange(n) // 4).all()
    assert gallery.TOKENS[top["same-token"][1]] == "the" and top["same-token"][1] != 1
    found = opened(read_files([RESOURCES / "queries-and-keys.npz"]))
    assert found.maps.weights((0,)).argmax(axis=-1).tolist() == [7, *range(7)]
    assert found.maps.weights((1,)).argmax(axis=-1).tolist() == list(range(8))


# into panes


def test_operands_go_into_pane_05_with_their_mask(saved) -> None:
    from dataclasses import replace

    from core.tensors.proposing import replaced

    random = np.random.default_rng(0)
    q, k, v = random.normal(size=(3, 2, 4, 3))
    found = saved(q=q, k=k, v=v, mask=np.tril(np.ones((4, 4))))
    reading = replaced(found.proposal.reading, polarity="attend")
    found = opened(found.collection, replace(found.proposal, reading=reading))
    made = experiment_for("attention", found, (1,), START)
    assert (made.mask, made.source) == ("causal", "opened from a file")
    assert compute(made)["weights"] == pytest.approx(found.maps.weights((1,)))
    assert with_cell(made, "key", 0, 0, 1.0).source == "opened from a file, then edited"


def test_all_heads_go_into_pane_07(saved) -> None:
    random = np.random.default_rng(1)
    q, k = random.normal(size=(4, 5, 6)), random.normal(size=(2, 5, 6))
    found = saved(q=q, k=k)
    made = experiment_for("heads", found, (0,), START)
    assert isinstance(made, HeadsExperiment) and made.heads == 4
    assert made.origin == "Q and K from f.npz; V and W_O random"
    weights = compute(made)["weights"]
    for head in range(4):
        assert weights[head] == pytest.approx(found.maps.weights((head,)))


def test_values_and_w_o_of_the_file_go_into_pane_07(saved) -> None:
    """Nothing random is left: head_i = A_i V_i, and the output is Concat(head_i) W_O."""
    random = np.random.default_rng(3)
    q, k, v = random.normal(size=(3, 2, 3, 4))
    w_o = random.normal(size=(8, 8))
    trace = compute(experiment_for("heads", saved(q=q, k=k, v=v), (0,), START))
    whole = saved(q=q, k=k, v=v, w_o=w_o)
    made = experiment_for("heads", whole, (0,), START)
    concat = np.hstack([whole.maps.attention((head,)).output for head in range(2)])
    assert made.origin == "Q, K, V and W_O from f.npz"
    assert compute(made)["query"] == pytest.approx(q) and compute(made)["value"] == pytest.approx(v)
    assert compute(made)["output"] == pytest.approx(concat @ w_o.T)
    assert trace["output"] == pytest.approx(concat)
    assert trace.experiment.origin == "Q, K and V from f.npz; no W_O there: the identity"
    with pytest.raises(ValueError, match="w_o has 8 rows"):
        with_model_size(made, 16)
    assert with_heads(made, 4).origin == "Q, K, V and W_O from f.npz, cut into 4"


@pytest.mark.parametrize(
    ("width", "value_width", "out", "bias", "why"),
    [
        (4, 4, 5, None, "its W_O does not fit these heads"),
        (4, 3, 6, None, "its W_O does not fit these heads"),
        (33, 33, 66, None, "its W_O is over 64 wide"),
        (4, 4, 8, 1.0, "its W_O has a bias"),
        (4, 4, 8, 0.0, ""),
    ],
)
def test_a_w_o_that_pane_07_cannot_take_is_not_said_to_be_missing(
    saved, width, value_width, out, bias, why
) -> None:
    random = np.random.default_rng(5)
    q, k = random.normal(size=(2, 2, 3, width))
    arrays = {"v": random.normal(size=(2, 3, value_width)), "w_o": np.ones((out, 2 * value_width))}
    if bias is not None:
        arrays["b_o"] = np.full(out, bias)
    made = experiment_for("heads", saved(q=q, k=k, **arrays), (0,), START)
    taken = "Q, K, V and W_O from f.npz"
    assert made.origin == (f"Q, K and V from f.npz; {why}: the identity" if why else taken)


def test_more_tokens_than_columns_and_wide_values_stay_exact(saved) -> None:
    random = np.random.default_rng(4)
    q, k = random.normal(size=(2, 2, 9, 2))
    v = random.normal(size=(2, 9, 5))
    found = saved(q=q, k=k, v=v)
    trace = compute(experiment_for("heads", found, (0,), START))
    for head in range(2):
        assert trace["weights"][head] == pytest.approx(found.maps.weights((head,)))
        assert trace["head_outputs"][head, :, :5] == pytest.approx(
            found.maps.attention((head,)).output
        )
        assert not trace["head_outputs"][head, :, 5:].any()


def test_x_and_its_projections_go_into_pane_07(saved) -> None:
    """As PyTorch computes them: y = x W^T; with biases the tokens' own Q, K and V are taken."""
    random = np.random.default_rng(5)
    x = random.normal(size=(3, 4))
    names = ("q_proj.weight", "k_proj.weight", "v_proj.weight", "o_proj.weight")
    w = dict(zip(names, random.normal(size=(4, 4, 4)), strict=True))
    found = saved(x=x, **w)
    found = opened(found.collection, answered(found.proposal, "heads", 2))
    made = experiment_for("heads", found, (0,), START)
    trace = compute(made)
    assert made.origin == "X and W from f.npz" and trace["features"] == pytest.approx(x)
    assert trace["query_projection"] == pytest.approx(w["q_proj.weight"].T)
    heads = np.hstack([found.maps.attention((head,)).output for head in range(2)])
    assert trace["output"] == pytest.approx(heads @ w["o_proj.weight"].T)
    biased = saved(x=x, **w, **{"q_proj.bias": np.ones(4)})
    made = experiment_for("heads", biased, (0,), START)
    assert compute(made)["query"][0] == pytest.approx(x @ w["q_proj.weight"].T + 1)
    assert made.origin == "Q, K, V and W_O from f.npz"


def test_x_and_the_projections_of_one_head_go_into_pane_08(torch, saved) -> None:
    """Weights, and the output of a head, as PyTorch's attention has them; words can be moved."""
    random = np.random.default_rng(6)
    x, packed = random.normal(size=(2, 3, 4)), random.normal(size=(12, 4))
    found = saved(x=x, in_proj_weight=packed, tokens=np.array(["the", "cat", "sat"]))
    found = opened(found.collection, answered(found.proposal, "heads", 2))
    made = experiment_for("self-attention", found, (1, 1), START)
    trace = compute(made)
    q, k, v = (torch.tensor(x[1] @ part.T)[:, 2:] for part in np.split(packed, 3))
    theirs = torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])[0]
    assert trace["output"] == pytest.approx(theirs.numpy())
    assert (made.source, made.file, made.model_size, made.key_size) == (OPENED, "f.npz", 4, 2)
    moved = with_words_shuffled(made)
    places = [place - 1 for place in moved.places]
    assert compute(moved)["embedding"] == pytest.approx(x[1][places])
    renamed = with_sentence(moved, "a b c")
    assert compute(renamed)["weights"] == pytest.approx(compute(moved)["weights"])
    with pytest.raises(ValueError, match="the file has 3 tokens and this is 1 word;"):
        with_sentence(moved, "a")
    drawn = with_projections(moved, "seeded")
    assert drawn.source == "random, untrained" and with_projections(drawn, "given") == moved
    with pytest.raises(ValueError, match="3 tokens and the sentence 2 words"):
        with_projections(with_sentence(drawn, "a b"), "given")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"in_proj_bias": np.ones(12)}, "no biases"),
        ({"mask": np.array([0, 0, -np.inf])}, "no mask but the causal one"),
        ({"memory": np.ones((3, 4))}, "from another X"),
    ],
)
def test_what_pane_08_does_not_compute_is_said(saved, more, words) -> None:
    found = saved(x=np.ones((3, 4)), in_proj_weight=np.ones((12, 4)), **more)
    assert words in reason_against("self-attention", found, (0,), START)


def test_keys_that_stand_in_for_values_are_told(saved) -> None:
    found = saved(q=np.ones((2, 3)), k=np.eye(3))
    for pane in ("attention", "cross"):
        made = experiment_for(pane, found, (), START)
        assert made.source == "opened from a file without V, which is K"


def test_a_causal_mask_of_the_file_goes_along_into_pane_07(saved) -> None:
    q = np.zeros((2, 3, 2))
    hide = np.where(np.tril(np.ones((3, 3))) > 0, 0, -np.inf)
    made = experiment_for("heads", saved(q=q, k=q, mask=hide), (0,), START)
    assert made.mask == "causal"
    odd = saved(q=q, k=q, mask=hide.T)
    assert "no mask but the causal one" in reason_against("heads", odd, (0,), START)


def test_two_sequences_go_into_pane_09_and_tokens_into_08(saved) -> None:
    random = np.random.default_rng(2)
    found = saved(q=random.normal(size=(2, 3)), k=random.normal(size=(5, 3)))
    made = experiment_for("cross", found, (), START)
    assert compute(made)["weights"] == pytest.approx(found.maps.weights(()))
    named = saved(w=uniform((3, 3)), tokens=np.array(["<s>", "the", "cat"]))
    assert experiment_for("self-attention", named, (), START).tokens == ("<s>", "the", "cat")


def test_what_does_not_fit_says_why(saved) -> None:
    weights = saved(w=uniform((3, 3)))
    assert "queries and keys" in reason_against("attention", weights, (), START)
    assert "only tokens" in reason_against("self-attention", weights, (), START)
    long = saved(q=np.ones((13, 2)), k=np.ones((13, 2)))
    assert "there are 13 tokens; this pane takes 1 to 12" in reason_against(
        "attention", long, (), START
    )
    assert "no axis of heads" in reason_against("heads", long, (), START)
    wide = saved(q=np.ones((3, 20)), k=np.ones((3, 20)))
    assert "d_k is 20" in reason_against("attention", wide, (), START)
    assert "20 columns" in reason_against("cross", wide, (), START)
