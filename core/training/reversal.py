"""Trains the reversers in torch: letters in, the same letters reversed, one at a time.

Batches hold rows of one length, drawn anew for each step. Adam with a warm-up and a cosine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.arrays import Integers, count
from core.letters.reversal import (
    BEGIN,
    HIDDEN,
    LONGEST,
    SHORTEST,
    Reverser,
    TrainedReverser,
    draw_letters,
    mirrored,
)
from core.training.letters import Tensors, arrays, go_on, tensors

BATCH = 32
RATE, BETAS, WARM_UP, CLIP = 1e-2, (0.9, 0.98), 100, 1.0
LEAST_RATE = 0.05  # of RATE, at the last step


@dataclass(frozen=True)
class ReversalMoment:
    """How training stands: mean loss in nats and share of right letters since the last moment, and
    the share of letters, after the first written, at whose place the largest weight lay."""

    step: int
    steps: int
    loss: float
    right: float
    pointed: float


def train_reverser(
    model: Reverser, seed: int, steps: int, every: int = 50, check: Callable[[], None] = go_on
) -> Iterator[ReversalMoment | TrainedReverser]:
    """Yield a moment after every `every` steps, at last a TrainedReverser.

    The same model, seed and steps give the same numbers on one machine. check is called before
    each step; it ends the training by raising.
    """
    import torch
    from torch.nn.functional import cross_entropy

    steps, every = count(steps, "steps", least=1), count(every, "every", least=1)
    random = np.random.default_rng(count(seed, "seed"))
    p = tensors(model.seeded(seed))
    optimiser = torch.optim.Adam(p.values(), lr=RATE, betas=BETAS)
    seen: list[tuple[float, float, float]] = []
    for step in range(steps):
        check()
        letters = draw_letters(random, BATCH, int(random.integers(SHORTEST, LONGEST + 1)))
        logits, weights = forward(model, p, letters)
        answers = torch.from_numpy(letters[:, ::-1].copy())
        wrong = cross_entropy(logits.flatten(0, 1), answers.flatten())
        optimiser.zero_grad()
        wrong.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(p.values(), CLIP)
        for group in optimiser.param_groups:
            group["lr"] = RATE * share_of_rate(step, steps)
        optimiser.step()
        right = (logits.argmax(-1) == answers).double().mean().item()
        places = torch.from_numpy(mirrored(letters.shape[1]).copy())
        pointed = (weights.argmax(-1) == places)[:, 1:].double().mean().item()
        seen.append((wrong.item(), right, pointed))
        if len(seen) == every or step + 1 == steps:
            means = np.array(seen).mean(axis=0).tolist()
            yield ReversalMoment(step + 1, steps, *means)
            seen = []
    yield TrainedReverser(model, arrays(p), seed, steps)


def share_of_rate(step: int, steps: int) -> float:
    """The learning rate at a step, as a share of RATE: up in WARM_UP steps, down in a cosine."""
    if step < WARM_UP:
        return (step + 1) / WARM_UP
    done = (step - WARM_UP) / max(steps - WARM_UP, 1)
    return LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * done))


def forward(model: Reverser, p: Tensors, letters: Integers) -> tuple[Any, Any]:
    """Return logits (B, n, alphabet), weights (B, n, n), given the right letters before."""
    import torch

    before = np.full_like(letters, BEGIN)
    before[:, 1:] = letters[:, :0:-1]
    given = p["target"][torch.from_numpy(before)]
    states = annotated(model, p, letters)
    state = torch.tanh(states[:, -1, :HIDDEN] @ p["start"].T)
    right = states @ p["u_a"].T
    unit = stacked(p, "decoder")
    logits, weights = [], []
    for letter in given.unbind(1):
        activated = torch.tanh(right + (state @ p["w_a"].T).unsqueeze(1))
        weights.append(torch.softmax(activated @ p["v_a"], -1))
        context = torch.bmm(weights[-1].unsqueeze(1), states).squeeze(1)
        inputs = torch.cat([letter, context], -1) @ unit[0]
        state = advanced(inputs, state, *unit[1:])
        logits.append(torch.cat([state, context], -1) @ p["answer"].T + p["answer_bias"])
    return torch.stack(logits, 1), torch.stack(weights, 1)


def annotated(model: Reverser, p: Tensors, letters: Integers) -> Any:
    """Return what the encoder makes of letters (B, n), (B, n, d_h)."""
    import torch

    embedded = p["source"][torch.from_numpy(letters.copy())]
    if model.encoder == "letter by letter":
        return embedded + p["place"][: embedded.shape[1]]
    states = encoded(p, "forward", embedded)
    if model.encoder == "forward only":
        return states
    back = encoded(p, "backward", embedded.flip(1)).flip(1)
    return torch.cat([states, back], -1)


def encoded(p: Tensors, name: str, embedded: Any) -> Any:
    """Return the states of a gated unit over inputs (B, n, d_x), (B, n, d_h)."""
    import torch

    into, gates, propose = stacked(p, name)
    state, states = embedded.new_zeros(len(embedded), HIDDEN), []
    for inputs in (embedded @ into).unbind(1):
        state = advanced(inputs, state, gates, propose)
        states.append(state)
    return torch.stack(states, 1)


def stacked(p: Tensors, unit: str) -> tuple[Any, Any, Any]:
    """Return W_z, W_r, W side by side, U_z and U_r side by side, and U, all turned to the right."""
    import torch

    into = torch.cat([p[f"{unit}.{gate}"] for gate in ("w_z", "w_r", "w")]).T
    gates = torch.cat([p[f"{unit}.{gate}"] for gate in ("u_z", "u_r")]).T
    return into, gates, p[f"{unit}.u"].T


def advanced(inputs: Any, state: Any, gates: Any, propose: Any) -> Any:
    """One step of a gated unit, as in `core.recurrent`; inputs (B, 3 d_h) are projected."""
    import torch

    for_gates, for_proposal = inputs.split([2 * HIDDEN, HIDDEN], -1)
    update, reset = torch.addmm(for_gates, state, gates).sigmoid().chunk(2, -1)
    proposed = torch.addmm(for_proposal, reset * state, propose).tanh()
    return torch.lerp(state, proposed, update)
