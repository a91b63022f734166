"""The learner's own tensors in a session: noted, saved, found again; nothing else is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from core.editing import with_cell
from core.experiment import AttentionExperiment
from core.lesson import Lesson
from core.saved.marks import mark_of
from core.saved.session import SavedSession, read, write
from core.tensors.opened import opened as opened_files
from core.tensors.opened import read_files
from core.tensors.readings import answered
from core.tensors.remembered import remembered
from core.tensors.showing import Filter
from desktop_app.application import Application
from desktop_app.tensors.desk import Desk
from desktop_app.tensors.opening import show_files
from desktop_app.tensors.page import TensorsPage
from tests.desktop.test_files import answer, files, shown, told

Opened = Callable[..., Application]


def desk_of(application: Application) -> Desk:
    page = application.window.pages.page("tensors")
    assert isinstance(page, TensorsPage)
    return page.desk


@pytest.fixture
def array(tmp_path: Path) -> Path:
    numbers = np.random.default_rng(1).random((2, 3, 4, 4))
    np.savez(tmp_path / "attn.npz", attentions=numbers / numbers.sum(-1, keepdims=True))
    return tmp_path / "attn.npz"


@pytest.fixture
def saved(array: Path, tmp_path: Path, lesson: Lesson) -> Path:
    """A session with slide 5 changed and tensors open: another reading, map, filter and cell."""
    found = opened_files(read_files([array]))
    reading = answered(found.proposal, "axes", ("batch", "head", "query", "key"))
    own = msgspec.structs.replace(
        remembered(opened_files(found.collection, reading), {array: mark_of(array)}, None),
        index=(1, 2),
        how=Filter(top=90),
        pinned=(3, 0),
    )
    start = lesson.slides[4].experiment
    assert isinstance(start, AttentionExperiment)
    path = tmp_path / "sessions" / "mine.attention"
    path.parent.mkdir()
    other = {"scaled-dot-product": with_cell(start, "query", 0, 0, 0.25)}
    write(path, SavedSession("scaled-dot-product", other, tensors=own))
    return path


def is_as_it_was(desk: Desk) -> bool:
    return (
        desk.opened is not None
        and desk.opened.proposal.reading.axes == ("batch", "head", "query", "key")
        and (desk.index, desk.how, desk.pinned) == ((1, 2), Filter(top=90), (3, 0))
        and desk.shown is not None
        and desk.shown.index == (1, 2)
    )


def test_what_is_open_goes_into_the_session_and_looking_is_no_change(
    opened: Opened, array: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    application = opened(5)
    window, document = application.window, files(application).document
    show_files(window, [array])
    desk = desk_of(application)
    qtbot.waitUntil(lambda: desk.opened is not None)
    desk.ask_field("axes", ("batch", "head", "query", "key"), "the first axis is a batch")
    desk.filter("top 90 %", top=90)
    qtbot.waitUntil(lambda: bool(document.tensors and document.tensors.files[0].sha256))
    assert window.isWindowModified()
    files(application).save(tmp_path / "mine.attention")
    desk.choose((1, 2))
    desk.pin((3, 0))
    assert not window.isWindowModified()
    files(application).save(tmp_path / "mine.attention")
    held = read(tmp_path / "mine.attention").tensors
    assert held is not None
    assert held.files[0].path == str(array)
    assert held.reading.axes == ("batch", "head", "query", "key")
    assert (held.index, held.how, held.pinned) == ((1, 2), Filter(top=90), (3, 0))
    files(application).share(tmp_path / "for you.attention")
    shared = read(tmp_path / "for you.attention").tensors
    assert shared is not None
    assert shared.files[0].path == "attn.npz"  # no folder of ours goes out


def test_files_open_again_as_they_were_with_their_session(
    opened: Opened, saved: Path, array: Path, qtbot: QtBot
) -> None:
    application = opened(2)
    files(application).open(saved)
    desk = desk_of(application)
    qtbot.waitUntil(lambda: is_as_it_was(desk))
    assert application.window.pages.front is None  # the slide stays in front
    assert not application.window.isWindowModified()
    assert not desk.can_undo
    # another file is a change, and the session says so
    np.save(array.with_name("other.npy"), np.eye(3))
    show_files(application.window, [array.with_name("other.npy")])
    qtbot.waitUntil(application.window.isWindowModified)
    files(application).save(saved)
    held = read(saved).tensors
    assert held is not None
    assert held.title == "other.npy"


def test_a_moved_file_is_found_beside_the_session_or_asked_for(
    opened: Opened, saved: Path, array: Path, qtbot: QtBot
) -> None:
    beside = array.rename(saved.parent / array.name)
    application = opened(2)
    files(application).open(saved)
    qtbot.waitUntil(lambda: is_as_it_was(desk_of(application)))
    assert files(application).document.tensors.files[0].path == str(beside)
    assert not application.window.isWindowModified()
    application.window.close()

    (saved.parent.parent / "far").mkdir()
    far = beside.rename(saved.parent.parent / "far" / "renamed.npz")
    application = opened(2)
    files(application).open(saved)
    desk = desk_of(application)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in dialogs(application)))
    assert told(application).startswith(f"attn.npz is neither at {array} any more")
    assert application.session.experiment(5) == read(saved).experiments["scaled-dot-product"]
    files(application).save(saved)  # saving does not forget the file
    assert read(saved).tensors is not None
    answer(shown(application, QDialog), "Choose the file…")
    shown(application, QFileDialog).fileSelected.emit(str(far))
    shown(application, QFileDialog).close()
    qtbot.waitUntil(lambda: is_as_it_was(desk))
    assert files(application).document.tensors.title == "renamed.npz"


def dialogs(application: Application) -> list[QDialog]:
    return application.window.findChildren(QDialog)


def test_a_changed_file_is_told_and_opened_as_it_is_only_when_asked(
    opened: Opened, saved: Path, array: Path, qtbot: QtBot
) -> None:
    np.savez(array, attentions=np.full((2, 3, 4, 4), 0.25))
    application = opened(2)
    files(application).open(saved)
    desk = desk_of(application)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in dialogs(application)))
    assert told(application).startswith("attn.npz has changed since the session was saved")
    assert desk.opened is None
    answer(shown(application, QDialog), "Open as it is now")
    qtbot.waitUntil(lambda: is_as_it_was(desk))
    assert desk.shown.weights[0].tolist() == [0.25] * 4


def test_what_is_open_is_kept_unsaved_and_brought_back(
    opened: Opened, array: Path, qtbot: QtBot
) -> None:
    first = opened(5)
    show_files(first.window, [array])
    document = files(first).document
    qtbot.waitUntil(lambda: bool(document.tensors and document.tensors.files[0].sha256))
    desk_of(first).choose((1, 0))
    files(first).unsaved.write()
    place = files(first).unsaved.place
    assert json.loads(place.read_text(encoding="utf-8"))["tensors"]["index"] == [1, 0]
    files(first).unsaved.stop()  # a crash: nothing says that the window was closed

    second = opened(5)
    answer(shown(second, QDialog), "Bring it back")
    desk = desk_of(second)
    qtbot.waitUntil(lambda: desk.opened is not None and desk.index == (1, 0))
