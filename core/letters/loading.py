"""The trained letters models that come with the lesson, and what was measured of them.

A file that is missing, damaged or of another kind is one sentence, and nothing else breaks.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from core.arrays import read_only
from core.letters.network import Build, Letters, Parameters
from core.letters.reversal import Encoder, Reverser, TrainedReverser
from core.letters.tasks import INDUCTION, THREE_QUESTIONS

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "letters"
MANIFEST = "manifest.json"
AGAIN = "python -m core.training.letters_command --out resources/letters makes new ones"
TASKS = {task.name: task for task in (THREE_QUESTIONS, INDUCTION)}


class DamagedLettersError(ValueError):
    """A file that cannot be used; its text is a sentence for the learner."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(f"{path.name} {cause}; install the lesson again, or {AGAIN}.")
        self.path = path


class Shipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model: its file and check sum, how it was trained, and its measured figures.

    task: of a letters model, with layers, heads and d_model. encoder: of a reverser. figures:
    shares from 0 to 1 on unseen rows, by a name that says what.
    """

    file: str
    crc32: int
    seed: int
    steps: int
    cpu_seconds: float
    parameters: int
    figures: dict[str, float]
    task: str = ""
    layers: int = 0
    heads: int = 0
    d_model: int = 0
    encoder: str = ""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about the shipped models, by name."""

    made: str
    command: str
    versions: dict[str, str]
    recipe: dict[str, dict[str, float]]
    models: dict[str, Shipped]


@lru_cache(maxsize=8)
def load_letters(name: str, folder: Path = FOLDER) -> Letters:
    """Return a letters model: three-questions-1-head, three-questions-3-heads or
    induction-2-layers. Raises DamagedLettersError."""
    shipped = entry(name, folder)
    path = folder / shipped.file
    if shipped.task not in TASKS:
        raise DamagedLettersError(folder / MANIFEST, f"does not say which task {name} is for")
    try:
        build = Build(TASKS[shipped.task], shipped.heads, shipped.layers, shipped.d_model)
    except ValueError as error:
        raise DamagedLettersError(folder / MANIFEST, f"is damaged ({error})") from None
    return Letters(build, numbers(path, shipped, build.shapes()), shipped.seed, shipped.steps)


@lru_cache(maxsize=8)
def load_reverser(encoder: Encoder, folder: Path = FOLDER) -> TrainedReverser:
    """Return the reverser with an encoder: forward only, or letter by letter.

    Raises DamagedLettersError; one that reads both ways is measured, but not shipped.
    """
    name = f"reversal-{encoder.replace(' ', '-')}"
    shipped = entry(name, folder)
    if shipped.encoder != encoder:
        raise DamagedLettersError(folder / MANIFEST, f"lists another model as {name}")
    model = Reverser(encoder)
    found = numbers(folder / shipped.file, shipped, model.shapes())
    return TrainedReverser(model, found, shipped.seed, shipped.steps)


def load_manifest(folder: Path = FOLDER) -> Manifest:
    """Return the manifest alone. Raises DamagedLettersError."""
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise DamagedLettersError(path, cannot(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedLettersError(path, f"is damaged ({error})") from None


def entry(name: str, folder: Path) -> Shipped:
    """Return what the manifest says of one model."""
    models = load_manifest(folder).models
    if name not in models:
        raise DamagedLettersError(folder / MANIFEST, f"lists no model {name}")
    return models[name]


def numbers(path: Path, shipped: Shipped, shapes: dict[str, tuple[int, ...]]) -> Parameters:
    """Return the parameters in a file, checked, as read-only float64 arrays."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        content = path.read_bytes()
        if zlib.crc32(content) != shipped.crc32:
            raise DamagedLettersError(path, "is damaged (its check sum is wrong)")
        stored = load(content)
    except OSError as error:
        raise DamagedLettersError(path, cannot(error)) from None
    except SafetensorError as error:
        raise DamagedLettersError(path, f"is damaged ({error})") from None
    if {name: array.shape for name, array in stored.items()} != shapes:
        raise DamagedLettersError(path, "holds another model than the manifest says")
    return {name: read_only(stored[name].astype(np.float64)) for name in shapes}


def save(parameters: Parameters, path: Path) -> int:
    """Write parameters as float32 .safetensors; return the file's check sum."""
    from safetensors.numpy import save as serialised

    stored = {name: np.ascontiguousarray(array, np.float32) for name, array in parameters.items()}
    content = serialised(stored)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return zlib.crc32(content)


def cannot(error: OSError) -> str:
    """Why a file was not read."""
    if isinstance(error, FileNotFoundError):
        return "is missing"
    return f"cannot be read ({error.strerror or error})"
