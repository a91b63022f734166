"""How arrays are to be read: a value that the application proposes and the learner changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec

Kind = Literal["weights", "scores", "operands", "projections"]
Polarity = Literal["", "attend", "hidden", "additive"]
Matrices = Literal["linear", "conv1d"]
Sums = Literal["rows", "columns"]

KINDS: dict[Kind, str] = {
    "weights": "attention weights",
    "scores": "scores, softmax still to do",
    "operands": "Q and K",
    "projections": "X and its projections",
}
POLARITIES: dict[Polarity, str] = {
    "": "not decided: the mask is not used",
    "attend": "1 or True may attend",
    "hidden": "1 or True is hidden",
    "additive": "added to the scores",
}
MATRIX_WORDS: dict[Matrices, str] = {
    "linear": "Linear, out × in: y = x Wᵀ",
    "conv1d": "in × out: y = x W",
}

WEIGHT_AXES: dict[int, tuple[tuple[str, ...], ...]] = {
    1: (("key",),),
    2: (("query", "key"), ("head", "key")),
    3: (
        ("head", "query", "key"),
        ("batch", "query", "key"),
        ("layer", "query", "key"),
        ("batch", "head", "key"),
        ("query", "key", "head"),
    ),
    4: (
        ("batch", "head", "query", "key"),
        ("layer", "head", "query", "key"),
        ("layer", "batch", "query", "key"),
        ("batch", "query", "key", "head"),
    ),
    5: (
        ("layer", "batch", "head", "query", "key"),
        ("batch", "layer", "head", "query", "key"),
    ),
}
TOKEN_AXES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("token", "d"),),
    3: (
        ("head", "token", "d"),
        ("batch", "token", "d"),
        ("token", "batch", "d"),
        ("token", "head", "d"),
        ("layer", "token", "d"),
    ),
    4: (
        ("batch", "head", "token", "d"),
        ("batch", "token", "head", "d"),
        ("layer", "head", "token", "d"),
    ),
    5: (
        ("layer", "batch", "head", "token", "d"),
        ("batch", "layer", "head", "token", "d"),
    ),
}
INPUT_AXES: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("token", "d"),),
    3: (("batch", "token", "d"), ("token", "batch", "d")),
}


class Reading(msgspec.Struct, frozen=True):
    """roles: (role, array) pairs. axes: what the axes of the main array are, outermost first.

    The main array holds the weights or scores, Q, or X. sums: along which axis weights sum to 1.
    polarity: what the mask's numbers mean; "" until somebody says so. matrices: how projections
    are stored. heads: into how many the projections are cut. scaled, causal: of what is computed.
    """

    kind: Kind
    roles: tuple[tuple[str, str], ...]
    axes: tuple[str, ...]
    sums: Sums = "rows"
    polarity: Polarity = ""
    matrices: Matrices = "linear"
    heads: int = 1
    scaled: bool = True
    causal: bool = False

    def array(self, role: str) -> str:
        """The name of the array with a role, or ""."""
        return dict(self.roles).get(role, "")

    @property
    def main(self) -> str:
        """The name of the array whose axes are told."""
        return self.array(MAIN[self.kind])


MAIN: dict[Kind, str] = {
    "weights": "weights",
    "scores": "scores",
    "operands": "query",
    "projections": "x",
}


class Question(NamedTuple):
    """Something that was assumed, or is open: the field of the reading that answers it."""

    field: str
    sentence: str


@dataclass(frozen=True)
class Proposal:
    """A reading, why it is proposed, and what was assumed that the file does not tell.

    axes, kinds, ...: what else is possible for each part of the reading, what is proposed among
    it. missing: why nothing can be shown yet; "" where a map can be drawn.
    """

    reading: Reading
    reasons: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    axes: tuple[tuple[str, ...], ...] = ()
    kinds: tuple[Kind, ...] = ()
    polarities: tuple[Polarity, ...] = ()
    matrices: tuple[Matrices, ...] = ()
    heads: tuple[int, ...] = ()
    blocks: tuple[str, ...] = ()
    block: str = ""
    missing: str = ""


def axes_words(axes: tuple[str, ...]) -> str:
    """Axes as people write them: `batch × head × query × key`."""
    return " × ".join(axes)


def answered(proposal: Proposal, field: str, value: object) -> Proposal:
    """A proposal once the learner has chosen a value for one field of its reading."""
    reading = msgspec.structs.replace(proposal.reading, **{field: value})
    open_still = tuple(one for one in proposal.questions if one.field != field or value == "")
    before = {
        "axes": axes_words(proposal.reading.axes),
        "matrices": MATRIX_WORDS[proposal.reading.matrices],
    }.get(field)
    reasons = proposal.reasons
    if before is not None:  # what was a reason for the proposal is none for the choice
        kept = tuple(one for one in reasons if before not in one)
        reasons = (*kept, f"{field} were chosen by hand")
    return replace(proposal, reading=reading, questions=open_still, reasons=reasons)
