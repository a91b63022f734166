"""Questions about the factor 1/sqrt(d_k): what spreads, what saturates, what is left to learn."""

from __future__ import annotations

from random import Random

import numpy as np

from core.attention import scale_factor, softmax
from core.gradients import softmax_jacobian
from core.practice.dot_product import one_row
from core.practice.question import (
    Live,
    PracticeQuestion,
    UnsuitableError,
    fair_traps,
    ranked,
    short,
    vector,
    written,
)
from core.sharpness import top_weight
from core.variance import component_moments

SIZES = (4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 196, 256, 400, 625, 900, 1024)


def spread(random: Random) -> PracticeQuestion:
    """Variance and standard deviation of a dot product, before and after scaling."""
    d_k = random.choice(SIZES)
    root = round(d_k**0.5)
    variance = d_k * component_moments("normal", 0.0)[1]
    asked = random.choice(("variance", "deviation", "scaled", "by d_k"))
    factor = scale_factor(None, d_k)
    right, words = {
        "variance": (variance, "What is the variance of their dot product?"),
        "deviation": (variance**0.5, "What is the standard deviation of their dot product?"),
        "scaled": (
            variance * factor**2,
            "What is the variance of the dot product after dividing by $\\sqrt{d_k}$?",
        ),
        "by d_k": (
            (variance / d_k**2) ** 0.5,
            "What would its standard deviation be after dividing by $d_k$, not its root?",
        ),
    }[asked]
    divided = asked in {"scaled", "by d_k"}
    before = "before it is divided" if divided else "not its root"
    traps = (
        (d_k, f"That is the variance, {before}."),
        (root, "That is the standard deviation before it is divided." if divided
         else "That is the standard deviation, the root of the variance."),
        (1, "That is what is left after dividing by the root of $d_k$."),
        (d_k**2, "Variances of independent terms add up: $d_k$ terms of variance 1."),
        (1 / d_k, "Dividing by a number divides the variance by its square, the standard deviation"
         " by the number itself." if divided else "Nothing is divided yet."),
    )  # fmt: skip
    return PracticeQuestion(
        "number",
        f"The {d_k} numbers of a query and of a key are independent, with mean 0 and variance 1."
        f" {words} A fraction will do.",
        f"The dot product adds {d_k} products of variance 1: variance {d_k}, standard deviation"
        f" {root}. Dividing by {root} makes both 1; dividing by {d_k} would leave a deviation of"
        f" 1/{root}, too flat.",
        Live("variance", {"key_size": d_k}),
        {"d_k": d_k, "asked": asked},
        number=right,
        tolerance=0.005 if right < 0.99 else 0.0,
        shown=short(right) if right > 0.99 else f"1/{root}, or {short(right, 4)}",
        traps=fair_traps(right, 0.005, traps),
    )


def ratio_left(random: Random) -> PracticeQuestion:
    """How far apart two weights are once their scores are scaled."""
    d_k = random.choice(SIZES)
    root, steps = round(d_k**0.5), random.choice([1, 2, 3])
    gap = float(root * steps)
    weights = softmax(np.array([gap, 0.0]) * scale_factor(None, d_k))
    right = float(weights[0] / weights[1])
    traps = [
        (steps, "That is the difference of the scaled scores; a weight grows as its exponential."),
        (gap, "That is the difference of the scores; scale it, then take the exponential."),
        (root, "That is what the scores are divided by."),
        (float(np.exp(gap / d_k)), "That divides by $d_k$; its root is enough."),
    ]
    if gap < 30:
        traps.append((float(np.exp(gap)), "That is the ratio without scaling."))
    tolerance = 0.05 * right / 2
    return PracticeQuestion(
        "number",
        f"With $d_k$ = {d_k} two keys have dot products that differ by {short(gap)}. After scaling,"
        " how many times as large as the smaller weight is the larger one? (e = 2.718; within 2 %"
        " is near enough.)",
        f"{short(gap)} / {root} = {steps}, and e to the power {steps} is {written(right)}. Without"
        f" scaling it would be e to the power {short(gap)}: one key would take almost everything.",
        Live("variance", {"key_size": d_k}),
        {"d_k": d_k, "gap": gap},
        number=right,
        tolerance=tolerance,
        shown=written(right),
        traps=fair_traps(right, tolerance, traps),
    )


