"""Weight files and their manifest, read; a damaged one is one sentence, and nothing else breaks."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from core.translator.network import Translator
from core.translator.parameters import Context, Parameters
from core.translator.scoring import Quality
from core.translator.vocabulary import ENGLISH, FRENCH

MANIFEST = "manifest.json"

# Weights number the words, so a file from another word list would translate into nonsense.
WORD_LIST = f"{zlib.crc32(' '.join((*ENGLISH, *FRENCH)).encode()):08x}"


class DamagedWeightsError(ValueError):
    """A file of weights, or the manifest, that cannot be used; its text is for the learner."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(f"{path.name} {cause}; install the lesson again to repair it.")
        self.path = path


class Trained(msgspec.Struct, frozen=True):
    """One shipped model: its file, how it was trained, and its figures.

    quality is by BUCKETS of lengths, by_length for every length alone.
    """

    file: str
    context: Context
    seed: int
    steps: int
    hidden: int
    parameters: int
    cpu_seconds: float
    quality: tuple[Quality, ...]
    by_length: tuple[Quality, ...] = ()


class Size(msgspec.Struct, frozen=True):
    """A fixed-context model trained until it stopped improving; its vector has 2 x hidden numbers.

    ended_by is "patience", or "time" if the limit came first and it might still improve.
    """

    hidden: int
    parameters: int
    seed: int
    steps: int
    cpu_seconds: float
    held_out_loss: float
    ended_by: str
    quality: tuple[Quality, ...]
    by_length: tuple[Quality, ...] = ()


class Manifest(msgspec.Struct, frozen=True):
    """What is known about the shipped weights."""

    made: str
    command: str
    versions: dict[str, str]
    recipe: dict[str, float]
    attention: Trained
    fixed: Trained
    sizes: tuple[Size, ...]


@dataclass(frozen=True, eq=False)
class Translators:
    """The shipped pair and its manifest."""

    attention: Translator
    fixed: Translator
    manifest: Manifest


def load(folder: Path) -> Translators:
    """Return the pair in `folder` (resources/translator). Raises DamagedWeightsError."""
    manifest = load_manifest(folder)
    pair = [
        _expected(folder / trained.file, trained.context)
        for trained in (manifest.attention, manifest.fixed)
    ]
    return Translators(pair[0], pair[1], manifest)


def load_manifest(folder: Path) -> Manifest:
    """Return the manifest alone, without reading weights. Raises DamagedWeightsError."""
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise DamagedWeightsError(path, _cannot(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedWeightsError(path, f"is damaged ({error})") from None


def load_translator(path: Path) -> Translator:
    """Return the translator whose weights are in `path`. Raises DamagedWeightsError."""
    return Translator(load_weights(path)[0])


def load_weights(path: Path) -> tuple[Parameters, dict[str, Any]]:
    """Return parameters in float64, checked, and what the file says of its training."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as opened:
            about = opened.metadata() or {}
            stored = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except OSError as error:
        raise DamagedWeightsError(path, _cannot(error)) from None
    except SafetensorError as error:
        raise DamagedWeightsError(path, f"is damaged ({error})") from None
    if about.get("word_list") != WORD_LIST:
        raise DamagedWeightsError(path, "was trained on another list of words")
    parameters = {name: np.asarray(numbers, np.float64) for name, numbers in stored.items()}
    try:
        Translator(parameters)
        return parameters, json.loads(about.get("training", "{}"))
    except ValueError as error:
        raise DamagedWeightsError(path, f"does not hold a translator ({error})") from None


def save(parameters: Parameters, path: Path, training: dict[str, Any]) -> None:
    """Write parameters as float32 .safetensors, with what is said of their training."""
    from safetensors.numpy import save_file

    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"word_list": WORD_LIST, "training": json.dumps(training)}
    stored = {name: numbers.astype(np.float32) for name, numbers in parameters.items()}
    save_file(stored, path, about)


def _expected(path: Path, context: Context) -> Translator:
    translator = load_translator(path)
    if translator.context != context:
        raise DamagedWeightsError(
            path, f"holds the other model, not the one with {context} context"
        )
    return translator


def _cannot(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "is missing"
    return f"cannot be read ({error.strerror or error})"
