"""Pane 06 as a script: the sample is drawn again, from the same seed."""

from __future__ import annotations

import numpy as np

from core.experiments.variance import VarianceExperiment
from core.scripts.ending import ending, tolerance_for
from core.scripts.lines import Script
from core.scripts.writer import Writer
from core.trace import Trace

PAIRS, QUERIES, KEYS = 20_000, 2_000, 8  # of core.sample.DotProductSample.draw
ROLES = {"q": "query", "k": "key", "A": "weight"}


def variance_script(trace: Trace, writer: Writer) -> Script:
    """Variance, gradient left and top weight of random dot products, with and without scaling."""
    experiment = trace.experiment
    assert isinstance(experiment, VarianceExperiment)
    writer.roles = ROLES
    # PyTorch's generator draws other numbers from a seed, so NumPy draws in both forms.
    writer.imports(*(["import numpy as np"] if writer.form == "torch" else []))
    draw(writer, experiment)
    read(writer)
    lab = np.array([float(trace[name]) for name in FIGURES])
    printed = r"Var, Var$/d_k$; 1 − Σ$p^2$ of both"
    size = float(experiment.key_size)
    return ending(writer, "found", lab, printed, tolerance_for(64 * size))


FIGURES = ("variance_unscaled", "variance_scaled", "gradient_left_unscaled", "gradient_left_scaled")


def draw(writer: Writer, experiment: VarianceExperiment) -> None:
    """One dimension after the other, each from a stream of its own."""
    writer.line(f"d_k, seed = {experiment.key_size}, {experiment.seed}")
    writer.line(f"dots = np.zeros({PAIRS})", step="dot_products")
    writer.line(f"S = np.zeros(({QUERIES}, {KEYS}))")
    writer.next_group()
    writer.each(
        [
            ("for i in range(d_k):", None, ""),
            ("    both = [seed, i]", None, ""),
            ("    draw = np.random.default_rng(both)", None, ""),
            (f"    q, k = draw.normal(size=(2, {PAIRS}))", None, ""),
            (f"    more = draw.normal(size=({QUERIES}, {KEYS - 1}))", None, ""),
            ("    dots += q * k", None, "dot_products"),
            (f"    S[:, 0] += (q * k)[:{QUERIES}]", None, ""),
            (f"    S[:, 1:] += q[:{QUERIES}, None] * more", None, ""),
        ]
    )
    writer.next_group()


def read(writer: Writer) -> None:
    """The figures of the lab, from the sample."""
    writer.line("", "dots = torch.tensor(dots)")
    writer.line("", "S = torch.tensor(S)")
    writer.line("def left(Z):  # gradient of softmax")
    if writer.form == "numpy":
        writer.line("    Z = Z - Z.max(1, keepdims=True)")
        writer.line("    E = np.exp(Z)")
        writer.line("    A = E / E.sum(1, keepdims=True)")
        writer.line("    return (1 - (A ** 2).sum(1)).mean()")
    else:
        writer.line("", "    A = torch.softmax(Z, 1)")
        writer.line("", "    return (1 - (A ** 2).sum(1)).mean()")
    writer.next_group()
    root = "d_k ** .5"
    # torch's var divides by n - 1 unless told otherwise, NumPy's by n.
    var = ".var()" if writer.form == "numpy" else ".var(correction=0)"
    array = "np.array" if writer.form == "numpy" else "torch.tensor"
    writer.line(f"z = dots / {root}", step="scaled_dot_products")
    writer.line(f"Z = S / {root}")
    writer.line(f"found = {array}([")
    writer.line(f"    dots{var},")
    writer.line(f"    z{var},")
    writer.line("    left(S), left(Z)])")
