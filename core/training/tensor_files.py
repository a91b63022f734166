"""Reads PyTorch's files: a job for the worker process. Only tensors, numbers and their containers
are taken; whatever else a file asks for is refused, and never run.
"""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.training.work import RefusalError, Work

REAL = {"float64", "float32", "float16", "bfloat16", "bool"}
WHOLE = {"int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64"}
DEEPEST = 16

Found = tuple[list[tuple[str, str, np.ndarray]], list[str], int]


def read_tensors(work: Work, path: str) -> Found:
    """(name, type as stored, numbers) of every tensor, notes, and how many entries were None.

    Raises RefusalError, one sentence with file and cure, for anything but tensors.
    """
    import torch

    torch.set_num_threads(1)
    file = Path(path).name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the loader's own advice is not for the learner
        try:
            content = torch.load(path, map_location="cpu", weights_only=True)
        except pickle.UnpicklingError:
            raise RefusalError(
                f"{file} contains something other than tensors, perhaps a whole model, and is not "
                "opened; save only its tensors: torch.save(model.state_dict(), 'weights.pt')"
            ) from None
        except (RuntimeError, EOFError, ValueError, OSError, KeyError, AttributeError):
            raise RefusalError(
                f"{file} is truncated or no PyTorch file; fetch it again, or save it with "
                "torch.save or as .safetensors"
            ) from None
    found: list[tuple[str, str, np.ndarray]] = []
    notes: list[str] = []
    nothing = 0
    for name, entry in entries(file, content, ""):
        work.check()
        if entry is None:
            nothing += 1
            continue
        found.append((name, *numbers(file, name or Path(path).stem, entry, notes)))
    return found, notes, nothing


def entries(file: str, entry: Any, name: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Tensors and Nones of nested containers, by names that tell the way to them."""
    import torch

    if depth > DEEPEST:
        raise RefusalError(f"{file} nests {name} too deeply; save its tensors by name")
    if entry is None or isinstance(entry, torch.Tensor):
        yield name, entry
    elif isinstance(entry, Mapping):
        for key, one in entry.items():
            yield from entries(file, one, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(entry, Sequence) and not isinstance(entry, str | bytes):
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
    if kind not in REAL | WHOLE or tensor.is_quantized:
        raise RefusalError(
            f"{file}: {name} is stored as {kind}, which is not read here; save {name}.float()"
        )
    if tensor.layout != torch.strided:
        tensor = tensor.to_dense()
        notes.append(f"{name} was stored sparse")
    dense = tensor.detach().contiguous()
    if kind == "bfloat16":
        return kind, dense.view(torch.int16).numpy().view(np.uint16)
    return kind, dense.numpy()
