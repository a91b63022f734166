"""Questions about queries, keys and values: who is found, and what is handed over."""

from __future__ import annotations

from random import Random

import numpy as np

from core.attention import scaled_dot_product_attention, scores
from core.practice.question import (
    Live,
    PracticeQuestion,
    UnsuitableError,
    bracketed,
    fair_traps,
    ranked,
    rows,
    short,
    single,
    vector,
    written,
)

WORDS = ("cat", "fish", "river", "boat", "rain", "bread", "moon", "door", "tree", "bird")
Pair = tuple[float, float]
EYE = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def drawn(random: Random, least: int = -3, most: int = 3) -> Pair:
    """A vector of two numbers in halves that is not 0."""
    pair = random.randint(2 * least, 2 * most) / 2, random.randint(2 * least, 2 * most) / 2
    if pair == (0.0, 0.0):
        raise UnsuitableError("a vector of length 0")
    return pair


def live(words: list[str], query: Pair, keys: list[Pair], pinned: int = 1) -> Live:
    """Pane 04 with these keys; the first of the four words asks."""
    matrix = tuple((float(a), float(b)) for a, b in keys)
    changes = {
        "tokens": tuple(words),
        "features": EYE,
        "w_q": (query, *matrix[1:]),
        "w_k": matrix,
        "w_v": ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.5), (0.5, -1.0)),
        "key_size": 2,
        "sharpness": 1.0,
        "pointed": 1,
        "pinned": pinned,
        "product": ("query", 1, 1),
        "source": "hand-set",
    }
    return Live("projection", changes)


def dot_product(random: Random) -> PracticeQuestion:
    """The dot product of one query and one key."""
    query, key = drawn(random), drawn(random)
    right = float(scores([query], [key])[0, 0])
    if abs(right) < 0.4:
        raise UnsuitableError("nothing to see at 0")
    words = random.sample(WORDS, 4)
    products = [a * b for a, b in zip(query, key, strict=True)]
    traps = (
        (sum(query) + sum(key), "That adds all numbers; a dot product multiplies pairs first."),
        (sum(map(abs, products)), "Signs count: numbers that point apart make the score smaller."),
        (query[0] * key[1] + query[1] * key[0], "Pair numbers in the same place, not crosswise."),
        (sum(query) * sum(key), "Multiply place by place, then add; not the two sums."),
    )
    pairs = zip(query, key, strict=True)
    terms = " + ".join(f"{bracketed(a)} × {bracketed(b)}" for a, b in pairs)
    return PracticeQuestion(
        "number",
        f"The query of *{words[0]}* is {vector(query)}; the key of *{words[1]}* is {vector(key)}."
        " What is their dot product?",
        f"{terms} = {short(right)}. It is large where the two point the same way, 0 at a right"
        " angle, and negative where they point apart.",
        live(words, query, [drawn(random), key, drawn(random), drawn(random)], 2),
        {"query": query, "key": key},
        number=right,
        tolerance=0.01,
        shown=written(right),
        traps=fair_traps(right, 0.01, traps),
    )


def winning_key(random: Random) -> PracticeQuestion:
    """Which of four keys gets the most weight; the longest key is not always it."""
    words, query = random.sample(WORDS, 4), drawn(random)
    keys = [drawn(random) for _ in words]
    row = scores([query], keys)[0]
    order = np.argsort(row)[::-1]
    if np.min(-np.diff(row[order])) < 0.5:
        raise UnsuitableError("two keys nearly alike")
    best = int(order[0])
    longest = int(np.argmax(np.linalg.norm(keys, axis=1)))
    nearest = int(np.argmin(np.linalg.norm(np.array(keys) - query, axis=1)))

    def reason(at: int) -> str:
        found = f"Its dot product is {short(row[at])}"
        if at == longest:
            return f"It is the longest key, but it points elsewhere: {found[0].lower()}{found[1:]}."
        if at == nearest:
            return f"Its tip is nearest, but what counts is the dot product: {short(row[at])}."
        if row[at] < 0:
            return f"{found}: it points away from the query, so its weight is small, not large."
        return f"{found}, below {short(row[best])}."

    wrong = [(f"*{words[at]}*, {vector(keys[at])}", reason(at)) for at in range(4) if at != best]
    choices = single(
        random,
        (f"*{words[best]}*, {vector(keys[best])}", f"The largest dot product: {short(row[best])}."),
        wrong,
    )
    listed = ", ".join(f"*{w}* {short(s)}" for w, s in zip(words, row, strict=True))
    return PracticeQuestion(
        "single",
        f"A query is {vector(query)}. Which of these keys gets the largest weight?",
        f"Softmax keeps the order of the scores, and the scores are dot products: {listed}.",
        live(words, query, keys, best + 1),
        {
            "query": query,
            "keys": {f"*{w}*, {vector(k)}": k for w, k in zip(words, keys, strict=True)},
        },
        choices=choices,
    )


def weights_in_order(random: Random) -> PracticeQuestion:
    """Put four keys in the order of their weights."""
    words, query = random.sample(WORDS, 4), drawn(random)
    keys = [drawn(random) for _ in words]
    attended = scaled_dot_product_attention([query], keys, keys, scale=1.0)
    if np.min(np.abs(np.diff(np.sort(attended.scores[0])))) < 0.5:
        raise UnsuitableError("two keys nearly alike")
    texts = [f"*{word}*, {vector(key)}" for word, key in zip(words, keys, strict=True)]
    entries = list(zip(texts, attended.scores[0].tolist(), strict=True))
    choices, order = ranked(random, entries, "dot product", gap=0.5)
    return PracticeQuestion(
        "order",
        f"A query is {vector(query)}. Put these keys in the order of their weights, the largest"
        " first.",
        "Softmax never changes an order: the larger dot product has the larger weight, and a"
        " negative one still has a little.",
        live(words, query, keys),
        {"query": query, "keys": dict(zip(texts, keys, strict=True))},
        choices=choices,
        order=order,
    )


def projected_shape(random: Random) -> PracticeQuestion:
    """The shape of K = X W_K."""
    n, d_model, d_k = random.sample([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32, 64], 3)
    role, letter = random.choice((("query", "Q"), ("key", "K"), ("value", "V")))
    shape = (np.zeros((n, d_model)) @ np.zeros((d_model, d_k))).shape
    choices = single(
        random,
        (rows((shape[0], shape[1])), "A row for each word, as wide as the projection's columns."),
        [
            (rows((d_k, n)), f"That is ${letter}^\\mathsf{{T}}$, with words as columns."),
            (rows((d_model, d_k)), f"That is the shape of $W_{letter}$ itself."),
            (rows((n, d_model)), "That is the shape of $X$: the projection changes the width."),
        ],
    )
    return PracticeQuestion(
        "single",
        f"$X$ holds {n} words of {d_model} numbers, and $\\{role}{{W_{letter}}}$ is"
        f" {rows((d_model, d_k))}. What is the shape of $\\{role}{{{letter}}}$?",
        f"Rows come from $X$, columns from the projection: {rows((n, d_model))} times"
        f" {rows((d_model, d_k))} is {rows((n, d_k))}. Each word keeps its own row.",
        Live("projection"),
        {"n": n, "d_model": d_model, "d_k": d_k},
        choices=choices,
    )
