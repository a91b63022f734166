"""From paths to what is open: files read, labels found, a proposal, maps and what they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.tensors.gathering import Collection, gathered
from core.tensors.labels import is_labels, read_labels
from core.tensors.maps import Index, Maps, maps_of
from core.tensors.naming import ABOUT_NAMES, names_of
from core.tensors.proposing import propose
from core.tensors.reading import read_tensors
from core.tensors.readings import Proposal
from core.tensors.refusing import TensorFileError
from core.tensors.tables import Dialect
from core.tensors.weight_checks import Finding, findings

Report = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Opened:
    """maps: None while something is missing, and `trouble` says what. findings: checks in words.
    rows, columns: one name a query and a key."""

    collection: Collection
    proposal: Proposal
    maps: Maps | None
    findings: tuple[Finding, ...] = ()
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    trouble: str = ""


def read_files(
    paths: Sequence[Path],
    report: Report = lambda words: None,
    memory: int | None = None,
    dialect: Dialect | None = None,
) -> Collection:
    """What some files hold; dialect: of the tables among them, guessed by default.

    Raises TensorFileError for the first file that cannot be used.
    """
    files, labels = [], []
    if not paths:
        raise TensorFileError("no file was named; name one or more")
    for path in paths:
        report(f"reading {path.name}")
        if is_labels(path):
            labels.append(read_labels(path))
        else:
            files.append(read_tensors(path, memory, dialect))
    if not files:
        raise TensorFileError(
            f"{paths[0].name} holds names of tokens and no numbers; open it together with them"
        )
    return gathered(files, labels)


def opened(
    collection: Collection,
    proposal: Proposal | None = None,
    report: Report = lambda words: None,
    check: Callable[[], None] = lambda: None,
) -> Opened:
    """What is open, under a proposal (the first by default). report, check: called now and then;
    what check raises ends it.

    Raises TensorFileError where nothing could be shown under any proposal.
    """
    asked = proposal or propose(collection)
    if asked.missing:
        return Opened(collection, asked, None, trouble=asked.missing)
    try:
        maps = maps_of(collection, asked.reading)
        report("checking the weights")
        found = told_of(maps, check)
    except TensorFileError as error:
        sentence = with_file(collection, str(error))
        single = len(asked.axes) < 2 and len(asked.kinds) < 2
        if proposal is None and (single or asked.reading.kind in ("weights", "scores")):
            raise TensorFileError(sentence) from error
        return Opened(collection, asked, None, trouble=sentence)
    rows, columns, notes = names_of(maps)
    return Opened(collection, asked, maps, (*found, *notes), rows, columns)


def renamed(found: Opened, target: Sequence[str], source: Sequence[str]) -> Opened:
    """What is open under other names of queries and of keys; () for numbers, and for keys for the
    names of the queries. Nothing is read or computed again."""
    collection = replace(found.collection, target=tuple(target), source=tuple(source))
    if found.maps is None:
        return replace(found, collection=collection)
    maps = replace(found.maps, collection=collection)
    rows, columns, notes = names_of(maps)
    kept = tuple(one for one in found.findings if one.key not in ABOUT_NAMES)
    return Opened(collection, found.proposal, maps, (*kept, *notes), rows, columns)


def with_file(collection: Collection, sentence: str) -> str:
    """A sentence that names the file that it is about."""
    named = any(file.name in sentence for file in collection.files)
    return sentence if named else f"{collection.title}: {sentence}"


def told_of(maps: Maps, check: Callable[[], None]) -> tuple[Finding, ...]:
    """The checks: of weights as they come, of computed ones against the file's own."""
    stored = maps.stored
    if stored is not None and not maps.computed:
        each = ((index, maps.file_weights(index)) for index in maps.indices())
        return tuple(findings(each, maps.count, stored.tolerance, stored.stored, check))
    first = (0,) * len(maps.lead)
    maps.weights(first)
    if stored is None:
        return ()
    return (difference(maps, first),)


def difference(maps: Maps, index: Index) -> Finding:
    """How far the weights computed here are from those of the file, for one map."""
    stored = maps.stored
    assert stored is not None
    lead = tuple(size for _, size in maps.lead)
    if stored.shape != (*lead, maps.queries, maps.keys):
        told = f"{stored.name} has another shape than the computed weights: not compared"
        return Finding("difference", False, told)
    theirs, ours = stored.part(index), maps.weights(index)
    with np.errstate(invalid="ignore"):
        apart = np.abs(theirs - ours)
    far = float(np.nanmax(apart))
    right = far <= stored.tolerance and not np.isnan(apart).any()
    row, column = (int(one) + 1 for one in np.unravel_index(int(np.nanargmax(apart)), apart.shape))
    rounding = f"{stored.tolerance:.0e} is rounding in {stored.stored}"
    where = "" if right else f" at row {row}, column {column}; scale, mask or axes differ"
    return Finding(
        "difference", right, f"computed and stored weights differ by {far:.1e} ({rounding}){where}"
    )
