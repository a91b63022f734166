"""The worker process: progress, pause, cancelling, being killed, closing; PyTorch only inside."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from desktop_app.tasks import Task
from desktop_app.worker_process import WorkerProcess
from tests.front.tree import run_python

WAIT = 240_000  # milliseconds: a busy machine takes its time to import PyTorch at low priority
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")


@pytest.fixture
def worker(qapp: object) -> Iterator[WorkerProcess]:
    made = WorkerProcess(jobs="tests.desktop.worker_jobs")
    yield made
    made.stop()


def ended(qtbot: QtBot, task: Task) -> object:
    """Wait for the end of a task; its result, or the sentence that says why there is none."""
    qtbot.waitUntil(lambda: not task.open, timeout=WAIT)
    return task.outcome


def reports(task: Task) -> list[object]:
    """Everything that the task will report."""
    heard: list[object] = []
    task.progressed.connect(heard.append)
    return heard


def alive(pid: int) -> bool:
    """Whether a process is there, zombies included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_job_reports_and_ends_with_its_result(qtbot: QtBot, worker: WorkerProcess) -> None:
    task = worker.start("counts", steps=20)
    heard, states = reports(task), []
    task.state_changed.connect(states.append)
    assert task.state == "waiting"
    assert ended(qtbot, task) == 20
    assert states == ["running", "finished"]
    assert heard == sorted(heard) and heard[-1] == 20
    assert worker.tasks == {}


