"""A beside B, and the check against PyTorch, as a person uses them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.editing import with_cell
from desktop_app.application import Application
from desktop_app.drawers.compare import CompareSection
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.parity import ParitySection
from desktop_app.drawers.section import Section
from desktop_app.drawers.try_drawer import TryDrawer
from desktop_app.files.numbers_dialog import ComparedDialog, save
from desktop_app.pictures.compared import ComparedPictures
from desktop_app.pictures.turns import finish
from desktop_app.pictures.writing import image
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
    # what stands beside the cells is read out, too
    assert section.figure.beside == 1 and "Q 3,3: " in section.figure.accessibleName()
    section.figure.show_state(section.figure.row, section.figure.inputs * 5, ())
    assert section.figure.lines()[-1] == "and 1 more input"
    section.refresh()
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


def test_the_whole_matrix_is_compared_and_a_cell_tells_its_sum(application: Application) -> None:
    session, section = application.session, section_of(application, CompareSection)
    lab, figure = application.window.view(5).lab, section.difference
    click(section.keep)
    assert figure.told() == ["No cell of the weights differs"]
    a = session.trace(5)["weights"]
    edit(application)
    b = session.trace(5)["weights"]
    grid = figure.grids[2]
    assert grid.state.numbers.tolist() == (b - a).tolist()
    assert figure.told() == ["Largest change: ate → cat", "A 0.53, B 0.62, B − A +0.09"]
    # its colours: more in B as a high score, less as a low one, nothing as the sheet
    shown = grid.grab().toImage()
    theme, limit = application.window.theme, abs(b - a).max()
    for cell in ((2, 1), (2, 0), (0, 0)):
        at = grid.place_of(cell).topLeft().toPoint() + QPoint(3, 3)
        assert shown.pixelColor(at) == theme.score_colour(float((b - a)[cell]), limit)
    # a pinned cell keeps its sum at the foot, in the lab's own outline, and = opens every digit
    click(grid, grid.place_of((2, 0)).center().toPoint())
    status = application.window.bottom.status
    assert status.text().startswith("B − A, weights 3,1 (ate → the) = ")
    assert figure.told()[0] == "ate → the"
    assert figure.grids[0].state.linked == figure.grids[1].state.linked == (2, 0)
    QTest.keyClick(grid, Qt.Key.Key_Equal)
    assert lab.sums.card is not None
    assert lab.sums.card.isVisible()
    assert {role for _, role in lab.sums.lit()} == {"weight"}
    QTest.keyClick(grid, Qt.Key.Key_Escape)
    assert lab.sums.state is None
    # the numbers of the pinned row too, with their own keys and the lab's line
    places = section.figure.places
    click(places, places.mine(places.places[-4]).center().toPoint())
    assert status.text().startswith("B − A, weights 3,2 (ate → cat) = ")
    assert status.text().endswith(
        f"= {float((b - a)[2, 1])!r}  # A is what was kept, B what is live"
    )
    QTest.keyClick(places, Qt.Key.Key_Escape)
    # Down and Up walk the rows of a grid, and then the drawer
    grid.setFocus()
    grid.cursor_cell = (3, 0)
    QTest.keyClick(grid, Qt.Key.Key_Down)
    assert application.window.focusWidget() is grid
    QTest.keyClick(grid, Qt.Key.Key_Down)
    assert application.window.focusWidget() is section.keep
    # another matrix, by keyboard
    QTest.keyClick(figure.maps, Qt.Key.Key_Right)
    assert figure.choice.step == "scores"
    assert grid.state.numbers.tolist() == (
        session.trace(5)["scores"] - section.kept[1]["scores"]
    ).tolist()  # fmt: skip
    # what is hidden in both is no number, and neither is what would be left
    section.look_at("masked", 1)
    figure.point((0, 1))
    assert figure.told()[1] == "A hidden, −∞, B hidden, −∞"


def test_of_other_sizes_the_drawer_says_why_there_is_no_difference(opened: Open) -> None:
    application = opened(7, (1024, 560))
    application.window.command("try")
    section, session = section_of(application, CompareSection), application.session
    click(section.keep)
    session.edit(replace(session.experiment(7), seed=99), "another seed")
    figure = section.difference
    figure.heads.ask(3)
    assert session.kept.comparison(7).shown.head == 3
    session.edit(replace(session.experiment(7), heads=2, pinned=None), "two heads")
    told = " ".join(figure.told())
    assert "A has 4 heads" in told
    assert "B has 2 heads" in told
    assert not figure.grids[2].isVisible()
    figure.chosen.emit("output", 1)
    assert figure.grids[2].isVisible()


def test_both_go_out_as_pictures_and_as_numbers(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    window, section = application.window, section_of(application, CompareSection)
    window.command("compared_pictures")
    assert window.bottom.status.text().startswith("nothing is kept as A on this pane")
    click(section.keep)
    edit(application)
    click(section.export)
    [entry, _] = section.findChild(QMenu).actions()
    entry.trigger()
    [pictures] = window.findChildren(ComparedPictures)
    for _ in range(2):  # in one theme, then in the other, with the same part chosen
        qtbot.waitUntil(lambda: pictures.parts[-1].name == "B: lab")
        if not pictures.worn.dark:
            pictures.names.setCurrentRow(len(pictures.parts) - 1)
            pictures.themes.setCurrentRow(1)
    assert pictures.part.name == "B: lab"
    names = [part.name for part in pictures.parts]
    assert names[:4] == ["A, B and B − A: weights", "A: weights", "B: weights", "B − A: weights"]
    assert names[-2:] == ["A: lab", "B: lab"]
    for row in (0, 3, len(names) - 2):
        pictures.names.setCurrentRow(row)
        for kind in (0, 4, 5):  # PNG, SVG, PDF
            pictures.kinds.setCurrentRow(kind)
            made: list[bytes] = []
            make = finish(pictures.format.make(pictures.part, pictures.ground, pictures.title))
            for _ in make(made):
                application.settle()
            assert made[0][:5] in {b"\x89PNG\r", b"<?xml", b"%PDF-"}
    before, after = (pictures.parts[at] for at in (-2, -1))
    ground = pictures.ground
    assert image(before, 1, ground) != image(after, 1, ground)
    pictures.close()
    window.command("compared_numbers")
    [dialog] = window.findChildren(ComparedDialog)
    for made_as in dialog.formats:
        path = tmp_path / f"both{made_as.suffix}"
        save(window, path, lambda made_as=made_as: made_as.content(dialog.trace, ""))
        assert path.stat().st_size > 500
    dialog.close()
    with np.load(tmp_path / "both.npz") as read:
        moved = read["b/weights"] - read["a/weights"]
        assert read["difference/weights"].tolist() == moved.tolist()


@pytest.mark.parametrize("number", range(2, 10))
def test_every_pane_from_02_to_09_compares(opened: Open, number: int) -> None:
    application = opened(number)
    application.window.command("try")
    section = section_of(application, CompareSection)
    click(section.keep)
    assert section.figure.lines() == ["A and B are the same"]
    assert section.difference.found is not None
    assert section.difference.found.same
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
