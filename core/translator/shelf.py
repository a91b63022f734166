"""The pairs of translators that an experiment can name: the shipped one, and those trained here.

An experiment holds a pair's name, never its weights. The shelf says which weights a name stands
for; a pair never changes once it is on it, so that a name always gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.translator.loading import Translators, load
from core.translator.network import Translator
from core.translator.scoring import Quality

SHIPPED = "shipped"
FOLDER = Path(__file__).resolve().parents[2] / "resources" / "translator"


@dataclass(frozen=True, eq=False)
class Pair:
    """Two translators that differ in one switch, and their figures by length.

    source: where their weights come from, in words for the status line.
    """

    attention: Translator
    fixed: Translator
    attention_quality: tuple[Quality, ...]
    fixed_quality: tuple[Quality, ...]
    source: str


_trained_here: dict[str, Pair] = {}
_kept: dict[str, Callable[[], Pair]] = {}  # read when they are first asked for
_folder = FOLDER


def pair(name: str = SHIPPED) -> Pair:
    """Return the pair of a name.

    Raises DamagedWeightsError (a ValueError, in words for the learner) where the shipped files
    cannot be used, ValueError for a name that is not on the shelf, and for a kept pair whose
    files cannot be used.
    """
    if name == SHIPPED:
        return _shipped(_folder)
    if name in _kept and name not in _trained_here:
        _trained_here[name] = _kept[name]()
    if name not in _trained_here:
        raise ValueError(
            f'the translators "{name}" are not on this machine; choose the shipped ones, or train '
            "them again"
        )
    return _trained_here[name]


def names() -> tuple[str, ...]:
    """Every name on the shelf, the shipped pair first."""
    return (SHIPPED, *dict.fromkeys((*_kept, *_trained_here)))


def put(name: str, made: Pair) -> None:
    """Put a pair trained here on the shelf. Raises ValueError for a name that is taken."""
    if name in names():
        raise ValueError(f'there are translators named "{name}" already')
    _trained_here[name] = made


def put_kept(name: str, read: Callable[[], Pair]) -> None:
    """Put a pair on the shelf that is read when it is first asked for. ValueError as for `put`.

    read may raise ValueError with words for the learner.
    """
    if name in names():
        raise ValueError(f'there are translators named "{name}" already')
    _kept[name] = read


def drop(name: str) -> None:
    """Take a pair trained here from the shelf; a name that is not there is nothing to take."""
    _trained_here.pop(name, None)
    _kept.pop(name, None)


def manifest_of_shipped() -> Translators:
    """The shipped files with everything their manifest says. Raises DamagedWeightsError."""
    return _read(_folder)


@contextmanager
def shipped_from(folder: Path) -> Iterator[None]:
    """Take the shipped pair from another folder for a while; tests read damaged files so."""
    global _folder
    before, _folder = _folder, folder
    try:
        yield
    finally:
        _folder = before


@lru_cache(maxsize=2)
def _read(folder: Path) -> Translators:
    return load(folder)


@lru_cache(maxsize=2)
def _shipped(folder: Path) -> Pair:
    read = _read(folder)
    manifest = read.manifest
    return Pair(
        read.attention,
        read.fixed,
        manifest.attention.by_length or manifest.attention.quality,
        manifest.fixed.by_length or manifest.fixed.quality,
        "trained, shipped weights",
    )
