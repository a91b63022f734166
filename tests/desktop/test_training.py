"""The training page and the real worker: a run, pause, cancel, a kill, no PyTorch, keep, drop."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from core.training.pair_progress import PairProgress, Stage
from core.translator import keeping, shelf
from core.translator.keeping import Account
from core.translator.network import Translator
from core.translator.parameters import seeded
from desktop_app.application import Application
from desktop_app.training import words
from desktop_app.training.page import TrainingPage
from desktop_app.training.training import FIELD, RUNNING, Training
from tests.desktop.conftest import click
from tests.desktop.layout import findings
from tests.desktop.wide import chosen

Open = Callable[..., Application]
WAIT = 240_000
TINY = {"attention": 60, "fixed": 60, "pairs": 400, "samples": 1, "sentences": 1, "reports": 11}


def opened_page(opened: Open, size: tuple[int, int] = (1280, 800)) -> tuple[Training, TrainingPage]:
    """The page in front of slide 5, set to train for a few seconds only."""
    application = opened(5, size)
    application.training.arguments = dict(TINY)
    application.window.command("training")
    page = application.window.pages.front
    assert isinstance(page, TrainingPage)
    return application.training, page


def made(training: Training, name: str = "Quick course, seed 7") -> Account:
    """An untrained pair on the shelf, as if it had just been trained."""
    quality = shelf.manifest_of_shipped().manifest.fixed.quality
    account = Account(
        name, "quick", 7, (1900, 2500), "2026-01-31", 61.5, {}, quality, quality, ((1, 5.0),)
    )
    models = (Translator(seeded(context, 7)) for context in ("attention", "fixed"))
    shelf.put(name, keeping.made_pair(account, *models))
    training.accounts[name] = account
    training.choose(name)
    return account


def with_pairs(training: Training) -> list[int]:
    """The slides that show translators; the tests below need at least one."""
    panes = training.panes()
    assert panes
    return panes


def test_the_learner_trains_a_pair_and_sees_it_learn(qtbot: QtBot, opened: Open) -> None:
    pytest.importorskip("torch")
    training, page = opened_page(opened)
    page.controls.seed.selectAll()
    QTest.keyClicks(page.controls.seed, "3")
    QTest.keyClick(page.controls.seed, Qt.Key.Key_Return)
    assert training.seed == 3
    click(page.controls.train)
    assert training.running and training.chosen == RUNNING
    assert not page.controls.train.isVisible() and not page.controls.seed.isEnabled()
    qtbot.waitUntil(lambda: len(training.losses[1]) > 3, timeout=WAIT)
    assert "left" in page.controls.doing.accessibleName()
    assert 0.08 < page.controls.bar.share < 1
    assert page.sheet.sharpening.map.isVisible()
    page.left.emit()  # it goes on behind the slide
    qtbot.waitUntil(lambda: not training.running, timeout=WAIT)
    assert training.sentence == "" and training.chosen == "short course, seed 3"
    account = training.accounts[training.chosen]
    for losses in (account.attention_losses, account.fixed_losses):
        assert losses[0][1] > 5.5 > losses[-1][1] + 0.5
    assert shelf.pair(account.name).source == "trained here: short course, seed 3"
    assert len(account.attention_quality) == 8
    training.train()  # the same again is another pair
    training.cancel()
    assert training.chosen == shelf.SHIPPED


def test_pause_and_cancel_act_at_once(qtbot: QtBot, opened: Open) -> None:
    pytest.importorskip("torch")
    training, page = opened_page(opened)
    training.arguments["pairs"] = 100_000  # some seconds of making sentences
    click(page.controls.train)
    qtbot.waitUntil(lambda: training.progress is not None, timeout=WAIT)
    click(page.controls.pause)
    assert training.paused and page.controls.pause.text() == "Go on"
    qtbot.wait(500)  # what was under way when the order came
    stood = training.progress
    qtbot.wait(200)
    assert training.progress is stood
    assert page.controls.doing.accessibleName().startswith("Paused: making the sentences")
    click(page.controls.pause)
    qtbot.waitUntil(lambda: training.progress is not stood, timeout=WAIT)
    click(page.controls.cancel)
    assert not training.running  # nobody had to be asked
    assert page.controls.train.isVisible() and training.names() == [shelf.SHIPPED]


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_killed_worker_is_reported_and_the_training_can_be_begun_again(
    qtbot: QtBot, opened: Open
) -> None:
    pytest.importorskip("torch")
    training, page = opened_page(opened)
    click(page.controls.train)
    qtbot.waitUntil(lambda: training.task is not None and training.task.begun, timeout=WAIT)
    os.kill(training.worker.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not training.running, timeout=WAIT)
    assert "ended unexpectedly" in page.controls.problem.accessibleName()
    assert page.controls.train.text() == "Train again"
    click(page.controls.train)
    assert training.running and not page.controls.problem.isVisible()
    training.cancel()


def test_closing_the_window_ends_the_training(qtbot: QtBot, opened: Open) -> None:
    pytest.importorskip("torch")
    training, page = opened_page(opened)
    click(page.controls.train)
    qtbot.waitUntil(lambda: training.task is not None and training.task.begun, timeout=WAIT)
    task, pid = training.task, training.worker.pid
    page.window().close()
    assert task is not None and task.state == "cancelled" and training.worker.pid == 0
    if os.name == "posix":
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_without_pytorch_the_button_says_how_to_get_it(qtbot: QtBot, opened: Open) -> None:
    training, page = opened_page(opened)
    training.worker.package = "no_such_package"
    page.refresh()
    assert "python -m pip install torch" in page.controls.doing.accessibleName()
    assert page.controls.train.text() == "Copy the command"
    click(page.controls.train)
    assert QApplication.clipboard().text() == "python -m pip install torch"
    qtbot.waitUntil(lambda: not training.running, timeout=WAIT)
    assert page.controls.train.text() == "Copy the command"
    made(training)  # everything else works
    assert page.sheet.use.isVisible() or not training.panes()


def test_a_wrong_seed_is_refused_in_words(qtbot: QtBot, opened: Open) -> None:
    training, page = opened_page(opened)
    heard: list[str] = []
    training.refused.connect(heard.append)
    page.controls.seed.setFocus()
    for wrong in ("1.5", "-2", "10000", "many"):
        page.controls.seed.selectAll()
        QTest.keyClicks(page.controls.seed, wrong)
        QTest.keyClick(page.controls.seed, Qt.Key.Key_Return)
    assert heard == [
        "a seed is a whole number from 0 to 9999; 1.5 is not",
        "a seed is a whole number from 0 to 9999; -2 is not",
        "a seed is a whole number from 0 to 9999; 10000 is not",
        "many is not a number; type one such as 0.4",
    ]
    assert training.seed == 1


def test_a_dropped_pair_leaves_the_kept_states_too(opened: Open) -> None:
    training, page = opened_page(opened)
    session, panes = training.session, with_pairs(training)
    made(training)
    training.use()
    for number in panes:
        experiment, trace = session.experiment(number), session.trace(number)
        assert experiment is not None and trace is not None
        session.kept.put(number, (experiment, trace))
    training.drop()
    for number in panes:
        kept = session.kept.state(number)
        assert kept is not None and kept[1].experiment is kept[0]
        assert getattr(kept[0], FIELD) == shelf.SHIPPED and kept[1].problem == ""


def test_a_pair_is_used_kept_found_again_and_dropped(qtbot: QtBot, opened: Open) -> None:
    training, page = opened_page(opened)
    session = training.session
    panes = with_pairs(training)
    account = made(training)
    click(page.sheet.use)
    assert [training.pair_on(number) for number in panes] == [account.name] * len(panes)
    assert not page.sheet.use.isVisible()
    session.go(panes[0])
    session.undo()
    assert training.pair_on(panes[0]) == shelf.SHIPPED
    session.redo()
    page.window().command("training")  # type: ignore[attr-defined]
    click(page.sheet.keep)
    assert not page.sheet.keep.isVisible()
    assert [each.name for each in keeping.found(training.folder).accounts] == [account.name]

    training.close()  # the next start
    again = Training(session, training.worker, training.folder)
    assert again.names() == [shelf.SHIPPED, account.name] and again.kept == {account.name}
    again.choose(account.name)
    assert again.pair().source == f"trained here: {account.name}"

    click(page.sheet.drop)
    (dialog,) = page.findChildren(QDialog)
    drop = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Drop")
    click(drop)
    assert training.names() == [shelf.SHIPPED] and training.chosen == shelf.SHIPPED
    assert [training.pair_on(number) for number in panes] == [shelf.SHIPPED] * len(panes)
    session.go(panes[0])
    while session.can_undo:  # no step names it any more
        session.undo()
        assert training.pair_on(panes[0]) == shelf.SHIPPED
    assert keeping.found(training.folder).accounts == ()


def test_a_damaged_kept_pair_is_a_sentence_and_changes_nothing(opened: Open) -> None:
    training, page = opened_page(opened)
    account = made(training)
    training.keep()
    path = keeping.folder_of(training.folder, account.name) / "attention.safetensors"
    path.write_bytes(path.read_bytes()[:100])
    training.close()
    shelf.put_kept(account.name, keeping.reader(training.folder, account))
    heard: list[str] = []
    training.refused.connect(heard.append)
    training.choose(shelf.SHIPPED)
    training.choose(account.name)
    assert page.sheet.problem.endswith("drop them and train them again.")
    assert not page.sheet.use.isVisible() and page.sheet.drop.isVisible()
    training.use()
    assert "attention.safetensors is damaged" in heard[0]
    assert training.panes_with(account.name) == []


def test_a_pane_that_names_a_pair_of_another_machine_says_so(opened: Open) -> None:
    application = opened(5)
    training, session = application.training, application.session
    for number in with_pairs(training):
        session.go(number)
        experiment = session.experiment(number)
        assert experiment is not None
        foreign = msgspec.structs.replace(experiment, **{FIELD: "seed 4 of somebody"})
        session.histories[number].edit(foreign, "opened a file")
        session.experiment_changed.emit(number)
        application.settle()
        trace = session.trace(number)
        assert trace is not None and '"seed 4 of somebody" are not on this machine' in trace.problem
        session.reset()
        assert training.pair_on(number) == shelf.SHIPPED


def test_the_list_is_walked_by_keyboard(qtbot: QtBot, opened: Open) -> None:
    training, page = opened_page(opened)
    account = made(training)
    page.sheet.list.setFocus()
    QTest.keyClick(page.sheet.list, Qt.Key.Key_Up)
    assert training.chosen == shelf.SHIPPED
    QTest.keyClick(page.sheet.list, Qt.Key.Key_Down)
    assert training.chosen == account.name
    assert page.sheet.list.accessibleName().startswith("translators: Quick course, seed 7, 2 of 2")
    reached = set()
    page.controls.seed.setFocus()
    for _ in range(40):
        at = QApplication.focusWidget()
        assert at is not None
        QTest.keyClick(at, Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    sheet = page.sheet
    wanted = {page.controls.train, page.controls.course, sheet.list, sheet.keep, sheet.drop}
    assert wanted <= reached
    QTest.keyClick(page.sheet.list, Qt.Key.Key_Escape)
    assert not page.isVisible()


SIZES = [(1024, 560), (1024, 720), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("size", chosen(SIZES, 0, 2))
def test_the_page_shows_everything(opened: Open, size: tuple[int, int]) -> None:
    training, page = opened_page(opened, size)
    application = training.parent()
    assert isinstance(application, Application)
    assert findings(application) == []
    made(training)
    training.sentence = "The worker process ended unexpectedly (signal 9); it can be started again."
    page.refresh()
    application.settle()
    assert findings(application) == []


def far(stage: Stage, done: float, seconds: float, left: float | None) -> PairProgress:
    """A report, without the models."""
    return PairProgress(stage, done, seconds, left)


def test_what_happens_is_said_with_the_time_left() -> None:
    assert words.doing(None, paused=False) == "starting PyTorch in a process of its own"
    assert words.doing(far("sentences", 0.25, 1, None), False) == "making the sentences, 25%"
    assert words.doing(far("training", 0.4, 20, 31.0), False) == (
        "training, 40%; about 30 seconds left"
    )
    assert words.doing(far("training", 0.4, 20, 31.0), True) == "paused: training, 40%"
    assert words.doing(far("measuring", 0.5, 60, 1.0), False) == (
        "measuring both on unseen sentences; a few seconds left"
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(3, "a few seconds"), (6, "about 5 seconds"), (38, "about 40 seconds"), (61, "about a minute"),
     (100, "about 2 minutes"), (205, "about 3 minutes")],
)  # fmt: skip
def test_durations_are_round(seconds: float, said: str) -> None:
    assert words.duration(seconds) == said


def test_a_slow_machine_is_told_so() -> None:
    slow = far("training", 0.2, 40, 160)
    said = words.slowness(slow, "short", cores=1)
    assert said.startswith("This computer has one core: about 3 minutes in all.")
    assert "slow, or busy" in words.slowness(slow, "short", cores=2)
    assert words.slowness(slow, "full", cores=1) == ""
    assert words.slowness(far("training", 0.01, 40, 4000), "short", cores=1) == ""


def test_the_bar_never_goes_back() -> None:
    order: tuple[tuple[Stage, float], ...] = (
        ("sentences", 0.0), ("sentences", 1.0), ("training", 0.0), ("training", 0.5),
        ("training", 1.0), ("measuring", 0.1), ("measuring", 1.0),
    )  # fmt: skip
    shares = [words.share(far(stage, done, 1, None)) for stage, done in order]
    assert shares == sorted(shares) and (shares[0], shares[-1]) == (0, 1)
