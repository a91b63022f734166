"""Nothing that goes wrong without a screen is swallowed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning
from pytestqt.qtbot import QtBot

from desktop_app import sampling, shots
from desktop_app.unseen import unseen
from desktop_app.watch import watching
from tests.desktop.conftest import RESOURCES


@pytest.mark.qt_no_exception_capture
def test_an_exception_that_leaves_the_block_is_noted_and_ends_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with watching() as watch:
        raise KeyError("planted")
    assert watch.report() == 1
    assert "planted" in capsys.readouterr().err


@pytest.mark.qt_no_exception_capture
def test_an_exception_in_a_slot_is_noted(qtbot: QtBot) -> None:
    def fail() -> None:
        raise ValueError("planted in a slot")

    with watching() as watch:
        QTimer.singleShot(0, fail)
        qtbot.waitUntil(lambda: bool(watch.faults))
    assert "planted in a slot" in watch.faults[0]


def test_a_warning_of_qt_is_noted_and_the_offscreen_noise_is_not(qapp: object) -> None:
    with watching() as watch:
        qWarning("planted warning")
        qWarning("This plugin does not support raise()")
    assert watch.faults == ["Qt: planted warning"]


def test_the_hook_is_put_back(qapp: object) -> None:
    before = sys.excepthook
    with watching():
        assert sys.excepthook is not before
    assert sys.excepthook is before


def test_a_shot_of_one_slide_is_written_at_its_size(tmp_path: Path, qapp: object) -> None:
    from PySide6.QtGui import QImage

    assert shots.run(RESOURCES, tmp_path / "new", "dark", (1024, 720), 5) == 0
    picture = QImage(str(tmp_path / "new" / "05-dark-1024x720.png"))
    assert (picture.width(), picture.height()) == (1024, 720)
    assert picture.pixelColor(10, 400).name() == "#131518"


def test_a_folder_that_cannot_be_made_is_said(
    tmp_path: Path, qapp: object, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    assert shots.run(RESOURCES, blocked / "in", "light", (1280, 800), 1) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_no_thread_outlives_a_run_that_fails(qtbot: QtBot) -> None:
    sampling.forget()  # another test may have drawn this sample: then no thread would begin
    with pytest.raises(RuntimeError, match="planted"), unseen(RESOURCES, "test") as application:
        application.session.go(6)
        assert application.sampler.drawing is not None
        raise RuntimeError("planted")
    assert application.sampler.drawing is None and not application.window.isVisible()
