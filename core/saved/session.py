"""A session as a file: the experiment of every slide and the slide in front. No answers.

The file is JSON that a person can read. `version` says how it is laid out; a layout that is older
than ours is brought up to date by one function a version, a newer one is refused in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.converting import in_words, parted
from core.experiment import Experiment
from core.saved import beside
from core.saved.plain import plain, record_of, text_of
from core.saved.writing import write_whole
from core.tensors.remembered import OwnTensors

SUFFIX = ".attention"
MARK = "The Attention Mechanism, session"
VERSION = 1
TENSORS = "tensors"  # the table of the learner's own files
LARGEST = 64 * 2**20  # bytes; a whole lesson takes some 20 000
# From a version's number to what makes the next one of it.
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


class UnreadableError(ValueError):
    """A file that cannot be opened; its text is a sentence with file, place and cure."""


class Unsaved(msgspec.Struct, frozen=True):
    """Of work that was kept when nobody saved it.

    of: the session file that it belongs to, "" for none. closed: whether the window was closed,
    and the program did not end in some other way. mark: of what that file held when it was read
    or written last.
    """

    of: str = ""
    closed: bool = False
    mark: str = ""


class SavedSession(msgspec.Struct, frozen=True):
    """What a session file holds.

    slide: the id of the slide in front. experiments: by the id of their slide. unread: what the
    file says of slides whose experiment could not be read, as it stands there, so that saving can
    put it back. problems: why, in a sentence, by the id of the slide. kept: the state A of a slide
    that the learner compares with. tensors: the learner's own files that are open, and how they
    are read; unread_tensors: what the file says of them where it could not be read.
    """

    slide: str
    experiments: Mapping[str, Experiment]
    unread: Mapping[str, Any] = {}
    problems: Mapping[str, str] = {}
    unsaved: Unsaved | None = None
    kept: Mapping[str, Experiment] = {}
    tensors: OwnTensors | None = None
    unread_tensors: Any = None


def content_of(
    saved: SavedSession, stem: str = "", longest: int = beside.LONGEST
) -> tuple[bytes, dict[str, bytes]]:
    """The file's content, and that of the files beside it, by their names.

    stem: the file's own name; without it everything stands in the one file. Raises
    UnreadableError for a word that no file can hold.
    """
    content = {
        "experiments": {**plain(dict(saved.experiments)), **saved.unread},
        **({"kept": plain(dict(saved.kept))} if saved.kept else {}),
    }
    table: dict[str, Any] = {"file": MARK, "version": VERSION, "slide": saved.slide}
    if saved.unsaved is not None:
        table["unsaved"] = plain(saved.unsaved)
    tensors = saved.unread_tensors if saved.tensors is None else plain(saved.tensors)
    if tensors is not None:
        table[TENSORS] = tensors
    others: dict[str, bytes] = {}
    if stem:
        content, arrays = beside.moved_out(content, longest)
        if arrays:
            packed = beside.packed(arrays)
            sha256 = beside.check_sum(packed)
            name = f"{stem}.{sha256[:8]}.safetensors"
            table["numbers"] = {"file": name, "sha256": sha256}
            others[name] = packed
    try:
        return text_of({**table, **content}).encode(), others
    except UnicodeEncodeError:
        raise UnreadableError(
            "A word holds half a character, which no file can hold; type the word again"
        ) from None


def write(path: Path, saved: SavedSession, whole: bool = False) -> str:
    """Write a session file, and beside it its long arrays unless `whole`. Returns its mark.

    Raises CannotWriteError, with the old file as it was, and UnreadableError.
    """
    content, others = content_of(saved, "" if whole else path.stem)
    for name, numbers in others.items():
        write_whole(path.with_name(name), numbers)
    write_whole(path, content)
    return beside.check_sum(content)


def read(path: Path) -> SavedSession:
    """Read a session file. Raises UnreadableError; the file is never touched."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            what = "a folder" if path.is_dir() else "no file"
            raise UnreadableError(f"{path.name} is {what}; choose a {SUFFIX} file")
        if size > LARGEST:
            raise UnreadableError(
                f"{path.name} has {size // 2**20} megabytes and is no session; "
                f"choose a {SUFFIX} file"
            )
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableError(cannot_read(path, error)) from None
    except ValueError as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError("The name of a file cannot hold that character") from None
    return session_of(content, path)


def cannot_read(path: Path, error: OSError) -> str:
    """Why a file was not read, and what to do."""
    if isinstance(error, FileNotFoundError):
        return f"There is no file {path}; it may have been moved or renamed"
    if isinstance(error, PermissionError):
        return f"{path.name} may not be read; ask its owner, or copy it to another folder"
    return f"{path.name} cannot be read: {error.strerror or error}"


