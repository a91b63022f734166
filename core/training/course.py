"""One model being trained, step by step; it can be written down after any step and taken up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from core.training.batches import Batch, batches
from core.training.recipe import Recipe
from core.translator.language import training_pairs
from core.translator.parameters import Parameters, seeded
from core.translator.writing import Pair

# What a run needs in order to go on: parameters and Adam's two moments, by name, and the step.
Written = dict[str, Any]


class Course:
    """A training under way. Every random choice follows from the recipe's seed and the step."""

    def __init__(
        self,
        recipe: Recipe,
        stops: Callable[[], bool] = lambda: False,
        pairs: list[Pair] | None = None,
    ) -> None:
        """Make the sentences, some seconds, and the untrained numbers.

        stops is asked now and then; once it is True, ready stays False and no step can be taken.
        pairs: the recipe's sentences, where they are made already; another model's of the same
        seed are the same.
        """
        import torch

        torch.set_num_threads(1)
        self.recipe = recipe
        self.step = 0
        self._pairs: list[Pair] = pairs or []
        endless = training_pairs(recipe.seed)
        while len(self._pairs) < recipe.pairs and not stops():
            self._pairs += islice(endless, min(100, recipe.pairs - len(self._pairs)))
        self.ready = len(self._pairs) == recipe.pairs
        self._epoch = -1
        self._batches: list[Batch] = []
        begun = seeded(recipe.context, recipe.seed, recipe.hidden)
        self._tensors = {
            name: torch.tensor(numbers, dtype=torch.float32, requires_grad=True)
            for name, numbers in begun.items()
        }
        self._optimizer = torch.optim.Adam(self._tensors.values(), betas=(0.9, 0.98), fused=True)

    def advance(self, rate: float | None = None) -> float:
        """Take one step, at the recipe's rate or at this one; return the loss before it."""
        import torch

        from core.training.network import loss

        now = self._batch()
        for group in self._optimizer.param_groups:
            group["lr"] = self.recipe.rate_at(self.step) if rate is None else rate
        arrays = (now.source, now.given, now.answer, now.counted)
        found = loss(self._tensors, *(torch.from_numpy(array) for array in arrays))
        self._optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._tensors.values(), self.recipe.clip)
        self._optimizer.step()
        self.step += 1
        return float(found.detach())

    def loss_of(self, asked: Batch) -> float:
        """The mean cross entropy of a batch, in nats a word; nothing is learnt from it."""
        import torch

        from core.training.network import loss

        arrays = (asked.source, asked.given, asked.answer, asked.counted)
        with torch.no_grad():
            return float(loss(self._tensors, *(torch.from_numpy(array) for array in arrays)))

    def parameters(self) -> Parameters:
        """The numbers as they are now, in the precision they are trained in."""
        return {
            name: tensor.detach().numpy().astype(np.float64)
            for name, tensor in self._tensors.items()
        }

    def written(self) -> Written:
        """All that `resumed` needs."""
        moments = self._optimizer.state_dict()["state"]
        return {
            "step": self.step,
            "parameters": {name: tensor.detach().clone() for name, tensor in self._tensors.items()},
            "moments": {place: dict(state) for place, state in moments.items()},
        }

    def resume(self, written: Written) -> None:
        """Go on from what `written` returned for the same recipe."""
        import torch

        with torch.no_grad():
            for name, tensor in self._tensors.items():
                tensor.copy_(written["parameters"][name])
        groups = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": written["moments"], "param_groups": groups})
        self.step = written["step"]

    def _batch(self) -> Batch:
        """The batch of the next step; how many an epoch has depends on the sentences alone."""
        if not self._batches:
            self._batches = batches(self._pairs, self.recipe.batch, self.recipe.seed, 0)
            self._epoch = 0
        epoch, place = divmod(self.step, len(self._batches))
        if epoch != self._epoch:
            self._epoch = epoch
            self._batches = batches(self._pairs, self.recipe.batch, self.recipe.seed, epoch)
        return self._batches[place]
