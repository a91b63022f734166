"""Masks in depth, with mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment
from desktop_app.application import Application
from desktop_app.drawers.chips import Chips
from desktop_app.drawers.masks import MaskSection
from desktop_app.drawers.try_drawer import TryDrawer
from tests.desktop.conftest import click

Open = Callable[..., Application]


@pytest.fixture
def application(opened: Open) -> Application:
    made = opened(5)
    made.window.command("try")
    click(section_of(made).head)
    return made


def section_of(application: Application) -> MaskSection:
    drawer = application.window.view(application.session.slide).side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    return next(part for part in drawer.sheet.sections if isinstance(part, MaskSection))


def choose(chips: Chips, key: str) -> None:
    place = [name for name, _ in chips.options].index(key)
    click(chips, chips.places(chips.width())[place].center().toPoint())


def masked(application: Application) -> list[int]:
    """How many keys each query sees."""
    trace = application.session.trace()
    assert trace is not None
    return [int(count) for count in np.isfinite(trace["masked"]).sum(axis=1)]


def test_presets_sizes_and_two_of_them_joined(application: Application) -> None:
    section = section_of(application)
    choose(section.preset, "window")
    assert masked(application) == [1, 2, 2, 2, 2]
    click(section.size_of, section.size_of.button(1).center().toPoint())
    assert masked(application) == [1, 2, 3, 3, 3]
    choose(section.second, "block")
    assert masked(application) == [1, 2, 1, 2, 1]
    click(section.join, section.join.segment(1).center().toPoint())
    assert masked(application) == [2, 2, 4, 3, 3]
    assert "window of 3 or blocks of 2" in application.window.view(5).lab.facts()
    for _ in range(4):
        application.session.undo()
    assert application.session.experiment() == application.session.histories[5].start


def test_the_pane_s_own_toggle_and_the_drawer_agree(application: Application) -> None:
    section, lab = section_of(application), application.window.view(5).lab
    choose(section.preset, "padding")
    assert lab.controls.mask.options[lab.controls.mask.index][0] == "padding"
    choose(section.preset, "prefix")
    assert lab.controls.mask.options[lab.controls.mask.index][0] == "custom"
    lab.controls.mask.choose(0)
    assert section.preset.key == "none"
    assert not section.second.isVisible()
    assert not section.size_of.isVisible()


def test_a_cell_of_a_built_mask_is_painted(application: Application, qtbot: QtBot) -> None:
    section = section_of(application)
    choose(section.preset, "block")
    grid = application.window.view(5).lab.grids["masked"]
    click(grid, grid.place_of((0, 4)).center().toPoint())
    experiment = application.session.experiment()
    assert isinstance(experiment, AttentionExperiment)
    assert experiment.mask == "custom"
    assert masked(application) == [3, 2, 2, 2, 1]
    qtbot.waitUntil(lambda: section.preset.key == "custom")  # a painting goes first


def test_presets_are_chosen_with_the_keyboard(application: Application) -> None:
    section = section_of(application)
    section.preset.setFocus()
    QTest.keyClick(section.preset, Qt.Key.Key_Right)
    assert masked(application) == [2, 2, 2, 2, 2]
    QTest.keyClick(section.preset, Qt.Key.Key_Down)
    assert application.window.focusWidget() is not section.preset


def test_the_forms_and_the_row_without_keys_follow_the_mask(
    application: Application, qtbot: QtBot
) -> None:
    section = section_of(application)
    assert section.aside() == "10 of 25 pairs hidden"
    assert (~section.forms.visible).sum() == 10
    assert section.table.token == "ate"
    choose(section.preset, "none")
    assert section.aside() == "nothing hidden"
    choose(section.preset, "custom")
    grid = application.window.view(5).lab.grids["masked"]
    for column in range(5):
        click(grid, grid.place_of((1, column)).center().toPoint())
    qtbot.waitUntil(lambda: section.table.token == "cat")
    assert section.table.ways[0].output is not None
    assert not section.table.ways[0].output.any()


def test_pane_08_tells_of_its_mask_without_a_second_control_for_it(opened: Open) -> None:
    application = opened(8)
    application.window.command("try")
    section = section_of(application)
    click(section.head)
    assert not section.preset.isVisible()
    assert section.forms.isVisible()
    assert section.table.isVisible()
