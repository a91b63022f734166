"""The code drawer as a person uses it: opened, walked, copied, saved; it computes nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from core.cross_editing import with_cell
from core.experiment import AttentionExperiment, CrossExperiment
from core.scripts.script import RIGHT_FORMULA
from desktop_app.application import Application
from desktop_app.drawers.code.drawer import CodeDrawer
from desktop_app.instruments.lit_outline import LitOutline
from tests.desktop.conftest import click
from tests.desktop.layout import findings

Open = Callable[..., Application]


def drawer_of(application: Application) -> CodeDrawer:
    drawer = application.window.view(application.session.slide).side.drawers["code"]
    assert isinstance(drawer, CodeDrawer)
    return drawer


def open_code(application: Application) -> CodeDrawer:
    click(application.window.top.tools["code"])
    return drawer_of(application)


def status(application: Application) -> str:
    return application.window.bottom.status.text()


def point_at(drawer: CodeDrawer, text: str) -> None:
    """Move the pointer onto the line that begins so."""
    index = next(i for i, row in enumerate(drawer.sheet.rows) if row.line.text.startswith(text))
    place = drawer.sheet.row_rect(index).center().toPoint()
    QTest.mouseMove(drawer.sheet, QPoint(60, place.y()))
    drawer.sheet.point(index)  # offscreen screens send no move to a window behind another


def test_the_icon_and_the_key_open_and_close_it(opened: Open) -> None:
    application = opened(5)
    window = application.window
    view = window.view(5)
    drawer = open_code(application)
    assert view.drawer == "code" and drawer.isVisible()
    assert drawer.width() == 432 and drawer.x() == 0
    assert window.top.tools["code"].open
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert view.drawer == "" and not drawer.isVisible()
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert drawer.isVisible()
    QTest.keyClick(drawer.sheet, Qt.Key.Key_Escape)
    assert not drawer.isVisible()
    assert window.focusWidget() is window.top.tools["code"]


def test_code_and_try_exclude_each_other(opened: Open) -> None:
    application = opened(5)
    drawer = open_code(application)
    click(application.window.top.tools["try"])
    assert application.window.view(5).drawer == "try"
    assert not drawer.isVisible()
    click(application.window.top.tools["code"])
    assert drawer.isVisible()


def test_the_cross_closes_it(opened: Open) -> None:
    application = opened(9)
    drawer = open_code(application)
    click(drawer.close_button)
    assert not drawer.isVisible()


def test_a_line_lights_its_matrix_and_is_said_in_words(opened: Open) -> None:
    application = opened(5)
    drawer = open_code(application)
    lab = application.window.view(5).lab
    point_at(drawer, "A = E")
    assert "makes A, 5 × 5 · every row adds to 1.00" in status(application)
    outline = lab.findChild(LitOutline)
    assert outline is not None and outline.isVisible()
    weights = lab.grids["weights"].geometry()
    assert weights.contains(outline.rects[0].toRect())
    picture = lab.grab().toImage()
    edge = outline.rects[0].toRect()
    ink = application.window.theme.ink.name()
    assert picture.pixelColor(edge.left() + 1, edge.center().y()).name() == ink
    drawer.sheet.point(None)
    assert not outline.isVisible()
    drawer.sheet.point(0)  # import: nothing to light
    assert not outline.isVisible()


def test_up_and_down_walk_the_lines(opened: Open) -> None:
    application = opened(5)
    drawer = open_code(application)
    sheet = drawer.sheet
    sheet.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(3):
        QTest.keyClick(sheet, Qt.Key.Key_Down)
    assert sheet.chosen == 3 and "line 4" in sheet.accessibleDescription()
    assert "line 4 writes down Q, 5 × 4" in status(application)
    QTest.keyClick(sheet, Qt.Key.Key_Up)
    assert sheet.chosen == 2
    QTest.keyClick(sheet, Qt.Key.Key_End)
    assert sheet.rows[sheet.chosen].line.text.startswith("assert")
    bottom = sheet.row_rect(sheet.chosen).bottom() - drawer.area.verticalScrollBar().value()
    assert bottom <= drawer.area.height()
    QTest.keyClick(sheet, Qt.Key.Key_Down)
    assert sheet.chosen == len(sheet.rows) - 1


def test_the_number_being_changed_is_marked_until_the_next_change(opened: Open) -> None:
    application = opened(9)
    drawer = open_code(application)
    experiment = application.session.experiment()
    assert isinstance(experiment, CrossExperiment)
    assert drawer.sheet.changed == frozenset()
    edited = with_cell(experiment, "key", 5, 1, 0.7)
    application.session.edit(edited, "K")
    assert drawer.sheet.changed == {("K", 5, 1)}
    shown = [row.line.text for row in drawer.sheet.rows if not row.folded]
    assert any(".7" in text and "[.4, .7" in text for text in shown)
    application.session.undo()
    assert drawer.sheet.changed == frozenset()


def test_copy_takes_the_whole_script_and_it_runs(opened: Open) -> None:
    application = opened(9)
    drawer = open_code(application)
    click(drawer.copy_button)
    text = QGuiApplication.clipboard().text()
    assert text.count(",") > 60  # folded rows too
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == drawer.panel.text + "\n"
    assert "copied: " in status(application) and "of NumPy" in status(application)


def test_the_toggle_writes_it_in_pytorch(opened: Open) -> None:
    application = opened(9)
    drawer = open_code(application)
    drawer.toggle.setFocus()
    QTest.keyClick(drawer.toggle, Qt.Key.Key_Right)
    assert drawer.sheet.rows[0].line.text == "import torch"
    drawer.sheet.setFocus()
    QTest.keyClick(drawer.sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("import torch\ntorch.set_default_dtype(torch.float64)\n")
    assert drawer.script is not None and text == drawer.script.text


def save_to(application: Application, drawer: CodeDrawer, path: Path) -> None:
    click(drawer.save_button)
    dialog = application.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(path))
    dialog.close()


def test_save_writes_the_script_whole(opened: Open, tmp_path: Path) -> None:
    application = opened(5)
    drawer = open_code(application)
    save_to(application, drawer, tmp_path / "my scrïpt")
    written = tmp_path / "my scrïpt.py"
    assert drawer.script is not None
    assert written.read_text("utf-8") == drawer.script.text
    assert [path.name for path in tmp_path.glob("*.py")] == ["my scrïpt.py"]
    assert "saved" in status(application)


def test_a_place_that_cannot_be_written_to_is_said(opened: Open, tmp_path: Path) -> None:
    application = opened(5)
    drawer = open_code(application)
    save_to(application, drawer, tmp_path / "nowhere" / "code.py")
    assert "code.py was not written: there is no folder" in status(application)


def test_a_fault_is_not_in_the_code_and_that_is_said(opened: Open) -> None:
    application = opened(5)
    drawer = open_code(application)
    experiment = application.session.experiment()
    assert isinstance(experiment, AttentionExperiment)
    application.session.edit(replace(experiment, fault="no-scale"), "fault")
    assert " ".join(drawer.note_lines()) == RIGHT_FORMULA
    assert drawer.script is not None and "np.sqrt" in drawer.script.text


def test_queries_and_keys_that_do_not_fit_are_said_in_place_of_code(opened: Open) -> None:
    application = opened(9)
    drawer = open_code(application)
    experiment = application.session.experiment()
    assert isinstance(experiment, CrossExperiment)
    short = tuple(row[:2] for row in experiment.query)
    application.session.edit(replace(experiment, query=short, source_query=()), "d_k")
    assert drawer.script is None and "no product" in drawer.reason
    assert not drawer.copy_button.isEnabled() and not drawer.panel.isVisible()
    application.session.undo()
    assert drawer.script is not None and drawer.panel.isVisible()


@pytest.mark.parametrize(("size", "slides"), [((1024, 560), (9, 3)), ((1280, 800), (2, 7))])
def test_nothing_is_clipped(opened: Open, size: tuple[int, int], slides: tuple[int, ...]) -> None:
    application = opened(slides[0], size)
    for slide in slides:
        application.session.go(slide)
        drawer = drawer_of(application)
        application.window.view(slide).open_drawer("code")
        drawer.choose_form("torch" if slide % 2 else "numpy")
        drawer.sheet.point(len(drawer.sheet.rows) // 2)
        assert findings(application) == [], slide
        drawer.sheet.point(None)


def test_slides_without_an_experiment_have_no_code(opened: Open) -> None:
    application = opened(10)
    assert not application.window.top.tools["code"].isEnabled()
    application.session.go(9)
    assert application.window.top.tools["code"].isEnabled()
    application.session.go(11)
    assert not application.window.top.tools["code"].isEnabled()
