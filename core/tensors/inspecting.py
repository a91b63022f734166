"""`main.py inspect FILE...`: what the files are taken for, or why they cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path

from core.tensors.opened import Opened, opened, read_files
from core.tensors.readings import KINDS, POLARITIES, Reading, axes_words
from core.tensors.refusing import TensorFileError, shape_words


def run(paths: Sequence[Path]) -> int:
    """Print what is found. Returns the exit code: 0, or 1 where a file is refused."""
    if isinstance(sys.stdout, TextIOWrapper):  # a console may lack the letters of some tokens
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        found = opened(read_files(paths))
    except TensorFileError as error:
        print(f"refused: {literal(str(error))}")
        return 1
    for line in lines(found):
        print(literal(line))
    return 0


def literal(text: str) -> str:
    """Text as it is, but for signs that would steer a terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def lines(found: Opened) -> Iterator[str]:
    """What is printed, line by line."""
    for file in found.collection.files:
        yield f"{file.name}: {file.kind}"
    yield "arrays"
    for name, array in found.collection.arrays.items():
        yield f"  {name}  {shape_words(array.shape)}  {array.stored}"
    for note in found.collection.notes:
        yield f"  {note}"
    reading = found.proposal.reading
    yield f"taken for: {taken_for(reading)}"
    if reading.axes:
        yield f"  axes: {axes_words(reading.axes)}"
    if reading.array("mask"):
        yield f"  mask: {POLARITIES[reading.polarity]}"
    for reason in found.proposal.reasons:
        yield f"  because {reason}"
    if found.proposal.questions:
        yield "to be confirmed"
        for question in found.proposal.questions:
            yield f"  {question.sentence}"
    others = [axes_words(one) for one in found.proposal.axes if one != reading.axes]
    if others:
        yield f"  other axes: {', or '.join(others)}"
    if found.trouble:
        yield f"nothing can be shown yet: {found.trouble}"
        return
    assert found.maps is not None
    maps = found.maps
    outer = " × ".join(counted(axis, size) for axis, size in maps.lead)
    size = f"{counted('query', maps.queries)} × {counted('key', maps.keys)}"
    yield f"maps: {outer + ', ' if outer else ''}{size}"
    yield from (f"  {text}" for text in labels_lines(found))
    if found.findings:
        yield "checks"
        for finding in found.findings:
            yield f"  {'ok' if finding.right else '! '}  {finding.sentence}"


def taken_for(reading: Reading) -> str:
    """The kind, with every operand that the files have: "Q, K, V and a mask"."""
    more = [words for role, words in (("value", "V"), ("mask", "a mask")) if reading.array(role)]
    if reading.kind != "operands" or not more:
        return KINDS[reading.kind]
    *before, last = ["Q", "K", *more]
    return f"{', '.join(before)} and {last}"


def counted(axis: str, size: int) -> str:
    """`12 heads`, `1 batch`, `2 batches`, `1,024 queries`."""
    plural = {"batch": "batches", "query": "queries"}.get(axis, f"{axis}s")
    return f"{size:,} {axis if size == 1 else plural}"


def labels_lines(found: Opened) -> Iterator[str]:
    """The first names of rows and columns, literally."""
    for what, names in (("rows", found.rows), ("columns", found.columns)):
        shown = " | ".join(names[:8])
        yield f"{what}: {shown}{' …' if len(names) > 8 else ''}"
