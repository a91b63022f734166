"""What leaves "Your tensors": the map as numbers and as a picture, whole or as far as in sight."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMenu

from core.numbers_out.latex import bmatrix
from desktop_app.files.exporting import fill_copies, fill_export
from desktop_app.files.numbers_dialog import NumbersDialog
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.slices import Writing
from desktop_app.pictures.turns import Turns
from desktop_app.tensors.page import TensorsPage
from tests.desktop.conftest import drag

TOKENS = ("<s>", "=cat", "sat", "<s>")


@pytest.fixture
def page(opened, tmp_path):
    """Four heads, the third in front; queries and keys are computed here."""
    rng = np.random.default_rng(3)
    q, k, v = rng.normal(size=(3, 4, 4, 2))
    np.savez(tmp_path / "own.npz", q=q, k=k, v=v, tokens=np.array(TOKENS))
    application = opened(5)
    application.window.command("tensors")
    shown = application.window.pages.front
    assert isinstance(shown, TensorsPage)
    shown.desk.open_at_once([tmp_path / "own.npz"])
    shown.desk.choose((2,))
    application.settle()
    return shown


def entry(page, fill, words):
    """The entry of a menu whose words begin so; it must be able to act."""
    menu = QMenu(page)
    fill(page.window(), menu)
    [action] = [one for one in menu.actions() if one.text().startswith(words)]
    assert action.isEnabled()
    return action


def save(page, dialog, path, qtbot):
    """Press Save, type a name, and wait until the file is there. Returns what is in it."""
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.window().findChildren(Turns))
    [asked] = [one for one in page.window().findChildren(QFileDialog) if one.isVisible()]
    [field] = [one for one in asked.findChildren(QLineEdit) if one.objectName() == "fileNameEdit"]
    assert field.text().startswith("own ")
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: f"wrote {path.name}" in page.window().bottom.status.message)
    return path.read_bytes()


def numbers(page):
    entry(page, fill_export, "Numbers").trigger()
    return next(one for one in page.window().findChildren(NumbersDialog) if one.isVisible())


def test_a_brush_chooses_what_is_copied_for_a_spreadsheet_and_a_paper(page) -> None:
    map_ = page.sheet.map
    corners = [map_.view.rect(map_.room, *cell, 1, 1) for cell in ((1, 0), (2, 2))]
    drag(map_, corners[0].topLeft().toPoint() + QPoint(2, 2),
         corners[1].bottomRight().toPoint() - QPoint(2, 2))  # fmt: skip
    entry(page, fill_copies, "Copy weights as TSV").trigger()
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    top, left = int(map_.view.top), int(map_.view.left)
    assert rows[0][1:] == ["<s>", "'=cat", "sat", "<s>"][left : left + len(rows[0]) - 1]
    copied = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    high, wide = copied.shape
    wanted = page.desk.shown.weights[top : top + high, left : left + wide]
    assert (copied == wanted).all() and copied.size < 16
    entry(page, fill_copies, "Copy weights as LaTeX").trigger()
    assert QGuiApplication.clipboard().text() == bmatrix(page.table())


@pytest.mark.parametrize("suffix", [".npz", ".csv", ".json"])
def test_the_map_and_its_steps_are_written_in_full(page, tmp_path, qtbot, suffix) -> None:
    page.desk.filter("without the special ones", special=False)
    dialog = numbers(page)
    wanted = "weights" if suffix == ".csv" else "the map and its steps"
    dialog.steps.setCurrentItem(dialog.steps.findItems(wanted, Qt.MatchFlag.MatchExactly)[0])
    names = [dialog.kinds.item(at).text() for at in range(dialog.kinds.count())]
    dialog.kinds.setCurrentRow(next(at for at, name in enumerate(names) if suffix[1:] in
                                    name.lower()))  # fmt: skip
    content = save(page, dialog, tmp_path / f"out é{suffix}", qtbot)
    weights = page.desk.shown.weights
    assert weights.shape == (2, 2)
    if suffix == ".csv":
        rows = list(csv.reader(io.StringIO(content.decode())))
        assert rows[0] == ["query", "'=cat", "sat"]
        assert [[float(cell) for cell in row[1:]] for row in rows[1:]] == weights.tolist()
        return
    if suffix == ".json":
        table = json.loads(content)
        record, written = table["experiment"], table["steps"]["weights"]["numbers"]
    else:
        arrays = np.load(io.BytesIO(content))
        assert arrays["tokens"].tolist() == ["=cat", "sat"]
        assert (arrays["scores"] == page.desk.shown.steps.scores[1:3, 1:3]).all()
        assert arrays["query"].shape == arrays["value"].shape == (2, 2)
        record, written = json.loads(str(arrays["experiment"])), arrays["weights"].tolist()
    assert written == weights.tolist()
    assert (record["files"], record["place"]) == (["own.npz"], "head 3 of 4")
    assert "special" in record["said"][0]


@pytest.mark.parametrize("kind", ["PNG, 4x", "SVG", "PDF"])
def test_the_map_is_pictured_in_the_other_theme(page, tmp_path, qtbot, kind) -> None:
    entry(page, fill_export, "Picture").trigger()
    [dialog] = page.window().findChildren(PictureDialog)
    dialog.themes.setCurrentRow(1)
    dialog.kinds.setCurrentItem(dialog.kinds.findItems(kind, Qt.MatchFlag.MatchExactly)[0])
    size = dialog.part.size
    path = tmp_path / f"map.{kind[:3].lower()}"
    content = save(page, dialog, path, qtbot)
    dark = page.window().themes["dark"]
    if kind == "SVG":
        assert "head 3 of 4" in content.decode() and "=cat" in content.decode()
    elif kind == "PDF":
        assert b"DCTDecode" not in content  # no photograph's packing
    else:
        image = QImage(str(path))
        assert image.size() == size * 4
        assert image.pixelColor(1, 1) == dark.sheet
        darkest = float(page.desk.shown.weights.max())
        colours = {QColor(image.pixel(x, image.height() // 2)).rgb()
                   for x in range(0, image.width(), 3)}  # fmt: skip
        assert len(colours) > 3 and darkest > 0
    assert page.window().theme.name == "light"


def test_the_button_leads_to_both_dialogs(page) -> None:
    for row, kind in enumerate((PictureDialog, NumbersDialog)):
        QTest.mouseClick(page.row.export, Qt.MouseButton.LeftButton)
        [menu] = [one for one in page.row.findChildren(QMenu) if one.isVisible()]
        menu.actions()[row].trigger()
        menu.close()
        [dialog] = [one for one in page.window().findChildren(kind) if one.isVisible()]
        dialog.close()


def test_the_key_copies_the_map_as_a_picture_and_too_much_is_said(page, qtbot, monkeypatch) -> None:
    page.window().command("copy_picture")
    qtbot.waitUntil(lambda: not page.window().findChildren(Turns))
    assert QGuiApplication.clipboard().mimeData().hasImage()
    assert "copied a picture" in page.window().bottom.status.message
    monkeypatch.setattr("desktop_app.files.copying.MOST_COPIED", 15)
    QGuiApplication.clipboard().setText("before")
    entry(page, fill_copies, "Copy weights as TSV").trigger()
    assert "16 numbers are too many" in page.window().bottom.status.message
    assert QGuiApplication.clipboard().text() == "before"


@pytest.mark.parametrize("way", ["written", "cancelled", "refused"])
def test_a_large_file_is_written_beside_the_window_or_not_at_all(
    page, tmp_path, qtbot, monkeypatch, way
) -> None:
    monkeypatch.setattr("desktop_app.pictures.slices.LARGE", 0)
    path = tmp_path / "gone" / "a.csv" if way == "refused" else tmp_path / "a.csv"
    pieces = [b"x" * 2**16] * 64

    def make(result):
        result += pieces
        yield 1, 1

    writing = Writing(path, make)
    ends: list[str] = []
    writing.ended.connect(ends.append)
    writing.step()
    writing.step()
    assert not writing.making
    if way == "cancelled":
        writing.step()
        writing.cancel()
        assert ends == [""] and not writing.written
        qtbot.waitUntil(lambda: not list(tmp_path.glob(".*.part")))
        return
    qtbot.waitUntil(lambda: bool(ends))
    assert writing.written is (way == "written")
    assert (path.read_bytes() == b"".join(pieces)) if writing.written else "no folder" in ends[0]


def test_numbers_of_many_tokens_are_not_cut(page, audit) -> None:
    rng = np.random.default_rng(0)
    np.save(path := Path(page.desk.opened.collection.files[0].path).with_name("w.npy"),
            rng.random((3, 1200)))  # fmt: skip
    page.desk.open_at_once([path])
    audit.drawn.clear()
    page.sheet.map.grab()
    texts = {drawn.text for drawn in audit.drawn}
    assert any(text.isdecimal() and int(text) >= 1000 for text in texts)
    assert not any("…" in text for text in texts)


def test_without_a_map_nothing_can_leave(opened) -> None:
    application = opened(5)
    application.window.command("tensors")
    for fill, words in ((fill_export, ("Picture", "Numbers")), (fill_copies, ("Copy",))):
        menu = QMenu()
        fill(application.window, menu)
        assert not any(one.isEnabled() for one in menu.actions() if one.text().startswith(words))
