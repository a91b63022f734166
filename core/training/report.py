"""`python -m core.training.report RUNS --ship SEED`: the quality of trained weights, written down.

RUNS is a folder that `main.py train` and `core.training.sizes` filled. Every file is measured on
the same held-out sentences; the tables go to docs/translators.md, the weights of one seed and
the manifest to resources/translator/.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from core.training.pages import page
from core.training.recipe import LONG_STEPS
from core.translator.language import with_unknown_word
from core.translator.lexicon import UNKNOWN
from core.translator.loading import MANIFEST, Manifest, Size, Trained, load_weights, save
from core.translator.network import Translator
from core.translator.parameters import Context, Parameters
from core.translator.scoring import Quality, quality_at_each_length, quality_by_length

SENTENCES = 150
COMMAND = "python main.py train --seed {seed} --out RUNS"


@dataclass(frozen=True, eq=False)
class Run:
    """A file of weights, what it says of its training, and its figures.

    unknown is (sentences, with exactly one <unk> in French, whose <unk> attends to the unknown
    word most; None for a fixed context), over sentences with one unknown word.
    """

    parameters: Parameters
    about: dict[str, Any]
    model: Translator
    quality: tuple[Quality, ...]
    unknown: tuple[int, int, int | None]

    @property
    def recipe(self) -> dict[str, Any]:
        """The recipe's fields."""
        recipe: dict[str, Any] = self.about["recipe"]
        return recipe

    @property
    def is_size(self) -> bool:
        """Whether it was trained until it stopped improving."""
        return "ended_by" in self.about


def measured(path: Path, sentences: int = SENTENCES) -> Run:
    """Return a weight file with its figures, from `sentences` held-out ones in each bucket."""
    parameters, about = load_weights(path)
    model = Translator(parameters)
    figures = tuple(_rounded(q) for q in quality_by_length(model, sentences))
    return Run(parameters, about, model, figures, unknown_words(model, sentences))


def unknown_words(model: Translator, sentences: int) -> tuple[int, int, int | None]:
    """Return how a model carries one unknown word, as in `Run.unknown`; lengths 4 to 13."""
    produced = pointed = 0
    pairs = [p for n in range(4, 14) for p in islice(with_unknown_word(n, 0), sentences // 10)]
    for pair in pairs:
        made = model.translate(pair.english)
        if made.french.count(UNKNOWN) != 1:
            continue
        produced += 1
        if made.attended:
            source = made.attended[made.french.index(UNKNOWN)]
            pointed += source == pair.english.index(UNKNOWN)
    return len(pairs), produced, pointed if model.context == "attention" else None


def _rounded(figures: Quality) -> Quality:
    percent = ("bleu", "exact", "agreement", "mass", "words")
    measured_ones = {name: getattr(figures, name) for name in percent}
    return replace(
        figures,
        **{name: round(value, 2) for name, value in measured_ones.items() if value is not None},
    )


def curve(run: Run) -> tuple[Quality, ...]:
    """Return the figures for every length alone, from as many sentences as a bucket has."""
    print(f"measuring every length of {run.model.context} {run.model.hidden}", flush=True)
    sentences = run.quality[0].sentences
    return tuple(_rounded(figures) for figures in quality_at_each_length(run.model, sentences))


def write(runs: list[Run], ship: int, root: Path) -> None:
    """Write the page, the manifest and the weights of seed `ship` under `root`.

    Raises ValueError, and writes nothing, unless both models were trained at length from it.
    """
    resources = root / "resources" / "translator"
    pair = {context: _chosen(runs, context, ship) for context in LONG_STEPS}
    about = pair["fixed"].about
    numbers = ("pairs", "batch", "rate", "warm_up", "floor", "clip")
    manifest = Manifest(
        made=date.today().isoformat(),
        command=COMMAND.format(seed=ship),
        versions=about["versions"],
        recipe={name: about["recipe"][name] for name in numbers},
        attention=_trained(pair["attention"]),
        fixed=_trained(pair["fixed"]),
        sizes=tuple(_size(run) for run in runs if run.is_size),
    )
    for run in pair.values():
        save(run.parameters, resources / f"{run.model.context}.safetensors", run.about)
    encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    (resources / MANIFEST).write_bytes(encoded + b"\n")
    (root / "docs" / "translators.md").write_text(page(runs, manifest), encoding="utf-8")


def _chosen(runs: list[Run], context: Context, seed: int) -> Run:
    """The run of a model that was trained at length from a seed."""
    for run in runs:
        at_length = not run.is_size and run.recipe["steps"] == LONG_STEPS[context]
        if run.model.context == context and at_length and run.recipe["seed"] == seed:
            return run
    raise ValueError(f"there is no run of seed {seed} with context {context} at its full length")


def _trained(run: Run) -> Trained:
    return Trained(
        file=f"{run.model.context}.safetensors",
        context=run.model.context,
        seed=run.recipe["seed"],
        steps=run.recipe["steps"],
        hidden=run.recipe["hidden"],
        parameters=run.model.count,
        cpu_seconds=run.about["cpu_seconds"],
        quality=run.quality,
        by_length=curve(run),
    )


def _size(run: Run) -> Size:
    return Size(
        hidden=run.recipe["hidden"],
        parameters=run.model.count,
        seed=run.recipe["seed"],
        steps=run.recipe["steps"],
        cpu_seconds=run.about["cpu_seconds"],
        held_out_loss=run.about["held_out_loss"],
        ended_by=run.about["ended_by"],
        quality=run.quality,
        by_length=curve(run),
    )


def main(arguments: list[str] | None = None) -> None:
    """Measure every file of a folder, then write."""
    parser = argparse.ArgumentParser(prog="python -m core.training.report", description=__doc__)
    parser.add_argument("runs", type=Path, metavar="RUNS")
    parser.add_argument("--ship", type=int, default=0, metavar="SEED", help="whose weights to ship")
    parser.add_argument("--sentences", type=int, default=SENTENCES, help="in each bucket")
    asked = parser.parse_args(arguments)
    runs = []
    for path in sorted(asked.runs.glob("*.safetensors")):
        print(f"measuring {path.name}", flush=True)
        runs.append(measured(path, asked.sentences))
    runs.sort(key=lambda run: (run.model.context, run.recipe["hidden"], run.recipe["seed"]))
    write(runs, asked.ship, Path(__file__).resolve().parents[2])


if __name__ == "__main__":
    main()
