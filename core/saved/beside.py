"""Long arrays of a saved session, in a .safetensors file beside it.

A list of more than LONGEST numbers leaves the readable file: in its place stands
{"tensor": name}, and the file beside holds it. The readable file names that file with its check
sum, so that numbers of another session are never taken for these.
"""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Floats
from core.saved.plain import NOT_FINITE, marked, unmarked

LONGEST = 4096
TENSOR = "tensor"


def moved_out(raw: Any, longest: int = LONGEST) -> tuple[Any, dict[str, Floats]]:
    """Plain tables without their long arrays, and those arrays by name."""
    arrays: dict[str, Floats] = {}

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: walk(inner) for name, inner in value.items()}
        if not isinstance(value, list):
            return value
        array = block(value, longest)
        if array is None:
            return [walk(inner) for inner in value]
        name = f"array {len(arrays) + 1}"
        arrays[name] = array
        return {TENSOR: name}

    return walk(raw), arrays


def block(value: list[Any], longest: int) -> Floats | None:
    """A list as an array, if it is a block of more than `longest` floats; None otherwise."""
    leaf: Any = value
    shape: list[int] = []
    while isinstance(leaf, list):
        shape.append(len(leaf))
        leaf = leaf[0] if leaf else None
    if math.prod(shape) <= longest or not is_number(leaf):
        return None
    level: list[Any] = value
    for size in shape[1:]:
        if not all(isinstance(inner, list) and len(inner) == size for inner in level):
            return None
        level = [number for inner in level for number in inner]
    if not all(is_number(number) for number in level):
        return None
    return np.array(unmarked(level), dtype=np.float64).reshape(shape)


def is_number(value: Any) -> bool:
    """Whether a value is a float, or the mark of one that is not finite."""
    return isinstance(value, float) or (isinstance(value, dict) and set(value) == {NOT_FINITE})


def moved_in(raw: Any, arrays: dict[str, Floats]) -> Any:
    """Plain tables with the arrays in their places again. Raises KeyError for a missing one."""
    if isinstance(raw, dict):
        if set(raw) == {TENSOR} and isinstance(raw[TENSOR], str):
            return marked(arrays[raw[TENSOR]].tolist())
        return {name: moved_in(value, arrays) for name, value in raw.items()}
    if isinstance(raw, list):
        return [moved_in(value, arrays) for value in raw]
    return raw


def packed(arrays: dict[str, Floats]) -> bytes:
    """Arrays as the content of a .safetensors file; numbers that are not finite stay so."""
    from safetensors.numpy import save

    return save({name: np.ascontiguousarray(array) for name, array in arrays.items()})


def unpacked(path: Path, sha256: str) -> dict[str, Floats]:
    """The arrays of a file, if it is the one meant. Raises ValueError in a sentence."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        content = path.read_bytes()
        if check_sum(content) != sha256:
            raise ValueError(
                f"{path.name} is not the file that was saved with this session; "
                "put back the one that was"
            )
        return load(content)
    except OSError as error:
        raise ValueError(
            f"the file {path.name} with its numbers cannot be read ({error.strerror}); "
            "put it beside the session"
        ) from None
    except SafetensorError as error:
        raise ValueError(f"{path.name} is damaged ({error})") from None


def check_sum(content: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(content).hexdigest()
