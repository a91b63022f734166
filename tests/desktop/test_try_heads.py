"""Heads in depth, as a person uses it: a head goes out, the sum tells what is missing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.experiment import HeadsExperiment
from core.trace import Trace
from desktop_app.application import Application
from desktop_app.drawers.heads import HeadsSection
from desktop_app.panes.heads.pane import HeadsLab
from tests.desktop.conftest import click, painted
from tests.desktop.try_sections import section_of

Open = Callable[..., Application]
Key = Qt.Key


def out_of(application: Application) -> tuple[int, ...]:
    experiment = application.session.experiment(7)
    assert isinstance(experiment, HeadsExperiment)
    return experiment.knocked_out


def trace_of(application: Application) -> Trace:
    trace = application.session.trace(7)
    assert trace is not None
    return trace


def lab_of(application: Application) -> HeadsLab:
    lab = application.window.view(7).lab
    assert isinstance(lab, HeadsLab)
    return lab


def test_a_click_knocks_a_head_out_and_undo_brings_it_back(opened: Open) -> None:
    application = opened(7)
    section = section_of(application, HeadsSection)
    before = trace_of(application)["output"].copy()
    click(section.switches, section.switches.key(1).center().toPoint())
    assert out_of(application) == (2,)
    trace = trace_of(application)
    np.testing.assert_allclose(trace["output"] + trace["contributions"][1], before, atol=1e-12)
    assert section.head.aside == "head 2 is out"
    assert {"out", "sum"} <= set(painted(section.sum))
    assert any(
        text.startswith("Without head 2 the output moves by") for text in painted(section.sum)
    )
    assert "is out" in painted(application.window.view(7).lab)
    application.session.undo()
    assert out_of(application) == () and "is out" not in painted(application.window.view(7).lab)


def test_keys_walk_along_the_heads_and_turn_them(opened: Open) -> None:
    application = opened(7)
    switches = section_of(application, HeadsSection).switches
    switches.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(9):
        QTest.keyClick(switches, Key.Key_Right)
    assert switches.accessibleName() == "Knock out: head 4 of 4, in"
    QTest.keyClick(switches, Key.Key_Space)
    assert out_of(application) == (4,)
    assert switches.accessibleName() == "Knock out: head 4 of 4, out"
    QTest.keyClick(switches, Key.Key_Left)
    QTest.keyClick(switches, Key.Key_Return)
    assert out_of(application) == (3, 4)
    QTest.keyClick(switches, Key.Key_Return)
    assert out_of(application) == (4,)


def test_the_row_of_the_learners_head_count_is_marked_in_the_papers_table(opened: Open) -> None:
    application = opened(7)
    section = section_of(application, HeadsSection)
    assert {"4.92", "25.8", "24.9"} <= set(painted(section.paper))
    assert section.paper.heads == 4
    assert "1.00" in painted(section.overlap)
    lab_of(application).asking.heads(8)
    assert section.paper.heads == 8
    assert section.overlap.overlap.shape == (8, 8) and len(section.sum.parts) == 8


def test_one_head_resembles_nobody_and_sixteen_fit_the_narrow_drawer(opened: Open) -> None:
    application = opened(7, (1024, 560))
    section = section_of(application, HeadsSection)
    lab = lab_of(application)
    lab.asking.heads(1)
    assert "One head alone resembles nobody." in painted(section.overlap)
    lab.asking.heads(16)
    assert section.switches.key(15).right() <= section.switches.width()
    assert section.overlap.cell(section.overlap.width()) * 16 + 24 <= section.overlap.width()
