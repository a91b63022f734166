"""Heads in depth: knock one out, the output as a sum, how alike they are, how many a paper used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from core.editing_heads import with_knocked_out
from core.experiment import Experiment, HeadsExperiment
from core.explaining.explanation import Explanation, Index
from core.explaining.figures import head_length, output_length
from core.papers import head_counts
from desktop_app.drawers.head_figures import OverlapFigure, PaperFigure, SumFigure
from desktop_app.drawers.head_switches import HeadSwitches
from desktop_app.drawers.numbered import explain_with
from desktop_app.drawers.stack import Part, StackSection
from desktop_app.instruments.explainer import Explainer
from desktop_app.session import Session
from desktop_app.theme import Theme


class HeadsSection(StackSection):
    """Knocking a head out is one undo step; weights and entropies stay as they are."""

    title = "Heads in depth"

    def __init__(self, theme: Theme, session: Session, number: int) -> None:
        super().__init__(theme, session, number)
        self.switches = HeadSwitches(theme, self)
        self.sum = SumFigure(theme, self)
        self.overlap = OverlapFigure(theme, self)
        self.paper = PaperFigure(theme, self)
        self.switches.turned.connect(self.turn)

    @staticmethod
    def offered(experiment: Experiment | None) -> bool:
        return isinstance(experiment, HeadsExperiment)

    def parts(self) -> Sequence[Part]:
        return self.switches, self.sum, self.overlap, self.paper

    def aside(self) -> str:
        experiment = self.experiment
        assert isinstance(experiment, HeadsExperiment)
        out = experiment.knocked_out
        if not out:
            return ""
        return f"head {out[0]} is out" if len(out) == 1 else f"{len(out)} heads are out"

    def explain_with(self, sums: Explainer) -> None:
        explain_with(self.sum, sums)
        explain_with(self.overlap, sums)
        sums.others["head length"] = self.explained
        sums.others["output length"] = self.explained

    def explained(self, index: Index) -> Explanation | None:
        """How long a head's part of a token's output is, or the output itself."""
        trace = self.trace if self.isVisible() else None
        if trace is None:
            return None
        try:
            return head_length(trace, *index) if len(index) == 2 else output_length(trace, *index)
        except IndexError:
            return None

    def turn(self, head: int, out: bool) -> None:
        """Knock a head out, or bring it back."""
        experiment = self.experiment
        assert isinstance(experiment, HeadsExperiment)
        made = with_knocked_out(experiment, head, out)
        what = f"head {head} knocked out" if out else f"head {head} is back"
        self.session.edit(made, what, None, self.number)

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return (
            ("heads knocked out", partial(self.switches.turn, 0)),
            ("heads brought back", partial(self.switches.turn, 0)),
        )

    def show_rows(self) -> None:
        experiment, trace = self.experiment, self.trace
        if not isinstance(experiment, HeadsExperiment) or trace is None:
            return
        for part in (self.switches, self.sum, self.overlap, self.paper):
            part.show()
        self.switches.show_heads(experiment.heads, experiment.knocked_out)
        pin = experiment.pinned_cell
        row = pin[1] if pin is not None else 0
        self.sum.show_sum(
            experiment.tokens[row],
            trace["contributions"][:, row],
            trace["output"][row],
            experiment.knocked_out,
            float(trace["moved"][row]),
            row,
        )
        self.overlap.show_overlap(trace["overlap"])
        self.paper.show_counts(head_counts(), experiment.heads)
