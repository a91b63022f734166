"""The mistakes that attention code makes: their names, and what each computes instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    "no-scale": Fault("Forget the scale", "the scores are not divided at all", SCALED),
    "scale-d_k": Fault(
        "Divide by the whole key size", "the scores are divided by d_k, not by its root", SCALED
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
