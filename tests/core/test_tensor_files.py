"""Files of tensors: what is read, and what is refused in one sentence."""

from __future__ import annotations

import io
import json
import os
import pathlib
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.tensors.labels import EXTRA, labels_for, read_labels
from core.tensors.reading import read_tensors
from core.tensors.refusing import TensorFileError
from core.tensors.spelling import is_byte_level, joined, readable, spelling_of
from core.tensors.tables import Dialect, read_table
from core.training.tensor_files import read_tensors as torch_job
from core.training.work import Alone, RefusalError

POINTER = (
    "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 548105171\n"
)


def safetensors(entries: dict[str, tuple[str, list[int], bytes]]) -> bytes:
    header, start, body = {}, 0, b""
    for name, (kind, shape, raw) in entries.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [start, start + len(raw)]}
        start, body = start + len(raw), body + raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def refused(path: pathlib.Path, **how) -> str:
    with pytest.raises(TensorFileError) as caught:
        read_tensors(path, **how)
    sentence = str(caught.value)
    assert path.name in sentence and "\n" not in sentence
    return sentence


# what is read


@pytest.mark.parametrize("dtype", ["<f2", "<f4", ">f4", ">f8", "<i8", ">i2", "u1", "?"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_keeps_rows_and_numbers(tmp_path, dtype, order) -> None:
    made = np.array([[1, 0, 1], [0, 1, 1]], dtype=dtype, order=order)
    np.save(tmp_path / "a.npy", made)
    (array,) = read_tensors(tmp_path / "a.npy").arrays
    assert array.part().tolist() == [[1, 0, 1], [0, 1, 1]]
    assert array.part().dtype == np.float64 and array.stored == np.dtype(dtype).name


def test_fortran_order_is_no_transposition(tmp_path) -> None:
    np.save(tmp_path / "f.npy", np.array(np.arange(1, 7).reshape(2, 3), order="F"))
    found = read_tensors(tmp_path / "f.npy")
    assert found.arrays[0].part().tolist() == [[1, 2, 3], [4, 5, 6]]
    assert "Fortran" in found.notes[0]


def test_views_that_skip_numbers_are_read_as_seen(tmp_path) -> None:
    whole = np.arange(24.0).reshape(4, 6)
    np.savez(tmp_path / "v.npz", a=whole[::2, ::-3], b=whole.T)
    a, b = read_tensors(tmp_path / "v.npz").arrays
    assert a.part().tolist() == [[5, 2], [17, 14]] and b.part()[1].tolist() == [1, 7, 13, 19]


def test_bfloat16_is_the_upper_half_of_float32(tmp_path) -> None:
    raw = bytes.fromhex("803f00c0003f4940")
    (tmp_path / "w.safetensors").write_bytes(safetensors({"w": ("BF16", [2, 2], raw)}))
    (array,) = read_tensors(tmp_path / "w.safetensors").arrays
    assert array.part().tolist() == [[1.0, -2.0], [0.5, 3.140625]]
    assert (array.stored, array.tolerance, array.whole) == ("bfloat16", 1e-2, False)


def test_npz_with_words_names_the_tokens(tmp_path) -> None:
    np.savez(tmp_path / "n.npz", w=np.eye(2), tokens=np.array(["<s>", "שלום"]))
    found = read_tensors(tmp_path / "n.npz")
    assert found.row_labels == ("<s>", "שלום") and [one.name for one in found.arrays] == ["w"]


def test_decimal_commas_between_semicolons(tmp_path) -> None:
    (tmp_path / "d.csv").write_text("A;B\n0,435;2,87\n1,286;4\n")
    found = read_tensors(tmp_path / "d.csv")
    assert found.arrays[0].part().tolist() == [[0.435, 2.87], [1.286, 4]]
    assert found.column_labels == ("A", "B") and "semicolons" in found.notes[0]


def test_a_byte_order_mark_is_no_number(tmp_path) -> None:
    (tmp_path / "b.csv").write_bytes(bytes.fromhex("efbbbf302e372c302e330a302e312c302e390a"))
    assert read_tensors(tmp_path / "b.csv").arrays[0].part().tolist() == [[0.7, 0.3], [0.1, 0.9]]


def test_names_above_and_at_the_left(tmp_path) -> None:
    (tmp_path / "t.tsv").write_text("\tthe\t<s>\nthe\t1\t0\n<s>\t0.5\t0.5\n", "utf-8")
    found = read_tensors(tmp_path / "t.tsv")
    assert found.row_labels == found.column_labels == ("the", "<s>")
    assert found.arrays[0].part().tolist() == [[1, 0], [0.5, 0.5]]


def test_separators_can_be_said(tmp_path) -> None:
    (tmp_path / "c.csv").write_text("0,5\n0,25\n")
    assert read_tensors(tmp_path / "c.csv").arrays[0].shape == (2, 2)
    told = read_table(tmp_path / "c.csv", dialect=Dialect(";", ","))
    assert told.arrays[0].part().tolist() == [[0.5], [0.25]]


def test_json_by_name_with_tokens(tmp_path) -> None:
    (tmp_path / "j.json").write_text(json.dumps({"q": [[1, 2]], "tokens": ["a"], "k": [[0.5, 1]]}))
    found = read_tensors(tmp_path / "j.json")
    assert [one.name for one in found.arrays] == ["q", "k"] and found.row_labels == ("a",)
    assert found.arrays[0].whole and not found.arrays[1].whole


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=1, max_size=5))
def test_text_gives_back_every_digit(tmp_path, rows) -> None:
    (tmp_path / "r.csv").write_text("\n".join(",".join(map(repr, row)) for row in rows))
    (tmp_path / "r.json").write_text(json.dumps(rows))
    for name in ("r.csv", "r.json"):
        assert read_tensors(tmp_path / name).arrays[0].part().tolist() == rows


