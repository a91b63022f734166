"""What both files about pane 03 share: its parts, and what is painted on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint

from core.experiment import AlignmentExperiment
from core.traces.alignment import AlignmentTrace
from desktop_app.panes.alignment import table_places
from desktop_app.panes.alignment.pane import AlignmentLab
from desktop_app.slide_view import SlideView

Shown = Callable[..., SlideView]


def lab_of(view: SlideView) -> AlignmentLab:
    lab = view.lab
    assert isinstance(lab, AlignmentLab)
    return lab


def experiment_of(view: SlideView) -> AlignmentExperiment:
    experiment = view.session.experiment()
    assert isinstance(experiment, AlignmentExperiment)
    return experiment


def trace_of(view: SlideView) -> AlignmentTrace:
    trace = view.session.trace()
    assert isinstance(trace, AlignmentTrace)
    return trace


def bar_of(lab: AlignmentLab, row: int) -> QPoint:
    """A place on the bar of one energy."""
    return table_places.columns(lab.energies.rows().rect(row)).bar.center().toPoint()


def weight_of(lab: AlignmentLab, row: int) -> QPoint:
    """A place on one weight."""
    return table_places.columns(lab.energies.rows().rect(row)).weight.center().toPoint()
