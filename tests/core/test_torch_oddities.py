"""Odd tensors in PyTorch's files: read as what they are, or refused with what to save instead."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from core.tensors.small_floats import table
from core.training.tensor_files import read_tensors
from core.training.work import Alone, RefusalError


def kept(torch, path, content, **how):
    """What the job of the worker finds in a file of some content."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's own, about how it saves
        torch.save(content, path, **how)
    return read_tensors(Alone(), str(path))


def csr(torch):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kind being new
        return torch.eye(2).to_sparse_csr()


@pytest.mark.parametrize(
    ("make", "stored", "told"),
    [
        (lambda torch: torch.eye(2).to_sparse(), "float32", "stored sparse"),
        (csr, "float32", "stored sparse"),
        (lambda torch: torch._neg_view(-torch.eye(2)), "float32", ""),
        (lambda torch: torch.eye(2).requires_grad_(), "float32", ""),
        (lambda torch: torch.eye(4)[::2, ::2], "float32", ""),
        (lambda torch: torch.eye(2).to(torch.uint16), "uint16", ""),
    ],
)
def test_tensors_stored_in_other_ways_are_the_same_numbers(
    torch, tmp_path, make, stored, told
) -> None:
    [(_, kind, numbers)], notes, *_ = kept(torch, tmp_path / "a.pt", make(torch))
    assert (kind, numbers.tolist()) == (stored, [[1, 0], [0, 1]])
    assert [told in note for note in notes] == ([True] if told else [])


def test_small_floats_come_as_their_bits(torch, tmp_path) -> None:
    made = torch.tensor([[0.5, -448.0]]).to(torch.float8_e4m3fn)
    [(_, kind, bits)], *_ = kept(torch, tmp_path / "a.pt", made)
    assert kind == "float8_e4m3fn" and table(kind)[bits].tolist() == [[0.5, -448]]


def test_an_old_file_and_what_stands_beside_tensors(torch, tmp_path) -> None:
    content = {"attn": (torch.eye(2), None), "tokens": ["<s>", "the"], "step": 3}
    found, notes, nothing, words = kept(
        torch, tmp_path / "a.pt", content, _use_new_zipfile_serialization=False
    )
    assert [name for name, _, _ in found] == ["attn.0"] and nothing == 1
    assert notes == ["1 entry is None: no weights were kept there"]
    assert words == {"tokens": ("<s>", "the")}


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda torch: torch.empty(2, 2, device="meta"), "device meta"),
        (lambda torch: torch.quantize_per_tensor(torch.eye(2), 0.1, 0, torch.quint8), "dequantize"),
        (lambda torch: torch.nested.nested_tensor([torch.eye(2), torch.eye(3)]), "several sizes"),
        (lambda torch: torch.zeros(1).expand(10**7, 10**7), r".clone\(\)"),
        (lambda torch: torch.zeros(2, dtype=torch.complex64), "complex"),
        (lambda torch: {"attn": np.eye(2)}, "NumPy arrays"),
    ],
)
def test_tensors_that_hold_no_block_of_numbers(torch, tmp_path, make, words) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        content = make(torch)
    with pytest.raises(RefusalError, match=words) as told:
        kept(torch, tmp_path / "a.pt", content)
    assert "a.pt" in str(told.value)


def test_a_program_is_not_run(torch, tmp_path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.save(torch.jit.script(torch.nn.Linear(2, 2)), str(tmp_path / "a.pt"))
    with pytest.raises(RefusalError, match="TorchScript program, not tensors, and is not run"):
        read_tensors(Alone(), str(tmp_path / "a.pt"))
