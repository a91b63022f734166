"""What nobody expected is kept in full, told in a sentence, and can be read and copied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPushButton

from desktop_app.application import Application
from desktop_app.problems import SENTENCE, Problems
from tests.desktop.conftest import click


def raised() -> ZeroDivisionError:
    try:
        1 / 0  # noqa: B018 - a real exception with a real traceback
    except ZeroDivisionError as error:
        return error
    raise AssertionError


def test_a_report_is_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    problems = Problems(tmp_path / "deep" / "problems.txt")
    problems.tell = told.append
    error = raised()
    problems.note(type(error), error, error.__traceback__)
    written = (tmp_path / "deep" / "problems.txt").read_text(encoding="utf-8")
    assert "ZeroDivisionError" in written and "test_problems.py" in written
    assert told == [SENTENCE]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_said_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    problems = Problems(blocked / "problems.txt")
    error = raised()
    problems.note(type(error), error, error.__traceback__)
    assert "could not be written" in capsys.readouterr().err
    assert len(problems.reports) == 1


def test_the_report_is_in_the_help_menu_and_can_be_copied(
    opened: Callable[..., Application],
) -> None:
    application = opened(5)
    problems = Problems()
    error = raised()
    problems.note(type(error), error, error.__traceback__)
    application.window.problems = problems
    application.window.command("report")
    dialog = application.window.findChild(QDialog)
    assert dialog is not None
    copy = next(part for part in dialog.findChildren(QPushButton) if part.text() == "Copy")
    click(copy)
    assert "ZeroDivisionError" in QGuiApplication.clipboard().text()
