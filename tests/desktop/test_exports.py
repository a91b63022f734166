"""Numbers out of the window: the dialog, the files that it writes, and what Edit copies."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QMenu, QPlainTextEdit

from core.experiment import AttentionExperiment
from core.numbers_out.separated import TABS, WITH_COMMA, read_back
from desktop_app import commands
from desktop_app.application import Application
from desktop_app.files import numbers_dialog
from desktop_app.files.copying import front_table
from desktop_app.files.exporting import fill_copies, fill_export
from desktop_app.files.numbers_dialog import NumbersDialog

Opened = Callable[..., Application]


def dialog_of(application: Application) -> NumbersDialog:
    """Open the dialog through the menu."""
    menu = QMenu()
    fill_export(application.window, menu)
    [numbers] = [action for action in menu.actions() if action.text() == "Numbers…"]
    numbers.trigger()
    [dialog] = application.window.findChildren(NumbersDialog)
    return dialog


def choose(dialog: NumbersDialog, step: str, kind: str) -> None:
    """Choose a step and a kind of file, as they are written, and press Save."""
    [item] = dialog.steps.findItems(step, Qt.MatchFlag.MatchExactly)
    dialog.steps.setCurrentItem(item)
    [other] = dialog.kinds.findItems(kind, Qt.MatchFlag.MatchContains)
    dialog.kinds.setCurrentItem(other)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)


def name_file(application: Application, path: Path) -> None:
    [dialog] = [one for one in application.window.findChildren(QFileDialog) if one.isVisible()]
    [field] = [one for one in dialog.findChildren(QLineEdit) if one.objectName() == "fileNameEdit"]
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)


def copied(application: Application, kind: str) -> str:
    """What the entry of the Edit menu puts on the clipboard."""
    menu = QMenu()
    fill_copies(application.window, menu)
    [action] = [action for action in menu.actions() if action.text().endswith(kind)]
    action.trigger()
    return QGuiApplication.clipboard().text()


def test_the_dialog_lists_every_step_with_its_shape_and_begins_at_the_weights(
    opened: Opened,
) -> None:
    application = opened(9)
    dialog = dialog_of(application)
    items = [dialog.steps.topLevelItem(at) for at in range(dialog.steps.topLevelItemCount())]
    listed = [f"{item.text(0)} {item.text(1)}" for item in items if item is not None]
    trace = application.session.trace()
    assert trace is not None
    assert len(listed) == len(trace.steps) + 1
    assert listed[0].startswith("the whole trace")
    assert "row max 4 × 1" in listed
    assert dialog.step == "weights"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_matrix_as_csv_comes_back_to_the_last_bit(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    trace = application.session.trace()
    assert trace is not None
    choose(dialog_of(application), "weights", "for programs")
    name_file(application, tmp_path / "attention v1.2")
    path = tmp_path / "attention v1.2.csv"
    rows = list(csv.reader(io.StringIO(path.read_bytes().decode(), newline="")))
    assert rows[0] == ["query", *trace.experiment.tokens]  # type: ignore[union-attr]
    back = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    assert back.tobytes() == trace["weights"].tobytes()
    assert f"wrote {path.name}" in application.window.bottom.status.message


def test_a_spreadsheet_with_decimal_comma(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    trace = application.session.trace()
    assert trace is not None
    choose(dialog_of(application), "scores", "0,5 and semicolons")
    name_file(application, tmp_path / "s.csv")
    text = (tmp_path / "s.csv").read_bytes().decode()
    assert text.startswith("\ufeffquery;")
    assert np.array_equal(read_back(text, 1, WITH_COMMA).numbers, trace["scores"])


@pytest.mark.parametrize(("kind", "suffix"), [("NumPy", ".npz"), ("JSON", ".json")])
def test_the_whole_trace_in_one_file(
    opened: Opened, tmp_path: Path, kind: str, suffix: str
) -> None:
    application = opened(7)
    trace = application.session.trace()
    assert trace is not None
    choose(dialog_of(application), "the whole trace", kind)
    name_file(application, tmp_path / "heads")
    path = tmp_path / f"heads{suffix}"
    if suffix == ".npz":
        with np.load(path, allow_pickle=False) as stored:
            for name, step in trace.steps.items():
                assert np.array_equal(stored[name], step.array, equal_nan=True)
    else:
        assert b'"parameter_count"' in path.read_bytes()


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_left(
    opened: Opened, tmp_path: Path
) -> None:
    application = opened(5)
    numbers_dialog.save(application.window, tmp_path / "gone" / "a.csv", lambda: b"1")
    [dialog] = [one for one in application.window.findChildren(QDialog) if one.isVisible()]
    [text] = dialog.findChildren(QPlainTextEdit)
    assert "a.csv was not written: there is no folder" in text.toPlainText()
    assert not (tmp_path / "gone").exists()
    assert list(tmp_path.glob("*.part")) == []


def test_half_a_character_is_told_and_no_file_is_left(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    path = tmp_path / "a.csv"
    numbers_dialog.save(application.window, path, lambda: "\ud83d".encode())
    [dialog] = [one for one in application.window.findChildren(QDialog) if one.isVisible()]
    [text] = dialog.findChildren(QPlainTextEdit)
    assert "half a character; type the word again" in text.toPlainText()
    assert not path.exists()


def test_the_matrix_under_the_keyboard_is_copied_in_full_precision(opened: Opened) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    trace = application.session.trace()
    assert trace is not None
    application.window.activateWindow()
    lab.grids["scores"].setFocus()  # type: ignore[attr-defined]
    table = read_back(copied(application, "as TSV"), 1, TABS)
    assert np.array_equal(table.numbers, trace["scores"])
    assert [row[0] for row in table.rows] == list(trace.experiment.tokens)  # type: ignore[union-attr]
    assert QGuiApplication.clipboard().mimeData().hasFormat("text/tab-separated-values")


def test_without_a_matrix_under_the_keyboard_the_pinned_one_is_copied(opened: Opened) -> None:
    application = opened(5)
    experiment = application.session.experiment()
    assert isinstance(experiment, AttentionExperiment)
    assert experiment.pinned is not None
    table = front_table(application.window)
    assert table is not None
    trace = application.session.trace()
    assert trace is not None
    assert np.array_equal(table.numbers, trace["weights"])
    text = copied(application, "as LaTeX")
    assert r"\begin{bmatrix}" in text
    assert r"\text{" + experiment.tokens[0] + "}" in text


def test_a_spreadsheet_reads_hidden_scores_without_a_formula(opened: Opened) -> None:
    application = opened(5)
    commands.run(application.window, "reset")
    menu = QMenu()
    fill_copies(application.window, menu)
    text = copied(application, "as TSV")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter="\t") for cell in row]
    assert not any(cell.startswith(("=", "@", "+")) for cell in cells)


def test_where_there_are_no_numbers_the_entries_are_grey(opened: Opened) -> None:
    application = opened(10)
    menu = QMenu()
    fill_export(application.window, menu)
    fill_copies(application.window, menu)
    grey = {action.text() for action in menu.actions() if not action.isEnabled()}
    assert {"Numbers…", "Copy matrix as TSV", "Copy matrix as LaTeX"} <= grey
    assert numbers_dialog.ask(application.window) is None
