"""What is said of a letters model: who answers which question, and what follows from that."""

from __future__ import annotations

from core.letters.exhibits import TAKEN, LettersTrace, taken_by
from desktop_app import lettering, numbers
from desktop_app.lettering import Style

UNIFORM = 0.9  # of the highest entropy: from here on a head looks everywhere alike
AVERAGE = (
    "One head has one map, so it has to look at all three places at once: each answer arrives "
    "mixed with the two others. Averaging keeps a single head from doing what several can."
)


def masses(trace: LettersTrace, index: int) -> list[tuple[str, float]]:
    """For one map (from 0): what it may look at, and how much of its weight lies there."""
    mass = trace.figures.mass[index]
    if not trace.task.causal:
        return [(name, float(mass[q])) for q, name in enumerate(trace.task.questions)]
    return [("token before", float(trace.figures.before[index])), ("what followed", float(mass[0]))]


def widest(trace: LettersTrace, style: Style) -> float:
    """The width of the longest name in `masses`."""
    return max(lettering.width(name, style) for name, _ in masses(trace, 0))


def names(trace: LettersTrace) -> list[str]:
    """What each map is called."""
    layers = trace.task.causal
    return [f"{'Layer' if layers else 'Head'} {index + 1}" for index in range(len(trace.maps))]


def verdict(trace: LettersTrace) -> str:
    """What the figures mean, in a sentence or two."""
    return induction_verdict(trace) if trace.task.causal else question_verdict(trace)


def question_verdict(trace: LettersTrace) -> str:
    """Which head took which question."""
    figures, heads = trace.figures, len(trace.maps)
    share = f"{numbers.fixed(100 * float(figures.accuracy.mean()), 1)} % right"
    if float(figures.entropy.min()) > UNIFORM:
        return f"{share}. Every head still looks everywhere alike: nothing is learned yet."
    if heads == 1:
        return f"{share}. {AVERAGE}"
    takers = taken_by(figures)
    told = [
        f"head {index + 1} takes {' and '.join(taken)}"
        for index in range(heads)
        if (
            taken := [
                name for name, by in zip(trace.task.questions, takers, strict=True) if by == index
            ]
        )
    ]
    left = [name for name, by in zip(trace.task.questions, takers, strict=True) if by is None]
    if left:
        told.append(f"no head is there for {' or '.join(left)} alone, so heads have to share")
    sentence = "; ".join(told)
    end = "" if left else " Nobody assigned them: each question ended up with a map of its own."
    if not figures.distinct and not left:
        end = ""
    return f"{share}. {sentence[0].upper()}{sentence[1:]}.{end}"


def induction_verdict(trace: LettersTrace) -> str:
    """Whether the two steps of induction are there."""
    figures = trace.figures
    share = f"{numbers.fixed(100 * float(figures.accuracy[0]), 1)} % right"
    if float(figures.entropy.min()) > UNIFORM:
        return f"{share}. Every letter before counts alike: nothing is learned yet."
    if len(trace.maps) == 1:
        return (
            f"{share}. One layer finds where the letter stood before, or steps on by one, but not "
            "both: it guesses how long the repeated part is."
        )
    if figures.before[0] >= TAKEN and figures.mass[1, 0] >= TAKEN:
        return (
            f"{share}. Layer 1 copies each letter one place on; layer 2 looks for the place that "
            "holds a copy of this letter, and reads what followed it there."
        )
    return f"{share}. The two layers have not found each other yet."
