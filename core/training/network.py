"""The two translators in torch, for a batch: the equations of `core.translator`, differentiable.

Nothing here is a module of torch.nn: parameters are tensors under the names that the weight files
use, so that what is trained and what is shipped cannot differ in meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

Tensors = dict[str, Any]


def encoded(p: Tensors, source: Tensor) -> Tensor:
    """Return the annotations [forward; backward], (B, S, 2H), of word places (B, S)."""
    import torch

    embedded = p["source_embedding"][source]
    inputs = torch.stack(
        [embedded @ p["forward_input"].T, embedded.flip(1) @ p["backward_input"].T]
    )
    matrices = torch.stack([p["forward_state"].T, p["backward_state"].T])
    size = matrices.shape[1]
    gates, propose = matrices[..., : 2 * size], matrices[..., 2 * size :]
    state = inputs.new_zeros(2, source.shape[0], size)
    states = []
    for gate_input, input_ in zip(
        inputs[..., : 2 * size].unbind(2), inputs[..., 2 * size :].unbind(2), strict=True
    ):
        update, reset = torch.baddbmm(gate_input, state, gates).sigmoid().chunk(2, -1)
        proposed = torch.baddbmm(input_, reset * state, propose).tanh()
        state = torch.lerp(state, proposed, update)
        states.append(state)
    both = torch.stack(states, 2)
    return torch.cat([both[0], both[1].flip(1)], -1)


def decoded(p: Tensors, annotations: Tensor, given: Tensor) -> tuple[Tensor, Tensor | None]:
    """Return logits (B, T, words) and weights (B, T, S), None for a fixed context.

    given (B, T) are the words before each step. The score is read from s_(t-1), as in the paper.
    """
    import torch

    size = p["start"].shape[0]
    embedded = p["target_embedding"][given]
    wide = embedded.shape[-1]
    from_context = p["decoder_input"][:, wide:].T
    gates, propose = p["decoder_state"][: 2 * size].T, p["decoder_state"][2 * size :].T
    state = torch.tanh(annotations[:, 0, size:] @ p["start"].T)
    fixed = torch.cat([annotations[:, -1, :size], annotations[:, 0, size:]], -1)
    attends = "v_a" in p
    scored = annotations @ p["u_a"].T if attends else annotations
    added = fixed @ from_context
    states, contexts, shares = [], [], []
    for words in (embedded @ p["decoder_input"][:, :wide].T).unbind(1):
        if attends:
            context, share = _attended(p, annotations, scored, state)
            contexts.append(context)
            shares.append(share)
            added = context @ from_context
        state = _next_state(words + added, state, gates, propose)
        states.append(state)
    mixed = torch.stack(contexts, 1) if attends else fixed.unsqueeze(1).expand(-1, len(states), -1)
    read = torch.cat([torch.stack(states, 1), mixed, embedded], -1) @ p["readout"].T
    logits = torch.tanh(read + p["readout_bias"]) @ p["vocabulary"].T + p["vocabulary_bias"]
    return logits, torch.stack(shares, 1) if attends else None


def _attended(
    p: Tensors, annotations: Tensor, scored: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the context (B, 2H) and weights (B, S) for states s_(t-1); scored is U_a h."""
    import torch

    activated = torch.tanh(scored + (state @ p["w_a"].T).unsqueeze(1))
    share = torch.softmax(activated @ p["v_a"], -1)
    return torch.bmm(share.unsqueeze(1), annotations).squeeze(1), share


def _next_state(inputs: Tensor, state: Tensor, gates: Tensor, propose: Tensor) -> Tensor:
    """Return the states (B, H) after inputs W x (B, 3H)."""
    import torch

    size = state.shape[-1]
    update, reset = torch.addmm(inputs[:, : 2 * size], state, gates).sigmoid().chunk(2, -1)
    proposed = torch.addmm(inputs[:, 2 * size :], reset * state, propose).tanh()
    return torch.lerp(state, proposed, update)


def loss(p: Tensors, source: Tensor, given: Tensor, answer: Tensor, counted: Tensor) -> Tensor:
    """Return the mean cross entropy of the next word, in nats, over the words that count."""
    from torch.nn.functional import cross_entropy

    logits, _ = decoded(p, encoded(p, source), given)
    every = cross_entropy(logits.flatten(0, 1), answer.flatten(), reduction="none")
    marks = counted.flatten().to(every.dtype)
    return (every * marks).sum() / marks.sum()
