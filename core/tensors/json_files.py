"""Nested lists written as JSON, alone or by name, with the names of tokens beside them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from core.tensors.arrays import TensorArray, TensorFile
from core.tensors.refusing import TensorFileError, check_shape, usable
from core.tensors.text_files import read_text

TOKEN_KEYS = ("tokens", "labels", "words", "target_tokens", "left_text")
SOURCE_KEYS = ("source_tokens", "key_tokens", "column_tokens", "right_text")
MOST_SHOWN = 32  # letters of what was found in place of a number


def decoded(file: str, text: str) -> object:
    """What a JSON text holds. Raises ValueError for what is none, TensorFileError where one name
    stands there twice."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, entry in pairs:
            if name in found:
                raise TensorFileError(f"{file} holds {name} twice; give each array its own name")
            found[name] = entry
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def read_json(path: Path, memory: int | None = None) -> TensorFile:
    """Nested lists by the way that leads to them; lists of words become the names of tokens."""
    text = read_text(path, memory)
    try:
        content = decoded(path.name, text)
    except ValueError as error:
        if isinstance(error, TensorFileError):
            raise
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise TensorFileError(
            f"{path.name} is not JSON that can be read{where}; correct that line or save it again"
        ) from error
    lists: dict[str, list[object]] = {}
    labels: dict[str, tuple[str, ...]] = {}
    others = []
    for name, entry in entries(path.name, content, "" if is_table(content) else path.stem):
        last = name.rpartition(".")[2]
        if isinstance(entry, list) and (words := words_of(entry)) is not None:
            labels.setdefault(last, words)
        elif isinstance(entry, list) and last not in (*TOKEN_KEYS, *SOURCE_KEYS):
            lists[name] = entry
        else:
            others.append(name)
    if not lists:
        raise TensorFileError(
            f"{path.name} holds no list of numbers; write [[0.9, 0.1], [0.2, 0.8]] or a name for "
            "each array"
        )
    makers = (partial(nested, path.name, name, entry) for name, entry in lists.items())
    arrays, notes = usable(path.name, makers)
    wrong = [name for name in others if name.rpartition(".")[2] in (*TOKEN_KEYS, *SOURCE_KEYS)]
    if wrong:
        notes.append(f"{wrong[0]} is no list of words, so it names no tokens")
    rest = [name for name in others if name not in wrong]
    if rest:
        notes.append(f"no lists, and not used: {', '.join(rest[:4])}{' …' * (len(rest) > 4)}")
    rows = next((labels[key] for key in TOKEN_KEYS if key in labels), ())
    columns = next((labels[key] for key in SOURCE_KEYS if key in labels), ())
    return TensorFile(path, "nested lists (JSON)", tuple(arrays), tuple(notes), rows, columns)


def is_table(content: object) -> bool:
    """Whether something has names, or holds what has."""
    within = isinstance(content, list) and any(isinstance(one, dict) for one in content)
    return isinstance(content, dict) or within


def entries(file: str, content: object, name: str, depth: int = 0) -> Iterator[tuple[str, object]]:
    """What tables within tables hold, by names that tell the way to it."""
    if depth > 16:
        raise TensorFileError(f"{file} nests {name} too deeply; give each array a name of its own")
    if is_table(content):
        pairs = content.items() if isinstance(content, dict) else enumerate(content)  # type: ignore[arg-type]
        for key, one in pairs:
            yield from entries(file, one, f"{name}.{key}" if name else str(key), depth + 1)
    else:
        yield name, content


def words_of(entry: list[object]) -> tuple[str, ...] | None:
    """A list of words, or None; what numbers are written as is none."""
    if entry and all(isinstance(one, str) for one in entry):
        return tuple(str(one) for one in entry)
    return None


def nested(file: str, name: str, entry: list[object]) -> TensorArray:
    """An array from nested lists, null as NaN. Raises TensorFileError for ragged ones."""
    shape: list[int] = []
    level: object = entry
    while isinstance(level, list):
        shape.append(len(level))
        level = level[0] if level else None
    flat: list[float] = []
    gather(file, name, entry, shape, (), flat)
    check_shape(file, name, tuple(shape))
    whole = all(isinstance(number, int) for number in flat)
    dtype = "bool" if all(isinstance(one, bool) for one in flat) else "int64" if whole else "f8"
    try:
        values = np.array(flat, dtype=dtype).reshape(shape)
    except OverflowError as error:
        raise TensorFileError(f"{file}: {name} holds a number beyond 64 bits; round it") from error
    return TensorArray(name, values, values.dtype.name, text=True)


def gather(
    file: str, name: str, entry: object, shape: list[int], at: tuple[int, ...], flat: list[float]
) -> None:
    """Walk nested lists and collect their numbers, or say where one does not fit."""
    where = "".join(f"[{place + 1}]" for place in at)
    if len(at) < len(shape):
        if not isinstance(entry, list) or len(entry) != shape[len(at)]:
            found = "no list"
            if isinstance(entry, list):
                found = "1 entry" if len(entry) == 1 else f"{len(entry)} entries"
            raise TensorFileError(
                f"{file}: {name} is ragged: {name}{where} (counting from 1) has {found}, the first "
                f"has {shape[len(at)]}; save each map under a name of its own"
            )
        for place, one in enumerate(entry):
            gather(file, name, one, shape, (*at, place), flat)
    elif entry is None:
        flat.append(math.nan)
    elif isinstance(entry, bool | int | float):
        flat.append(entry)
    else:
        text = repr(entry)
        shown = text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
        kind = "a list" if isinstance(entry, list) else shown
        raise TensorFileError(
            f"{file}: {name}{where} (counting from 1) is {kind}, and its neighbours are numbers; "
            "make it a number"
        )
