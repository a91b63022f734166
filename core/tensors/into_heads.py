"""What is open as heads beside each other (pane 07): every number that the file has, exactly.

Where the file has X and square projections without biases, these are taken. Else each token's own
queries, keys and values are: the features of a token then are its place alone.
"""

from __future__ import annotations

import numpy as np

from core.experiment import Experiment, HeadsExperiment
from core.experiments.base import Matrix as Numbers
from core.experiments.heads import MAX_HEAD_TOKENS, MAX_HEADS, MAX_MODEL_SIZE, HeadPattern, Lacking
from core.tensors.fitting import check_tokens, computed, has_values, mask_flags, matrix
from core.tensors.maps import Index, Maps
from core.tensors.opened import Opened
from core.tensors.stored_matrices import Matrix, matrices

WIDEST = 64  # columns of a matrix that an experiment holds


def for_heads(found: Opened, maps: Maps, index: Index, start: Experiment) -> Experiment:
    """Pane 07: the heads of one sample. Raises ValueError, a sentence, where they do not fit."""
    computed(maps)
    names = [axis for axis, _ in maps.lead]
    if "head" not in names:
        raise ValueError("the file has no axis of heads; this pane shows several beside each other")
    place = names.index("head")
    heads, n = maps.lead[place][1], maps.queries
    check_tokens(maps, MAX_HEAD_TOKENS)
    if n != maps.keys or heads > MAX_HEADS:
        raise ValueError(
            f"this pane takes self-attention of up to {MAX_HEADS} heads; here are {heads} heads, "
            f"{n} queries and {maps.keys} keys"
        )
    if maps.count > 1 and not maps.reading.scaled:
        raise ValueError("this pane always divides by √d_k; switch the scaling on")
    each = [(*index[:place], head, *index[place + 1 :]) for head in range(heads)]
    kinds = {mask_flags(maps.mask(at), n, n)[0] for at in each}
    if not kinds <= {"none"} and not kinds <= {"causal"}:
        raise ValueError("this pane knows no mask but the causal one; leave the file's mask aside")
    mask = "causal" if kinds == {"causal"} else "none"
    made = from_inputs(maps, each, index) or from_operands(maps, each)
    features, patterns, d_model = made
    o = matrices(maps.collection, maps.reading).get("o")
    lacking = "" if o is None else lacking_in(o, patterns, d_model)
    return HeadsExperiment(
        tokens=found.rows,
        d_model=d_model,
        heads=heads,
        mask="causal" if mask == "causal" else "none",
        source="hand-set",
        features=features,
        patterns=patterns,
        file=found.collection.title,
        w_o=() if o is None or lacking or not patterns[0].value else matrix(o.weight),
        w_o_lacking=lacking,
    )


Made = tuple[Numbers, tuple[HeadPattern, ...], int]


def from_inputs(maps: Maps, each: list[Index], index: Index) -> Made | None:
    """X and its projections, where they are square and have no biases; None elsewhere."""
    reading, heads = maps.reading, len(each)
    if reading.kind != "projections" or reading.array("x_key") or reading.array("x_value"):
        return None
    found = matrices(maps.collection, reading)
    names = [axis for axis, _ in maps.lead]
    x = maps.tokens_of(reading.array("x"), index[: 1 if "batch" in names else 0])
    d_model = x.shape[-1]
    square = all(one.weight.shape == (d_model, d_model) for one in found.values())
    plain = all(one.bias is None or not one.bias.any() for one in found.values())
    if not square or not plain or d_model > WIDEST or d_model % heads:
        return None
    wide = d_model // heads
    scale = 1 / np.sqrt(wide)  # the pane's own columns are the pattern's times sqrt(d_k)
    parts = [slice(head * wide, (head + 1) * wide) for head in range(heads)]
    patterns = tuple(
        HeadPattern(
            f"head {place}",
            matrix(found["q"].weight[:, part] * scale),
            matrix(found["k"].weight[:, part]),
            matrix(found["v"].weight[:, part]) if "v" in found else (),
        )
        for place, part in enumerate(parts, 1)
    )
    return matrix(x), patterns, d_model


def from_operands(maps: Maps, each: list[Index]) -> Made:
    """Queries, keys and, where the file has them, values of every token."""
    triples = [maps.operands(at) for at in each]
    valued = has_values(maps)
    n, width = triples[0][0].shape
    value_width = triples[0][2].shape[-1] if valued else 1
    copies = max(1, -(-n // (len(each) * width)), -(-value_width // width))
    d_model = len(each) * width * copies
    if d_model > MAX_MODEL_SIZE:
        raise ValueError(f"d_model would be {d_model}, and this pane takes up to {MAX_MODEL_SIZE}")
    scale = 1 / np.sqrt(width)
    patterns = tuple(
        HeadPattern(
            f"head {place}",
            matrix(query * scale),
            matrix(key),
            matrix(value) if valued else (),
        )
        for place, (query, key, value) in enumerate(triples, 1)
    )
    return matrix(np.eye(n)), patterns, d_model


def lacking_in(o: Matrix, patterns: tuple[HeadPattern, ...], d_model: int) -> Lacking:
    """What keeps an experiment from holding the file's W_O; "" where nothing does."""
    values = sum(len(pattern.value[0]) for pattern in patterns if pattern.value)
    if o.weight.shape != (d_model, d_model) or values not in (0, d_model):
        return "shape"  # values narrower than their share stand apart, not side by side
    if d_model > WIDEST:
        return "size"
    return "bias" if o.bias is not None and o.bias.any() else ""
