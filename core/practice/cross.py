"""Questions about two sequences: who asks, who answers, and which shapes follow."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from core.attention import scaled_dot_product_attention
from core.lesson import Choice
from core.practice.question import Live, PracticeQuestion, rows, several, single
from core.shapes import verdict

TARGET = ("le", "chat", "noir", "mange", "du", "poisson", "frais", "ici")
SOURCE = ("the", "black", "cat", "eats", "some", "fresh", "fish", "here")


def drawn(random: Random, count: int, width: int) -> tuple[tuple[float, ...], ...]:
    """Rows of numbers with one decimal."""
    return tuple(tuple(random.randint(-20, 20) / 10 for _ in range(width)) for _ in range(count))


def live(random: Random, m: int, n: int, d_k: int, d_v: int) -> Live:
    """Pane 09 with operands of these shapes."""
    changes: dict[str, Any] = {
        "tokens": TARGET[:m], "source_tokens": SOURCE[:n],
        "query": drawn(random, m, d_k), "key": drawn(random, n, d_k),
        "value": drawn(random, n, d_v), "target_key": (), "target_value": (),
        "source_query": (), "kept": None, "mode": "cross", "exchanged": False,
        "example": "translation", "drawn": (), "pinned": (1, 1), "source": "random, untrained",
    }  # fmt: skip
    return Live("cross", changes)


def sizes(random: Random) -> tuple[int, int, int, int]:
    """m, n, d_k and d_v, all different, as pane 09 can show them."""
    d_k = random.randint(2, 6)
    m, n, d_v = random.sample([size for size in range(2, 9) if size != d_k], 3)
    return m, n, d_k, d_v


def shape_of(random: Random) -> PracticeQuestion:
    """The shape of the weights, or of the output."""
    m, n, d_k, d_v = sizes(random)
    attended = scaled_dot_product_attention(
        np.zeros((m, d_k)), np.zeros((n, d_k)), np.zeros((n, d_v))
    )
    of_weights = random.random() < 0.5
    found = attended.weights if of_weights else attended.output
    right = rows((found.shape[0], found.shape[1]))
    wrong = [
        (rows((n, m)), "Turned round: rows belong to the words that ask."),
        (rows((m, m)), "That is self-attention of the translation."),
        (rows((n, n)), "That is self-attention of the source."),
        (rows((m, d_k)), f"That is the shape of the queries, {d_k} numbers each."),
    ]
    if not of_weights:
        wrong = [
            (rows((n, d_v)), "That is the shape of the values: the output has a row a query."),
            (rows((m, n)), "That is the shape of the weights, before they mix the values."),
            (rows((m, d_k)), "The output is made of values, so it is as wide as they are."),
            (rows((d_v, m)), "Turned round: rows belong to the words that ask."),
        ]
    name = "the weights" if of_weights else "the output"
    return PracticeQuestion(
        "single",
        f"A translation of {m} words reads a source of {n} words. Queries and keys have {d_k}"
        f" numbers, values {d_v}. What shape {'are' if of_weights else 'is'} {name}?",
        f"A row for each query, a column for each key: the weights are {m} × {n}. They mix {n}"
        f" values of {d_v} numbers, so the output is {m} × {d_v}.",
        live(random, m, n, d_k, d_v),
        {"m": m, "n": n, "d_k": d_k, "d_v": d_v, "of": "weights" if of_weights else "output"},
        choices=single(random, (right, "One row for each word that asks."), wrong),
    )


def with_rows(random: Random) -> PracticeQuestion:
    """Which matrices have a row for each word of one side."""
    m, n, d_k, d_v = sizes(random)
    operands = {
        "Q": np.zeros((m, d_k)), "K": np.zeros((n, d_k)), "V": np.zeros((n, d_v))
    }  # fmt: skip
    attended = scaled_dot_product_attention(operands["Q"], operands["K"], operands["V"])
    arrays = {**operands, "weights": attended.weights, "output": attended.output}
    names = {
        "Q": "the queries, $\\query{Q}$", "K": "the keys, $\\key{K}$",
        "V": "the values, $\\value{V}$", "weights": "the weights, $A$",
        "output": "the output, $AV$",
    }  # fmt: skip
    why = {
        "Q": "the translation asks, so it has", "K": "the source answers, so it has",
        "V": "each key hands over one value, so it has",
        "weights": "each query has its row of weights, so it has",
        "output": "each query gets one mixture, so it has",
    }  # fmt: skip
    of_source = random.random() < 0.5
    wanted = n if of_source else m
    choices = [
        Choice(
            name,
            words,
            f"{why[name]} {arrays[name].shape[0]} rows.",
            arrays[name].shape[0] == wanted,
        )
        for name, words in names.items()
    ]
    side = "the source" if of_source else "the translation"
    return PracticeQuestion(
        "multiple",
        f"A translation of {m} words reads a source of {n} words. Which have {wanted} rows, one for"
        f" each word of {side}?",
        f"The translation asks: queries, weights and output have {m} rows. The source answers: keys"
        f" and values have {n}. The weights have {n} columns.",
        live(random, m, n, d_k, d_v),
        {"m": m, "n": n, "wanted": wanted},
        choices=several(random, choices),
    )


def what_fits(random: Random) -> PracticeQuestion:
    """Whether three shapes fit together, and if not, why."""
    m, n, d_k, d_v = sizes(random)
    fault = random.choice(("", "columns", "rows"))
    query, key, value = (m, d_k), (n, d_k), (n, d_v)
    if fault == "columns":
        query = (m, d_k + random.choice([1, 2]) if d_k < 5 else d_k - 1)
    if fault == "rows":
        value = (n + random.choice([1, 2]), d_v)
    judged = verdict(query, key, value)
    fits = f"They fit; the output is {query[0]} × {value[1]}."
    texts = {
        "fits": fits,
        "columns": "They do not: queries and keys need the same number of columns.",
        "rows": "They do not: keys and values need the same number of rows.",
        "square": "They do not: queries and keys need the same number of rows.",
    }
    right = "fits" if judged.fits else "columns" if query[1] != key[1] else "rows"
    each = "each score pairs their numbers" if right == "columns" else "that is the same"
    reasons = {
        "fits": judged.sentence,
        "columns": f"Queries have {query[1]} columns and keys {key[1]}: {each}.",
        "rows": f"There are {key[0]} keys and {value[0]} values: "
        + ("each weight needs its value." if right == "rows" else "that is the same number."),
        "square": "The two sequences may be of any length; only self-attention has one length.",
    }
    wrong = [(texts[name], reasons[name]) for name in texts if name != right]
    why = f"{judged.sentence} {judged.detail}"
    see = live(random, m, n, d_k, d_v)
    if fault == "columns":
        wider = drawn(random, m, query[1])
        kept = tuple(see.changes[name] for name in ("query", "key", "value"))
        see = Live("cross", {**see.changes, "query": wider, "kept": kept})
    return PracticeQuestion(
        "single",
        f"$\\query{{Q}}$ is {rows(query)}, $\\key{{K}}$ is {rows(key)} and $\\value{{V}}$ is"
        f" {rows(value)}. Do they fit together?",
        why,
        see,
        {"query": query, "key": key, "value": value},
        choices=single(random, (texts[right], reasons[right]), wrong),
    )
