"""Sessions through the window: menus, keys and dialogs, the title, and what a crash leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from core.experiment import AttentionExperiment, VarianceExperiment
from core.saved.session import read
from desktop_app import commands
from desktop_app.application import Application
from desktop_app.files.files import Files, files_of
from desktop_app.files.menu import fill_recent
from desktop_app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
Opened = Callable[..., Application]
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def files(application: Application) -> Files:
    found = files_of(application.window)
    assert found is not None
    return found


def shown(application: Application, kind: type[QDialog]) -> QDialog:
    """The one dialog of a kind that is open."""
    [dialog] = [one for one in application.window.findChildren(kind) if one.isVisible()]
    return dialog


def answer(dialog: QDialog, words: str) -> None:
    """Click a button by its words."""
    [button] = [one for one in dialog.findChildren(QPushButton) if one.text() == words]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def name_file(application: Application, path: Path) -> None:
    """Type a name into the open file dialog and press Enter."""
    dialog = shown(application, QFileDialog)
    [field] = [one for one in dialog.findChildren(QLineEdit) if one.objectName() == "fileNameEdit"]
    field.setText(str(path))
    QTest.keyClick(field, Qt.Key.Key_Return)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def told(application: Application) -> str:
    """What the open dialog says."""
    [text] = shown(application, QDialog).findChildren(QPlainTextEdit)
    return text.toPlainText()


def shuffle(application: Application) -> AttentionExperiment:
    """Change slide 5."""
    application.session.go(5)
    application.window.view(5).lab.press("R")
    now = application.session.experiment(5)
    assert isinstance(now, AttentionExperiment)
    return now


def change_everything(application: Application) -> dict[int, object]:
    """Undoably change slides 4 to 9 with their own keys; what every slide holds then."""
    session = application.session
    for number in (4, 5, 7, 8, 9):
        session.go(number)
        lab = application.window.view(number).lab
        lab.press("X" if number == 9 else "R")
    session.edit(VarianceExperiment(512, 7), "another size", number=6)
    return {number: history.experiment for number, history in session.histories.items()}


# saving and opening


def test_every_pane_comes_back_through_keys_and_dialogs(opened: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "Mário 許功蓋"
    folder.mkdir()
    first = opened(5)
    wanted = change_everything(first)
    assert first.window.isWindowModified()
    first.session.go(8)
    QTest.keyClick(first.window, Qt.Key.Key_S, CONTROL)
    name_file(first, folder / "attention v1.2")
    path = folder / "attention v1.2.attention"
    assert path.is_file()
    assert not first.window.isWindowModified()
    assert first.window.windowTitle().startswith("attention v1.2.attention[*]")
    first.window.close()

    second = opened(1)
    QTest.keyClick(second.window, Qt.Key.Key_O, CONTROL)
    name_file(second, path)
    assert second.session.slide == 8
    now = {number: history.experiment for number, history in second.session.histories.items()}
    assert now == wanted
    assert not second.window.isWindowModified()


def test_opening_is_one_undoable_step_a_slide(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    shuffled = shuffle(application)
    files(application).save(tmp_path / "a.attention")
    files(application).begin_new()
    own = application.session.experiment(5)
    assert own == application.session.histories[5].start != shuffled
    assert application.window.windowFilePath() == ""
    files(application).open(tmp_path / "a.attention")
    assert application.session.experiment(5) == shuffled
    QTest.keyClick(application.window, Qt.Key.Key_Z, CONTROL)
    assert application.session.experiment(5) == own
    assert application.window.isWindowModified()
    assert not application.session.histories[8].can_undo


def test_saving_again_asks_for_no_name_and_save_as_for_another(
    opened: Opened, tmp_path: Path
) -> None:
    application = opened(5)
    shuffle(application)
    files(application).save(tmp_path / "a.attention")
    shuffled = shuffle(application)
    QTest.keyClick(application.window, Qt.Key.Key_S, CONTROL)
    assert read(tmp_path / "a.attention").experiments["scaled-dot-product"] == shuffled
    QTest.keyClick(application.window, Qt.Key.Key_S, CONTROL | SHIFT)
    name_file(application, tmp_path / "b")
    assert files(application).document.name == "b.attention"
    assert application.window.settings.folder == str(tmp_path)


@pytest.mark.parametrize("replace", [False, True])
def test_a_file_that_is_there_is_replaced_only_when_asked(
    opened: Opened, tmp_path: Path, replace: bool
) -> None:
    there = tmp_path / "abc.attention"
    there.write_text("precious", encoding="utf-8")
    application = opened(5)
    QTest.keyClick(application.window, Qt.Key.Key_S, CONTROL)
    name_file(application, tmp_path / "abc")
    answer(shown(application, QDialog), "Replace" if replace else "Cancel")
    assert (there.read_text(encoding="utf-8") == "precious") is not replace


def test_sharing_writes_a_file_and_goes_on_as_before(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    shuffled = shuffle(application)
    commands.run(application.window, "share")
    name_file(application, tmp_path / "for you")
    assert read(tmp_path / "for you.attention").experiments["scaled-dot-product"] == shuffled
    assert application.window.isWindowModified()
    assert files(application).document.name == ""


def test_no_answer_and_no_progress_is_in_the_file(opened: Opened, tmp_path: Path) -> None:
    application = opened(10)
    application.session.done.add("some-challenge")
    files(application).save(tmp_path / "a.attention")
    table = json.loads((tmp_path / "a.attention").read_text(encoding="utf-8"))
    assert set(table) == {"file", "version", "slide", "experiments"}
    assert table["slide"] == "knowledge-check"
    assert len(table["experiments"]) == len(application.session.histories)


# files that are no good


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ('{"a": 1', "line 1: the file breaks off"),
        ('{"file": "The Attention Mechanism, session", "version": 99}', "newer version"),
        ('{"made by": "somebody else"}', "not a session"),
    ],
)
def test_a_bad_file_changes_nothing_and_stays_as_it_is(
    opened: Opened, tmp_path: Path, content: str, words: str
) -> None:
    path = tmp_path / "bad.attention"
    path.write_text(content, encoding="utf-8")
    application = opened(5)
    shuffled = shuffle(application)
    files(application).open(path)
    assert words in told(application)
    assert told(application).startswith("bad.attention")
    assert application.session.experiment(5) == shuffled
    assert path.read_text(encoding="utf-8") == content
    assert list(files(application).unsaved.aside()) == []


def test_a_slide_that_cannot_be_opened_is_told_and_not_lost_by_saving(
    opened: Opened, tmp_path: Path
) -> None:
    application = opened(5)
    path = tmp_path / "a.attention"
    files(application).save(path)
    table = json.loads(path.read_text(encoding="utf-8"))
    strange = {"kind": "dance", "steps": 3}
    table["experiments"]["multi-head"] = strange
    table["experiments"]["variance-control"] = table["experiments"]["scaled-dot-product"]
    table["experiments"]["another lesson's"] = {"kind": "variance"}
    table["experiments"]["self-attention"]["seed"] = 5
    path.write_text(json.dumps(table), encoding="utf-8")
    files(application).open(path)
    for part in ("07 Multi-Head", "dance", "06 Why Scale?: this pane takes", "no such pane"):
        assert part in told(application)
    assert application.session.experiment(8).seed == 5  # type: ignore[union-attr]
    answer(shown(application, QDialog), "Close")
    QTest.keyClick(application.window, Qt.Key.Key_S, CONTROL)
    again = json.loads(path.read_text(encoding="utf-8"))["experiments"]
    assert again["multi-head"] == strange
    assert again["another lesson's"].items() >= {"kind": "variance", "key_size": 64}.items()
    assert again["variance-control"]["kind"] == "attention"
    application.session.edit(VarianceExperiment(2, 7), "changed", number=6)
    QTest.keyClick(application.window, Qt.Key.Key_S, CONTROL)
    assert read(path).experiments["variance-control"] == VarianceExperiment(2, 7)


def test_a_place_that_cannot_be_written_is_told_and_the_work_stays_modified(
    opened: Opened, tmp_path: Path
) -> None:
    application = opened(5)
    shuffle(application)
    files(application).save(tmp_path / "gone" / "a.attention")
    assert "a.attention was not written: there is no folder" in told(application)
    assert application.window.isWindowModified()
    assert files(application).document.name == ""


@pytest.mark.parametrize("content", [b"", b"\0\0", b'{"a": 1', b"\xff\xfe\0[[[", b"[General\nx"])
def test_damaged_preferences_are_kept_and_the_application_starts(
    opened: Opened, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "preferences.ini"
    path.write_bytes(content)
    settings = Settings(path)
    assert (settings.theme, settings.slide, settings.recent) == ("light", 1, [])
    assert settings.folder == str(Path.home())
    if settings.damaged:
        assert (tmp_path / "preferences.damaged").read_bytes() == content
        application = Application(ROOT / "resources", settings)
        application.open_lesson(5)
        assert "the preferences are damaged" in application.window.bottom.status.message
        application.window.close()
        application.close()
    else:
        assert content in {b"", b"\0\0"}


# recent files


def entries(application: Application) -> list[str]:
    from PySide6.QtWidgets import QMenu

    menu = QMenu()
    fill_recent(files(application), menu)
    return [action.text() for action in menu.actions() if action.text()]


def test_recent_files_are_listed_newest_first_and_tell_equal_names_apart(
    opened: Opened, tmp_path: Path
) -> None:
    application = opened(5)
    for name in ("a & b", "c", "d/c", "c"):
        path = tmp_path / f"{name}.attention"
        path.parent.mkdir(exist_ok=True)
        files(application).save(path)
    assert entries(application) == [
        f"c.attention   ({tmp_path})",
        f"c.attention   ({tmp_path / 'd'})",
        "a && b.attention",
        "Clear this list",
    ]
    (tmp_path / "c.attention").unlink()
    files(application).open(tmp_path / "c.attention")
    assert "There is no file" in told(application)
    assert entries(application)[0] == "c.attention"
    again = Settings(tmp_path / "preferences.ini")
    application.window.settings.write()
    assert len(again.recent) == 2


# links


def test_a_link_carries_a_slide_into_another_window(opened: Opened) -> None:
    application = opened(5)
    shuffled = shuffle(application)
    commands.run(application.window, "copy_link")
    text = QGuiApplication.clipboard().text()
    assert text.startswith("attention-1:")
    application.session.reset()
    application.session.go(9)
    QGuiApplication.clipboard().setText(f"  {text[:50]}\n{text[50:]} ")
    commands.run(application.window, "paste_link")
    assert application.session.slide == 5
    assert application.session.experiment(5) == shuffled
    application.session.undo()
    assert application.session.experiment(5) == application.session.histories[5].start


def test_what_is_no_link_is_told(opened: Opened) -> None:
    application = opened(5)
    QGuiApplication.clipboard().setText("hello")
    commands.run(application.window, "paste_link")
    assert "no link state on the clipboard" in told(application)
    application.session.go(10)
    commands.run(application.window, "copy_link")
    assert "no numbers" in application.window.bottom.status.message
    assert QGuiApplication.clipboard().text() == "hello"


# unsaved work


def test_unsaved_work_is_written_a_moment_after_a_change(opened: Opened, qtbot: QtBot) -> None:
    application = opened(5)
    shuffled = shuffle(application)
    place = files(application).unsaved.place
    assert place is not None
    qtbot.waitUntil(place.exists)
    left = read(place)
    assert left.experiments["scaled-dot-product"] == shuffled
    assert left.unsaved is not None
    assert not left.unsaved.closed
    application.session.undo()
    qtbot.waitUntil(lambda: not place.exists())


def test_a_long_drag_is_written_when_it_rests_or_at_the_latest_after_four_seconds(
    opened: Opened,
) -> None:
    application = opened(5)
    unsaved = files(application).unsaved
    lab = application.window.view(5).lab
    unsaved.timer.stop()
    lab.ask_cell("query", 0, 0, 0.2, 1)
    waiting = unsaved.timer.remainingTime()
    unsaved.first -= 2000  # the drag has lasted for two seconds
    lab.ask_cell("query", 0, 0, 0.3, 1)
    # Qt's coarse timers may be off by a twentieth.
    assert 600 < waiting <= 735 and 600 < unsaved.timer.remainingTime() <= 735
    unsaved.first -= 1700
    lab.ask_cell("query", 0, 0, 0.4, 1)
    assert unsaved.timer.remainingTime() <= 315


def test_closing_keeps_unsaved_work_and_the_next_start_brings_it_back(
    opened: Opened, tmp_path: Path
) -> None:
    first = opened(5)
    files(first).save(tmp_path / "mine.attention")
    shuffled = shuffle(first)
    first.window.close()
    second = opened(5)
    assert second.session.experiment(5) == shuffled
    assert files(second).document.name == "mine.attention"
    assert second.window.isWindowModified()
    assert "your unsaved work is here again" in second.window.bottom.status.message
    second.session.undo()
    assert second.session.experiment(5) == second.session.histories[5].start
    assert not second.window.isWindowModified()
    second.window.close()
    assert not files(opened(1)).document.modified


def test_looking_round_is_no_change(opened: Opened) -> None:
    application = opened(1)
    session = application.session
    for number in (1, 4, 5, 6, 7, 8, 9, 10, 11):
        session.go(number)
        application.settle()
    title = session.experiment(1)
    session.select(msgspec.structs.replace(title, pointed=5), number=1)
    attention = session.experiment(5)
    session.select(msgspec.structs.replace(attention, pinned=(1, 1)), number=5)
    assert not application.window.isWindowModified()
    shuffle(application)
    session.undo()
    assert not application.window.isWindowModified()


def test_beginning_the_lesson_again_keeps_what_was_made(opened: Opened) -> None:
    application = opened(5)
    shuffled = shuffle(application)
    commands.run(application.window, "restart")
    answer(shown(application, QDialog), "Restart")
    assert not application.window.isWindowModified()
    [aside] = files(application).unsaved.aside()
    assert read(aside).experiments["scaled-dot-product"] == shuffled


def test_what_is_kept_as_a_is_in_the_session(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    a = application.session.experiment(5)
    QTest.keyClick(application.window, Qt.Key.Key_B, CONTROL | SHIFT)
    assert application.session.kept.experiments == {5: a}
    assert application.window.isWindowModified()
    b = shuffle(application)
    files(application).save(tmp_path / "ab.attention")
    assert not application.window.isWindowModified()
    files(application).begin_new()
    assert application.session.kept.experiments == {}
    files(application).open(tmp_path / "ab.attention")
    assert application.session.experiment(5) == b
    state = application.session.kept.state(5)
    assert state is not None
    assert state[0] == a == state[1].experiment
    assert not application.window.isWindowModified()


def test_a_state_a_that_cannot_be_read_is_told(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    path = tmp_path / "ab.attention"
    files(application).save(path)
    table = json.loads(path.read_text(encoding="utf-8"))
    variance = table["experiments"]["variance-control"]
    table["kept"] = {"scaled-dot-product": {"kind": "dance"}, "multi-head": variance}
    path.write_text(json.dumps(table), encoding="utf-8")
    files(application).open(path)
    assert "its state A cannot be opened: " in told(application)
    assert "07 Multi-Head Attention: its state A cannot be opened: it does not" in told(application)
    assert application.session.kept.experiments == {}


def test_two_windows_keep_their_work_apart(opened: Opened) -> None:
    one, two = opened(5), opened(5)
    first, second = shuffle(one), shuffle(two)
    application = two
    application.window.view(5).lab.press("R")
    second = application.session.experiment(5)  # type: ignore[assignment]
    assert first != second
    one.window.close()
    two.window.close()
    three = opened(5)
    four = opened(5)
    assert three.session.experiment(5) == first
    assert four.session.experiment(5) == second


def test_another_session_sets_unsaved_work_aside(opened: Opened, tmp_path: Path) -> None:
    application = opened(5)
    files(application).save(tmp_path / "a.attention")
    shuffled = shuffle(application)
    files(application).open(tmp_path / "a.attention")
    [aside] = files(application).unsaved.aside()
    assert read(aside).experiments["scaled-dot-product"] == shuffled
    assert "File, Open recent" in application.window.bottom.status.message
    assert aside.stem in entries(application)
    files(application).begin_new()
    assert len(list(files(application).unsaved.aside())) == 1  # nothing had changed since


def test_work_that_cannot_be_kept_is_asked_about(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "unsaved").write_text("in the way", encoding="utf-8")
    application = opened(5)
    assert "unsaved work cannot be kept" in application.window.bottom.status.message
    shuffle(application)
    application.window.close()
    assert application.window.isVisible()
    assert "Closing now would lose" in told(application)
    answer(shown(application, QDialog), "Cancel")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    application.window.close()
    answer(shown(application, QDialog), "Close without saving")
    assert not application.window.isVisible()


def test_unsaved_work_that_is_damaged_is_set_aside_untouched(
    opened: Opened, tmp_path: Path
) -> None:
    folder = tmp_path / "unsaved"
    folder.mkdir()
    (folder / "1.attention").write_text('{"file":', encoding="utf-8")
    application = opened(5)
    assert "cannot be read" in application.window.bottom.status.message
    [aside] = files(application).unsaved.aside()
    assert aside.read_text(encoding="utf-8") == '{"file":'


CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from desktop_app.application import Application, qt_application
from desktop_app.files.files import files_of
from desktop_app.settings import Settings

qt = qt_application(["child"])
application = Application(Path("resources"), Settings(Path(sys.argv[1])))
application.window.show()
application.open_lesson(5)
application.window.view(5).lab.press("R")
place = files_of(application.window).unsaved.place

def report():
    if place.exists():
        print(application.session.experiment(5).seed, flush=True)

watch = QTimer(interval=50)
watch.timeout.connect(report)
watch.start()
qt.exec()
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_process_loses_nothing_but_the_last_moment(opened: Opened, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path / "preferences.ini")],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    seed = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    application = opened(1)
    assert "ended last time without being closed" in told(application)
    dialog = shown(application, QDialog)
    answer(dialog, "Bring it back")
    assert application.session.slide == 5
    assert application.session.experiment(5).seed == seed  # type: ignore[union-attr]
    application.session.undo()
    assert application.session.experiment(5) == application.session.histories[5].start


def test_after_a_crash_not_now_leaves_the_work_in_the_menu(opened: Opened, tmp_path: Path) -> None:
    first = opened(5)
    shuffled = shuffle(first)
    files(first).unsaved.write()
    files(first).unsaved.stop()  # as the system does when a process ends
    second = opened(5)
    answer(shown(second, QDialog), "Not now")
    assert second.session.experiment(5) == second.session.histories[5].start
    [aside] = files(second).unsaved.aside()
    files(second).open(aside)
    assert second.session.experiment(5) == shuffled


# the command line


def test_a_file_on_the_command_line_is_opened(opened: Opened, tmp_path: Path) -> None:
    import main

    path = tmp_path / "a b.attention"
    application = opened(5)
    shuffled = shuffle(application)
    files(application).save(path)
    commands_ = {"open", "tour", "check"}
    asked = main.parser().parse_args(main.with_open(["--theme", "dark", str(path)], commands_))
    assert (asked.command, asked.files, asked.theme) == ("open", [path], "dark")
    for others in (["tour"], ["check", "folder.x"], ["nonsense"], ["--help"], []):
        assert main.with_open(others, commands_) == others
    application.window.close()
    made = Application(ROOT / "resources", application.settings)
    made.open_lesson(None, [path])
    assert made.session.slide == 5
    assert made.session.experiment(5) == shuffled
    made.window.close()
    made.close()
    QApplication.processEvents()


# two writers of one file


def save_elsewhere(path: Path, application: Application) -> None:
    """Another window writes the same file."""
    other = path.with_name("other.attention")
    files(application).document.share(other)
    other.replace(path)


def test_a_file_that_somebody_else_wrote_is_replaced_only_when_asked(
    opened: Opened, tmp_path: Path
) -> None:
    path = tmp_path / "mine.attention"
    first, second = opened(5), opened(5)
    files(first).save(path)
    files(second).open(path)
    theirs = shuffle(first)
    files(first).save(path)  # its own file: no question
    assert read(path).experiments["scaled-dot-product"] == theirs
    shuffle(second)
    ours = shuffle(second)
    for way in ("Cancel", "Save as…", "Overwrite"):
        QTest.keyClick(second.window, Qt.Key.Key_S, CONTROL)
        assert told(second).startswith("mine.attention has changed since this window opened or ")
        answer(shown(second, QDialog), way)
        if way == "Save as…":
            name_file(second, tmp_path / "ours.attention")
            assert read(tmp_path / "ours.attention").experiments["scaled-dot-product"] == ours
            files(second).open(path)  # and it knows what is there now
            assert second.session.experiment(5) == theirs
            theirs = shuffle(first)
            save_elsewhere(path, first)
            shuffle(second)
            ours = shuffle(second)
        if way != "Overwrite":
            assert read(path).experiments["scaled-dot-product"] == theirs
    assert read(path).experiments["scaled-dot-product"] == ours
    assert not second.window.isWindowModified()
    second.session.undo()
    QTest.keyClick(second.window, Qt.Key.Key_S, CONTROL)  # it is ours again
    assert read(path).experiments["scaled-dot-product"] == second.session.experiment(5)


def test_unsaved_work_remembers_what_its_file_held(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "mine.attention"
    first = opened(5)
    files(first).save(path)
    shuffle(first)
    first.window.close()
    path.write_bytes(path.read_bytes() + b"\n")  # somebody else, in between
    second = opened(5)
    QTest.keyClick(second.window, Qt.Key.Key_S, CONTROL)
    assert "has changed since" in told(second)
    answer(shown(second, QDialog), "Cancel")
    path.unlink()  # nothing is there to be lost
    QTest.keyClick(second.window, Qt.Key.Key_S, CONTROL)
    assert path.is_file()
