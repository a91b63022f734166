"""Files as people really have them: read rightly, or refused in one sentence with a cure."""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile

import numpy as np
import pytest

from core.tensors.labels import is_labels, read_labels
from core.tensors.mask_parts import mask_part
from core.tensors.naming import check_names, typed_names
from core.tensors.opened import opened, read_files
from core.tensors.proposing import propose_roles
from core.tensors.reading import read_tensors
from core.tensors.readings import answered
from core.tensors.refusing import TensorFileError
from core.tensors.showing import Filter, show
from core.tensors.small_floats import LAYOUTS, POWERS, table
from tests.core.test_tensor_files import safetensors
from tests.core.test_tensor_readings import decided, softmax, told

RANDOM = np.random.default_rng(0)
EYE = np.eye(2, dtype="<f4").tobytes()


def refusal(path):
    with pytest.raises(TensorFileError) as caught:
        opened(read_files([path]))
    sentence = str(caught.value)
    assert path.name in sentence and "\n" not in sentence
    return sentence


# tables


@pytest.mark.parametrize(
    ("text", "numbers", "names"),
    [
        (",the,cat\n0,0.9,0.1\n1,0.2,0.8\n", [[0.9, 0.1], [0.2, 0.8]], ("the", "cat")),
        (",0,1\n0,0.9,0.1\n1,0.2,0.8\n", [[0.9, 0.1], [0.2, 0.8]], ("0", "1")),
        ("0.9,0.1,\n0.2,0.8,\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("sep=;\n0,9;0,1\n0,2;0,8\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("# attention\n0.9,0.1\n0.2,0.8\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("#,the\n0.9,0.1\n0.2,0.8\n", [[0.9, 0.1], [0.2, 0.8]], ("#", "the")),
        ("0.9 0.1\n 0.2   0.8\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("0,9 0,1\n0,2 0,8\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("0.9, 0.1\n0.2, 0.8\n", [[0.9, 0.1], [0.2, 0.8]], ()),
        ("1,5E-01;8,5E-01\n5E-1;5E-1\n", [[0.15, 0.85], [0.5, 0.5]], ()),
        ("−0.5,1.5\r\n0.5,0.5\r", [[-0.5, 1.5], [0.5, 0.5]], ()),
        ('"a\nb",c\n0.9,0.1\n', [[0.9, 0.1]], ("a\nb", "c")),
        ("tok\t,\t.\n,\t0.9\t0.1\n.\t0.2\t0.8\n", [[0.9, 0.1], [0.2, 0.8]], (",", ".")),
    ],
)
def test_tables_as_programs_write_them(tmp_path, text, numbers, names) -> None:
    (tmp_path / "t.csv").write_bytes(text.encode())
    found = read_tensors(tmp_path / "t.csv")
    assert found.arrays[0].part().tolist() == numbers and found.column_labels == names


@pytest.mark.parametrize("cell", ["", "NA", "nan", "null", "N/A"])
def test_a_missing_cell_is_counted_and_none_is_guessed(tmp_path, cell) -> None:
    (tmp_path / "t.csv").write_text(f"0.5,0.5\n{cell},1\n")
    found = opened(read_files([tmp_path / "t.csv"]))
    assert told(found, "nan").endswith("the first in row 2, column 1")
    assert told(found, "rows").startswith("the other row sums to 1 (furthest 0.0e+00")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"1,234.5","0.5"\n"2,000.0","1"\n', "line 1, column 1 is not a number"),
        ("1.234,5;0,5\n2.000,0;1\n", "signs between thousands"),
        ("90%,10%\n20%,80%\n", "write a share"),
        ("the,cat\n0.9,x\n", "line 2, column 2"),
        ("0.9|0.1\n0.2|0.8\n", "correct that cell"),
        ("query,key,weight\n0,0,0.9\n0,1,0.1\n", "one row a query and one column a key"),
        ("1e400,1\n2,3\n", "'1e400'"),
        ("0.9,0.1\n\0,1\n", "bytes of 0"),
        ('"' + "x" * 200_000 + '",1\n0.5,0.5\n', "cannot be taken apart"),
        ("the,cat\n", "no row of numbers"),
    ],
)
def test_tables_that_would_be_misread(tmp_path, text, words) -> None:
    (tmp_path / "t.csv").write_text(text)
    assert words in refusal(tmp_path / "t.csv")


# JSON


def test_tables_within_tables_are_layers_and_heads(tmp_path) -> None:
    weights = softmax(RANDOM.normal(size=(3, 2, 4, 4)))
    layers = {
        f"layer_{layer}": {f"head_{head}": weights[layer, head].tolist() for head in range(2)}
        for layer in range(3)
    }
    (tmp_path / "n.json").write_text(json.dumps({"model": "small", "attention": layers}))
    found = opened(read_files([tmp_path / "n.json"]))
    assert found.maps.lead == (("layer", 3), ("head", 2))
    assert found.maps.weights((2, 1)).tolist() == weights[2, 1].tolist()
    assert "no lists, and not used: model" in found.collection.notes


def test_names_beside_arrays_belong_to_rows_and_columns(tmp_path) -> None:
    entry = {"attn": [[1, 0], [0.5, 0.5]], "left_text": ["a", "b"], "right_text": ["c", "d"]}
    (tmp_path / "v.json").write_text(json.dumps({"all": entry}))
    found = opened(read_files([tmp_path / "v.json"]))
    assert (found.rows, found.columns) == (("a", "b"), ("c", "d"))
    (tmp_path / "w.json").write_text(json.dumps({"attn": [[1]], "tokens": ["a", None]}))
    notes = read_tensors(tmp_path / "w.json").notes
    assert notes == ("tokens is no list of words, so it names no tokens",)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", '{"a":[[1]],"a":[[2]]}', "holds a twice"),
        ("a.json", '{"a":' * 40 + "1" + "}" * 40, "too deeply"),
        ("a.json", '{"a":' * 20_000, "not JSON"),
        ("a.json", json.dumps([[1, {"long": "x" * 500}]]), "a[1][2] (counting from 1) is"),
    ],
)
def test_json_that_says_two_things(tmp_path, name, text, words) -> None:
    (tmp_path / name).write_text(text)
    said = refusal(tmp_path / name)
    assert words in said and len(said) < 200


