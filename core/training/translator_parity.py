"""The translators' encoder and additive attention beside PyTorch: how far are they apart?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats
from core.experiment import AlignmentExperiment, BottleneckExperiment, CrossExperiment
from core.trace import Trace
from core.traces.bottleneck import BottleneckTrace
from core.training.parity import Parity, place_of_largest
from core.training.work import RefusalError, Work
from core.translator import shelf
from core.translator.vocabulary import english_places


def additive_operands(trace: Trace) -> dict[str, Floats]:
    """The arguments of `check_additive` for a trace of a translator that looks back.

    Steps whose weights a hand holds are left out. While a fault is on, weights and output are the
    faulty ones; where it is the wrong state that asks, the right ones are given. Raises
    RefusalError where no step is left to compare, or where nothing trained is on show.
    """
    experiment = trace.experiment
    if isinstance(experiment, CrossExperiment):
        p = shelf.pair(experiment.pair).attention.parameters
        given = {"state": trace["query"], "annotations": trace["key"]}
        given |= {name: p[name] for name in ("w_a", "u_a", "v_a")}
        added = np.zeros_like(trace["scores"])
        return {**given, "added": added, "weights": trace["weights"], "output": trace["output"]}
    assert isinstance(experiment, AlignmentExperiment)
    if trace.problem:
        raise RefusalError(trace.problem)
    rows = list(range(len(trace["weights"])))
    states = {row: row for row in rows}
    if experiment.fault == "late-state":
        rows, states = rows[:-1], {row: row + 1 for row in rows}
    held = {step - 1 for step, _ in experiment.held}
    rows = [row for row in rows if row not in held and not experiment.last_state]
    if not rows:
        raise RefusalError("Every weight on show is held by your hand; there is none to compare.")
    return {
        "state": trace["states"][[states[row] for row in rows]],
        **{name: trace[name] for name in ("annotations", "w_a", "u_a", "v_a")},
        "added": (trace["energies"] - trace["own_energies"])[rows],
        "weights": trace["weights"][rows],
        "output": trace["context"][rows],
    }


def check_additive(
    work: Work,
    state: ArrayLike,
    annotations: ArrayLike,
    w_a: ArrayLike,
    u_a: ArrayLike,
    v_a: ArrayLike,
    added: ArrayLike,
    weights: ArrayLike,
    output: ArrayLike,
) -> Parity:
    """softmax(v . tanh(W s + U h)) h once more, in PyTorch's float64. A job for the worker.

    state (T, d_s), annotations (N, d_h), w_a (d, d_s), u_a (d, d_h), v_a (d,), added (T, N), the
    offsets of a hand; weights (T, N) and output (T, d_h) are ours.
    """
    work.check()
    import torch

    torch.set_num_threads(1)
    s, h, w, u, v, more = (tensor(part) for part in (state, annotations, w_a, u_a, v_a, added))
    energies = torch.tanh((s @ w.T)[:, None] + (h @ u.T)[None]) @ v + more
    shares = torch.softmax(energies, dim=-1)
    return compared(
        ("weights", weights, shares), ("context", output, shares @ h), str(torch.__version__)
    )


def encoder_operands(trace: Trace) -> dict[str, Floats]:
    """The arguments of `check_encoder` for a sentence of pane 02."""
    experiment = trace.experiment
    assert isinstance(experiment, BottleneckExperiment) and isinstance(trace, BottleneckTrace)
    if trace.problem:
        raise RefusalError(trace.problem)
    words = experiment.reading.words if experiment.words else experiment.tokens
    p = shelf.pair(experiment.pair).fixed.parameters
    names = ("forward_input", "forward_state", "backward_input", "backward_state")
    return {
        "inputs": p["source_embedding"][english_places(words)],
        **{name: p[name] for name in names},
        "states": trace["states"],
        "vector": trace["context"],
    }


def check_encoder(
    work: Work,
    inputs: ArrayLike,
    forward_input: ArrayLike,
    forward_state: ArrayLike,
    backward_input: ArrayLike,
    backward_state: ArrayLike,
    states: ArrayLike,
    vector: ArrayLike,
) -> Parity:
    """The encoder both ways and its one vector, in PyTorch's float64. A job for the worker.

    inputs (N, E), input matrices (3H, E) and state matrices (3H, H); states (N, 2H) and vector
    (2H,) are ours.
    """
    work.check()
    import torch

    torch.set_num_threads(1)
    x = tensor(inputs)
    forward = read(x, tensor(forward_input), tensor(forward_state))
    backward = read(x.flip(0), tensor(backward_input), tensor(backward_state)).flip(0)
    both = torch.cat([forward, backward], dim=1)
    ends = torch.cat([forward[-1], backward[0]])
    return compared(("states", states, both), ("vector", vector, ends), str(torch.__version__))


def read(x: Any, w: Any, u: Any) -> Any:
    """The states of one gated unit from zero, (N, H), as in Bahdanau et al. 2015, A.1.1."""
    import torch

    size = u.shape[1]
    state, every = torch.zeros(size, dtype=torch.float64), []
    for word in x:
        given = w @ word
        gates = torch.sigmoid(given[: 2 * size] + u[: 2 * size] @ state)
        update, reset = gates[:size], gates[size:]
        proposed = torch.tanh(given[2 * size :] + u[2 * size :] @ (reset * state))
        state = (1 - update) * state + update * proposed
        every.append(state)
    return torch.stack(every)


def tensor(array: ArrayLike) -> Any:
    """An array as a float64 tensor of its own."""
    import torch

    return torch.tensor(np.asarray(array, np.float64))


def compared(
    first: tuple[str, ArrayLike, Any], second: tuple[str, ArrayLike, Any], version: str
) -> Parity:
    """How far two steps of ours are from PyTorch's: (name, ours, theirs)."""
    apart = {
        name: np.atleast_1d(np.asarray(ours, np.float64) - theirs.numpy())
        for name, ours, theirs in (first, second)
    }
    found = {name: float(np.abs(difference).max()) for name, difference in apart.items()}
    step = max(found, key=lambda name: np.inf if np.isnan(found[name]) else found[name])
    return Parity(
        found[first[0]],
        found[second[0]],
        len(apart[first[0]]),
        0,
        version,
        step,
        place_of_largest(apart[step]),
    )
