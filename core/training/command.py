"""`main.py train`: the translators trained here, with a line of progress every 200 steps."""

from __future__ import annotations

import platform
import sys
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

from core.training.recipe import Recipe
from core.training.translators import Progress, train
from core.translator.loading import save
from core.translator.parameters import Context

CONTEXTS: tuple[Context, ...] = get_args(Context)

WITHOUT_TORCH = (
    "training needs PyTorch, which is not installed; python -m pip install -e '.[train]' gets it"
)


def run(models: tuple[Context, ...], seed: int, steps: int, folder: Path, resume: bool) -> int:
    """Train each model and write its weights into `folder`; steps 0 is the shipped recipe's.

    Returns the exit code: 0 well, 1 without torch, for a checkpoint that does not fit, a folder
    that cannot be written, or Ctrl+C, after which --resume goes on.
    """
    if find_spec("torch") is None:
        return _stop(WITHOUT_TORCH)
    for context in models:
        try:
            _train(Recipe(context, seed, steps), folder, resume)
        except KeyboardInterrupt:
            return _stop(f"stopped; the same command with --resume goes on from {folder}")
        except (OSError, ValueError) as error:
            return _stop(str(error))
    return 0


def weight_file(recipe: Recipe) -> str:
    """The name of a recipe's weights."""
    return f"{recipe.context}-{recipe.hidden}-seed{recipe.seed}-steps{recipe.steps}.safetensors"


def versions() -> dict[str, str]:
    """What trained: Python, NumPy, PyTorch."""
    return {
        "Python": platform.python_version(),
        "NumPy": version("numpy"),
        "PyTorch": version("torch"),
    }


def _train(recipe: Recipe, folder: Path, resume: bool) -> None:
    path = folder / weight_file(recipe)
    folder.mkdir(parents=True, exist_ok=True)
    print(
        f"{recipe.context}: {recipe.steps} steps, seed {recipe.seed}; making sentences", flush=True
    )
    outcome = train(recipe, _show, checkpoint=path.with_suffix(".checkpoint"), resume=resume)
    about = {
        "recipe": asdict(recipe),
        "cpu_seconds": round(outcome.cpu_seconds, 1),
        "versions": versions(),
    }
    save(outcome.parameters, path, about)
    print(f"{path}: {outcome.cpu_seconds:.0f} seconds of computing", flush=True)


def _show(progress: Progress) -> None:
    accuracy = "  ".join(
        f"{sample.shortest}-{sample.longest}: {sample.bleu:3.0f}" for sample in progress.accuracy
    )
    print(
        f"  step {progress.step:5d} of {progress.recipe.steps}  loss {progress.loss:.3f}  "
        f"BLEU {accuracy}  {_clock(progress.seconds)} gone, about {_clock(progress.left)} left",
        flush=True,
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _stop(sentence: str) -> int:
    print(f"main.py train: {sentence}", file=sys.stderr)
    return 1