# arrays of which one cannot be used


def archive(path, **members: object) -> None:
    with zipfile.ZipFile(path, "w") as whole:
        for name, array in members.items():
            stream = io.BytesIO()
            np.save(stream, array, allow_pickle=True)
            whole.writestr(f"{name.rstrip('_')}.npy", stream.getvalue())


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        (np.float32(2.5), "left out: loss is a single number"),
        (np.zeros((0, 4)), "left out: loss holds no numbers"),
        (np.array({"a": 1}, dtype=object), "left out: loss holds Python objects"),
        (np.zeros(3, [("a", "f4")]), "left out: loss holds records"),
    ],
)
def test_one_useless_array_does_not_refuse_the_others(tmp_path, beside, words) -> None:
    archive(tmp_path / "z.npz", attn=np.eye(3), loss=beside)
    found = read_tensors(tmp_path / "z.npz")
    assert [one.name for one in found.arrays] == ["attn"]
    assert any(note.startswith(words) for note in found.notes)


def test_scalars_and_names_twice_in_safetensors(tmp_path) -> None:
    entries = {"step": ("I64", [], bytes(8)), "w": ("F32", [2, 2], EYE)}
    (tmp_path / "s.safetensors").write_bytes(safetensors(entries))
    assert "step" in read_tensors(tmp_path / "s.safetensors").notes[0]
    entry = '"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}'
    header = f"{{{entry},{entry}}}".encode()
    raw = struct.pack("<Q", len(header)) + header + EYE
    (tmp_path / "s.safetensors").write_bytes(raw)
    assert "holds w twice" in refusal(tmp_path / "s.safetensors")


