"""One map of the learner's own tensors, as it is shown, as a trace that can be written.

Whatever writes a trace reads of its experiment the words of the axes and the record as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec
import numpy as np

from core.arrays import Floats, read_only
from core.experiment import Experiment
from core.tensors.maps import Index
from core.tensors.opened import Opened
from core.tensors.showing import Shown
from core.trace import Step, Trace

FORMULA = r"A = \operatorname{softmax}(\ldots)"
# Of what is computed here: the axes of each step, and what makes it.
STEPS = {
    "query": (("query", "component"), "Q"),
    "key": (("key", "component"), "K"),
    "value": (("key", "component"), "V"),
    "scores": (("query", "key"), r"Q K^\top"),
    "scaled": (("query", "key"), r"Q K^\top \cdot c"),
    "masked": (("query", "key"), r"\operatorname{mask}(Q K^\top \cdot c)"),
    "output": (("query", "component"), "A V"),
}
Part = tuple[range, range]  # rows and columns of what is shown, from 0


class OwnMap(msgspec.Struct, frozen=True, tag="own tensors", tag_field="kind"):
    """Where the numbers come from. files: by name; place: which map of them, from 1; said: what
    the filter did; tokens, key_tokens: the names of queries and keys."""

    files: tuple[str, ...]
    place: str
    said: tuple[str, ...]
    tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]


def place_words(found: Opened, index: Index) -> str:
    """Which of the maps: "layer 2 of 3, head 1 of 4"; "" where there is one."""
    assert found.maps is not None
    lead = zip(found.maps.lead, index, strict=True)
    return ", ".join(f"{axis} {at + 1} of {size}" for (axis, size), at in lead)


def own_trace(
    found: Opened, shown: Shown, rows: Sequence[str], columns: Sequence[str],
    part: Part | None = None,
) -> Trace:  # fmt: skip
    """The map and, where it is computed here, every step that led to it.

    rows, columns: names of what is shown. part: only these rows and columns, of the map alone.
    """
    down, across = part or (range(len(rows)), range(len(columns)))
    inside = slice(down.start, down.stop), slice(across.start, across.stop)
    taken = {"query": shown.rows, "key": shown.columns}
    record = OwnMap(
        tuple(file.name for file in found.collection.files),
        place_words(found, shown.index),
        shown.said,
        tuple(rows[inside[0]]),
        tuple(columns[inside[1]]),
    )
    steps = {"weights": Step(shown.weights[inside], ("query", "key"), FORMULA)}
    for name, (axes, formula) in STEPS.items() if shown.steps and part is None else ():
        array = np.asarray(getattr(shown.steps, name))
        chosen = [taken.get(axis, range(array.shape[at])) for at, axis in enumerate(axes)]
        steps[name] = Step(cut(array, chosen), axes, formula)
    return Trace(cast("Experiment", record), steps)


def cut(array: Floats, chosen: Sequence[Sequence[int]]) -> Floats:
    """The chosen places of each axis; the array itself where these are all."""
    if tuple(map(len, chosen)) == array.shape:
        return array
    return read_only(array[np.ix_(*(list(places) for places in chosen))])
