"""What a session remembers of "Your tensors": which files, what was in them, how they are read.

The numbers stay in the learner's own files; a session has their paths and marks, so that it opens
them again as they were, and knows where they were moved or changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from core.saved.marks import mark_of
from core.tensors.gathering import Collection
from core.tensors.opened import Opened, Report, opened, read_files
from core.tensors.proposing import propose, propose_block, propose_kind, propose_roles
from core.tensors.readings import Proposal, Reading, answered
from core.tensors.refusing import TensorFileError
from core.tensors.showing import Filter
from core.tensors.tables import Dialect

Check = Callable[[], None]
SAMPLE = "sample:"  # before the name of a file of the gallery, which lies elsewhere on each machine


class OwnFile(msgspec.Struct, frozen=True):
    """A file of the learner: where it was, how many bytes it had, and their mark.

    path: the name alone in a session that is handed on, where folders tell nothing.
    """

    path: str
    size: int
    sha256: str = ""

    @property
    def name(self) -> str:
        """Its name without the folder, whichever system wrote the path."""
        return self.path.removeprefix(SAMPLE).replace("\\", "/").rpartition("/")[2]


class OwnTensors(msgspec.Struct, frozen=True):
    """Files that are open, how they are read, and what is looked at.

    target, source: names of the tokens where they came from files of their own. dialect: of
    tables. index: which map, from 0; how: its filter; readable: whether tokens are spelt for
    people; pinned: the cell that is kept.
    """

    files: tuple[OwnFile, ...]
    reading: Reading
    block: str = ""
    target: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    dialect: Dialect | None = None
    index: tuple[int, ...] = ()
    how: Filter = Filter()
    readable: bool = True
    pinned: tuple[int, int] | None = None

    @property
    def unlooked(self) -> OwnTensors:
        """The same without what is only looked at: no change of the session."""
        return msgspec.structs.replace(self, index=(), readable=True, pinned=None)

    @property
    def handed_on(self) -> OwnTensors:
        """The same for somebody else: files by their names, which may lie beside the session."""
        files = [
            one if one.path.startswith(SAMPLE) else msgspec.structs.replace(one, path=one.name)
            for one in self.files
        ]
        return msgspec.structs.replace(self, files=tuple(files))

    @property
    def title(self) -> str:
        return ", ".join(one.name for one in self.files)


class Found(NamedTuple):
    """A remembered file: where it is now, and whether it still holds the same."""

    file: OwnFile
    path: Path | None
    state: Literal["same", "changed", "missing"]


def own_file(path: Path, mark: str, samples: Path | None = None) -> OwnFile:
    """A file as a session remembers it; one of the gallery by its name alone."""
    inside = samples is not None and path.absolute().parent == samples.absolute()
    place = f"{SAMPLE}{path.name}" if inside else str(path.absolute())
    try:
        size = path.stat().st_size
    except OSError:
        size = 0
    return OwnFile(place, size, mark)


def remembered(found: Opened, marks: Mapping[Path, str], samples: Path | None) -> OwnTensors:
    """What is open, as it is read. marks: of the files, where they are known already."""
    collection, proposal = found.collection, found.proposal
    files = tuple(own_file(one.path, marks.get(one.path, ""), samples) for one in collection.files)
    target, source = collection.target, collection.source
    if (target, source) == own_names(collection) or not all(map(is_writable, (*target, *source))):
        target, source = (), ()
    dialects = [one.dialect for one in collection.files if isinstance(one.dialect, Dialect)]
    return OwnTensors(
        files, proposal.reading, proposal.block, tuple(target), tuple(source),
        dialects[0] if dialects else None,
    )  # fmt: skip


def own_names(collection: Collection) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of rows and columns that the files themselves have."""
    rows = next((one.row_labels for one in collection.files if one.row_labels), ())
    columns = next((one.column_labels for one in collection.files if one.column_labels), ())
    return tuple(rows), tuple(columns)


def is_writable(word: str) -> bool:
    """Whether a file can hold a word: half a character cannot be written."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def find(file: OwnFile, places: Sequence[Path], check: Check = lambda: None) -> Found:
    """Look for a file at its own path, then at `places`; the first with the same content counts.

    Where none has, the first that is there is the file, changed.
    """
    there: Path | None = None
    own = [Path(file.path)] if Path(file.path).is_absolute() else []
    for path in (*places, *own):
        try:
            if not path.is_file():
                continue
            same = path.stat().st_size == file.size
        except (OSError, ValueError):
            continue
        if same and (not file.sha256 or mark_of(path, check) == file.sha256):
            return Found(file, path, "same")
        there = there or path
    return Found(file, there, "missing" if there is None else "changed")


def reopened(
    own: OwnTensors, paths: Sequence[Path], report: Report, check: Check = lambda: None
) -> Opened:
    """The files as they were read. Raises TensorFileError where they cannot be any more."""
    collection = read_files(paths, report, dialect=own.dialect)
    if own.target or own.source:
        collection = replace(collection, target=own.target, source=own.source)
    try:
        return opened(collection, as_read(collection, own), report, check)
    except TensorFileError:
        raise
    except (LookupError, TypeError, ValueError, AssertionError):  # changed by a hand
        raise TensorFileError(
            f"{own.title} cannot be read as the session says; open the file anew"
        ) from None


def as_read(collection: Collection, own: OwnTensors) -> Proposal:
    """The proposal with every choice that had been made. Raises TensorFileError for arrays that
    are no longer there."""
    wanted = own.reading
    gone = [name for _, name in wanted.roles if name not in collection.arrays]
    if gone:
        raise TensorFileError(
            f"{own.title}: {', '.join(gone)} is no longer there; open the file anew and say what "
            "its arrays are"
        )
    made = propose(collection)
    if own.block in made.blocks and own.block != made.block:
        made = propose_block(collection, own.block)
    if wanted.kind != made.reading.kind and wanted.kind in made.kinds:
        made = propose_kind(collection, made, wanted.kind)
    if dict(wanted.roles) != dict(made.reading.roles):
        made = propose_roles(collection, dict(wanted.roles))
    for field in Reading.__struct_fields__:
        value = getattr(wanted, field)
        if field not in {"kind", "roles"} and value != getattr(made.reading, field):
            made = answered(made, field, value)
    return replace(made, reading=wanted, block=own.block)
