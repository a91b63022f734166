"""Cost, measured: orders beside numbers, measuring in the worker process, cancelling at once."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import SelfAttentionExperiment
from core.measured_cost import Measured, MeasuredCost
from desktop_app.application import Application
from desktop_app.drawers.cost import CostSection
from desktop_app.drawers.cost_figures import seconds_words
from desktop_app.worker_process import WorkerProcess
from tests.desktop.conftest import click, painted
from tests.desktop.try_sections import section_of

Open = Callable[..., Application]


def cost_section(application: Application, width: int = 512) -> CostSection:
    """The section, opened by its head, for tokens of `width` numbers."""
    experiment = application.session.experiment(8)
    assert isinstance(experiment, SelfAttentionExperiment)
    application.session.edit(replace(experiment, width=width), "d", None, 8)
    return section_of(application, CostSection)


def test_the_orders_have_their_numbers_and_both_crossings(opened: Open) -> None:
    application = opened(8)
    section = cost_section(application)
    shown = painted(section.orders)
    assert {"self-attention", "recurrent", "convolution", "2.1 M", "16.8 M", "50.3 M"} <= set(shown)
    words = " ".join(shown)
    assert "n = d = 512" in words and "n = 2d = 1024" in words
    assert "projections weigh more" in words
    experiment = application.session.experiment(8)
    assert isinstance(experiment, SelfAttentionExperiment)
    application.session.edit(replace(experiment, length=1024), "n", None, 8)
    assert "both weigh the same" in " ".join(painted(section.orders))


def test_measuring_ends_with_exponents_and_the_window_keeps_them(
    opened: Open, qtbot: QtBot
) -> None:
    section = cost_section(opened(8), width=64)
    assert section.figure.isHidden()
    section.button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(section.button, Qt.Key.Key_Return)
    assert section.button.words == "Cancel"
    qtbot.waitUntil(lambda: section.task is None, timeout=60_000)
    assert section.problem == ""
    cost = section.measured[64]
    assert cost.attention.lengths == cost.recurrent.lengths == (64, 128, 256, 512, 1024, 2048)
    words = " ".join(section.figure.lines())
    assert "seconds grow as n to the" in words and "n² weights alone are 34 MB" in words
    assert section.button.words == "Measure again" and section.figure.isVisible()


def test_cancelling_acts_at_once_and_what_was_measured_stays(opened: Open, qtbot: QtBot) -> None:
    section = cost_section(opened(8))
    click(section.button)
    qtbot.waitUntil(lambda: 512 in section.measured, timeout=30_000)
    click(section.button)
    assert section.task is None and section.button.words == "Measure again"
    assert "cancelled" in section.button.note
    assert 0 < section.measured[512].share < 1


def test_measuring_needs_no_pytorch(qapp: object, qtbot: QtBot) -> None:
    worker = WorkerProcess(package="no_such_package")
    task = worker.start("measure_cost", width=4, lengths=(16, 32), repeats=1)
    with qtbot.waitSignal(task.finished, timeout=30_000) as told:
        pass
    assert told.args[0].recurrent.lengths == (16, 32)
    worker.stop()


def test_slopes_of_given_runs_are_written_out(opened: Open) -> None:
    section = cost_section(opened(8))
    lengths = (256, 512, 1024)
    square = Measured(lengths, (0.01, 0.04, 0.16), (8 * 256**2, 8 * 512**2, 8 * 1024**2))
    line = Measured(lengths, (0.01, 0.02, 0.04), (1000, 2000, 4000))
    section.take(MeasuredCost(512, square, line, 1.0))
    said = section.figure.lines()
    assert said[0].startswith("self-attention: seconds grow as n to the 2.00, counted")
    assert said[1].startswith("recurrent: seconds grow as n to the 1.00, counted operations as n")
    assert said[3] == "Its memory grows as n to the 2.00."
    assert section.figure.spot(256, 0.01).y() > section.figure.spot(1024, 0.16).y()


def test_times_are_written_in_the_unit_that_suits_them() -> None:
    given = (2.5, 0.0125, 0.0025, 0.000012)
    assert [seconds_words(one) for one in given] == ["2.50 s", "12 ms", "2.5 ms", "12 µs"]