# what is refused


def test_objects_are_never_unpickled(tmp_path) -> None:
    ragged = np.empty(2, object)
    ragged[0], ragged[1] = np.eye(2), np.eye(3)
    np.save(tmp_path / "ragged.npy", ragged, allow_pickle=True)
    np.savez(tmp_path / "ragged.npz", maps=ragged)
    assert "np.savez" in refused(tmp_path / "ragged.npy")
    assert "maps" in refused(tmp_path / "ragged.npz")


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (np.array([[1 + 2j, 0], [0, 1]], np.complex64), "complex"),
        (np.array(2.5), "single number"),
        (np.zeros((0, 0)), "no numbers"),
        (np.zeros((3, 0)), "no numbers"),
        (np.array(["2020-01-01"], "datetime64[D]"), "not numbers"),
        (np.zeros(2, [("a", "f4")]), "not numbers"),
    ],
)
def test_arrays_that_are_no_block_of_numbers(tmp_path, made, words) -> None:
    np.save(tmp_path / "x.npy", made)
    np.savez(tmp_path / "x.npz", inner=made)
    assert words in refused(tmp_path / "x.npy")
    said = refused(tmp_path / "x.npz")
    assert words in said and "inner" in said


@pytest.mark.parametrize("suffix", [".safetensors", ".npy", ".npz", ".pt", ".csv", ".json"])
def test_pointers_of_git_lfs_under_any_name(tmp_path, suffix) -> None:
    (tmp_path / f"p{suffix}").write_text(POINTER)
    assert "Git LFS pointer" in refused(tmp_path / f"p{suffix}")


def test_a_file_cut_anywhere_is_refused(tmp_path) -> None:
    whole = safetensors({"w": ("F32", [2, 2], np.eye(2, dtype="<f4").tobytes())})
    stream = io.BytesIO()
    np.save(stream, np.eye(3))
    for name, raw in (("c.safetensors", whole), ("c.npy", stream.getvalue())):
        for length in range(1, len(raw), 7):
            (tmp_path / name).write_bytes(raw[:length])
            assert "memory" not in refused(tmp_path / name)
    np.savez(tmp_path / "c.npz", a=np.eye(3))
    raw = (tmp_path / "c.npz").read_bytes()
    (tmp_path / "c.npz").write_bytes(raw[: len(raw) // 2])
    assert "truncated" in refused(tmp_path / "c.npz")


def test_a_truncated_file_says_how_much_is_there(tmp_path) -> None:
    whole = safetensors({"w": ("F32", [2, 2], np.eye(2, dtype="<f4").tobytes())})
    (tmp_path / "c.safetensors").write_bytes(whole[:-4])
    said = refused(tmp_path / "c.safetensors")
    assert f"{len(whole) - 4:,} of {len(whole):,} bytes" in said


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 12]},
        {"dtype": "F32", "shape": [2, -2], "data_offsets": [0, 16]},
        {"dtype": "C64", "shape": [2], "data_offsets": [0, 16]},
        {"dtype": "F4", "shape": [32], "data_offsets": [0, 16]},
        {"shape": [2, 2]},
        7,
    ],
)
def test_headers_that_make_no_sense(tmp_path, entry) -> None:
    text = json.dumps({"w": entry}).encode()
    raw = struct.pack("<Q", len(text)) + text + bytes(16)
    (tmp_path / "h.safetensors").write_bytes(raw)
    assert "w" in refused(tmp_path / "h.safetensors")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.sampled_from([".npy", ".npz", ".safetensors", ".csv", ".tsv", ".json"]), st.binary())