def test_the_process_stays_for_the_next_job_at_low_priority(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    first = ended(qtbot, worker.start("whereabouts"))
    second = ended(qtbot, worker.start("whereabouts"))
    assert isinstance(first, dict) and first == second
    assert first["pid"] == worker.pid != os.getpid()
    ours = os.getpriority(os.PRIO_PROCESS, 0) if os.name == "posix" else 0
    assert first["priority"] > ours or ours == 19
    assert first["torch"] is False


def test_reports_are_sent_thirty_times_a_second(qtbot: QtBot, worker: WorkerProcess) -> None:
    task = worker.start("floods", seconds=0.5)
    heard = reports(task)
    made = ended(qtbot, task)
    assert isinstance(made, int) and made > 100
    assert len(heard) <= 0.5 * 30 + 3
    assert heard[-1] == made  # the last one always comes


def test_large_things_travel_both_ways(qtbot: QtBot, worker: WorkerProcess) -> None:
    given = np.arange(500_000, dtype=np.float64)
    back = ended(qtbot, worker.start("echoes", given=given))
    assert isinstance(back, np.ndarray) and (back == given).all()


def test_pause_and_resume(qtbot: QtBot, worker: WorkerProcess) -> None:
    task = worker.start("counts", steps=60, seconds=0.02)
    heard = reports(task)
    qtbot.waitUntil(lambda: len(heard) > 1, timeout=WAIT)
    task.pause()
    assert task.state == "paused"
    # What was under way when the order came is here before the answer to a later question.
    assert ended(qtbot, worker.start("echoes", given="paused?")) == "paused?"
    stood = len(heard)
    qtbot.wait(300)
    assert len(heard) == stood
    task.resume()
    assert ended(qtbot, task) == 60


def test_a_short_job_is_done_while_a_long_one_runs_or_rests(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    long = worker.start("counts", steps=500000)
    heard = reports(long)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    assert ended(qtbot, worker.start("echoes", given="now")) == "now"
    long.pause()
    assert ended(qtbot, worker.start("echoes", given="and now")) == "and now"
    assert long.state == "paused"
    long.cancel()


def test_long_jobs_wait_for_each_other_and_can_be_cancelled_waiting(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    first = worker.start("counts", steps=40)
    second, third = worker.start("counts", steps=1), worker.start("counts", steps=2)
    heard = reports(first)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    second.cancel()
    assert (first.state, second.state, third.state) == ("running", "cancelled", "waiting")
    assert ended(qtbot, first) == 40
    assert ended(qtbot, third) == 2


def test_cancelling_is_at_once_and_the_process_serves_on(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    task = worker.start("counts", steps=500000)
    heard, told = reports(task), []
    task.cancelled.connect(lambda: told.append("cancelled"))
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    task.cancel()
    assert (task.state, told, worker.tasks) == ("cancelled", ["cancelled"], {})
    count = len(heard)
    assert ended(qtbot, worker.start("counts", steps=3)) == 3
    assert len(heard) == count
    task.cancel()
    assert told == ["cancelled"]


def test_a_job_that_does_not_listen_is_killed_and_others_begin_again(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    task = worker.start("deaf")
    heard = reports(task)
    waiting = worker.start("counts", steps=2)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    process, pid = worker.process, worker.pid
    task.cancel()
    qtbot.waitUntil(lambda: worker.process is not process, timeout=WAIT)
    qtbot.waitUntil(lambda: not alive(pid), timeout=WAIT)
    assert ended(qtbot, waiting) == 2


@POSIX
def test_a_killed_process_is_reported_and_can_be_started_again(
    qtbot: QtBot, worker: WorkerProcess
) -> None:
    task = worker.start("counts", steps=500000)
    heard = reports(task)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    pid = worker.pid
    os.kill(pid, signal.SIGKILL)
    sentence = ended(qtbot, task)
    assert task.state == "failed"
    assert isinstance(sentence, str) and "ended unexpectedly (signal 9)" in sentence
    assert ended(qtbot, worker.start("counts", steps=2)) == 2
    assert worker.pid != pid


def test_refusals_and_errors_are_sentences(qtbot: QtBot, worker: WorkerProcess) -> None:
    task = worker.start("refuses")
    assert (ended(qtbot, task), task.state) == ("Nobody can do that.", "refused")
    task = worker.start("errs")
    assert ended(qtbot, task) == "The worker process met an error: division by zero."
    assert task.state == "failed" and "ZeroDivisionError" in task.details
    task = worker.start("unsendable")
    assert "met an error" in str(ended(qtbot, task))
    with pytest.raises(KeyError, match="there is no job dances"):
        worker.start("dances")


@POSIX
def test_stopping_leaves_no_process(qtbot: QtBot, worker: WorkerProcess) -> None:
    tasks = [worker.start("deaf"), worker.start("counts", steps=2)]
    heard = reports(tasks[0])
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    pid = worker.pid
    worker.stop()
    assert [task.state for task in tasks] == ["cancelled", "cancelled"]
    assert not alive(pid) and worker.pid == 0
    assert ended(qtbot, worker.start("counts", steps=2)) == 2


def test_a_process_that_cannot_start_is_reported(
    qtbot: QtBot, worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "no-such-python")
    task = worker.start("counts", steps=2)
    assert "ended unexpectedly" in str(ended(qtbot, task))


def test_without_pytorch_every_job_is_refused_with_what_to_do(qtbot: QtBot, qapp: object) -> None:
    worker = WorkerProcess(package="no_such_package")
    assert worker.obstacle()
    task = worker.start("train_letters")
    assert task.state == "waiting"
    sentence = ended(qtbot, task)
    assert task.state == "refused" and sentence == worker.obstacle()
    assert "PyTorch" in str(sentence) and "Everything else works" in str(sentence)
    assert worker.process is None


@POSIX
def test_closing_the_window_ends_the_process(qtbot: QtBot, opened: Callable[..., object]) -> None:
    application = opened(1)
    worker = application.worker  # type: ignore[attr-defined]
    worker.jobs = "tests.desktop.worker_jobs"
    worker.package = "core"
    task = worker.start("deaf")
    heard = reports(task)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    pid = worker.pid
    application.window.close()  # type: ignore[attr-defined]
    assert not alive(pid) and task.state == "cancelled"


ALONE = """
import sys
from PySide6.QtCore import QCoreApplication
from desktop_app.worker_process import WorkerProcess
application = QCoreApplication([])
worker = WorkerProcess(jobs="tests.desktop.worker_jobs", package="core")
application.aboutToQuit.connect(worker.stop)
task = worker.start("deaf")
def leave(progress):
    print(worker.pid, "torch" in sys.modules, "numpy" in sys.modules)
    application.quit()
task.progressed.connect(leave)
sys.exit(application.exec())
"""
ORPHAN = ALONE.replace("application.quit()", "sys.stdout.flush(); import os; os._exit(3)")


@POSIX
def test_a_window_that_quits_while_a_job_runs_ends_well() -> None:
    done = run_python("-c", ALONE)
    pid, torch, _ = done.stdout.split()
    assert (done.returncode, done.stderr, torch) == (0, "", "False")
    assert not alive(int(pid))


@POSIX
def test_the_process_does_not_outlive_a_window_that_dies(qtbot: QtBot) -> None:
    done = run_python("-c", ORPHAN)
    pid = int(done.stdout.split()[0])
    assert done.returncode == 3
    qtbot.waitUntil(lambda: not alive(pid) or is_zombie(pid), timeout=WAIT)


def is_zombie(pid: int) -> bool:
    """Whether a process has ended and only waits to be counted by whoever adopted it."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text(encoding="utf-8").split()[2] == "Z"


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_letters_are_trained_and_a_trace_is_checked_meanwhile(qtbot: QtBot, qapp: object) -> None:
    from core.letters.network import Letters
    from core.trace import compute
    from core.training.letters import Moment
    from core.training.parity import Parity, operands
    from tests.core.test_parity import toy

    worker = WorkerProcess()
    task = worker.start("train_letters", heads=3, seed=0, steps=5000, every=2)
    heard = reports(task)
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT)
    parity = ended(qtbot, worker.start("check_attention", **operands(compute(toy()))))
    assert isinstance(parity, Parity) and parity.weights < 1e-15 and parity.output < 1e-14
    assert task.open
    task.cancel()
    made = ended(qtbot, worker.start("train_letters", heads=1, steps=4, every=2))
    assert isinstance(made, Letters) and made.steps == 4
    assert isinstance(heard[0], Moment) and heard[0].step == 0
    refused = worker.start("train_letters", heads=5)
    assert ended(qtbot, refused) == "5 heads do not divide d_model = 48."
    assert refused.state == "refused"
    worker.stop()
