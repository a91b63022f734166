"""How every script ends: it prints what the lab shows, and asserts that it is the same."""

from __future__ import annotations

import math

import numpy as np

from core.arrays import Floats
from core.scripts.lines import Form, Script
from core.scripts.writer import Writer
from core.trace import Trace

TOLERANCE = 1e-12
FEW_DIGITS = 1e-9
ROUNDINGS = 64 * float(np.finfo(np.float64).eps)  # what a sum of a few terms may lose


def ending(
    writer: Writer, name: str, array: Floats, printed: str, tolerance: float = TOLERANCE
) -> Script:
    """The script with its last lines: print `name` to two places, compare it with `array`."""
    prints = printing(writer, name, array)
    check(writer, name, array, tolerance)
    return writer.script(prints, printed)


NUMPY_WIDTH = 75  # how wide NumPy prints where nobody has said otherwise


def printing(writer: Writer, name: str, array: Floats) -> str:
    """Write the lines that print; returns what they print.

    PyTorch's own display of a tensor is cut to four places, so its rows are printed as lists.
    """
    rounded = array.round(2)
    if writer.form == "torch":
        if array.ndim == 1:
            writer.line("", f"print({name}.round(decimals=2).tolist())")
            return str(rounded.tolist())
        writer.line("", f"for row in {name}.round(decimals=2):")
        writer.line("", "    print(row.tolist())")
        return "\n".join(str(row) for row in rounded.tolist())
    room = writer.columns - 1
    with np.printoptions(linewidth=NUMPY_WIDTH):  # whatever is set here, the script begins anew
        text = str(rounded)
    if max(len(line) for line in text.splitlines()) > room:
        writer.line(f"np.set_printoptions(linewidth={room})")
        with np.printoptions(linewidth=room):
            text = str(rounded)
    writer.line(f"print({name}.round(2))")
    return text


def check(writer: Writer, name: str, array: Floats, tolerance: float = TOLERANCE) -> None:
    """Write down what the lab shows, and the assertion.

    Not even NumPy is compared bit for bit: it repeats the lab's own operations, but on another
    machine its sums may run in another order.
    """
    writer.next_group()
    certain = tolerance <= FEW_DIGITS
    writer.line(
        "# as in the lab, but for rounding" if certain else "# huge scores: few digits are sure"
    )
    writer.expected("lab", array)
    writer.line(f"assert abs({name} - lab).max() <= {tolerance!r}")


def attention_tolerance(trace: Trace, form: Form, mixed: float = 1.0) -> float:
    """How far an output may stray: 1e-12, or what float64 leaves where the numbers are huge.

    NumPy repeats the lab's own operations, so only the size of its output counts. PyTorch divides
    and adds in another order. A score that is a sum of large terms is known to about 1e-16 of
    these; softmax turns that difference into the same relative one of the weights. mixed: what
    happens to the size of an output afterwards.
    """
    if form == "numpy":
        return tolerance_for(max(1.0, float(np.abs(trace["output"]).max())))
    query, key, value = (np.abs(trace[name]) for name in ("query", "key", "value"))
    sums = float((query @ np.swapaxes(key, -1, -2)).max())
    scale = score_scale(trace)
    return tolerance_for(max(1.0, sums * scale) * max(1.0, float(value.max())) * mixed)


def score_scale(trace: Trace) -> float:
    """What scores were multiplied by, as far as the trace tells: 1 where all scores are 0."""
    scores, scaled = np.abs(trace["scores"]), np.abs(trace["scaled"])
    return float(scaled.max() / scores.max()) if scores.max() > 0 else 1.0


def tolerance_for(size: float) -> float:
    """1e-12, or a power of ten above what numbers of this size lose by rounding."""
    lost = ROUNDINGS * size
    return TOLERANCE if lost <= TOLERANCE else float(10.0 ** math.ceil(math.log10(lost)))
