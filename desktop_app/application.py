"""Start-up: the shell paints first, then the lesson is read, then panes are built one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop_app import faces
from desktop_app.problems import Problems
from desktop_app.settings import ORGANISATION, Settings
from desktop_app.sizes import first_size
from desktop_app.theme import Theme, read_theme
from desktop_app.window import TITLE, Window

if TYPE_CHECKING:
    from core.lesson import Lesson

IDLE_MS = 30  # between two steps of what is done ahead while nothing else happens
QUIET_MS = 900  # without a key or the pointer before the next one
INPUT = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseMove,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.Wheel,
    QEvent.Type.TouchUpdate,
    QEvent.Type.InputMethod,
}


def qt_application(arguments: list[str]) -> QApplication:
    """The QApplication with our style and faces."""
    application = QApplication.instance() or QApplication(arguments)
    assert isinstance(application, QApplication)
    application.setApplicationName(TITLE)
    application.setApplicationDisplayName(TITLE)
    application.setOrganizationName(ORGANISATION)
    application.setStyle(QStyleFactory.create("Fusion"))
    missing = faces.load_fonts()
    if missing:
        print(f"fonts are missing: install {', '.join(missing)}", file=sys.stderr)
    from desktop_app.frame.app_icon import app_icon

    application.setWindowIcon(app_icon())
    return application


def read_themes(resources: Path) -> dict[str, Theme]:
    """Both themes, by name."""
    return {name: read_theme(resources / "theme" / f"{name}.toml") for name in ("light", "dark")}


class Application(QObject):
    """Holds window, session and worker together for one run."""

    def __init__(self, resources: Path, settings: Settings, lesson: Lesson | None = None) -> None:
        """lesson: one that is read already; without it, it is read once the shell stands."""
        super().__init__()
        self.resources, self.settings, self.lesson = resources, settings, lesson
        self.window = Window(read_themes(resources), settings)
        self.idle = QTimer(self, interval=IDLE_MS)
        self.idle.timeout.connect(self.build_next)
        self.ahead: Iterator[None] | None = None

    def open_lesson(self, slide: int | None = None, paths: Sequence[Path] = ()) -> None:
        """Read the lesson, open files, and show a slide: the one asked for, else the first."""
        from core.reading import read_lesson
        from desktop_app import access
        from desktop_app.files.files import Files
        from desktop_app.sampling import Sampler
        from desktop_app.session import Session
        from desktop_app.tensors.dropping import Drops
        from desktop_app.tensors.opening import is_tensors, show_files
        from desktop_app.tensors.remembering import Remembering
        from desktop_app.worker_process import WorkerProcess

        access.install()
        folder = self.resources / "lessons" / "attention"
        lesson = self.lesson or read_lesson(folder)
        self.session = Session(lesson, self.settings.done, self.settings.seen)
        self.session.challenge_reached.connect(self.keep_progress)
        self.session.solution_seen.connect(self.keep_progress)
        self.sampler = Sampler(self)
        self.session.sample_wanted.connect(self.sampler.draw)
        self.sampler.drawn.connect(self.session.sample_drawn)
        self.sampler.fraction.connect(self.session.sample_progressed)
        self.sampler.busy_changed.connect(partial(self.window.bottom.status.set_busy, "sample"))
        self.worker = WorkerProcess(self)
        self.window.pages.worker = self.worker
        self.open_training()
        self.window.open(self.session, folder)
        self.window.closed.connect(self.sampler.stop)
        self.window.closed.connect(self.worker.stop)
        if not lesson.slides:
            self.window.show_failure([str(problem) for problem in lesson.problems])
            return
        self.session.go(min(max(slide or 1, 1), len(lesson.slides)))
        if self.settings.damaged:
            self.window.bottom.status.say(self.settings.damaged, error=True)
        if lesson.problems:
            self.window.bottom.status.say(str(lesson.problems[0]), error=True)
        tensors = [path for path in paths if is_tensors(path)]
        sessions = [path for path in paths if path not in tensors]
        files = Files(self.window, self.session)
        Remembering(self.window, files)
        files.begin(sessions)
        Drops(self.window)
        if slide and paths:
            self.session.go(min(slide, len(lesson.slides)))
        if tensors:
            show_files(self.window, tensors)

    def keep_progress(self) -> None:
        """Which challenges were reached outlasts the window; how is kept nowhere."""
        self.settings.done, self.settings.seen = self.session.done, self.session.seen

    def open_training(self) -> None:
        """Find what was trained here earlier; the page for more is built when it is asked for."""
        from desktop_app.training.training import Training

        kept = self.settings.made_here / "translators"
        self.training = Training(self.session, self.worker, kept, self)
        for signal, error in ((self.training.said, False), (self.training.refused, True)):
            signal.connect(partial(self.window.bottom.status.say, error=error))
        self.window.pages.training = self.training

    def build_when_idle(self) -> None:
        """Build the other panes, then the article, between two moments of use."""
        self.idle.start()
        self.window.windowHandle().installEventFilter(self)

    def build_next(self) -> None:
        """One step of what is done ahead."""
        self.idle.setInterval(IDLE_MS)
        if self.ahead is None:
            from desktop_app.ahead import steps

            self.ahead = steps(self.window, self.session)
        if next(self.ahead, "done") == "done":
            self.idle.stop()
            self.window.windowHandle().removeEventFilter(self)

    def settle(self) -> None:
        """Wait until what is being drawn or painted is done (shots and the tour)."""
        QApplication.processEvents()
        while self.sampler.drawing is not None and self.sampler.drawing.isRunning():
            self.sampler.drawing.wait()
            QApplication.processEvents()
        QApplication.processEvents()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While somebody types or drags, nothing is built."""
        if event.type() in INPUT and self.idle.isActive():
            self.idle.start(QUIET_MS)
        return super().eventFilter(watched, event)

    def close(self) -> None:
        """End every thread and the worker process; called when the application quits."""
        self.idle.stop()
        self.window.pages.stop()
        if hasattr(self, "sampler"):
            self.sampler.stop()
            self.worker.stop()
            self.training.close()


def run(
    resources: Path,
    slide: int | None,
    theme: str | None,
    settings: Settings,
    paths: Sequence[Path] = (),
) -> int:
    """Open the window, with files, and stay until it closes. Returns the exit code."""
    qt = qt_application(sys.argv[:1])
    settings.theme_for_now = theme
    application = Application(resources, settings)
    problems = Problems(Path(settings.file).with_name("problems.txt"))
    problems.install()
    problems.tell = lambda sentence: application.window.bottom.status.say(sentence, error=True)
    application.window.problems = problems
    qt.aboutToQuit.connect(application.close)
    window = application.window
    if settings.geometry.isEmpty():
        room = window.screen().availableSize()
        window.resize(*first_size((room.width(), room.height())))
    else:
        window.restoreGeometry(settings.geometry)
    window.show()

    def after_first_frame() -> None:
        window.repaint()  # the shell stands before anything slow begins
        application.open_lesson(slide, paths)
        application.build_when_idle()

    QTimer.singleShot(0, after_first_frame)
    return int(qt.exec())