def test_any_bytes_are_read_or_refused(tmp_path, suffix, raw) -> None:
    (tmp_path / f"any{suffix}").write_bytes(raw)
    try:
        read_tensors(tmp_path / f"any{suffix}")
    except TensorFileError as error:
        assert f"any{suffix}" in str(error)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", "1,2\n3\n", "line 2 has 1"),
        ("a.csv", "1,2\n3,x\n", "line 2, column 2"),
        ("a.csv", "\n", "empty"),
        ("a.json", "[[1,2],[3]]", "ragged"),
        ("a.json", "[[1,2],[3,[4]]]", "a[2][2]"),
        ("a.json", '[[1,"x"],[3,4]]', "a[1][2]"),
        ("a.json", "{", "line 1"),
        ("a.json", "3", "no list"),
        ("a.json", "[" * 5000, "JSON"),
        ("a.json", "[[1e999999, 1" + "0" * 400 + "]]", ""),
        ("a.pkl", "x", "pickle"),
        ("a.xlsx", "x", ".xlsx"),
        ("a", "x", "no ending"),
    ],
)
def test_text_that_is_no_table(tmp_path, name, text, words) -> None:
    (tmp_path / name).write_text(text)
    assert words in refused(tmp_path / name)


def test_endings_that_do_not_tell_the_truth(tmp_path) -> None:
    np.save(tmp_path / "a.npy", np.eye(2))
    raw = (tmp_path / "a.npy").read_bytes()
    for name in ("a.npz", "a.csv", "a.safetensors", "a.json"):
        (tmp_path / name).write_bytes(raw)
        assert ".npy" in refused(tmp_path / name)
    (tmp_path / "b.npy").write_text("1,2")
    assert "does not begin" in refused(tmp_path / "b.npy")


def test_folders_nothing_and_locked_files(tmp_path) -> None:
    (tmp_path / "d.npy").mkdir()
    assert "folder" in refused(tmp_path / "d.npy")
    assert "no file" in refused(tmp_path / "gone.npy")
    (tmp_path / "e.npy").write_bytes(b"")
    assert "empty" in refused(tmp_path / "e.npy")
    if os.name == "posix" and os.getuid():
        np.save(tmp_path / "l.npy", np.eye(2))
        (tmp_path / "l.npy").chmod(0)
        assert "cannot be read" in refused(tmp_path / "l.npy")


def test_memory_is_asked_before_anything_is_read(tmp_path) -> None:
    np.savez(tmp_path / "m.npz", a=np.zeros((100, 100)))
    (tmp_path / "m.csv").write_text("1,2\n" * 1000)
    for name in ("m.npz", "m.csv"):
        assert "memory" in refused(tmp_path / name, memory=10_000)


def test_an_archive_that_claims_much_is_not_unpacked(tmp_path) -> None:
    header = io.BytesIO()
    whole = np.lib.format.header_data_from_array_1_0(np.zeros(1))
    np.lib.format.write_array_header_1_0(header, {**whole, "shape": (2**40,)})
    with zipfile.ZipFile(tmp_path / "z.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", header.getvalue() + bytes(1000))
    assert "memory" in refused(tmp_path / "z.npz")


def test_a_large_npy_is_mapped(tmp_path) -> None:
    made = np.lib.format.open_memmap(tmp_path / "big.npy", "w+", "f4", (452, 800, 800))
    made[451, 799, 799] = 0.5
    made.flush()
    del made
    (array,) = read_tensors(tmp_path / "big.npy", memory=1_000_000).arrays
    assert array.shape == (452, 800, 800) and isinstance(array.values, np.memmap)
    assert array.part((451, 799, slice(798, None))).tolist() == [0, 0.5]


# PyTorch's files


def test_torch_files_are_read_by_the_safe_loader(torch, tmp_path) -> None:
    torch.save(
        {
            "q": torch.arange(6.0).reshape(2, 3).T,
            "rest": [torch.ones(1, 2, dtype=torch.int64)],
            "w": torch.nn.Parameter(torch.eye(2, dtype=torch.bfloat16)),
        },
        tmp_path / "c.pt",
    )
    q, rest, w = read_tensors(tmp_path / "c.pt").arrays
    assert q.part().tolist() == [[0, 3], [1, 4], [2, 5]]
    assert (rest.name, rest.whole) == ("rest.0", True)
    assert (w.part().tolist(), w.stored) == ([[1, 0], [0, 1]], "bfloat16")


