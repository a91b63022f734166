"""What pane 09 asks for: each control as a new experiment, with its words for undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.cross_editing import Side, with_cell, with_key_size, with_mode, with_tokens
from core.cross_examples import example_experiment
from core.experiments.cross import CrossExperiment
from core.translated import resembling, trained_experiment, with_pair, with_words
from core.translator import shelf
from desktop_app import numbers

if TYPE_CHECKING:
    from desktop_app.panes.cross.pane import CrossLab

SYMBOLS = {"query": "Q", "key": "K", "value": "V"}


class Asking:
    """Every method ends in one of the lab's signals."""

    def __init__(self, lab: CrossLab) -> None:
        self.lab = lab

    @property
    def experiment(self) -> CrossExperiment:
        assert self.lab.experiment is not None
        return self.lab.experiment

    def cell(self, role: str, row: int, column: int, value: float, gesture: object) -> None:
        row, column = self.lab.of_trace(role, (row, column))
        assert self.lab.trace is not None
        before = float(self.lab.trace[role][row, column])
        edited = with_cell(self.experiment, role, row, column, value)  # type: ignore[arg-type]
        moved = f"{numbers.edited(before)} → {numbers.edited(value)}"
        self.lab.ask(edited, f"{SYMBOLS[role]} {row + 1},{column + 1}: {moved}", gesture)

    def example(self, name: str) -> None:
        if name == "trained":
            self.try_to(trained_experiment, "example: the states of the trained translator")
            return
        made = example_experiment(name)  # type: ignore[arg-type]
        self.lab.ask(made, f"example: {name}, numbers set by hand")

    def try_to(
        self, make: Callable[[], CrossExperiment], what: str, gesture: object = None
    ) -> None:
        """Ask for what the translator makes; where it cannot, say why."""
        try:
            made = make()
        except ValueError as error:
            self.lab.show_parts()
            self.lab.refuse(str(error).rstrip("."))
            return
        unknown = resembling(made) if made.is_trained else ""
        self.lab.ask(made, f"{what}; {unknown}" if unknown else what, gesture)

    def mode(self, mode: str) -> None:
        edited = with_mode(self.experiment, mode)  # type: ignore[arg-type]
        words = {
            "self": "self-attention: K and V from the target",
            "cross": "cross-attention: K and V from the source",
        }
        self.lab.ask(edited, words[mode])

    def tokens(self, side: Side, tokens: tuple[str, ...], gesture: object) -> None:
        change = with_words if self.experiment.is_trained else with_tokens
        make = partial(change, self.experiment, side, tokens)
        self.try_to(make, f"{side}: {' '.join(tokens)}", gesture)

    def part(self, part: int) -> None:
        """Draw other numbers of the translator's states; nothing is computed anew."""
        self.lab.selected.emit(replace(self.experiment, part=part))

    def next_pair(self) -> None:
        """The next translators on the shelf read the same sentence."""
        names = shelf.names()
        at = names.index(self.experiment.pair) if self.experiment.pair in names else -1
        name = names[(at + 1) % len(names)]
        self.try_to(partial(with_pair, self.experiment, name), f"translators: {name}")

    def size(self, role: str, size: int) -> None:
        edited = with_key_size(self.experiment, role, size)  # type: ignore[arg-type]
        what = {"query": "queries", "key": "keys"}[role]
        self.lab.ask(edited, f"d_k of the {what} = {size}")
