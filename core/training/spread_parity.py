"""The softmax and the variances of pane 06 beside PyTorch: how far are they apart?"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from core.arrays import Floats
from core.experiment import VarianceExperiment
from core.trace import Trace
from core.training.parity import Parity
from core.training.translator_parity import compared, tensor
from core.training.work import Work

SERIES = ("unscaled", "scaled")


def spread_operands(trace: Trace) -> dict[str, Floats | int]:
    """The arguments of `check_spread`: the sample as it was drawn, and what is made of it."""
    assert isinstance(trace.experiment, VarianceExperiment)
    return {
        "dots": trace["dot_products"],
        "scores": trace["example_scores_unscaled"],
        "key_size": trace.experiment.key_size,
        "weights": np.stack([trace[f"softmax_{series}"] for series in SERIES]),
        "variances": np.array([float(trace[f"variance_{series}"]) for series in SERIES]),
    }


def check_spread(
    work: Work,
    dots: ArrayLike,
    scores: ArrayLike,
    key_size: int,
    weights: ArrayLike,
    variances: ArrayLike,
) -> Parity:
    """Variances and the example's softmax from the same dot products. A job for the worker.

    dots (pairs,) and scores (keys,) are unscaled; weights (2, keys) and variances (2,) are ours,
    unscaled first.
    """
    work.check()
    import torch

    torch.set_num_threads(1)
    root = key_size**0.5
    lines = torch.stack([tensor(scores), tensor(scores) / root])
    drawn = tensor(dots)
    spread = torch.stack([drawn.var(correction=0), (drawn / root).var(correction=0)])
    shares = torch.softmax(lines, dim=-1)
    return compared(
        ("softmax", weights, shares), ("variance", variances, spread), str(torch.__version__)
    )
