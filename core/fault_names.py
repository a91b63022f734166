"""The mistakes that attention code makes: their names, and what each computes instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# What can go wrong inside a trained translator.
Mistake = Literal[
    "",
    "encoder-reset",
    "one-direction",
    "last-row",
    "other-vector",
    "decoder-reset",
    "no-tanh",
    "softmax-steps",
    "late-state",
    "padding",
]
FaultName = Literal[
    "",
    "no-scale",
    "scale-d_k",
    "scale-after",
    "softmax-columns",
    "mask-after",
    "mask-zero",
    "no-row-max",
    "rounding",
    "reshaped-heads",
    "same-projections",
    "swapped-values",
    "scaled-query",
    Mistake,
    "half-precision",
    "wide-components",
    "one-component",
]


@dataclass(frozen=True)
class Fault:
    """One mistake. title: its name in a list; rule: what is computed instead, in one sentence.

    kinds: the experiments that have it. masked: whether it needs something hidden to show.
    """

    title: str
    rule: str
    kinds: tuple[str, ...]
    masked: bool = False


SCALED = ("attention", "heads", "self-attention", "cross")
ONE = ("attention", "projection", "self-attention", "cross")
FAULTS: dict[str, Fault] = {
    "no-scale": Fault(
        "Forget the scale", "the scores are not divided at all", (*SCALED, "variance")
    ),
    "scale-d_k": Fault(
        "Divide by the whole key size",
        "the scores are divided by d_k, not by its root",
        (*SCALED, "variance"),
    ),
    "scale-after": Fault(
        "Scale after the softmax",
        "the weights are divided by the root of d_k, the scores are not",
        SCALED,
    ),
    "softmax-columns": Fault(
        "Softmax down the columns", "each column of weights adds to 1, not each row", ONE
    ),
    "mask-after": Fault(
        "Mask after the softmax",
        "hidden weights are set to 0 after the softmax has shared them out",
        ("attention", "heads", "self-attention"),
        masked=True,
    ),
    "mask-zero": Fault(
        "Mask with 0, not −∞",
        "hidden scores are set to 0, and e to the power 0 is 1",
        ("attention", "heads", "self-attention"),
        masked=True,
    ),
    "no-row-max": Fault(
        "Skip the row maximum",
        "e to the power of scores × 1000, with nothing subtracted first",
        ("attention",),
    ),
    "rounding": Fault(
        "Round between the stages", "every stage is rounded to two decimals", ("attention", "cross")
    ),
    "reshaped-heads": Fault(
        "Split heads by reshape alone",
        "Q, K and V are cut into heads along the tokens, not along the features",
        ("heads",),
    ),
    "same-projections": Fault(
        "One matrix for Q and K",
        "W_K is W_Q, so who asks and who answers cannot differ",
        ("projection", "self-attention", "heads"),
    ),
    "swapped-values": Fault("Swap K and V", "keys are mixed, values are compared", ("cross",)),
    "scaled-query": Fault(
        "Scale Q, not the scores",
        "each query is divided by the root of d_k before the product",
        ("attention", "self-attention", "cross"),
    ),
    "encoder-reset": Fault(
        "Start every word from nothing",
        "the encoder's state is set back before each word, so h_j knows word j alone",
        ("bottleneck",),
    ),
    "one-direction": Fault(
        "Forget to turn the sentence round",
        "the half that should read backwards reads forwards too",
        ("bottleneck",),
    ),
    "last-row": Fault(
        "Take the last row as the vector",
        "the vector is h_N, whose backward half has read one word only",
        ("bottleneck",),
    ),
    "other-vector": Fault(
        "Mix up the vectors of a batch",
        "the decoder gets the vector of another sentence",
        ("bottleneck",),
    ),
    "decoder-reset": Fault(
        "Forget the decoder's state",
        "each step starts from the first state, knowing only the word before",
        ("bottleneck",),
    ),
    "no-tanh": Fault(
        "Leave out the tanh",
        "an energy is v · (W s + U h), in which W s is the same for every word",
        ("alignment",),
    ),
    "softmax-steps": Fault(
        "Softmax over the wrong axis",
        "the softmax runs over decoder steps, of which there is one at a time: every weight is 1",
        ("alignment",),
    ),
    "late-state": Fault(
        "Score with an older state",
        "the query is the state before the last: what was known a word ago",
        ("alignment",),
    ),
    "padding": Fault(
        "Leave the padding visible",
        "4 empty places behind the sentence keep their share of every softmax",
        ("alignment",),
    ),
    "half-precision": Fault(
        "Softmax in half precision",
        "in float16, with no maximum taken off, e to a score above 11.09 is infinite",
        ("variance",),
    ),
    "wide-components": Fault(
        "Draw components twice as wide",
        "components of q and k have variance 4, not 1: q · k has 16 times the variance",
        ("variance",),
    ),
    "one-component": Fault(
        "Repeat one component",
        "every component repeats the first, so nothing in q · k cancels",
        ("variance",),
    ),
}


def faults_of(kind: str) -> tuple[str, ...]:
    """The names of the faults that a kind of experiment has, in the order of a list."""
    return tuple(name for name, fault in FAULTS.items() if kind in fault.kinds)


def fault_of(experiment: object) -> str:
    """The mistake that an experiment makes; "" for none, and for kinds that have none."""
    found: object = getattr(experiment, "fault", "")
    return str(found)


def check_fault(name: str, kind: str) -> None:
    """Raise ValueError unless `name` is "" or a fault of this kind of experiment."""
    known = faults_of(kind)
    if name and name not in known:
        raise ValueError(f"fault is {name!r}; this lab knows {', '.join(known)}")
