"""While a worker computes, Python collects no garbage: widgets die on the interface thread only."""

from __future__ import annotations

import gc
from threading import Event

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop_app.worker import Worker


class Waiting(Worker):
    """Runs until it is told to go on, or cancelled."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.go_on = Event()

    def run(self) -> None:
        while not (self.go_on.wait(0.001) or self.cancelled.is_set()):
            pass


def test_garbage_rests_until_the_last_worker_has_finished(qtbot: QtBot) -> None:
    owner = QObject()
    first, second = Waiting(owner), Waiting(owner)
    assert gc.isenabled()
    first.begin()
    second.begin()
    assert not gc.isenabled()
    with qtbot.waitSignal(first.finished):
        first.go_on.set()
    assert not gc.isenabled(), "one worker still runs"
    with qtbot.waitSignal(second.finished):
        second.go_on.set()
    qtbot.waitUntil(gc.isenabled)


def test_a_stopped_worker_lets_garbage_be_collected_at_once(qapp: object) -> None:
    owner = QObject()
    worker = Waiting(owner)
    worker.begin()
    worker.stop()
    assert worker.isFinished() and gc.isenabled()
