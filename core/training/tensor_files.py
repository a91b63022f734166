"""Reads PyTorch's files: a job for the worker process. Only tensors, numbers and their containers
are taken; whatever else a file asks for is refused, and never run.
"""

from __future__ import annotations

import pickle
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.tensors.small_floats import SMALL_FLOATS
from core.training.work import RefusalError, Work

REAL = {"float64", "float32", "float16", "bfloat16", "bool"}
WHOLE = {"int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64"}
DEEPEST = 16

LARGEST = 2**34  # bytes that one tensor may take once it is written out
Found = tuple[list[tuple[str, str, np.ndarray]], list[str], int, dict[str, tuple[str, ...]]]


def read_tensors(work: Work, path: str) -> Found:
    """(name, type as stored, numbers) of every tensor, notes, how many entries were None, and the
    lists of words by name.

    Raises RefusalError, one sentence with file and cure, for anything but tensors.
    """
    import torch

    torch.set_num_threads(1)
    file = Path(path).name
    check_program(path, file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the loader's own advice is not for the learner
        try:
            content = torch.load(path, map_location="cpu", weights_only=True)
        except pickle.UnpicklingError:
            raise RefusalError(
                f"{file} contains something other than tensors, perhaps a whole model or NumPy "
                "arrays, and is not opened; save only its tensors: torch.save(model.state_dict(), "
                "'weights.pt')"
            ) from None
        except (RuntimeError, EOFError, ValueError, OSError, KeyError, AttributeError):
            raise RefusalError(
                f"{file} is truncated or no PyTorch file; fetch it again, or save it with "
                "torch.save or as .safetensors"
            ) from None
    found: list[tuple[str, str, np.ndarray]] = []
    notes: list[str] = []
    nothing = 0
    words: dict[str, tuple[str, ...]] = {}
    for name, entry in entries(file, content, ""):
        work.check()
        if entry is None:
            nothing += 1
            continue
        if isinstance(entry, tuple):
            words[name.rpartition(".")[2]] = entry
            continue
        found.append((name, *numbers(file, name or Path(path).stem, entry, notes)))
    if nothing and found:
        was = "1 entry is" if nothing == 1 else f"{nothing} entries are"
        notes.append(f"{was} None: no weights were kept there")
    return found, notes, nothing, words


def check_program(path: str, file: str) -> None:
    """Raise RefusalError for TorchScript, which is a program with its tensors inside."""
    try:
        with zipfile.ZipFile(path) as archive:
            program = any("/code/" in name for name in archive.namelist())
    except (zipfile.BadZipFile, OSError):
        return
    if program:
        raise RefusalError(
            f"{file} is a TorchScript program, not tensors, and is not run; save only its tensors: "
            "torch.save(model.state_dict(), 'weights.pt')"
        )


def entries(file: str, entry: Any, name: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Tensors, Nones and tuples of words of nested containers, by names that tell the way."""
    import torch

    if depth > DEEPEST:
        raise RefusalError(f"{file} nests {name} too deeply; save its tensors by name")
    if entry is None or isinstance(entry, torch.Tensor):
        yield name, entry
    elif isinstance(entry, Mapping):
        for key, one in entry.items():
            yield from entries(file, one, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(entry, Sequence) and not isinstance(entry, str | bytes):
        if entry and all(isinstance(one, str) for one in entry):
            yield name, tuple(entry)
            return
        for place, one in enumerate(entry):
            yield from entries(file, one, f"{name}.{place}" if name else str(place), depth + 1)


def numbers(file: str, name: str, tensor: Any, notes: list[str]) -> tuple[str, np.ndarray]:
    """The type of a tensor as stored and its numbers, without gradients, dense, in C order."""
    import torch

    kind = str(tensor.dtype).removeprefix("torch.")
    if tensor.is_complex():
        raise RefusalError(
            f"{file}: {name} holds complex numbers ({kind}), and attention is defined on real "
            "ones; save its real part or its magnitude"
        )
    if tensor.is_meta:
        raise RefusalError(
            f"{file}: {name} lies on the device meta: a shape without numbers; save it once the "
            "model has been loaded"
        )
    if tensor.is_nested:
        raise RefusalError(
            f"{file}: {name} is a nested tensor of several sizes; save each map under a name of "
            "its own"
        )
    if kind not in REAL | WHOLE and kind not in SMALL_FLOATS or tensor.is_quantized:
        cure = "dequantize()" if tensor.is_quantized else "float()"
        raise RefusalError(
            f"{file}: {name} is stored as {kind}, which is not read here; save {name}.{cure}"
        )
    if tensor.numel() * tensor.element_size() > LARGEST:
        raise RefusalError(
            f"{file}: {name} has {tensor.numel():,} numbers once it is written out, more than "
            "memory allows; save a part of it with .clone()"
        )
    if tensor.layout != torch.strided:
        tensor = tensor.to_dense()
        notes.append(f"{name} was stored sparse")
    dense = tensor.detach().resolve_neg().contiguous()
    if kind == "bfloat16":
        return kind, dense.view(torch.int16).numpy().view(np.uint16)
    return kind, (dense.view(torch.uint8) if kind in SMALL_FLOATS else dense).numpy()