def test_an_archive_may_not_name_an_array_twice(tmp_path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive(tmp_path / "z.npz", attn=np.eye(3), attn_=np.ones((3, 3)))
    assert "holds attn twice" in refusal(tmp_path / "z.npz")


def test_arrays_of_one_name_in_several_files_all_stay(tmp_path) -> None:
    for folder in "abc":
        (tmp_path / folder).mkdir()
        np.save(tmp_path / folder / "attn.npy", np.eye(2))
    collection = read_files([tmp_path / folder / "attn.npy" for folder in "abc"])
    assert list(collection.arrays) == ["attn", "attn:attn", "c/attn:attn"]


def test_words_saved_as_an_array_name_the_tokens(tmp_path) -> None:
    np.save(tmp_path / "w.npy", np.eye(2))
    for words in (np.array(["<s>", "שלום"]), np.array([b"<s>", b"a"])):
        np.save(tmp_path / "t.npy", words)
        assert is_labels(tmp_path / "t.npy") and read_labels(tmp_path / "t.npy")[0] == "<s>"
        assert opened(read_files([tmp_path / "w.npy", tmp_path / "t.npy"])).rows[0] == "<s>"


# places


def test_pipes_links_and_web_pages(tmp_path) -> None:
    if hasattr(os, "mkfifo"):
        for name in ("p.npy", "p.json", "p.txt"):
            os.mkfifo(tmp_path / name)
            assert "pipe" in refusal(tmp_path / name)
        (tmp_path / "l.npy").symlink_to(tmp_path / "gone")
        (tmp_path / "o.npy").symlink_to(tmp_path / "o.npy")
        assert "is a link" in refusal(tmp_path / "l.npy") and "link" in refusal(tmp_path / "o.npy")
    for name, raw, words in (
        ("h.safetensors", b"\n<!DOCTYPE html><p>404", "web page"),
        ("g.npy", b"\x1f\x8b\x08" + bytes(80), "compressed"),
    ):
        (tmp_path / name).write_bytes(raw)
        assert words in refusal(tmp_path / name)


@pytest.mark.parametrize("name", ["x y.npy", "ünï.npy", "שלום.npy", "🙂.npy", "-a.npy", "A.NPY"])
def test_files_of_any_name(tmp_path, name) -> None:
    with (tmp_path / name).open("wb") as stream:
        np.save(stream, np.eye(2))
    assert opened(read_files([tmp_path / name])).maps.weights(()).tolist() == [[1, 0], [0, 1]]


# types


@pytest.mark.parametrize("kind", [*LAYOUTS, POWERS])
def test_every_pattern_of_a_small_float_is_what_pytorch_says(torch, kind) -> None:
    bits = torch.arange(256, dtype=torch.uint8)
    theirs = bits.view(getattr(torch, kind)).to(torch.float64).numpy()
    assert np.array_equal(table(kind), theirs, equal_nan=True)
    assert np.array_equal(np.signbit(table(kind)[:255]), np.signbit(theirs[:255])) or "uz" in kind


def test_small_floats_of_both_kinds_of_file(tmp_path) -> None:
    raw = bytes([0x38, 0x00, 0x30, 0x30])  # 1, 0, 0.5, 0.5
    entries = {"attn": ("F8_E4M3", [2, 2], raw), "attn_scale_inv": ("F32", [1], bytes(4))}
    (tmp_path / "s.safetensors").write_bytes(safetensors(entries))
    found = opened(read_files([tmp_path / "s.safetensors"]))
    assert found.maps.weights(()).tolist() == [[1, 0], [0.5, 0.5]]
    assert "attn_scale_inv, which is not applied" in found.collection.notes[-1]


# what weights can be besides weights


@pytest.mark.parametrize(
    ("array", "key", "words"),
    [
        (np.array([[60.0, 40], [10, 90]]), "scaled", "every row sums to about 100"),
        (np.array([[200, 55], [5, 250]], "u1"), "scaled", "about 255"),
        (np.log([[0.6, 0.4], [0.1, 0.9]]), "logarithms", "logarithms"),
        (np.array([[True, False], [True, True]]), "mask", "booleans: a mask?"),
    ],
)
def test_what_is_no_weight_is_guessed_at_aloud(saved, array, key, words) -> None:
    found = saved(attn=array)
    assert words in told(found, key)
    assert found.maps.weights(()) == pytest.approx(array.astype(float))


def test_masked_scores_are_not_taken_for_weights(saved) -> None:
    scores = np.where(np.tril(np.ones((3, 3))) > 0, 1.0, -np.inf)
    found = saved(attn=scores)
    assert found.proposal.reading.kind == "scores" and found.proposal.questions
    assert found.maps.weights(())[1].tolist() == [0.5, 0.5, 0]


def test_heads_may_come_last(saved) -> None:
    weights = softmax(RANDOM.normal(size=(2, 3, 5, 5)))
    for made, index in ((weights[0], (1,)), (weights, (1, 2))):
        found = saved(attn=np.moveaxis(made, -3, -1))
        assert found.proposal.reading.axes[-3:] == ("query", "key", "head")
        assert found.proposal.questions
        assert found.maps.weights(index).tolist() == made[index].tolist()


def test_rows_of_left_padding_are_no_mistake_of_the_others(saved) -> None:
    weights = np.zeros((4, 4))
    weights[2, 2], weights[3, 2:] = 1, 0.5
    found = saved(attn=weights)
    assert told(found, "rows").startswith("all other rows sum to 1")
    assert told(found, "blind").startswith("2 rows are all 0")
    assert "keys 1, 2 never get" in told(found, "padding")


def test_rows_that_are_no_numbers_are_not_said_to_sum_to_anything(saved) -> None:
    found = saved(attn=np.array([[np.nan, 0.5], [0.5, np.nan]]))
    assert [one.key for one in found.findings] == ["nan"]
    found = saved(attn=np.array([[np.nan, 0.5], [0, 0]]))
    assert told(found, "rows") == "the other row sums to 0, not 1: every weight is 0"


# masks


def test_lengths_hide_what_follows_them(saved) -> None:
    zeros = np.zeros((2, 4, 1))
    found = saved(q=zeros, k=zeros, lengths=np.array([3, 1]))
    assert found.proposal.reading.axes == ("batch", "token", "d")
    rows = [found.maps.weights((sample,))[0].tolist() for sample in range(2)]
    assert rows == [pytest.approx([1 / 3] * 3 + [0]), [1, 0, 0, 0]]
    assert "length is 9" in saved(q=zeros, k=zeros, lengths=np.array([9, 3])).trouble
    assert "3 numbers for 1 sample" in saved(q=zeros, k=zeros, lengths=np.arange(3)).trouble


@pytest.mark.parametrize(
    ("first", "places"), [(6, range(6)), (3, [0, 1, 2] * 2), (2, [0] * 3 + [1] * 3)]
)
def test_the_first_of_three_axes_of_a_mask(saved, first, places) -> None:
    """Heads of a sample lie side by side, batch * heads + head, as nn.MultiheadAttention has it."""
    q = np.zeros((2, 3, 2, 1))
    mask = -np.arange(first, dtype=float)[:, None, None] * np.ones((2, 2))
    found = saved(q=q, k=q, mask=mask)
    array = found.collection.arrays["mask"]
    each = [-float(mask_part(found.maps, array, at)[0, 0]) for at in found.maps.indices()]
    assert each == list(places)
    square = saved(q=q[:, :2], k=q[:, :2], mask=mask[:2])
    assert "save it as 2 × 1 × 2 × 2 or 1 × 2 × 2 × 2" in square.trouble


@pytest.mark.parametrize("hide", [-np.inf, -1e9, -1e4, float(np.finfo("f4").min)])
def test_padding_is_what_a_mask_hides_from_every_query(saved, hide) -> None:
    q = RANDOM.normal(size=(4, 2))
    found = saved(q=q, k=q, mask=np.array([[0, 0, hide, hide]]))
    made = show(found.maps, (), Filter(pads=False), found.rows, found.columns)
    assert made.columns == made.rows == (0, 1) and made.pads.masked
    assert made.weights.sum(axis=-1) == pytest.approx(np.ones(2))
    assert "2 padded tokens trimmed (keys 3, 4), as the mask says" in made.said[0]


def test_padding_without_a_mask_is_what_gets_no_weight(saved) -> None:
    weights = np.hstack([np.zeros((3, 1)), np.full((3, 2), 0.5)])
    found = saved(attn=weights)
    made = show(found.maps, (), Filter(pads=False), found.rows, found.columns)
    assert made.columns == (1, 2) and "since no query gives them weight" in made.said[0]
    masked = saved(attn=weights, mask=np.array([1, 1, 1, 0, 0]))
    masked = opened(masked.collection, answered(masked.proposal, "polarity", "attend"))
    made = show(masked.maps, (), Filter(pads=False), masked.rows, masked.columns)
    assert made.columns == (0, 1, 2) and "fits neither" in made.said[0]


# projections of grouped queries


def test_fewer_key_columns_than_query_columns_need_heads(saved) -> None:
    x = RANDOM.normal(size=(3, 4))
    w = {"q_proj.weight": RANDOM.normal(size=(8, 4)), "k_proj.weight": RANDOM.normal(size=(2, 4))}
    found = saved(x=x, **w)
    assert found.proposal.heads == (4, 8) and found.maps.lead == (("head", 4),)
    assert not any("square" in one.sentence for one in found.proposal.questions)
    assert found.maps.operands((3,))[1] == pytest.approx(x @ w["k_proj.weight"].T)
    turned = saved(x=x, w_q=w["q_proj.weight"].T, w_k=w["k_proj.weight"].T)
    assert turned.proposal.reading.matrices == "conv1d" and decided(turned, heads=8).maps.count == 8


def test_numbers_at_the_ends_of_their_range_raise_no_alarm(saved) -> None:
    """Sums of infinities of both signs, and sums beyond every number."""
    with pytest.raises(TensorFileError, match="is infinite"):
        saved(weights=np.array([[np.inf, -np.inf], [0, 1.0]]))
    found = saved(weights=np.full((3, 3), 1.7e308))
    assert any("sums to inf" in one.sentence for one in found.findings)


def test_what_is_called_a_matrix_by_hand_must_be_one(saved) -> None:
    found = saved(one=np.ones((3, 4)), two=np.ones((2, 3, 4)), three=np.ones((4, 4)))
    for role, name, words in (("w_q", "two", "needs two axes"), ("b_q", "one", "needs one axis")):
        roles = {"x": "one", "w_q": "three", "w_k": "three", role: name}
        with pytest.raises(TensorFileError, match=words):
            propose_roles(found.collection, roles)


# names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<s>\n<b>bold\n\n", ("<s>", "<b>bold")),
        ("the cat sat", ("the", "cat", "sat")),
        ("a b\nc\r\n", ("a b", "c")),
        ("the\tcat\tsat", ("the", "cat", "sat")),
        ("a\n\nb", ("a", "␣", "b")),
        ("我爱猫", ("我", "爱", "猫")),
        ("  \n", ()),
    ],
)
def test_names_as_they_are_typed(text, names) -> None:
    assert typed_names(text) == names


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "there are 2 names for 1 query; write 1"), (3, "2 names for 3 queries; write 3"), (2, "")],
)
def test_a_wrong_number_of_names_tells_both(count, words) -> None:
    if not words:
        check_names(["a", "b"], count, "queries")
        return
    with pytest.raises(TensorFileError, match=words):
        check_names(["a", "b"], count, "queries")
