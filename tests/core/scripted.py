"""Experiments of every pane, and a fresh process that runs their scripts.

One process runs many scripts, since PyTorch takes seconds to import; each gets a name space of its
own.
"""

import atexit
import importlib.util
import json
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from core.cross_examples import example_experiment
from core.experiment import (
    AttentionExperiment,
    CrossExperiment,
    HeadsExperiment,
    ProjectionExperiment,
    SelfAttentionExperiment,
    SentenceExperiment,
)
from core.experiments.heads import HeadPattern

RUNNER = """
import contextlib, io, json, sys, traceback
import numpy
for line in sys.stdin:
    done = []
    for source, name, *arguments in json.loads(line):
        sys.argv[1:] = arguments
        space, out = {"__name__": "__main__"}, io.StringIO()
        try:
            # Each script prints as in a process of its own: how NumPy prints is set by some.
            with contextlib.redirect_stdout(out), numpy.printoptions():
                exec(compile(source, "script", "exec"), space)
            result, error = getattr(space[name], "tolist", lambda: space[name])(), ""
        except Exception:
            result, error = None, traceback.format_exc()
        done.append((out.getvalue(), result, error))
    print(json.dumps(done), flush=True)
"""
HAS_TORCH = importlib.util.find_spec("torch") is not None
NEEDS_TORCH = pytest.mark.skipif(not HAS_TORCH, reason="PyTorch is not installed")
BOTH = pytest.mark.parametrize("form", ["numpy", pytest.param("torch", marks=NEEDS_TORCH)])


@cache
def process(form):
    """A process for the scripts of one form: fresh, but for what scripts before it imported."""
    made = subprocess.Popen(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", RUNNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(end, made)
    return made


def end(process):
    process.stdin.close()
    process.stdout.close()
    process.wait()


def run(sources):
    """What each (source, name of its result, its arguments ...) prints, its result, its failure.

    A result that has no `tolist` comes back as it is; a failure is a traceback, "" for none.
    """
    there = process("torch" if "import torch" in sources[0][0] else "numpy")
    there.stdin.write(json.dumps(sources) + "\n")
    there.stdin.flush()
    return json.loads(there.stdout.readline())


def matrix(rng, rows, columns, size=1.0, whole=False):
    numbers = rng.normal(size=(rows, columns)) * size
    if whole:
        numbers = numbers.round()
    return tuple(tuple(float(number) for number in row) for row in np.clip(numbers, -1e6, 1e6))


def tokens(n):
    return tuple(f"w{place}" for place in range(n))


ATTENTION_SHAPES = ((1, 1, 1, 1), (1, 8, 3, 2), (5, 2, 4, 4), (5, 5, 4, 4), (12, 12, 16, 8))
SIZES = ((1.0, False), (1.0, True), (1e-12, False), (1e3, False), (1e6, False))
MASKS = ("none", "causal", "padding", "custom", "nothing")


def attention_experiments():
    """Every mask with every shape; sizes and scaling take turns, so that all pairs meet."""
    for number, (n_q, n_k, d_k, d_v) in enumerate(ATTENTION_SHAPES):
        for place, mask in enumerate(MASKS):
            rng = np.random.default_rng([number, place])
            size, whole = SIZES[(number + place) % len(SIZES)]
            flags = rng.random((n_q, n_k)) < (0.6 if mask == "custom" else 0.0)
            yield AttentionExperiment(
                tokens=tokens(n_q),
                source_tokens=tokens(n_k),
                query=matrix(rng, n_q, d_k, size, whole),
                key=matrix(rng, n_k, d_k, size, whole),
                value=matrix(rng, n_k, d_v, size, whole),
                mask="custom" if mask == "nothing" else mask,
                custom=tuple(tuple(bool(flag) for flag in row) for row in flags),
                visible_keys=(n_k + place) // 2 if number % 2 else 0,
                scaled=(number + 2 * place) % 3 != 0,
            )


def projected_experiments():
    rng = np.random.default_rng(4)
    for n, wide, key_size, sharpness in ((1, 1, 2, 0.0), (5, 4, 2, 1.0), (8, 3, 4, 20.0)):
        yield ProjectionExperiment(
            tokens=tokens(n),
            features=matrix(rng, n, wide, whole=n == 5),
            w_q=matrix(rng, wide, 4),
            w_k=matrix(rng, wide, 4),
            w_v=matrix(rng, wide, 4),
            key_size=key_size,
            sharpness=sharpness,
        )
    yield SentenceExperiment(
        tokens=tokens(3),
        features=matrix(rng, 3, 4),
        query_projection=matrix(rng, 4, 2),
        key_projection=matrix(rng, 4, 2),
        pointed=2,
    )
    for n, positions, mask in ((1, True, "causal"), (6, False, "none"), (64, True, "causal")):
        yield SelfAttentionExperiment(tokens=tokens(n), positions=positions, mask=mask, seed=n)


def other_experiments():
    rng = np.random.default_rng(5)
    for n, d_model, heads, mask in (
        *((1, 1, 1, "causal"), (6, 16, 4, "causal"), (6, 16, 16, "none"), (3, 64, 8, "causal")),
        (64, 8, 2, "none"),
    ):
        yield HeadsExperiment(tokens=tokens(n), d_model=d_model, heads=heads, mask=mask, seed=n)
    pattern = HeadPattern("one", ((1.0, 0.0), (0.0, 2.0)), ((0.5, 0.0), (0.0, 1.0)))
    for d_model in (4, 64):
        yield HeadsExperiment(
            tokens=tokens(3),
            d_model=d_model,
            heads=2,
            source="hand-set",
            features=((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)),
            patterns=(pattern, pattern),
        )
    yield from (example_experiment(name) for name in ("translation", "captioning", "speech"))
    yield CrossExperiment(
        tokens=tokens(1),
        source_tokens=tokens(64),
        query=matrix(rng, 1, 6, 1e6),
        key=matrix(rng, 64, 6, 1e6),
        value=matrix(rng, 64, 8),
    )


def all_experiments():
    return [*attention_experiments(), *projected_experiments(), *other_experiments()]


def result_name(experiment):
    return {"SentenceExperiment": "a"}.get(type(experiment).__name__, "O")


def result_of(trace):
    if isinstance(trace.experiment, SentenceExperiment):
        return trace["weights"][trace.experiment.pointed - 1]
    return trace["output"]
