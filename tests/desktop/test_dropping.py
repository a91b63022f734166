"""Files dropped on the window: one session, tensors, and what nobody can tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.application import Application
from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.tensors.page import TensorsPage
from tests.desktop.test_files import entries, files, shuffle

Opened = Callable[..., Application]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop(widget: QWidget, urls: Sequence[QUrl | Path]) -> bool:
    """Drag files over a widget and let go of them; whether it took them."""
    found = [url if isinstance(url, QUrl) else QUrl.fromLocalFile(str(url)) for url in urls]
    data = QMimeData()
    data.setUrls(found)
    data.setText("\n".join(url.toString() for url in found))  # as file managers do
    enter = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(widget, enter)
    let_go = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(widget, let_go)
    return enter.isAccepted() and let_go.isAccepted()


def told(application: Application) -> tuple[str, str]:
    """The title of the open dialog and what it says; it is closed."""
    [dialog] = [one for one in application.window.findChildren(QDialog) if one.isVisible()]
    [text] = dialog.findChildren(QPlainTextEdit)
    found = dialog.windowTitle(), text.toPlainText()
    dialog.close()
    return found


@pytest.fixture
def saved(opened: Opened, tmp_path: Path) -> Path:
    """A session file with another slide 5 in it, whose name says nothing."""
    first = opened(5)
    shuffle(first)
    path = tmp_path / "mine.attention"
    files(first).save(path)
    first.window.close()
    return path


def test_a_session_opens_and_unsaved_work_is_set_aside(opened: Opened, saved: Path) -> None:
    application = opened(5)
    shuffle(application)
    before = shuffle(application)  # what was saved was shuffled once
    assert drop(application.window, [saved])
    assert files(application).document.path == saved
    assert not application.window.isWindowModified()
    assert application.session.experiment(5) != before
    assert any(words.startswith("unsaved ") for words in entries(application))
    application.session.undo()
    assert application.session.experiment(5) == before


def test_a_session_is_known_by_its_content_and_a_damaged_one_is_told(
    opened: Opened, saved: Path, tmp_path: Path
) -> None:
    application = opened(1)
    renamed = saved.rename(tmp_path / "mine.json")  # an ending of tensors
    drop(application.window, [renamed])
    assert files(application).document.path == renamed
    bad = tmp_path / "bad.attention"
    bad.write_text("{")
    drop(application.window, [bad])
    assert told(application)[0] == "This file cannot be opened"
    assert files(application).document.path == renamed


def test_what_cannot_be_told_apart_is_not_opened(
    opened: Opened, saved: Path, tmp_path: Path
) -> None:
    application = opened(5)
    other, picture, folder = tmp_path / "b.attention", tmp_path / "cat.png", tmp_path / "folder"
    other.write_bytes(saved.read_bytes())
    picture.write_bytes(b"\x89PNG")
    folder.mkdir()
    np.save(tmp_path / "q.npy", np.eye(3))
    array = tmp_path / "q.npy"
    for paths, sentence in (
        ([saved, other], "mine.attention and b.attention are 2 sessions; drop one of them."),
        (
            [array, saved],
            "mine.attention is a session and q.npy holds tensors; drop the ",
        ),
        ([picture], "cat.png is no session and no file of tensors; drop one .attention file, or "),
        ([array, picture], "cat.png is no session and no file of tensors and nothing was opened"),
        ([folder], "folder is no session and no file of tensors"),
        ([QUrl("https://example.org/q.npy")], "That lies on another computer; save it here"),
    ):
        drop(application.window, paths)
        title, words = told(application)
        assert title == "Nothing was opened"
        assert words.startswith(sentence)
        assert words.count(".\n") == 0
    assert not drop(application.window, [])  # some programs drag an empty list
    assert files(application).document.path is None
    assert application.window.pages.front is None


def test_tensors_go_to_their_page_and_no_field_takes_a_file(
    opened: Opened, tmp_path: Path, qtbot: QtBot
) -> None:
    application = opened(8)
    np.save(tmp_path / "weights.npy", np.eye(3))
    [field] = application.window.view(8).lab.findChildren(SentenceField)
    words, file = QMimeData(), QMimeData()
    words.setText("a word")
    file.setText("file:///weights.npy")
    file.setUrls([QUrl("file:///weights.npy")])
    for data, taken in ((words, True), (file, False)):
        enter = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, LEFT, NONE)
        enter.ignore()
        field.event(enter)
        assert enter.isAccepted() == taken
    assert drop(application.window, [tmp_path / "weights.npy"])
    page = application.window.pages.front
    assert isinstance(page, TensorsPage)
    qtbot.waitUntil(lambda: page.desk.opened is not None)
