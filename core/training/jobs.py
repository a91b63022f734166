"""What the worker process can do, by name.

A job is a plain function of a Work and keyword arguments; arguments, progress and result can be
pickled. It is named here by its place, so that the window, which reads this table, loads none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Job:
    """Where a job's function is. short: it takes well under a second, so that a longer job is
    interrupted for it between two steps. needs_torch: whether it can only run with PyTorch."""

    module: str
    function: str
    short: bool = False
    needs_torch: bool = True

    def load(self) -> Callable[..., object]:
        """Return the function: (work, **arguments) -> result."""
        found: Callable[..., object] = getattr(import_module(self.module), self.function)
        return found


JOBS: dict[str, Job] = {
    "check_additive": Job("core.training.translator_parity", "check_additive", short=True),
    "check_attention": Job("core.training.parity", "check_attention", short=True),
    "check_encoder": Job("core.training.translator_parity", "check_encoder", short=True),
    "check_spread": Job("core.training.spread_parity", "check_spread", short=True),
    "measure_cost": Job("core.training.timing_job", "measure_cost", needs_torch=False),
    "read_tensors": Job("core.training.tensor_files", "read_tensors"),
    "train_letters": Job("core.training.letters_job", "train_letters"),
    "train_pair": Job("core.training.pair_job", "train_pair"),
    "train_reverser": Job("core.training.letters_job", "train_reverser"),
    "train_translator": Job("core.training.translator_job", "train_translator"),
}
