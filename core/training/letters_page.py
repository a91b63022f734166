"""The page of measured figures of the letters models, docs/letters.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.letters.network import Build
from core.training.letters_recipes import LENGTHS, Run

TOP = """# The letters models, measured

Written by `{command} --table docs/letters.md` on {date}, with {versions}; do not edit it by hand.
CPU seconds are those of one thread of the machine that wrote it. Every figure is of unseen rows
drawn from a seed of their own.
"""

QUESTIONS = """
## Three questions: previous, next, first

Eight letters out of twelve; at each the network names the letter before, the letter after and the
first. One layer of attention, no feed-forward part, learned places, LayerNorm before, d_model = 48.
AdamW 3e-3 (0.9, 0.98), batch 64, 50 steps of warm-up, clipped to norm 1.

*Mass* is the mean weight on the place of the answer, by the head that is best at it. *Own heads*:
each question is served best by a head of its own.
"""

INDUCTION = """
## Induction: what followed last time?

Twenty letters out of 24: noise, a segment of 5 to 9 letters, and the segment again; inside the
copy, which letter follows? d_model = 64, causal mask, one head a layer, otherwise as above. The
answer takes two layers: a head that moves each letter one place on, then one that looks for the
letter's last appearance there (Olsson et al. 2022, arXiv 2209.11895).

*Token before* is what the first layer's head lays on the letter just before, at the places where
the second layer looks for it: those after a letter that the copy repeats. At the other places,
in the noise and in the copy, nothing depends on that head, and it looks where it likes; a mean
over all of them would tell how much noise there is. One layer cannot find the last appearance and
step on from it. It guesses how long the segment was: sure where one length only is possible (the
letters 12 and 13, by what it sees), right about one time in five from letter 17 on. So its share
depends on how many lengths there are to guess among, here five.
"""

REVERSAL = """
## Right answers, weights that point elsewhere

Three to twelve letters are written in reverse by a gated recurrent decoder with additive attention
(Bahdanau et al. 2015). The models differ in their encoder. *Pointed*: the share of steps whose
largest weight lies on the letter that is written; *one later*: on the annotation after it. The
first step is left out, since a forward-only encoder has no choice there. Adam 1e-2 (0.9, 0.98),
batch 32 of one length, 100 steps of warm-up, then a cosine to 5 %.
"""


def page(runs: Sequence[Run], versions: Mapping[str, str], date: str, command: str) -> str:
    """The page as Markdown."""
    named = ", ".join(f"{name} {number}" for name, number in versions.items())
    letters = [run for run in runs if isinstance(run.recipe.kind, Build)]
    return "".join(
        [
            TOP.format(command=command, date=date, versions=named),
            QUESTIONS,
            question_table([run for run in letters if not of_induction(run)]),
            INDUCTION,
            induction_table([run for run in letters if of_induction(run)]),
            REVERSAL,
            reversal_table([run for run in runs if not isinstance(run.recipe.kind, Build)]),
        ]
    )


def of_induction(run: Run) -> bool:
    """Whether a letters model is for induction."""
    return isinstance(run.recipe.kind, Build) and run.recipe.kind.task.causal


def question_table(runs: Sequence[Run]) -> str:
    """Heads and seeds: accuracy and mass for each question."""
    names = ("previous", "next", "first")
    head = ["heads", "seed", "steps", "99 % at step", *(f"{name} %" for name in names)]
    head += [f"mass {name}" for name in names] + ["own heads", "CPU s"]
    rows = [
        [
            *begins(run),
            *(percent(run.figures[f"accuracy, {name}"]) for name in names),
            *(f"{run.figures[f'mass, {name}']:.2f}" for name in names),
            "yes" if run.figures["distinct"] else "no",
            f"{run.cpu_seconds:.1f}",
        ]
        for run in runs
    ]
    return table(head, rows)


def induction_table(runs: Sequence[Run]) -> str:
    """Layers and seeds: accuracy, and the mass of the two kinds of head."""
    head = ["layers", "seed", "steps", "99 % at step", "accuracy %", "mass following"]
    head += ["token before, layer 1", "CPU s"]
    rows = [
        [
            *begins(run),
            percent(run.figures["accuracy"]),
            f"{run.figures['mass, following']:.2f}",
            f"{run.figures['mass, token before']:.2f}",
            f"{run.cpu_seconds:.1f}",
        ]
        for run in runs
    ]
    return table(head, rows)


def reversal_table(runs: Sequence[Run]) -> str:
    """Encoders and seeds: right letters by length, and where the weights point."""
    head = ["encoder", "seed", "steps", *(f"right %, {n} letters" for n in LENGTHS)]
    head += ["right %", "pointed %", "one later %", "CPU s"]
    rows = [
        [
            run.recipe.label,
            str(run.seed),
            str(run.recipe.steps),
            *(percent(run.figures[f"right, {n} letters"]) for n in LENGTHS),
            *(percent(run.figures[name]) for name in ("right", "pointed", "one later")),
            f"{run.cpu_seconds:.0f}",
        ]
        for run in runs
    ]
    return table(head, rows)


def begins(run: Run) -> list[str]:
    """How each row of the first two tables begins."""
    good = "never" if run.good_at is None else str(run.good_at)
    return [run.recipe.label, str(run.seed), str(run.recipe.steps), good]


def percent(share: float) -> str:
    """A share of 1 as per cent, with one digit behind the point."""
    return f"{100 * share:.1f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)
