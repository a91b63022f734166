"""Questions about the chain from scores to output."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from core.attention import scale_factor, scaled_dot_product_attention, scaled_scores, softmax
from core.lesson import Choice
from core.practice.question import (
    COMMA,
    Live,
    PracticeQuestion,
    fair_traps,
    several,
    shares,
    short,
    single,
    vector,
    written,
)

WORDS = (
    "the",
    "cat",
    "ate",
    "fresh",
    "fish",
    "and",
    "then",
    "it",
    "slept",
    "until",
    "dawn",
    "came",
)
SAME = 1e-9


def live(
    tokens: tuple[str, ...],
    query: tuple[tuple[float, ...], ...],
    key: tuple[tuple[float, ...], ...],
    value: tuple[tuple[float, ...], ...] = (),
    source: tuple[str, ...] = (),
    **changes: object,
) -> Live:
    """Pane 05 with these operands and nothing hidden."""
    fields = {
        "tokens": tokens, "query": query, "key": key, "source_tokens": source,
        "value": value or tuple((float(place),) for place in range(1, len(key) + 1)),
        "mask": "none", "visible_keys": None, "custom": None, "scaled": True,
        "pinned": (1, 1), "source": "hand-set",
    }  # fmt: skip
    return Live("attention", {**fields, **changes})


def one_row(row: list[float], value: tuple[tuple[float, ...], ...] = ()) -> Live:
    """Pane 05 in which the first word has these scaled scores (d_k = 1, so none is changed)."""
    n = len(row)
    queries = ((1.0,),) * n
    return live(WORDS[:n], queries, tuple((float(score),) for score in row), value)


def scaled_score(random: Random) -> PracticeQuestion:
    """Divide a score by the root of d_k."""
    d_k = random.choice([4, 9, 16])
    score = float(random.choice([-1, 1]) * random.randint(2, 24))
    right = float(scaled_scores(np.array(score), scale_factor(None, d_k)))
    root = round(d_k**0.5)
    traps = (
        (score / d_k, f"That divides by $d_k$. The root is enough: divide by {root}."),
        (score, "That is the score before scaling."),
        (score * root, "The scores are divided, not multiplied: they should spread less."),
        (-right, "Scaling never changes a sign."),
    )
    vectors = ((score,) + (0.0,) * (d_k - 1), (0.5,) * d_k)
    keys = ((1.0,) + (0.0,) * (d_k - 1), (0.25,) * d_k)
    return PracticeQuestion(
        "number",
        f"A query and a key have {d_k} numbers each, and their dot product is {short(score)}. What"
        " is the scaled score? Within 0.01 is near enough.",
        f"Divide by $\\sqrt{{d_k}}$ = {root}: {short(score)} / {root} = {short(right)}.",
        live(WORDS[:2], vectors, keys),
        {"d_k": d_k, "score": score},
        number=right,
        tolerance=0.01,
        shown=written(right),
        traps=fair_traps(right, 0.01, traps),
    )


def weight_of_two(random: Random) -> PracticeQuestion:
    """One weight of two, from two scaled scores."""
    first = random.randint(-6, 6) / 2
    gap = random.choice([-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3])
    pair = [first, first - gap]
    right = float(softmax(pair)[0])
    traps: list[tuple[float, str]] = [(1 - right, "That is the weight of the other key.")]
    if sum(pair):
        share = pair[0] / sum(pair)
        traps.append((share, "A share of the scores themselves: softmax takes exponentials first."))
    traps += [
        (float(gap > 0), "That is hard attention. Softmax leaves the smaller score some weight."),
        (gap, "That is the difference of the scores, not yet a weight."),
    ]
    power = f" (e to the power {short(-gap)} is {np.exp(-gap):.2f}.)" if gap else ""
    return PracticeQuestion(
        "number",
        f"Two keys have the scaled scores {short(pair[0])} and {short(pair[1])}. What weight does"
        f" the first key get?{power} Two decimals are enough.",
        f"Only the difference counts: 1 / (1 + {np.exp(-gap):.2f}) = {written(right)}. The two"
        " weights add to 1.",
        one_row(pair),
        {"pair": pair},
        number=right,
        tolerance=0.01,
        shown=written(right),
        traps=fair_traps(right, 0.01, traps),
    )


def output_row(random: Random) -> PracticeQuestion:
    """Mix three values by one row of weights."""
    weights = list(
        random.choice([(0.5, 0.3, 0.2), (0.6, 0.3, 0.1), (0.7, 0.2, 0.1), (0.8, 0.1, 0.1)])
    )
    random.shuffle(weights)
    values = tuple((float(random.randint(-3, 4)), float(random.randint(-3, 4))) for _ in weights)
    scores = np.log(weights)
    attended = scaled_dot_product_attention([[1.0]], scores[:, None], values)
    right = attended.output[0]
    top = values[int(np.argmax(weights))]
    turned = [*weights[1:], weights[0]]

    def row(numbers: Iterable[float]) -> str:
        return f"({COMMA.join(written(number) for number in numbers)})"  # all equally precise

    wrong = [
        (row(top), "That is the value of the heaviest key alone: hard attention."),
        (row(np.mean(values, axis=0)), "That is the plain mean: it ignores the weights."),
        (row(right / 3), "The weights already add to 1, so nothing is left to divide by."),
        (row(np.array(turned) @ np.array(values)), "The weights went to the wrong values."),
    ]
    random.shuffle(wrong)
    choices = single(
        random,
        (row(right), "Each value times its weight, added up place by place."),
        wrong,
    )
    listed = ", ".join(vector(value) for value in values)
    return PracticeQuestion(
        "single",
        f"One query has the weights {vector(weights)}; the rows of $\\value{{V}}$ are {listed}."
        " What is the output?",
        "The output is a weighted mean of the values, so it lies between them: "
        + " + ".join(f"{short(w)} {vector(v)}" for w, v in zip(weights, values, strict=True))
        + f" = {vector(right)}.",
        one_row([float(round(score, 4)) for score in scores], values),
        {"weights": weights, "values": values},
        choices=choices,
    )


def sum_of_weights(random: Random) -> PracticeQuestion:
    """What all weights add to: one a row."""
    n_q, n_k = random.sample(range(2, 13), 2)
    ask_row = random.random() < 0.3
    grid = scaled_dot_product_attention(np.ones((n_q, 2)), np.ones((n_k, 2)), np.ones((n_k, 1)))
    right = float(grid.weights[0].sum() if ask_row else grid.weights.sum())
    traps = (
        (n_q, "That is the whole grid; one row alone adds to 1."),
        (n_k, "Softmax runs along each row, over the keys. Columns need not add to 1."),
        (n_q * n_k, "That counts the cells; each holds a share of its row's 1."),
        (1, "Each row adds to 1 by itself, and there is a row for each query."),
    )
    part = "the weights in one row" if ask_row else "all weights together"
    return PracticeQuestion(
        "number",
        f"{n_q} queries attend to {n_k} keys, and nothing is hidden. What do {part} add to?",
        f"Softmax turns each row into shares that add to 1, so {n_q} rows add to {n_q}. The sums of"
        " columns say how much each key is looked at, and may be anything.",
        live(
            WORDS[:n_q],
            tuple((float(i % 3), 1.0) for i in range(n_q)),
            tuple((1.0, float(j % 2)) for j in range(n_k)),
            source=WORDS[:n_k],
        ),
        {"n_q": n_q, "n_k": n_k, "row": ask_row},
        number=right,
        shown=written(right, 0),
        traps=fair_traps(right, 0, traps),
    )


def same_weights(random: Random) -> PracticeQuestion:
    """Which changes of a row of scores leave its weights as they are."""
    row = [float(random.randint(-4, 4)) for _ in range(3)]
    if random.random() < 0.15:
        row = [row[0]] * 3
    added, factor = random.randint(2, 9), random.choice([2, 3, 5, 10])
    top = max(row)
    changed = {
        "add": (f"Add {added} to every score.", [x + added for x in row]),
        "top": ("Subtract the largest score from every score.", [x - top for x in row]),
        "times": (f"Multiply every score by {factor}.", [x * factor for x in row]),
        "half": ("Divide every score by 4.", [x / 4 for x in row]),
        "one": (f"Add {added} to the first score only.", [row[0] + added, *row[1:]]),
        "minus": ("Change the sign of every score.", [-x for x in row]),
    }
    before = softmax(row)
    factors = "a factor stretches the differences and makes the row sharper or flatter"
    if len(set(row)) == 1:
        factors = "and where all scores are equal no factor and no sign makes a difference"
    choices = []
    for name, (text, after) in changed.items():
        same = bool(np.abs(softmax(after) - before).max() < SAME)
        reason = f"the weights become {shares(softmax(after))}."
        if same:
            reason = "the differences stay as they were, so every weight does."
        choices.append(Choice(name, text, reason, same))
    return PracticeQuestion(
        "multiple",
        f"A row of scores is {vector(row)}. Which changes leave its weights exactly as they are?",
        f"Softmax sees differences only. Now the weights are {shares(before)}; a number added to"
        f" all scores cancels, {factors}.",
        one_row(row),
        {"row": row, "changed": {name: after for name, (_, after) in changed.items()}},
        choices=several(random, choices),
    )
