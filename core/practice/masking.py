"""Questions about masks: who may look at whom, and what a hidden key leaves behind."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from core import masks
from core.attention import masked_scores, softmax
from core.lesson import Choice
from core.practice.dot_product import WORDS, live
from core.practice.question import (
    Live,
    PracticeQuestion,
    UnsuitableError,
    fair_traps,
    several,
    shares,
    vector,
    written,
)
from core.wording import listed


def plain(n: int, **changes: Any) -> Live:
    """Pane 05 with n words, equal queries and mild keys."""
    queries = tuple((1.0, float(place % 3) / 2) for place in range(n))
    keys = tuple((float(place % 4) / 2, 1.0) for place in range(n))
    return live(WORDS[:n], queries, keys, **changes)


def hidden_pairs(random: Random) -> PracticeQuestion:
    """How many pairs a causal mask hides, or leaves."""
    n = random.randint(3, 40)
    hidden = random.random() < 0.6
    allowed = masks.causal(n)
    right = int((~allowed).sum() if hidden else allowed.sum())
    traps = (
        (n * (n - 1) // 2, "That is how many are hidden; the diagonal and all before it stay."),
        (n * (n + 1) // 2, "The diagonal stays visible: a word may look at itself."),
        (n * n, "That is the number of all pairs."),
        (n * n / 2, "Not quite half: the diagonal is visible."),
        (n - 1, "That is one row's worth; every word hides all that follow it."),
    )
    word = "hidden" if hidden else "visible"
    return PracticeQuestion(
        "number",
        f"A causal mask lies over {n} words. How many of the {n} × {n} pairs are {word}?",
        f"The first word hides {n - 1}, the next {n - 2}, the last none: {n} × {n - 1} / 2 ="
        f" {n * (n - 1) // 2} hidden, {n * (n + 1) // 2} visible.",
        plain(min(n, 8), mask="causal"),
        {"n": n, "hidden": hidden},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def why_seen(kind: str, key: int, word: int, size: int, seen: bool) -> str:
    """Why `word` sees another word or not; words count from 1."""
    if kind == "padding":
        return "it is a word of the sentence." if seen else "it is padding."
    if key == word:
        return "a word always sees itself here."
    if kind == "prefix" and key <= size:
        return f"it is one of the first {size}, which all may see."
    if key > word:
        return f"it stands {places(key - word)} after word {word}."
    if kind == "window":
        return f"it stands {places(word - key)} before; the window reaches back {size}."
    return f"it stands {places(word - key)} before word {word}."


def who_may_see(random: Random) -> PracticeQuestion:
    """Which keys a word may look at under a mask."""
    n = random.randint(4, 7)
    word = random.randint(1, n)
    kind = random.choice(("causal", "padding", "window", "prefix"))
    size = random.randint(1, n - 2)
    mask, name = {
        "causal": (masks.causal(n), "a causal mask"),
        "padding": (
            masks.padding(n, n, size + 1),
            f"a mask that hides the padding after word {size + 1}",
        ),
        "window": (
            masks.sliding_window(n, before=size),
            f"a sliding window that reaches back {size}",
        ),
        "prefix": (
            masks.prefix(n, length=size),
            f"a causal mask with the first {size} open to all",
        ),
    }[kind]
    row = mask[word - 1]
    reasons = {
        "causal": "it may look at itself and at what stands before it.",
        "padding": "the padding is hidden from every word, the real words from none.",
        "window": "it may look at itself and at its window, no further back.",
        "prefix": "the prefix is open to all; beyond it only what stands before.",
    }
    choices = [
        Choice(str(place), f"word {place}", why_seen(kind, place, word, size, seen), seen)
        for place, seen in enumerate(map(bool, row), 1)
    ]
    seen = [str(place) for place in range(1, n + 1) if row[place - 1]]
    found = f"word{'s' if len(seen) > 1 else ''} {listed(seen)}"
    flags = tuple(tuple(bool(flag) for flag in line) for line in mask)
    shown = sorted(several(random, choices, show=5), key=lambda choice: int(choice.id))
    return PracticeQuestion(
        "multiple",
        f"{n} words attend to each other under {name}. At which of these may word {word} look?",
        f"Under {name}, word {word} sees {found}: {reasons[kind]}",
        plain(n, mask="custom", custom=flags, pinned=(word, word)),
        {"n": n, "word": word, "kind": kind, "size": size},
        choices=tuple(shown),
    )


def weight_beside_hidden(random: Random) -> PracticeQuestion:
    """What is left for a visible key: minus infinity is not 0."""
    n = random.randint(3, 8)
    gone = random.randint(1, n - 2)
    score = float(random.choice([0, 1, 2, 3]))
    row = [score] * n
    visible = np.arange(n) < n - gone
    weights = softmax(masked_scores(np.array([row]), visible[None, :]))[0]
    ask_hidden = random.random() < 0.2
    right = float(weights[-1] if ask_hidden else weights[0])
    share = Fraction(1, n - gone)
    zeroed = softmax(np.where(visible, row, 0.0))
    traps = [
        (1 / n, "That shares with the hidden keys too; they get nothing."),
        (
            float(zeroed[0]),
            "That sets hidden scores to 0. A score of 0 still has weight: exp(0) = 1.",
        ),
        (float(share), "That is the weight of a visible key."),
        (0.0, "A visible key keeps its share of the row."),
    ]
    whose = "a hidden key" if ask_hidden else "a visible key"
    return PracticeQuestion(
        "number",
        f"A query has the same score, {written(score, 0)}, for all {n} keys, and the mask hides"
        f" {gone} of them. What weight does {whose} get? A fraction will do.",
        f"A hidden score becomes minus infinity, and exp of that is 0. The {n - gone} visible"
        f" keys share the row: {share} each. With 0 in place of minus infinity they would not.",
        live(WORDS[:n], ((1.0,),) * n, ((score,),) * n, mask="padding", visible_keys=n - gone),
        {"n": n, "gone": gone, "score": score, "hidden": ask_hidden},
        number=right,
        tolerance=0.005,
        shown="0" if ask_hidden else f"{share}, or {written(right)}",
        traps=fair_traps(right, 0.005, traps),
    )


def row_after_mask(random: Random) -> PracticeQuestion:
    """The ratio of two visible weights does not feel the mask."""
    row = [float(random.randint(-3, 3)) for _ in range(4)]
    hidden = random.randrange(4)
    seen = [place for place in range(4) if place != hidden]
    allowed = np.arange(4) != hidden
    before = softmax(row)
    after = softmax(masked_scores(np.array([row]), allowed[None, :]))[0]
    if before[hidden] < 0.02:
        raise UnsuitableError("hardly any weight to hand on")
    one, other = random.sample(seen, 2)
    statements = [
        ("sum", "The row still adds to 1.", abs(after.sum() - 1) < 1e-9,
         "softmax runs after the mask, so what is visible shares the whole."),
        ("ratio", f"The ratio of weights {one + 1} and {other + 1} stays.",
         abs(after[one] / after[other] - before[one] / before[other]) < 1e-9,
         "all visible weights grow by the same factor."),
        ("same", f"Weight {one + 1} stays as it is.", abs(after[one] - before[one]) < 1e-9,
         f"it goes from {written(before[one], 3)} to {written(after[one], 3)}."),
        ("zero", f"Weight {hidden + 1} is exactly 0.", after[hidden] == 0,
         "exp of minus infinity is 0."),
        ("even", "The visible weights become equal.",
         float(np.ptp(after[seen])) < 1e-9, f"they are {shares(after[seen])}."),
        ("amount", "Every visible weight grows by the same amount.",
         float(np.ptp((after - before)[seen])) < 1e-9,
         "they grow by the same factor, so a larger weight gains more."),
        ("scores", "The scores of the visible keys change.", False,
         "the mask touches only what it hides; softmax does the rest."),
    ]  # fmt: skip
    choices = [Choice(name, text, reason, bool(holds)) for name, text, holds, reason in statements]
    return PracticeQuestion(
        "multiple",
        f"A row of scaled scores is {vector(row)}. A mask hides key {hidden + 1}. What holds of the"
        " weights?",
        f"Before, they were {shares(before)}; now {shares(after)}. The hidden key's share goes to"
        " the others in proportion.",
        live(
            WORDS[:4], ((1.0,),) * 4, tuple((score,) for score in row), mask="custom",
            custom=(tuple(bool(flag) for flag in allowed),) * 4, pinned=(1, one + 1),
        ),
        {"row": row, "hidden": hidden, "one": one, "other": other},
        choices=several(random, choices),
    )  # fmt: skip
