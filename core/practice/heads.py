"""Questions about several heads: widths, slices, counts."""

from __future__ import annotations

from random import Random

from core.cost import attention_cost
from core.experiment import HeadsExperiment
from core.heads import divisors, parameter_count
from core.lesson import Choice
from core.practice.question import (
    Live,
    PracticeQuestion,
    fair_traps,
    several,
    single,
    written,
)
from core.wording import listed

WIDTHS = (12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
SHOWN = 64  # the widest model that pane 07 is opened with
WORDS = ("the", "cat", "ate", "until", "it", "slept")


def live(d_model: int, heads: int) -> Live:
    """Pane 07 with so many heads of random projections; narrower where that is too wide."""
    while d_model > SHOWN and d_model % 2 == 0 and (d_model // 2) % heads == 0:
        d_model //= 2
    if d_model > SHOWN or heads > 16:
        d_model, heads = 16, 4
    changes = {"tokens": WORDS, "d_model": d_model, "heads": heads, "pinned": (1, 5, 4)}
    rest = {"source": "random, untrained", "features": None, "patterns": ()}
    return Live("heads", {**changes, **rest})


def legal(random: Random, least: int = 2) -> tuple[int, int]:
    """A width and a number of heads that divides it."""
    d_model = random.choice(WIDTHS)
    return d_model, random.choice([h for h in divisors(d_model) if least <= h <= 16])


def head_width(random: Random) -> PracticeQuestion:
    """d_k from d_model and h."""
    d_model, heads = legal(random)
    right = HeadsExperiment(tokens=("a",), d_model=d_model, heads=heads).key_size
    traps = (
        (d_model, "Each head reads all of it, but its own queries and keys are narrower."),
        (d_model * heads, "The heads share the width; they do not multiply it."),
        (heads, "That is the number of heads."),
    )
    return PracticeQuestion(
        "number",
        f"A model is {d_model} wide and has {heads} heads. How many numbers does a query of one"
        " head have?",
        f"The heads share the width: {d_model} / {heads} = {right}. Joined again they are {d_model}"
        " wide.",
        live(d_model, heads),
        {"d_model": d_model, "heads": heads},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def parameters(random: Random) -> PracticeQuestion:
    """Four square matrices, however they are cut."""
    d_model, heads = legal(random)
    right = parameter_count(d_model, heads)

    def text(count: float) -> str:
        return written(count, 0)

    larger = [
        (text(right * heads), "Every head has its own projections, but narrower ones."),
        (
            text((3 * heads + 1) * d_model**2),
            "Every head has $W_Q$, $W_K$ and $W_V$ of its own, but they are narrower.",
        ),
        (text(right + 4 * d_model), "That counts a bias for each column; here there are none."),
    ]
    smaller = [
        (text(right / heads), "Every head reads the full width; only its output is narrow."),
        (text(right * 3 / 4), "That leaves out $W_O$, which mixes the heads again."),
        (text(right / 4), "That is one of the four matrices."),
    ]
    above = random.randint(0, 3)  # so that its rank does not give the answer away
    wrong = random.sample(larger, above) + random.sample(smaller, 3 - above)
    choices = single(
        random,
        (text(right), "Four matrices of the full width; heads only cut them into slices."),
        wrong,
    )
    return PracticeQuestion(
        "single",
        f"Attention over a model {d_model} wide has {heads} heads and no biases. How many numbers"
        " do $W_Q$, $W_K$, $W_V$ and $W_O$ hold together?",
        f"4 × {d_model}² = {text(right)}, the same for 1 head or {heads}: {heads} projections from"
        f" {d_model} to {d_model // heads} numbers hold as many as one from {d_model} to"
        f" {d_model}.",
        live(d_model, heads),
        {"d_model": d_model, "heads": heads},
        choices=choices,
    )


def head_columns(random: Random) -> PracticeQuestion:
    """Which columns of the joined output come from a head."""
    d_model, heads = legal(random, 3)
    head = random.randint(1, heads)
    found = HeadsExperiment(tokens=("a",), d_model=d_model, heads=heads).columns_of(head)
    width = len(found)

    def span(first: int, last: int) -> str:
        return f"column {first}" if first == last else f"columns {first} to {last}"

    every = f"one column in {heads}, from column {head} on"
    ahead = "no head comes before it" if head == 1 else f"{head - 1} × {width} come before it"
    wrong = [
        (every, "Heads lie side by side, each in one piece; they are not interleaved."),
        (span(head * width, (head + 1) * width - 1), "Counted from 0: the first column is 1."),
    ]
    if head < heads:
        after = span(found[-1] + 1, found[-1] + width)
        wrong.append((after, f"That is the head after it: {ahead}."))
    if head > 1:
        before = span(found[0] - width, found[0] - 1)
        wrong.append((before, f"That is the head before; head {head} begins at column {found[0]}."))
    choices = single(
        random,
        (span(found[0], found[-1]), f"It is {width} columns wide, and {ahead}."),
        wrong,
    )
    return PracticeQuestion(
        "single",
        f"A model {d_model} wide has {heads} heads. Which columns of the joined outputs come from"
        f" head {head}? Columns count from 1.",
        f"Each head is {width} wide, and head 1 comes first, so head {head} has"
        f" {span(found[0], found[-1])}. The same rows of $W_O$ belong to it.",
        live(d_model, heads),
        {"d_model": d_model, "heads": heads, "head": head},
        choices=choices,
    )


def legal_counts(random: Random) -> PracticeQuestion:
    """Which numbers of heads divide a width."""
    d_model = random.choice(WIDTHS)
    possible = set(divisors(d_model))
    choices = [
        Choice(
            str(heads),
            f"{heads} heads",
            f"{d_model} / {heads} = {d_model // heads}, a whole number."
            if heads in possible
            else f"{heads} heads of {d_model // heads} leave {d_model % heads} of {d_model} over.",
            heads in possible,
        )
        for heads in random.sample(range(2, 17), 8)
    ]
    shown = several(random, choices)
    legal_ones = sorted(int(part.id) for part in shown if part.right)
    return PracticeQuestion(
        "multiple",
        f"A model is {d_model} wide. Into which numbers of heads can it be cut, all equally wide?",
        f"The number of heads must divide the width. Of these, {listed(map(str, legal_ones))}"
        f" {'does' if len(legal_ones) == 1 else 'do'}.",
        live(d_model, legal_ones[0]),
        {"d_model": d_model},
        choices=shown,
    )


def maps_in_all(random: Random) -> PracticeQuestion:
    """Every head has a grid of weights of its own."""
    tokens, heads = random.randint(3, 40), random.choice([2, 4, 8, 16])
    right = attention_cost(tokens, 16, heads).weights
    traps = (
        (tokens**2, "That is the grid of one head; every head has its own."),
        (tokens * heads, "Each head has a weight for every pair of words, not one a word."),
        ((tokens * heads) ** 2, "Heads do not look at each other: there is one grid a head."),
        (tokens**2 / heads, "Cutting the width does not shrink the grids: words do not get fewer."),
    )
    return PracticeQuestion(
        "number",
        f"A layer with {heads} heads reads {tokens} words. How many attention weights does it"
        " compute in all?",
        f"{heads} grids of {tokens} × {tokens}: {written(right, 0)}. More heads cost no parameters,"
        " but memory for their weights.",
        live(16, heads),
        {"tokens": tokens, "heads": heads},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )
