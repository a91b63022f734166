"""One name a query and one a key: the file's, the learner's own, or numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from core.tensors.labels import has_swapped, labels_for
from core.tensors.maps import Maps
from core.tensors.refusing import TensorFileError
from core.tensors.weight_checks import Finding
from core.words import tokenize

Side = Literal["queries", "keys"]
SIDES: tuple[Side, Side] = ("queries", "keys")
ABOUT_NAMES = ("labels", "swapped")  # the keys of what `names_of` finds


def names_of(maps: Maps) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Finding, ...]]:
    """One name a query and a key, and what does not fit about them."""
    collection = maps.collection
    target, source = collection.target, collection.source
    notes: list[Finding] = []
    if has_swapped(maps.queries, maps.keys, target, source):
        target, source = source, target
        notes.append(
            Finding("swapped", False, "names of rows and columns were exchanged: so they fit")
        )
    axes = maps.reading.axes
    if axes[-1:] == ("key",) and "query" not in axes:  # no query axis: the tokens are the keys
        columns, said = labels_for(source or target, maps.keys)
        heads = "head" in axes
        rows = tuple(f"head {one}" for one in range(1, maps.queries + 1)) if heads else ("query",)
        notes += [Finding("labels", False, said)] if said else []
        return rows, columns, tuple(notes)
    rows, said = labels_for(target, maps.queries)
    columns, other = labels_for(source or target, maps.keys)
    for words in dict.fromkeys((said, other)):
        if words:
            notes.append(Finding("labels", False, words))
    return rows, columns, tuple(notes)


def numbers_for(count: int) -> tuple[str, ...]:
    """The names of places that have none: their numbers, from 1."""
    return tuple(str(place) for place in range(1, count + 1))


def typed_names(text: str) -> tuple[str, ...]:
    """The names in a text: one a line, literally; a single line is cut into words.

    Columns copied from a spreadsheet come with tabs, which part names as ends of lines do.
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) == 1 and "\t" not in lines[0]:
        return tokenize(lines[0])
    return tuple(name.strip() or "␣" for line in lines for name in line.split("\t"))


def check_names(names: Sequence[str], count: int, side: Side) -> None:
    """Raise TensorFileError unless there is one name a place."""
    if not names:
        raise TensorFileError(f"there are no names; write {count:,}, one a line")
    if len(names) != count:
        one = "is 1 name" if len(names) == 1 else f"are {len(names):,} names"
        many = f"{count:,} {side}" if count > 1 else f"1 {'query' if side == 'queries' else 'key'}"
        raise TensorFileError(f"there {one} for {many}; write {count:,}, one a line")
