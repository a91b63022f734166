"""Pairs trained on this machine, kept in a folder each: two weight files and an account of them.

What cannot be read is a sentence, and hides nothing else.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from core.translator.loading import DamagedWeightsError, load_translator, save
from core.translator.network import Translator
from core.translator.parameters import Context
from core.translator.scoring import Quality
from core.translator.shelf import Pair

ACCOUNT = "pair.json"
FILES: dict[Context, str] = {
    "attention": "attention.safetensors",
    "fixed": "fixed.safetensors",
}


class Account(msgspec.Struct, frozen=True):
    """What is known of a pair trained here. made: the day, as 2026-01-31.

    steps and losses are of (attention, fixed); a loss is (step, nats a word).
    """

    name: str
    course: str
    seed: int
    steps: tuple[int, int]
    made: str
    seconds: float
    versions: dict[str, str]
    attention_quality: tuple[Quality, ...]
    fixed_quality: tuple[Quality, ...]
    attention_losses: tuple[tuple[int, float], ...] = ()
    fixed_losses: tuple[tuple[int, float], ...] = ()

    @property
    def source(self) -> str:
        """Where the weights come from, for the status line."""
        return f"trained here: {self.name}"


@dataclass(frozen=True)
class Found:
    """What a folder holds: accounts that can be read, and a sentence for each that cannot."""

    accounts: tuple[Account, ...]
    problems: tuple[str, ...]


def found(folder: Path) -> Found:
    """Return what is kept in `folder`, by name; no weights are read. A missing folder is empty."""
    accounts, problems = [], []
    places = sorted(folder.iterdir()) if folder.is_dir() else []
    for place in places:
        if not (place / ACCOUNT).exists():
            continue
        try:
            read = msgspec.json.decode((place / ACCOUNT).read_bytes(), type=Account)
            if folder_of(folder, read.name) != place:
                raise ValueError(f'it speaks of "{read.name}"')
            accounts.append(read)
        except (OSError, ValueError) as error:
            problems.append(
                f"the kept translators in {place.name} cannot be read ({_cause(error)}); train "
                "them again"
            )
    return Found(tuple(accounts), tuple(problems))


def keep(folder: Path, account: Account, pair: Pair) -> None:
    """Write a pair into a folder of its own, the account last. Raises OSError."""
    place = folder_of(folder, account.name)
    place.mkdir(parents=True, exist_ok=True)
    training = {"name": account.name, "seed": account.seed, "versions": account.versions}
    save(pair.attention.parameters, place / FILES["attention"], training)
    save(pair.fixed.parameters, place / FILES["fixed"], training)
    beside = place / f"{ACCOUNT}.new"
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(account)))
    beside.replace(place / ACCOUNT)


def read(folder: Path, account: Account) -> Pair:
    """Return a kept pair. Raises ValueError in words for the learner."""
    place = folder_of(folder, account.name)
    try:
        attention, fixed = (_expected(place / FILES[context], context) for context in FILES)
    except DamagedWeightsError as error:
        cause = str(error).partition(";")[0]
        raise ValueError(
            f'the translators "{account.name}" cannot be used: {cause}; drop them and train them '
            "again"
        ) from None
    return made_pair(account, attention, fixed)


def reader(folder: Path, account: Account) -> partial[Pair]:
    """Return a function that reads a kept pair, for the shelf."""
    return partial(read, folder, account)


def made_pair(account: Account, attention: Translator, fixed: Translator) -> Pair:
    """Return a pair with what its account says."""
    return Pair(attention, fixed, account.attention_quality, account.fixed_quality, account.source)


def discard(folder: Path, name: str) -> None:
    """Delete a kept pair; one that is not there is nothing to delete. Raises OSError."""
    place = folder_of(folder, name)
    if place.exists():
        shutil.rmtree(place)


def folder_of(folder: Path, name: str) -> Path:
    """The folder of a name: its letters and digits, so that every system takes it."""
    return folder / re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _expected(path: Path, context: Context) -> Translator:
    translator = load_translator(path)
    if translator.context != context:
        raise DamagedWeightsError(path, "holds the other model")
    return translator


def _cause(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error)
