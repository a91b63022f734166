"""`python -m core.training.letters_command`: trains the letters models, measures them, ships them.

With --table every seed is trained, and the measured figures are written as a page.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from core.letters.loading import MANIFEST, Manifest, Shipped, save
from core.letters.network import Build
from core.training import letters, reversal
from core.training.availability import obstacle
from core.training.letters_page import page
from core.training.letters_recipes import RECIPES, Run, trained

COMMAND = "python -m core.training.letters_command"


def run(arguments: Sequence[str]) -> int:
    """Do it. Returns the exit code: 0 well, 1 without torch or where nothing can be written."""
    asked = parser().parse_args(arguments)
    reason = obstacle()
    if reason:
        return stop(reason)
    import torch

    torch.set_num_threads(1)
    try:
        asked.out.mkdir(parents=True, exist_ok=True)
        runs = trained_runs(every_seed=asked.table is not None)
        command = f"{COMMAND} --out resources/letters"
        ship([made for made in runs if shipped(made)], asked.out, command)
        if asked.table is not None:
            asked.table.write_text(page(runs, versions(), today(), COMMAND), encoding="utf-8")
    except OSError as error:
        return stop(f"{error.filename} cannot be written ({error.strerror})")
    except KeyboardInterrupt:
        return stop("stopped; nothing was written")
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    made.add_argument("--out", type=Path, default=Path("trained/letters"), metavar="DIR")
    made.add_argument("--table", type=Path, metavar="FILE", help="train every seed; write a page")
    return made


def trained_runs(every_seed: bool) -> list[Run]:
    """Train what is shipped, or everything."""
    wanted = [
        (recipe, seed)
        for recipe in RECIPES
        for seed in (recipe.seeds if every_seed else (recipe.ship_seed,))
        if every_seed or recipe.ship
    ]
    return [trained(recipe, seed, tell) for recipe, seed in wanted]


def tell(line: str) -> None:
    """Say where it stands."""
    print(line, flush=True)


def shipped(made: Run) -> bool:
    """Whether a run makes one of the files that come with the lesson."""
    return bool(made.recipe.ship) and made.seed == made.recipe.ship_seed


def ship(runs: Sequence[Run], folder: Path, command: str) -> None:
    """Write weights and manifest."""
    models = {}
    for made in runs:
        file = f"{made.recipe.ship}.safetensors"
        check_sum = save(made.model.parameters, folder / file)
        models[made.recipe.ship] = described(made, file, check_sum)
    manifest = Manifest(today(), command, versions(), recipes(), models)
    content = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / MANIFEST).write_bytes(content + b"\n")


def described(made: Run, file: str, check_sum: int) -> Shipped:
    """What the manifest says of one model."""
    kind = made.recipe.kind
    figures = {name: round(share, 4) for name, share in made.figures.items()}
    told = {
        "file": file,
        "crc32": check_sum,
        "seed": made.seed,
        "steps": made.recipe.steps,
        "cpu_seconds": round(made.cpu_seconds, 1),
        "parameters": sum(array.size for array in made.model.parameters.values()),
        "figures": figures,
    }
    if isinstance(kind, Build):
        built = {"layers": kind.layers, "heads": kind.heads, "d_model": kind.d_model}
        return msgspec.convert({**told, **built, "task": kind.task.name}, Shipped)
    return msgspec.convert({**told, **asdict(kind)}, Shipped)


def recipes() -> dict[str, dict[str, float]]:
    """The numbers of the two trainings, as the manifest has them."""
    found = {}
    for name, room in (("letters", letters), ("reversal", reversal)):
        found[name] = {
            "batch": float(room.BATCH),
            "rate": room.RATE,
            "beta_1": room.BETAS[0],
            "beta_2": room.BETAS[1],
            "warm_up": float(room.WARM_UP),
            "clip": room.CLIP,
        }
    return found


def versions() -> dict[str, str]:
    """What trained."""
    return {
        "Python": platform.python_version(),
        "NumPy": version("numpy"),
        "PyTorch": version("torch"),
    }


def today() -> str:
    """The date, by universal time."""
    return datetime.now(UTC).date().isoformat()


def stop(sentence: str) -> int:
    """Say why nothing came of it."""
    print(f"{COMMAND}: {sentence}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