def session_of(content: bytes, path: Path) -> SavedSession:
    """The session in the content of the file at `path`. Raises UnreadableError."""
    table = table_of(content, path.name)
    raw = table.get("experiments")
    if not isinstance(raw, dict):
        raise UnreadableError(f"{path.name}: experiments must be a table; {AGAIN}")
    slide = table.get("slide", "")
    if not isinstance(slide, str):
        raise UnreadableError(f"{path.name}: slide must be the name of a slide; {AGAIN}")
    try:
        unsaved = msgspec.convert(table.get("unsaved"), Unsaved | None)
    except msgspec.ValidationError as error:
        message, place = parted(str(error))
        told = in_words(message, place, Unsaved, table.get("unsaved"), "unsaved")
        raise UnreadableError(f"{path.name}: {told}; {AGAIN}") from None
    arrays, missing = long_arrays(table.get("numbers"), path)
    experiments, problems = experiments_of(raw, arrays, missing)
    unread = {name: raw[name] for name in problems if name in raw}
    states = table.get("kept", {})
    kept, lost = experiments_of(states if isinstance(states, dict) else {}, arrays, missing)
    for name, reason in lost.items():
        problems.setdefault(name, f"its state A cannot be opened: {reason}")
    tensors = None
    try:
        tensors = record_of(table.get(TENSORS), OwnTensors | None)
    except msgspec.ValidationError as error:
        message, place = parted(str(error))
        problems[TENSORS] = in_words(message, place, OwnTensors, table.get(TENSORS), TENSORS)
    raw_tensors = table.get(TENSORS) if tensors is None else None
    return SavedSession(slide, experiments, unread, problems, unsaved, kept, tensors, raw_tensors)


def experiments_of(
    raw: dict[str, Any], arrays: dict[str, Any], missing: str
) -> tuple[dict[str, Experiment], dict[str, str]]:
    """The experiments in a table by slide, and why others could not be read."""
    found: dict[str, Experiment] = {}
    problems: dict[str, str] = {}
    for name, one in raw.items():
        try:
            found[name] = experiment_of(one, arrays)
        except KeyError:
            problems[name] = missing or "numbers are missing from the file"
        except ValueError as error:
            problems[name] = str(error)
    return found, problems


AGAIN = "the file is damaged; open a copy that is whole"


def table_of(content: bytes, name: str) -> dict[str, Any]:
    """The table of a session file of our version. Raises UnreadableError."""
    table = json_of(content, name)
    if not isinstance(table, dict) or table.get("file") != MARK:
        raise UnreadableError(
            f"{name} is not a session of The Attention Mechanism; choose a {SUFFIX} file"
        )
    version = table.get("version")
    if type(version) is not int or version < 1:
        raise UnreadableError(f"{name}: version must be a whole number from 1; {AGAIN}")
    if version > VERSION:
        raise UnreadableError(
            f"{name} was made by a newer version of this application (files of version {version}; "
            f"this one reads up to {VERSION}); install the newer one to open it"
        )
    upgraded: dict[str, Any] = table
    for old in range(version, VERSION):
        upgraded = UPGRADES[old](upgraded)
    return upgraded


def json_of(content: bytes, name: str) -> Any:
    """What a JSON file says. Raises UnreadableError with the line of the first mistake."""
    if not content.strip(b"\0 \t\r\n"):
        raise UnreadableError(f"{name} is empty; open a copy that is whole")
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        return msgspec.json.decode(content)
    except RecursionError:
        raise UnreadableError(
            f"{name} is not a session of The Attention Mechanism; choose a {SUFFIX} file"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableError(f"{name}, line {line_of(str(error), content)}; {AGAIN}") from None


def line_of(message: str, content: bytes) -> str:
    """The line that a message of the JSON reader is about, and what is wrong there."""
    what, found, place = message.partition(" (byte ")
    what = what.removeprefix("JSON is malformed: ")
    if "truncated" in message:
        what, place = "the file breaks off", str(len(content.rstrip()))
    elif not found:
        return f"1: {what[:1].lower()}{what[1:]}"
    offset = int(place.rstrip(")"))
    line = content[:offset].count(b"\n") + 1
    return f"{line}: {what}"


def experiment_of(raw: Any, arrays: dict[str, Any] | None = None) -> Experiment:
    """One experiment of a file. Raises ValueError with its field, KeyError for a lost array."""
    table = raw if arrays is None else beside.moved_in(raw, arrays)
    try:
        found: Experiment = record_of(table, Experiment)
    except msgspec.ValidationError as error:
        message, path = parted(str(error))
        raise ValueError(in_words(message, path, Experiment, table, "the experiment")) from None
    return found


def long_arrays(numbers: Any, path: Path) -> tuple[dict[str, Any], str]:
    """The arrays in the file beside, and why there are none."""
    if numbers is None:
        return {}, ""
    match numbers:
        case {"file": str(name), "sha256": str(sha256)} if Path(name).name == name:
            try:
                return beside.unpacked(path.with_name(name), sha256), ""
            except ValueError as error:
                return {}, str(error)
    return {}, "the field numbers does not name a file beside the session"
