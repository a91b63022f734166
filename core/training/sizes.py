"""`python -m core.training.sizes DIR`: fixed vectors of three sizes, until they stop improving."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from core.training.command import versions
from core.training.patience import recipe_of, until_it_stops
from core.translator.loading import save

SIZES = (24, 48, 96)


def main(arguments: list[str] | None = None) -> None:
    """Train each size and write its weights into a folder, with a line a measurement."""
    parser = argparse.ArgumentParser(prog="python -m core.training.sizes", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--hidden", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=650, help="CPU seconds a model, at most")
    asked = parser.parse_args(arguments)
    for hidden in asked.hidden:
        made = until_it_stops(hidden, asked.seed, asked.limit, _show)
        about = {
            "recipe": asdict(recipe_of(hidden, asked.seed)) | {"steps": made.steps},
            "cpu_seconds": round(made.seconds, 1),
            "held_out_loss": round(made.loss, 4),
            "ended_by": "time" if made.stopped_early else "patience",
            "versions": versions(),
        }
        path = asked.folder / f"size-{hidden}-seed{asked.seed}.safetensors"
        save(made.parameters, path, about)
        print(f"{path}: best after {made.steps} steps", flush=True)


def _show(step: int, loss: float, rate: float) -> None:
    print(f"  step {step:6d}  held-out loss {loss:.4f}  rate {rate:.5f}", flush=True)


if __name__ == "__main__":
    main()