def sharpest(random: Random) -> PracticeQuestion:
    """The smaller the divisor, the sharper the row."""
    row = [float(x) for x in random.sample(range(-6, 9), 3)]
    divisors = random.sample([1, 2, 3, 4, 6, 8, 16], 4)
    tops = {d: float(top_weight(softmax(np.array(row) / d))) for d in divisors}
    texts = {d: "not divided at all" if d == 1 else f"divided by {d}" for d in divisors}
    choices, order = ranked(
        random, [(texts[d], tops[d]) for d in divisors], "largest weight", gap=0.005, decimals=3
    )
    return PracticeQuestion(
        "order",
        f"The scores {vector(row)} are divided in four ways before the softmax. Put them in the"
        " order of their largest weight, the sharpest first.",
        "Dividing brings the scores closer together, and closer scores make more equal weights."
        " What is divided the least stays the sharpest.",
        one_row(row),
        {"row": row, "divisors": {texts[d]: d for d in divisors}},
        choices=choices,
        order=order,
    )


def slope(random: Random) -> PracticeQuestion:
    """The derivative of a weight by its own score, or by another's."""
    row = random.choice(
        [(0.5, 0.5), (0.9, 0.1), (0.8, 0.2), (0.7, 0.2, 0.1), (0.6, 0.3, 0.1), (0.5, 0.3, 0.2),
         (0.98, 0.02), (0.95, 0.05), (0.4, 0.4, 0.2), (0.25, 0.25, 0.5), (0.75, 0.25)]
    )  # fmt: skip
    i = random.randrange(len(row))
    j = random.randrange(len(row))
    right = float(softmax_jacobian(row)[i, j])
    p, q = row[i], row[j]
    by = "its own scaled score" if i == j else f"the scaled score of key {j + 1}"
    traps = [(p, "That is the weight itself; its slope is smaller.")]
    if i == j:
        traps += [
            (1 - p, "That is what the other keys have; it still needs the factor $p$."),
            (p * p, "The slope is $p - p^2$, what is left of $p$ after its square."),
            (-p * p, "Its own score raises a weight: the sign is positive."),
            (-p * (1 - p), "Its own score raises a weight: the sign is positive."),
        ]
    else:
        traps += [
            (p * (1 - p), "That is the slope by the key's own score; another's is $-p_i p_j$."),
            (p * q, "Another key's score takes weight away: the sign is negative."),
            (-q, "That is the other weight, turned round; the factor $p_i$ is missing."),
            (1 - p, "That is what the other keys have together, not a slope."),
        ]
    why = f"$p (1 - p)$ = {short(p)} × {short(1 - p)} = {short(right, 4)}"
    if i != j:
        why = f"$-p_i p_j$ = −{short(p)} × {short(q)} = {short(right, 4)}"
    return PracticeQuestion(
        "number",
        f"Softmax gives the weights {vector(row)}. What is the slope of weight {i + 1} as {by}"
        " grows? Within 0.005 is near enough.",
        f"{why}. Near weights of 0 and 1 every slope is nearly 0: a saturated softmax has little"
        " left to learn from.",
        one_row([float(x) for x in np.round(np.log(row), 4)]),
        {"row": row, "i": i, "j": j},
        number=right,
        tolerance=0.005,
        shown=short(right, 4),
        traps=fair_traps(right, 0.005, traps),
    )


def factor(random: Random) -> PracticeQuestion:
    """The number that scores are divided by."""
    d_model = random.choice([64, 128, 256, 512, 1024])
    heads = random.choice([1, 2, 4, 8, 16])
    d_k = d_model // heads
    right = 1 / scale_factor(None, d_k)
    if abs(right - round(right)) > 1e-9:
        raise UnsuitableError("not a whole root")
    traps = (
        (d_k, "That is $d_k$ itself; its root is enough."),
        (d_model**0.5, "The products run over one head, so its width counts, not $d_{model}$."),
        (d_model, "That is the width of the model, not the root of one head's width."),
        (heads, "That is the number of heads."),
    )
    return PracticeQuestion(
        "number",
        f"A model is {d_model} wide and has {heads} head{'s' if heads > 1 else ''}. What are the"
        " scores of each head divided by?",
        f"Each head is {d_model} / {heads} = {d_k} wide, and the root of {d_k} is {short(right)}.",
        Live("variance", {"key_size": d_k}),
        {"d_model": d_model, "heads": heads},
        number=right,
        shown=short(right),
        traps=fair_traps(right, 0, traps),
    )
