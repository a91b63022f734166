"""Our attention beside torch.nn.functional.scaled_dot_product_attention: how far are they apart?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Booleans, Floats
from core.experiment import AttentionExperiment, ProjectionExperiment
from core.training.work import RefusalError, Work


@dataclass(frozen=True)
class Parity:
    """Largest absolute differences from PyTorch's float64, where a query sees at least one key.

    blind: how many queries, over all heads, see none; PyTorch's own functions disagree with each
    other there. version: PyTorch's. step, cell: where the largest difference is, counting from 0.
    """

    weights: float
    output: float
    queries: int
    blind: int
    version: str
    step: str = "weights"
    cell: tuple[int, ...] = ()

    @property
    def largest(self) -> float:
        """The larger of the two differences; NaN where something of ours is not a number."""
        return float(np.maximum(self.weights, self.output))


def operands(trace: object) -> dict[str, Floats | float | None]:
    """The arguments of `check_attention` for a trace of scaled dot-product attention.

    While a fault is on, weights and output are the faulty ones, and the mask is the right one.
    Raises RefusalError for a trace without it (additive attention, operands that do not fit).
    """
    from core.fault_names import fault_of
    from core.symptoms import with_fault
    from core.trace import Trace, compute

    assert isinstance(trace, Trace)
    if any(name not in trace for name in ("query", "key", "value", "masked", "weights")):
        raise RefusalError(
            "There is no scaled dot-product attention here that PyTorch could compute."
        )
    output = "head_outputs" if "head_outputs" in trace else "output"
    arrays = {name: trace[name] for name in ("query", "key", "value", "masked", "weights")}
    if fault_of(trace.experiment):
        arrays["masked"] = compute(with_fault(trace.experiment, ""))["masked"]
    return {**arrays, "output": trace[output], "scale": scale_of(trace.experiment)}


def scale_of(experiment: object) -> float | None:
    """What an experiment multiplies its scores by; None for 1 / sqrt(d_k)."""
    match experiment:
        case AttentionExperiment(scaled=False):
            return 1.0
        case ProjectionExperiment(sharpness=sharpness):
            return float(sharpness)
    return None


def check_attention(
    work: Work,
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    masked: ArrayLike,
    weights: ArrayLike,
    output: ArrayLike,
    scale: float | None = None,
) -> Parity:
    """Compute weights and output again with PyTorch, and compare. A job for the worker process.

    query (..., n_q, d_k), key (..., n_k, d_k), value (..., n_k, d_v); masked (..., n_q, n_k) tells
    who is hidden (-inf); weights and output are ours. Raises RefusalError for shapes that do not
    fit, ImportError without PyTorch.
    """
    work.check()
    import torch

    torch.set_num_threads(1)
    visible: Booleans = np.asarray(masked) > -np.inf
    theirs = [torch.tensor(np.asarray(array, np.float64)) for array in (query, key, value)]
    identity = torch.eye(visible.shape[-1], dtype=torch.float64)
    try:
        their_output = attended(theirs[0], theirs[1], theirs[2], visible, scale)
        # With the identity as values, the output is the weights.
        their_weights = attended(theirs[0], theirs[1], identity, visible, scale)
        sees: Booleans = np.asarray(visible.any(axis=-1))
        apart = {
            "weights": np.where(sees[..., None], np.asarray(weights) - their_weights, 0.0),
            "output": np.where(sees[..., None], np.asarray(output) - their_output, 0.0),
        }
        found = {step: largest(difference, sees) for step, difference in apart.items()}
        step = max(found, key=lambda name: np.inf if np.isnan(found[name]) else found[name])
        return Parity(
            found["weights"],
            found["output"],
            int(sees.size),
            int((~sees).sum()),
            str(torch.__version__),
            step,
            place_of_largest(apart[step]),
        )
    except (RuntimeError, ValueError, IndexError) as error:
        cause = str(error).splitlines()[0]
        raise RefusalError(f"PyTorch refuses these operands: {cause}") from None


def attended(query: Any, key: Any, value: Any, visible: Booleans, scale: float | None) -> Floats:
    """What torch.nn.functional.scaled_dot_product_attention makes of tensors, in NumPy."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    lead = visible.shape[:-2]
    q, k, v = (tensor.expand(*lead, *tensor.shape[-2:]) for tensor in (query, key, value))
    mask = torch.from_numpy(visible.copy())
    found: Floats = scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale).numpy()
    return found


def place_of_largest(difference: Floats) -> tuple[int, ...]:
    """The index of the number that is furthest from 0; NaN is further than any."""
    far = np.where(np.isnan(difference), np.inf, np.abs(difference))
    return tuple(int(part) for part in np.unravel_index(int(np.argmax(far)), far.shape))


def largest(difference: Floats, sees: Booleans) -> float:
    """The largest absolute difference among the rows that see a key; 0 if there are none."""
    rows = np.abs(difference)[sees]
    return float(rows.max(initial=0.0))
