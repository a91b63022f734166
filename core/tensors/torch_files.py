"""PyTorch's files, read in a process of their own by `core.training.tensor_files`.

The process is the one that trains, started for this file alone: what the file asks for happens
there, with PyTorch's safe loader, and the memory comes back when it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np

from core.tensors.arrays import TensorArray, TensorFile
from core.tensors.json_files import SOURCE_KEYS, TOKEN_KEYS
from core.tensors.memory import check_memory
from core.tensors.refusing import TensorFileError, check_shape, usable
from core.training.availability import obstacle
from core.training.messages import Failed, Finished, Frames, Refused, Start, framed

Found = tuple[list[tuple[str, str, np.ndarray]], list[str], int, dict[str, tuple[str, ...]]]
running: set[subprocess.Popen[bytes]] = set()
ROOT = Path(__file__).resolve().parents[2]
GROWTH = 3  # the file, its tensors, and their way through a pipe


def read_torch(path: Path, memory: int | None = None) -> TensorFile:
    """Every tensor of a .pt file. Raises TensorFileError where it holds anything else."""
    reason = obstacle()
    if reason:
        raise TensorFileError(
            f"{path.name} cannot be read: {reason[0].lower()}{reason[1:]} Or save it as "
            ".safetensors"
        )
    check_memory(path.name, path.stat().st_size * GROWTH, memory)
    found, notes, nothing, words = read_apart(path)
    if not found:
        if nothing:
            raise TensorFileError(
                f"{path.name}: this file holds no attention weights (None for every layer); re-run "
                'the model with eager attention: attn_implementation="eager"'
            )
        raise TensorFileError(f"{path.name} holds no tensors; save model.state_dict()")
    arrays, said = usable(
        path.name,
        (
            partial(checked, path.name, name or path.stem, kind, values)
            for name, kind, values in found
        ),
    )
    rows = next((words[key] for key in TOKEN_KEYS if key in words), ())
    columns = next((words[key] for key in SOURCE_KEYS if key in words), ())
    return TensorFile(path, "PyTorch tensors (.pt)", tuple(arrays), (*notes, *said), rows, columns)


def checked(file: str, name: str, kind: str, values: np.ndarray) -> TensorArray:
    """A tensor as an array. Raises UnusableArrayError for a single number, or for none."""
    check_shape(file, name, values.shape)
    return TensorArray(name, values, kind)


def read_apart(path: Path) -> Found:
    """What `core.training.tensor_files.read_tensors` finds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "core.training.process", "core.training.jobs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert process.stdin is not None and process.stdout is not None
    frames = Frames()
    running.add(process)
    try:
        process.stdin.write(framed(Start(1, "read_tensors", {"path": str(path.absolute())})))
        process.stdin.flush()
        while piece := os.read(process.stdout.fileno(), 1 << 20):
            for reply in frames.messages(piece):
                if isinstance(reply, Finished):
                    return reply.result  # type: ignore[return-value]
                if isinstance(reply, Refused | Failed):
                    raise TensorFileError(reply.sentence)
    finally:
        running.discard(process)
        process.kill()
        process.communicate()
    raise TensorFileError(
        f"{path.name} could not be read: the process that reads it ended, perhaps for want of "
        "memory; save a part of it as .safetensors"
    )


def give_up() -> None:
    """End what is being read in another process; whoever waits for it gets TensorFileError."""
    for process in list(running):
        process.kill()
