"""Numbers that stand beside a lab, in the Try drawer, explained like those of its trace."""

from __future__ import annotations

import math

import numpy as np

from core.arrays import Floats
from core.cost import Layer, layer_cost
from core.explaining.explanation import (
    Explanation,
    Factor,
    Index,
    Operand,
    Term,
    made,
    products,
)
from core.explaining.naming import pair_words, row_words
from core.hidden_rows import HiddenRow
from core.measured_cost import REPEATS, MeasuredCost, MeasuredLayer
from core.trace import Trace

WAYS = {
    "zeros (here)": "no key is seen, so there is nothing to share out",
    "−∞ added, no care": "e to −∞ is 0 for every key, and 0 / 0 is no number",
    "−1e9 filled in": "every score is −1e9, so all are equal: the forbidden keys share",
    "−1e9 added, float32": "near 1e9 float32 counts in steps of 64: the scores are lost",
    "−1e9 added, float64": "all scores move down alike: as if nothing were hidden",
}


def length(step: str, index: Index, name: str, vector: Floats, operand: Operand) -> Explanation:
    """The length of a vector: the root of the sum of its squares."""
    squares = float(np.square(vector).sum())
    value = float(np.linalg.norm(vector))
    terms: tuple[Term, ...] = (Term((made("sqrt", squares),)),) if math.isfinite(squares) else ()
    note = "the root of " + " + ".join(f"{number:.4g}²" for number in vector[:4].tolist())
    note += f" + {len(vector) - 4} more squares" if len(vector) > 4 else ""
    return Explanation(step, index, name, value, terms, operands=(operand,), note=note)


def value_length(trace: Trace, key: int) -> Explanation:
    """|v| of one key."""
    word = row_words(trace, key, "key")
    operand = Operand("value", (key, None), "value")
    return length("value length", (key,), f"length of the value of {word}",
                  trace["value"][key], operand)  # fmt: skip


def value_part(trace: Trace, query: int, key: int) -> Explanation:
    """Weight times |v|: how much a key adds to the output."""
    weight, size = float(trace["weights"][query, key]), float(np.linalg.norm(trace["value"][key]))
    factors = (Factor(abs(weight), "weight"), Factor(size, "value"))
    return Explanation(
        "value part",
        (query, key),
        "what the key adds",
        abs(weight) * size,
        (Term(factors),),
        operands=(
            Operand("weights", (query, key), "weight"),
            Operand("value", (key, None), "value"),
        ),
        words=pair_words(trace, (query, key)),
        note="weight times the length of the value",
    )


def head_length(trace: Trace, head: int, row: int) -> Explanation:
    """How long the part is that one head adds to a token's output."""
    operand = Operand("contributions", (head, row, None))
    name = f"length of the part of head {head + 1}"
    return length("head length", (head, row), name, trace["contributions"][head, row], operand)


def output_length(trace: Trace, row: int) -> Explanation:
    """How long a token's output is."""
    operand = Operand("output", (row, None))
    return length("output length", (row,), "length of the output", trace["output"][row], operand)


def hidden_weight(way: HiddenRow, place: int) -> Explanation | None:
    """The weights of a query that sees no key, by one way of masking; the first stands for all."""
    if way.weights is None:
        return None
    value = float(way.weights[0])
    name = f"weight by {way.name}"
    return Explanation("hidden weights", (place,), name, value, note=WAYS[way.name])


def hidden_output(way: HiddenRow, place: int, value: Floats, component: int) -> Explanation | None:
    """One number of the output that such weights make."""
    if way.weights is None or way.output is None:
        return None
    column = value[:, component]
    terms = products(way.weights.tolist(), column.tolist(), ("weight", "value"), ())
    found = float(way.output[component])
    if way.name == "zeros (here)":
        terms = ()
    note = f"gradients of this way: query {way.query:.4g}, values {way.value:.4g}"
    return Explanation(
        "hidden output",
        (place, component),
        f"output {component + 1} by {way.name}",
        found,
        terms if math.isfinite(found) else (),
        operands=(Operand("value", (None, component), "value"),),
        note=f"0 of nothing; {note}" if not terms else note,
    )


def order(layer: Layer, what: str, n: int, d: int, kernel: int, index: Index) -> Explanation:
    """Operations, steps or path of a layer: its row of Table 1 with the numbers at hand."""
    cost = layer_cost(layer, n, d, kernel)
    rows, wide, taps = Factor(float(n)), Factor(float(d)), Factor(float(kernel))
    products_of: dict[Layer, tuple[Factor, ...]] = {
        "self-attention": (rows, rows, wide),
        "recurrent": (rows, wide, wide),
        "convolutional": (taps, rows, wide, wide),
    }
    value = {
        "operations": cost.operations,
        "steps": cost.sequential_steps,
        "path": cost.longest_path,
    }[what]
    terms: tuple[Term, ...] = ()
    notes = {
        "operations": f"n = {n}, d = {d}" + (f", k = {kernel}" if layer == "convolutional" else ""),
        "steps": "steps that must wait for each other",
        "path": "layers or steps between the two words that are farthest apart",
    }
    if what == "operations":
        terms = (Term(products_of[layer]),)
    elif layer == "recurrent":
        terms = (Term((rows,)),)
    elif what == "path" and layer == "convolutional":
        notes["path"] += f": each dilated layer sees {kernel} times as far, until n = {n}"
    name = f"{what} of a {layer} layer"
    return Explanation("order", index, name, float(value), terms, note=notes[what])


def measured(cost: MeasuredCost, layer: MeasuredLayer, place: int, index: Index) -> Explanation:
    """A time that was measured on this machine."""
    runs = cost.layer(layer)
    held = runs.peak_bytes[place] / 1e6
    note = f"seconds, the shortest of {REPEATS} runs on this machine; {held:.1f} MB held at once"
    name = f"{layer} at n = {runs.lengths[place]}, d = {cost.width}"
    return Explanation("measured cost", index, name, float(runs.seconds[place]), note=note)
