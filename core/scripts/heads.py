"""Pane 07 as a script: heads cut from one projection, beside PyTorch's MultiheadAttention."""

from __future__ import annotations

import numpy as np

from core.experiments.heads import HeadsExperiment
from core.scripts.attention import causal_mask, scores, softmax
from core.scripts.ending import attention_tolerance, ending
from core.scripts.lines import Script
from core.scripts.writer import Writer
from core.trace import Trace

WRITTEN_OUT = 16  # the largest d_model whose matrices are written out; larger ones are drawn
PROJECTIONS = (
    ("W_Q", "query_projection"),
    ("W_K", "key_projection"),
    ("W_V", "value_projection"),
    ("W_O", "output_projection"),
)


def heads_script(trace: Trace, writer: Writer) -> Script:
    """Multi-head self-attention with the lab's tokens and projections."""
    experiment = trace.experiment
    assert isinstance(experiment, HeadsExperiment)
    drawn = experiment.d_model > WRITTEN_OUT
    # PyTorch's generator draws other numbers from a seed, so NumPy draws in both forms.
    writer.imports(*(["import numpy as np"] if drawn and writer.form == "torch" else []))
    writer.matrix("X", trace["features"], "features")
    if drawn:
        drawn_projections(trace, writer, experiment)
    else:
        for name, step in PROJECTIONS:
            writer.matrix(name, trace[step], step)
    writer.next_group()
    split_heads(writer, experiment.heads)
    scores(writer, axis=2)
    masked = experiment.mask == "causal"
    if masked:
        causal_mask(writer, len(experiment.tokens), len(experiment.tokens))
    softmax(writer, masked, axis=2)
    writer.line("H = A @ V", step="head_outputs")
    writer.line("C = np.concatenate(H, axis=1)", "C = torch.cat(tuple(H), 1)", "concat")
    for head in experiment.knocked_out:
        columns = experiment.columns_of(head)
        first, last = columns[0] - 1, columns[-1]
        writer.line(f"C[:, {first}:{last}] = 0  # head {head} is out", step="concat")
    writer.line("O = C @ W_O", step="output")
    mixed = float(np.abs(trace["output_projection"]).sum(axis=0).max())
    tolerance = attention_tolerance(trace, writer.form, max(1.0, mixed))
    if writer.form == "torch" and not experiment.knocked_out:
        own_function(writer, experiment, masked, tolerance)
    return ending(writer, "O", trace["output"], "the output", tolerance)


def split_heads(writer: Writer, heads: int) -> None:
    """The columns are cut, never the tokens."""
    writer.each(
        [
            ("def split(Y):  # columns into heads", None, ""),
            (f"    Y = Y.reshape(len(X), {heads}, -1)", None, ""),
            ("    return Y.swapaxes(0, 1)", None, ""),
        ]
    )
    writer.next_group()
    for name, step in (("Q", "query"), ("K", "key"), ("V", "value")):
        writer.line(f"{name} = split(X @ W_{name})", step=step)


def drawn_projections(trace: Trace, writer: Writer, experiment: HeadsExperiment) -> None:
    """Large matrices, drawn from the seed as the lab does; patterns set by hand over them."""
    size = experiment.d_model
    writer.next_group()
    writer.line(f"draw = np.random.default_rng({experiment.seed})")
    writer.line(f"W = draw.normal(size=(4, {size}, {size}))")
    writer.line(f"W = W / np.sqrt({size})")
    writer.line("W_Q, W_K, W_V, W_O = W", "W_Q, W_K, W_V, W_O = torch.tensor(W)")
    if experiment.source != "hand-set" or experiment.features is None:
        return
    used = len(experiment.features[0])
    for name, step in PROJECTIONS[: 3 if experiment.has_values else 2]:
        writer.line(f"{name}[:] = 0")
        writer.matrix(name, np.array(trace[step][:used]), step, target=f"{name}[:{used}]")
    if experiment.w_o:
        writer.matrix("W_O", trace["output_projection"], "output_projection")
    elif experiment.has_values:
        writer.line(
            f"W_O = np.eye({size})", f"W_O = torch.eye({size}).double()", "output_projection"
        )


def own_function(
    writer: Writer, experiment: HeadsExperiment, masked: bool, tolerance: float
) -> None:
    """PyTorch's module. Its boolean mask is the other way round: True hides."""
    writer.next_group()
    size, heads = experiment.d_model, experiment.heads
    for code in (
        "own = torch.nn.MultiheadAttention(",
        f"    {size}, {heads}, bias=False,",
        "    batch_first=True)",
        "W = torch.cat([W_Q, W_K, W_V], 1).T",
        "own.in_proj_weight.data = W",
        "own.out_proj.weight.data = W_O.T",
        *(["# here True hides: M turned round"] if masked else []),
        "B = X[None]  # a batch of one",
        "y, a = own(B, B, B,",
        f"    {'attn_mask=~M, ' if masked else ''}",
        "    average_attn_weights=False)",
        f"assert abs(O - y[0]).max() <= {tolerance!r}",
        f"assert abs(A - a[0]).max() <= {tolerance!r}",
    ):
        if code.strip():
            writer.line("", code.rstrip())
