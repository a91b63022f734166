"""Trains the letters models in torch, deterministic from seed and steps; yields as it goes.

AdamW (Loshchilov, Hutter 2019) without decay, a short warm-up, gradients clipped to norm 1, and
examples drawn anew for each step. Parameters are tensors under the names of the NumPy network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.arrays import Floats, Integers, count, read_only
from core.letters.exhibits import TEST_SEED, TESTED
from core.letters.measures import HeadFigures, figures_of
from core.letters.network import SMALL, Build, Letters, Parameters
from core.letters.tasks import INDUCTION, NOT_ASKED, THREE_QUESTIONS, Examples, Task

Tensors = dict[str, Any]

BATCH = 64
RATE, BETAS, WARM_UP, CLIP = 3e-3, (0.9, 0.98), 50, 1.0
EXAMPLE_SEED = 10_000  # apart from the seeds of training


@dataclass(frozen=True, eq=False)
class Moment:
    """How training stands after `step` of `steps`.

    loss: mean cross entropy in nats over the steps since the last moment (before the first step:
    of the first batch). figures: of unseen rows. maps (heads of all layers, n, n) and answers
    (n, q): what it makes of the one row of letters `example` (n,).
    """

    step: int
    steps: int
    loss: float
    figures: HeadFigures
    maps: Floats
    answers: Integers
    example: Integers


def question_build(heads: int) -> Build:
    """The network for the three questions; d_model = 48 has room for 1, 2 and 3 heads."""
    return Build(THREE_QUESTIONS, heads)


def induction_build(layers: int, heads: int = 1) -> Build:
    """The network for induction; it needs two layers."""
    return Build(INDUCTION, heads, layers, d_model=64)


def go_on() -> None:
    """What is called before each step where nobody wants to stop the training."""


def train(
    build: Build,
    seed: int,
    steps: int,
    every: int = 5,
    check: Callable[[], None] = go_on,
    example: Integers | None = None,
) -> Iterator[Moment | Letters]:
    """Yield a Moment before the first step and after every `every` steps, at last the Letters.

    The same build, seed and steps give the same numbers on one machine; `every` and `example`,
    the row (n,) whose maps are told, change none. check is called before each step; it ends the
    training by raising.
    """
    import torch

    steps, every = count(steps, "steps", least=1), count(every, "every", least=1)
    random = np.random.default_rng(count(seed, "seed"))
    p = tensors(build.seeded(seed))
    optimiser = torch.optim.AdamW(p.values(), lr=RATE, betas=BETAS, weight_decay=0.0)
    draw = build.task.draw
    fixed = example_row(build.task) if example is None else np.asarray(example)
    unseen = draw(np.random.default_rng(TEST_SEED), TESTED)
    total, since = 0.0, 0
    for step in range(steps):
        check()
        wrong = loss(build, p, draw(random, BATCH))
        if step == 0:
            yield moment(build, p, (0, steps), wrong.item(), fixed, unseen)
        optimiser.zero_grad()
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(p.values(), CLIP)
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARM_UP)
        optimiser.step()
        total, since = total + wrong.item(), since + 1
        if since == every or step + 1 == steps:
            yield moment(build, p, (step + 1, steps), total / since, fixed, unseen)
            total, since = 0.0, 0
    yield Letters(build, arrays(p), seed, steps)


def example_row(task: Task) -> Integers:
    """The row (n,) whose maps are told where no other is asked for."""
    row: Integers = task.draw(np.random.default_rng(EXAMPLE_SEED), 1).letters[0]
    return row


def tensors(parameters: Parameters) -> Tensors:
    """Parameters as float32 tensors that collect gradients."""
    import torch

    return {
        name: torch.tensor(array, dtype=torch.float32, requires_grad=True)
        for name, array in parameters.items()
    }


def arrays(p: Tensors) -> Parameters:
    """Tensors as read-only float64 arrays; the values stay those of float32."""
    return {
        name: read_only(tensor.detach().numpy().astype(np.float64)) for name, tensor in p.items()
    }


def forward(build: Build, p: Tensors, letters: Integers) -> tuple[Any, list[Any]]:
    """Return logits (B, n, q, alphabet) and each layer's weights (B, heads, n, n), in torch."""
    import torch
    from torch.nn.functional import layer_norm

    rows, n = letters.shape
    stream = p["letter"][torch.from_numpy(letters.copy())] + p["place"][:n]
    maps = []
    for layer in range(build.layers):
        own = {name: p[f"{layer}.{name}"] for name in ("gain", "shift", "w_q", "w_k", "w_v", "w_o")}
        x = layer_norm(stream, (build.d_model,), own["gain"], own["shift"], SMALL)
        query, key, value = (
            (x @ own[name]).view(rows, n, build.heads, -1).transpose(1, 2)
            for name in ("w_q", "w_k", "w_v")
        )
        scaled = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
        if build.task.causal:
            later = torch.ones(n, n, dtype=torch.bool).triu(1)
            scaled = scaled.masked_fill(later, -torch.inf)
        maps.append(scaled.softmax(-1))
        mixed = (maps[-1] @ value).transpose(1, 2).reshape(rows, n, build.d_model)
        stream = stream + mixed @ own["w_o"]
    logits = stream @ p["answer"] + p["answer_bias"]
    return logits.view(rows, n, len(build.task.questions), build.task.alphabet), maps


def loss(build: Build, p: Tensors, examples: Examples) -> Any:
    """Return the mean cross entropy of the answers, in nats, where something is asked."""
    import torch
    from torch.nn.functional import cross_entropy

    logits, _ = forward(build, p, examples.letters)
    answers = torch.from_numpy(examples.answers.copy()).flatten()
    return cross_entropy(logits.flatten(0, 2), answers, ignore_index=NOT_ASKED)


def moment(
    build: Build,
    p: Tensors,
    at: tuple[int, int],
    mean_loss: float,
    fixed: Integers,
    unseen: Examples,
) -> Moment:
    """Return how training stands, on the unseen rows and on the fixed one."""
    import torch

    with torch.no_grad():
        logits, maps = forward(build, p, unseen.letters)
        row_logits, row_maps = forward(build, p, fixed[None])
    weights = torch.cat(maps, 1).numpy().astype(np.float64)
    return Moment(
        *at,
        mean_loss,
        figures_of(build.task, logits.argmax(-1).numpy(), weights, unseen),
        read_only(torch.cat(row_maps, 1)[0].numpy().astype(np.float64)),
        read_only(row_logits[0].argmax(-1).numpy()),
        fixed,
    )
