"""One job at a time beside the window, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop_app.tensors.jobs import Check, Lane, Report


def test_an_error_of_ours_is_told_and_leaves_the_lane_free(qtbot: QtBot) -> None:
    owner = QObject()
    lane = Lane(owner)
    made: list[object] = []

    def fails(report: Report, check: Check) -> object:
        raise RuntimeError("no sentence was written for this")

    def refuses(outcome: object) -> None:
        made.append(outcome)
        raise RuntimeError("nor for that")

    def await_rest(take: Callable[[object], None], task: Callable[[Report, Check], object]) -> None:
        lane.begin(task, take, made.append)
        qtbot.waitUntil(lambda: not lane.busy and not lane.ending, timeout=60_000)

    with qtbot.captureExceptions() as errors:
        await_rest(made.append, fails)
        await_rest(refuses, lambda report, check: "first")
    assert [str(error[1]) for error in errors] == [
        "no sentence was written for this",
        "nor for that",
    ]
    await_rest(made.append, lambda report, check: "second")
    assert made == ["first", "second"]
