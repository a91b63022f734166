"""docs/translators.md, from measured runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean
from typing import TYPE_CHECKING

from core.training.recipe import LONG_STEPS, SHORT_STEPS
from core.translator.parameters import Context
from core.translator.scoring import BUCKETS, Quality

if TYPE_CHECKING:
    from core.training.report import Run
    from core.translator.loading import Manifest

INTRODUCTION = """\
# The two translators, measured

Written by `python -m core.training.report RUNS --ship {ship}`; change that, not this page. RUNS is
filled by `python main.py train --seed N --out RUNS` for the seeds 0, 1 and 2, once as it is and
once as the short course (`--steps {short}`), and by `python -m core.training.sizes RUNS`. Both
models take the same number of steps.

Both models are those of Bahdanau, Cho and Bengio (ICLR 2015, appendix A) and differ in one switch:
additive attention, or one fixed context for every step. They learn from {pairs} sentences of
3 to 30 words of the small language in `core/translator/`, and are measured on about {sentences}
sentences a row that neither has seen; one in ten sentences is held out by its checksum. Everything
over 30 words is longer than what they were trained on. BLEU is Papineni et al. 2002, a whole bucket
at a time, unsmoothed. *Exact* is the share of sentences right in every word, *words* that of the
reference's words which the translation has in the same order; *agreement* that of French words
whose most attended English word is a gold one, *mass* the weight on the gold ones, both while the
right words are fed in. Nobody taught the alignment. Greedy decoding.

Measured {made} with Python {python}, NumPy {numpy}, PyTorch {torch}, one thread; CPU seconds of a
two-core machine that had other work to do.
"""


def page(runs: Sequence[Run], manifest: Manifest) -> str:
    """Return the page as Markdown."""
    versions = manifest.versions
    parts = [
        INTRODUCTION.format(
            ship=manifest.attention.seed,
            short=SHORT_STEPS["attention"],
            pairs=f"{round(manifest.recipe['pairs']):,}".replace(",", " "),
            sentences=manifest.fixed.quality[0].sentences,
            made=manifest.made,
            python=versions["Python"],
            numpy=versions["NumPy"],
            torch=versions["PyTorch"],
        ),
        f"## Trained at length (shipped: seed {manifest.attention.seed})",
        *_courses(runs, LONG_STEPS),
        "## The short course",
        *_courses(runs, SHORT_STEPS),
        "## Does a bigger vector help?",
        _sizes([run for run in runs if run.is_size]),
        "## Unknown words",
        _unknown(runs),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _courses(runs: Sequence[Run], steps: dict[Context, int]) -> list[str]:
    found = []
    for context, number in steps.items():
        chosen = [
            run
            for run in runs
            if not run.is_size and run.model.context == context and run.recipe["steps"] == number
        ]
        if not chosen:
            continue
        seconds = ", ".join(f"{run.about['cpu_seconds']:.0f}" for run in chosen)
        title = "Attention" if context == "attention" else "One fixed context"
        found.append(
            f"### {title}: {number} steps, {chosen[0].model.count} numbers, {seconds} CPU seconds"
        )
        found.append(_by_seed(chosen, context))
    return found


def _by_seed(runs: Sequence[Run], context: Context) -> str:
    """One row a bucket; BLEU and exact of every seed, then their means, and the alignment's."""
    seeds = [run.recipe["seed"] for run in runs]
    header = ["words", *(f"BLEU, seed {seed}" for seed in seeds), "mean"]
    header += [f"{kind} %, seed {seed}" for kind in ("exact", "words") for seed in seeds]
    figures: list[Callable[[Quality], float | None]] = [
        lambda q: q.bleu, lambda q: q.exact, lambda q: q.words,
    ]  # fmt: skip
    if context == "attention":
        header += [f"agreement %, seed {seed}" for seed in seeds]
        header += [f"mass %, seed {seed}" for seed in seeds]
        figures += [lambda q: q.agreement, lambda q: q.mass]
    rows = []
    for place, bucket in enumerate(BUCKETS):
        row = [_words(bucket)]
        for number, figure in enumerate(figures):
            values = [figure(run.quality[place]) or 0.0 for run in runs]
            row += [f"{value:.1f}" for value in values]
            if number == 0:
                row.append(f"**{mean(values):.1f}**")
        rows.append(row)
    return table(header, rows)


def _sizes(runs: Sequence[Run]) -> str:
    if not runs:
        return "Not measured."
    words = (
        "Fixed contexts of 2 x hidden numbers, each trained until its loss on held-out sentences "
        "stopped falling (60 000 sentences; the rate was cut whenever two measurements in a row "
        "brought less than half a percent, three times at most)."
    )
    header = ["words", *(f"BLEU, {2 * run.recipe['hidden']} numbers" for run in runs)]
    header += [f"exact %, {2 * run.recipe['hidden']}" for run in runs]
    rows = [
        [_words(bucket), *(f"{run.quality[place].bleu:.1f}" for run in runs)]
        + [f"{run.quality[place].exact:.1f}" for run in runs]
        for place, bucket in enumerate(BUCKETS)
    ]
    about = [
        [
            f"{2 * run.recipe['hidden']}",
            str(run.model.count),
            str(run.recipe["steps"]),
            f"{run.about['cpu_seconds']:.0f}",
            f"{run.about['held_out_loss']:.3f}",
            run.about["ended_by"],
        ]
        for run in runs
    ]
    titles = ["vector", "numbers trained", "best step", "CPU seconds", "nats a word", "ended by"]
    return "\n\n".join([words, table(header, rows), table(titles, about)])


def _unknown(runs: Sequence[Run]) -> str:
    words = (
        "Held-out sentences of 4 to 13 words, one of them unknown: how often the translation has "
        "exactly one `<unk>`, and how often that one attends most to the unknown word."
    )
    rows = [
        [
            run.model.context,
            str(run.recipe["seed"]),
            str(run.recipe["steps"]),
            f"{run.unknown[1]} of {run.unknown[0]}",
            "" if run.unknown[2] is None else f"{run.unknown[2]} of {run.unknown[1]}",
        ]
        for run in runs
        if not run.is_size
    ]
    return words + "\n\n" + table(["context", "seed", "steps", "one `<unk>`", "from it"], rows)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _words(bucket: tuple[int, int]) -> str:
    return f"{bucket[0]}-{bucket[1]}"
