"""Panes 01, 04 and 08 as scripts: features projected to queries, keys and values."""

from __future__ import annotations

import numpy as np

from core.experiments.projection import ProjectionExperiment
from core.experiments.self_attention import SelfAttentionExperiment
from core.experiments.sentence import SentenceExperiment
from core.scripts.attention import causal_mask, output, scores, softmax
from core.scripts.ending import attention_tolerance, ending, score_scale, tolerance_for
from core.scripts.lines import Script
from core.scripts.literals import literal
from core.scripts.writer import Writer
from core.trace import FloatArray, Trace


def sentence_script(trace: Trace, writer: Writer) -> Script:
    """The sentence of the title slide: its features are what is mixed."""
    experiment = trace.experiment
    assert isinstance(experiment, SentenceExperiment)
    writer.imports()
    writer.matrix("X", trace["features"], "features")
    writer.matrix("W_Q", np.array(experiment.query_projection))
    writer.matrix("W_K", np.array(experiment.key_projection))
    writer.next_group()
    project(writer, ("Q", "K"))
    scores(writer)
    softmax(writer)
    place = experiment.pointed - 1
    writer.line(f"a = A[{place}]  # of word {place + 1}")
    weights = trace["weights"][place]
    printed = f"the weights of “{experiment.tokens[place]}”"
    return ending(writer, "a", weights, printed, attention_tolerance(trace, writer.form))


def projection_script(trace: Trace, writer: Writer) -> Script:
    """Queries, keys and values of one X; the sharpness stands where the square root will."""
    experiment = trace.experiment
    assert isinstance(experiment, ProjectionExperiment)
    writer.imports()
    writer.matrix("X", trace["features"], "features")
    for name, step in (("W_Q", "w_q"), ("W_K", "w_k"), ("W_V", "w_v")):
        writer.matrix(name, trace[step], step)
    writer.next_group()
    project(writer, ("Q", "K", "V"))
    writer.line("S = Q @ K.T", step="scores")
    writer.line(f"Z = S * {literal(experiment.sharpness)}  # the sharpness", step="scaled")
    softmax(writer)
    writer.line("O = A @ V", step="output")
    return ending(
        writer, "O", trace["output"], r"the soft lookups $A\value{V}$", projected_tolerance(trace)
    )


def self_attention_script(trace: Trace, writer: Writer) -> Script:
    """X = E + P, three projections, attention: all from the one sentence."""
    experiment = trace.experiment
    assert isinstance(experiment, SelfAttentionExperiment)
    masked = experiment.mask == "causal"
    writer.imports()
    # What a trained network feeds its projections is normalised; it stands there as it is.
    given = "features" if experiment.trained else "embedding"
    writer.matrix("X", trace[given], given)
    for name, step in (("W_Q", "w_query"), ("W_K", "w_key"), ("W_V", "w_value")):
        writer.matrix(name, trace[step], step)
    writer.next_group()
    if experiment.positions and not experiment.trained:
        positions(writer, experiment.model_size)
    project(writer, ("Q", "K", "V"))
    scores(writer)
    if masked:
        causal_mask(writer, len(experiment.tokens), len(experiment.tokens))
    softmax(writer, masked)
    return output(trace, writer, masked)


def positions(writer: Writer, size: int) -> None:
    """P, added to X. The layout is named: others keep all sines before all cosines."""
    cosines = "i[:-1]" if size % 2 else "i"  # an odd size ends with a sine
    writer.line("# sines and cosines take turns")
    writer.each(
        [
            ("n = np.arange(len(X))[:, None]", "n = torch.arange(len(X))[:, None]", ""),
            (
                f"i = np.arange(0, {size}, 2) / {size}",
                f"i = torch.arange(0, {size}, 2) / {size}",
                "",
            ),
            ("P = np.zeros(X.shape)", "P = torch.zeros(X.shape)", "position"),
            (
                "P[:, 0::2] = np.sin(n / 1e4 ** i)",
                "P[:, 0::2] = torch.sin(n / 1e4 ** i)",
                "position",
            ),
            (
                f"P[:, 1::2] = np.cos(n / 1e4 ** {cosines})",
                f"P[:, 1::2] = torch.cos(n / 1e4 ** {cosines})",
                "position",
            ),
            ("X = X + P", None, "features"),
        ]
    )
    writer.next_group()


def project(writer: Writer, names: tuple[str, ...]) -> None:
    """Q = X W_Q and so on, each a step."""
    steps = {"Q": "query", "K": "key", "V": "value"}
    for name in names:
        writer.line(f"{name} = X @ W_{name}", step=steps[name])


def projected_tolerance(trace: Trace) -> float:
    """As for attention, but for the rounding of X W, which the lab sets to exact zeros."""
    features = np.abs(trace["features"])
    sizes: list[FloatArray] = [features @ np.abs(trace[name]) for name in ("w_q", "w_k", "w_v")]
    query, key, value = sizes
    sums = float((query @ key.T).max())
    return tolerance_for(max(1.0, sums * score_scale(trace)) * max(1.0, float(value.max())))
