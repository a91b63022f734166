"""Panes 05 and 09 as a script, and the lines of attention that other panes share."""

from __future__ import annotations

from core.arrays import Booleans
from core.experiments.attention import AttentionExperiment
from core.experiments.cross import CrossExperiment
from core.scripts.ending import attention_tolerance, ending
from core.scripts.lines import Script
from core.scripts.writer import Writer
from core.trace import Trace
from core.traces.attention import visibility


def attention_script(trace: Trace, writer: Writer) -> Script:
    """Scaled dot-product attention with the learner's Q, K, V and mask."""
    experiment = trace.experiment
    assert isinstance(experiment, AttentionExperiment)
    seen = visibility(experiment)
    operands(trace, writer)
    scores(writer, experiment.scaled)
    if seen is not None:
        mask(experiment, writer, seen)
    softmax(writer, masked=seen is not None, empty=has_empty(seen))
    return output(trace, writer, seen is not None, experiment.scaled)


def cross_script(trace: Trace, writer: Writer) -> Script:
    """Attention from the target to the source; a sentence where queries and keys do not fit."""
    assert isinstance(trace.experiment, CrossExperiment)
    if not trace.experiment.fits:
        raise ValueError(f"There is no product to write down: {trace.problem}.")
    operands(trace, writer)
    scores(writer)
    softmax(writer)
    return output(trace, writer)


def operands(trace: Trace, writer: Writer) -> None:
    """Q, K and V as they stand in the lab."""
    writer.imports()
    for name, step in (("Q", "query"), ("K", "key"), ("V", "value")):
        writer.matrix(name, trace[step], step)
    writer.next_group()


def scores(writer: Writer, scaled: bool = True, axis: int = 1) -> None:
    """S = Q K^T and Z, divided by the square root of d_k. axis: of the components."""
    turned = "K.T" if axis == 1 else "K.swapaxes(1, 2)"
    writer.line(f"S = Q @ {turned}", step="scores")
    if scaled:
        size = f"Q.shape[{axis}]"
        # The lab multiplies by 1 / sqrt(d_k); dividing would round otherwise in the last digit.
        writer.line(f"Z = S * (1 / np.sqrt({size}))", f"Z = S / {size} ** .5", "scaled")
    else:
        writer.line("Z = S  # not scaled", step="scaled")


def mask(experiment: AttentionExperiment, writer: Writer, seen: Booleans) -> None:
    """M, True where a query may attend: what scaled_dot_product_attention takes, and np.where."""
    rows, columns = seen.shape
    match experiment.mask:
        case "causal":
            causal_mask(writer, rows, columns)
        case "padding":
            length = experiment.visible_keys
            first = columns if length is None else length
            writer.line("# True: this query may see this key")
            writer.line(
                f"M = np.zeros(({rows}, {columns}), bool)",
                f"M = torch.zeros({rows}, {columns}).bool()",
            )
            writer.line(f"M[:, :{first}] = True", step="masked")
        case _:
            writer.mask(seen)


def causal_mask(writer: Writer, rows: int, columns: int) -> None:
    """No key after the query's own; the last query sees the last key."""
    ahead = f", {columns - rows}" if columns != rows else ""
    writer.line("# True: this query may see this key")
    writer.line(
        f"M = np.tril(np.ones(({rows}, {columns}), bool){ahead})",
        f"M = torch.ones({rows}, {columns}).tril({ahead[2:]}).bool()",
        "masked",
    )


def has_empty(seen: Booleans | None) -> bool:
    """Whether some query sees no key."""
    return seen is not None and not bool(seen.any(axis=1).all())


def softmax(writer: Writer, masked: bool = False, empty: bool = False, axis: int = 1) -> None:
    """P, E and A. A row without a visible key is no share of anything: the lab makes it zeros."""
    last = "Z"
    if masked:
        last = "P"
        writer.line("P = np.where(M, Z, -np.inf)", "P = Z.masked_fill(~M, -torch.inf)", "masked")
    if writer.form == "torch":
        writer.line("", f"A = torch.softmax({last}, {axis})", "weights")
        if empty:
            writer.line("", "# softmax alone: nan where none is seen")
            writer.line("", "A = A.masked_fill(~M, 0.)", "weights")
        return
    if empty:
        writer.line("# a row that sees no key: 0, not nan")
        writer.line(f"top = {last}.max({axis}, keepdims=True)", step="row_max")
        writer.line("top[top == -np.inf] = 0", step="row_max")
        writer.line(f"E = np.exp({last} - top)", step="exponentials")
        writer.line(f"total = E.sum({axis}, keepdims=True)", step="row_sum")
        writer.line("A = E / np.where(total > 0, total, 1)", step="weights")
        return
    writer.line(f"E = np.exp({last} - {last}.max({axis}, keepdims=True))", step="exponentials")
    writer.line(f"A = E / E.sum({axis}, keepdims=True)", step="weights")


def output(trace: Trace, writer: Writer, masked: bool = False, scaled: bool = True) -> Script:
    """O = A V, compared with PyTorch's own function in its form, printed and checked."""
    tolerance = attention_tolerance(trace, writer.form)
    writer.line("O = A @ V", step="output")
    if writer.form == "torch":
        given = ("M" if masked else "") + ("" if scaled else ", scale=1." if masked else "scale=1.")
        writer.line("", "F = torch.nn.functional")
        writer.line("", "own = F.scaled_dot_product_attention(", "output")
        writer.line("", f"    Q, K, V{', ' + given if given else ''})", "output")
        writer.line("", f"assert abs(O - own).max() <= {tolerance!r}")
    return ending(writer, "O", trace["output"], r"the output $A\value{V}$", tolerance)