def test_a_tensor_may_stand_alone_in_its_file(torch, tmp_path) -> None:
    torch.save(torch.nn.Parameter(torch.eye(2)), tmp_path / "b.pt")
    [(name, stored, numbers)], *_ = torch_job(Alone(), str(tmp_path / "b.pt"))
    assert (name, stored, numbers.tolist()) == ("", "float32", [[1, 0], [0, 1]])


class Canary:
    def __init__(self, place: pathlib.Path) -> None:
        self.place = place

    def __reduce__(self) -> object:
        return (pathlib.Path.touch, (self.place,))


def test_what_a_torch_file_asks_for_is_never_done(torch, tmp_path) -> None:
    canary = tmp_path / "CANARY"
    torch.save({"q": Canary(canary)}, tmp_path / "evil.pt")
    with pytest.raises(RefusalError) as told:
        torch_job(Alone(), str(tmp_path / "evil.pt"))
    said = str(told.value)
    assert "something other than tensors" in said and "state_dict" in said
    assert "weights_only" not in said and not canary.exists()


def test_layers_of_none_say_why(torch, tmp_path) -> None:
    torch.save((None, None), tmp_path / "a.pt")
    assert "eager" in refused(tmp_path / "a.pt")


# names of tokens


def test_tokens_are_literal_and_counted_by_place(tmp_path) -> None:
    words = ["<s>", "<pad>", "<pad>", "<b>bold", "a<b<c", "&lt;", "🚀", "שלום", "नमस्ते", "##ing"]
    (tmp_path / "t.txt").write_text("\n".join(words) + "\n", "utf-8")
    (tmp_path / "t.json").write_text(json.dumps({"tokens": words}), "utf-8")
    assert read_labels(tmp_path / "t.txt") == read_labels(tmp_path / "t.json") == tuple(words)


def test_one_line_is_cut_into_words(tmp_path) -> None:
    (tmp_path / "t.txt").write_text("我爱猫 hello世界", "utf-8")
    assert read_labels(tmp_path / "t.txt") == ("我", "爱", "猫", "hello", "世", "界")


@pytest.mark.parametrize("text", ["   ", "\u00a0", "\n\n", "\u200b"])
def test_blank_files_hold_no_tokens(tmp_path, text) -> None:
    (tmp_path / "t.txt").write_text(text, "utf-8")
    with pytest.raises(TensorFileError, match=r"t\.txt"):
        read_labels(tmp_path / "t.txt")


def test_bytes_of_letters_become_readable() -> None:
    tokens = ["say", "Ġwhat", "?", "æĿ", "±"]
    assert is_byte_level(tokens) and not is_byte_level(["say", "wäs"])
    assert [readable(one) for one in tokens] == ["say", "␣what", "?", "<E6 9D>", "<B1>"]
    assert joined(tokens) == "say what?東"


@pytest.mark.parametrize(
    "words", ["mała łatka", "čaj Kovač", "ağaç dalı", "İstanbul", "łan", "Ħamrun ċar", "ő"]
)
def test_words_with_letters_of_bytes_stay_words(words) -> None:
    """Each ł, č, ğ, İ and ċ stands for a byte as well, but for none that would be text here."""
    assert not is_byte_level(words.split())


@pytest.mark.parametrize(
    "labels",
    [["Ġthe", "ĠmaÅĤa"], ["±", "ĠHi"], ["Ġ", "æĿ"], ["ĊĊ", "a"], ["ĉif", "ĠÃ©t"], ["){ĊĊ", "čĊ"]],
)
def test_letters_of_bytes_may_be_cut_at_either_end(labels) -> None:
    assert is_byte_level(labels) and is_byte_level(["<｜User｜>", *labels])
    assert [readable(one) for one in ("<｜User｜>", EXTRA)] == ["<｜User｜>", EXTRA]


def test_pieces_with_marks_become_readable() -> None:
    tokens = ["<s>", "▁the", "▁", "東", "<0xE6>", "<0x0A>", "<0x41>", "▁▁x", EXTRA]
    assert spelling_of(tokens) == "pieces" and spelling_of(["the", "##ing", "a▁b"]) == ""
    shown = ["<s>", "␣the", "␣", "東", "<E6>", "⏎", "A", "␣␣x", EXTRA]
    assert [readable(one, "pieces") for one in tokens] == shown
    assert [readable(one, "") for one in tokens] == tokens


def test_a_column_without_a_token_says_so() -> None:
    assert labels_for(["a", "b", "c"], 4)[0] == ("a", "b", "c", EXTRA)
    names, said = labels_for([str(one) for one in range(12)], 512)
    assert len(names) == 512 and "512 positions, 12 tokens: pads? Show 1-12" in said
    assert labels_for((), 3) == (("1", "2", "3"), "")
