"""A beside B, and the check against PyTorch, as a person uses them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.editing import with_cell
from desktop_app.application import Application
from desktop_app.drawers.compare import CompareSection
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.parity import ParitySection
from desktop_app.drawers.section import Section
from desktop_app.drawers.try_drawer import TryDrawer
from desktop_app.worker_process import WorkerProcess
from tests.desktop.conftest import click

Open = Callable[..., Application]


def section_of(application: Application, kind: type[Section]) -> Section:
    drawer = application.window.view(application.session.slide).side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    return next(part for part in drawer.sheet.sections if isinstance(part, kind))


@pytest.fixture
def application(opened: Open) -> Application:
    made = opened(5)
    made.window.command("try")
    return made


def edit(application: Application) -> None:
    session = application.session
    session.edit(with_cell(session.experiment(5), "query", 2, 2, 0.4), "Q 3,3: 0.1 → 0.4")


def test_a_is_kept_shown_and_cannot_be_edited(application: Application) -> None:
    session, section = application.session, section_of(application, CompareSection)
    lab = application.window.view(5).lab
    assert not section.which.isVisible()
    QTest.keyClick(
        application.window,
        Qt.Key.Key_B,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    a = session.experiment(5)
    assert section.kept[0] is a
    edit(application)
    assert section.figure.inputs[0].name == "Q 3,3"
    assert any(change.name == "entropy, ate" for change in section.figure.measures)
    click(section.which, section.which.segment(0).center().toPoint())
    assert lab.experiment is a
    assert not lab.isEnabled()
    click(section.which, section.which.segment(1).center().toPoint())
    assert lab.experiment is session.experiment(5)
    assert lab.isEnabled()


def test_a_and_b_change_places_as_one_step(application: Application) -> None:
    session, section = application.session, section_of(application, CompareSection)
    click(section.keep)
    a = session.experiment(5)
    edit(application)
    b = session.experiment(5)
    click(section.swap)
    assert session.experiment(5) == a
    assert section.kept[0] is b
    session.undo()
    assert session.experiment(5) is b
    click(section.forget)
    assert section.kept is None
    assert not section.figure.isVisible()


@pytest.mark.parametrize("number", range(2, 10))
def test_every_pane_from_02_to_09_compares(opened: Open, number: int) -> None:
    application = opened(number)
    application.window.command("try")
    section = section_of(application, CompareSection)
    click(section.keep)
    assert section.figure.lines() == ["A and B are the same"]
    start = application.session.experiment(number)
    for key, _ in application.window.view(number).lab.shortcuts():
        application.window.view(number).lab.press(key)
    application.settle()
    if application.session.experiment(number) != start:
        assert section.figure.lines() != ["A and B are the same"]
    click(section.which, section.which.segment(0).center().toPoint())
    application.settle()
    click(section.which, section.which.segment(1).center().toPoint())


def test_the_numbers_agree_with_pytorch_and_a_fault_does_not(
    application: Application, qtbot: QtBot
) -> None:
    pytest.importorskip("torch")
    section = section_of(application, ParitySection)
    click(section.badge)
    assert section.badge.state == "checking"
    qtbot.waitUntil(lambda: section.badge.state != "checking", timeout=60_000)
    assert section.badge.state == "same"
    assert section.badge.words.startswith("largest difference")
    faults = section_of(application, FaultSection)
    faults.turn("mask-zero")
    assert section.badge.state == "idle"
    click(section.badge)
    qtbot.waitUntil(lambda: section.badge.state != "checking", timeout=60_000)
    assert section.badge.state == "apart"
    step, _, rest = section.badge.words.partition(" ")
    assert step in {"weights", "output"}
    assert "off by" in rest


def test_without_pytorch_the_badge_says_so(application: Application) -> None:
    section = section_of(application, ParitySection)
    section.worker = WorkerProcess(application, package="no_such_package")
    section.refresh()
    assert section.badge.words == "PyTorch is not installed"
    assert not section.badge.isEnabled()
