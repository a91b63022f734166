"""What every window test needs: an application with preferences of its own, and nothing moving."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.lesson import Lesson
from core.reading import read_lesson
from desktop_app import lettering, motion
from desktop_app.application import Application, qt_application, read_themes
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.sizes import MEDIUM
from desktop_app.slide_view import SlideView
from desktop_app.theme import Theme

PATIENCE = 120_000  # milliseconds
RESOURCES = Path(__file__).resolve().parents[2] / "resources"


@pytest.fixture(scope="session")
def qapp() -> Iterator[object]:
    """The one QApplication, with our style and faces; pytest-qt uses it."""
    yield qt_application(["tests"])


class PatientBot(QtBot):
    """Waits up to two minutes: a wait ends with what it waits for, on a busy machine as well."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE, **more: object) -> object:
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's robot, with patience."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    return read_lesson(RESOURCES / "lessons" / "attention")


@pytest.fixture(scope="session")
def themes() -> dict[str, Theme]:
    return read_themes(RESOURCES)


@pytest.fixture
def theme(themes: dict[str, Theme], qapp: object) -> Theme:
    return themes["light"]


@pytest.fixture
def session(lesson: Lesson, qapp: object) -> Session:
    return Session(lesson)


@pytest.fixture(autouse=True)
def nothing_left_open(qapp: QApplication) -> Iterator[None]:
    """Closes what a test leaves open: a dialog would keep the next one's keys to itself.

    Nothing moves either, unless a test asks for it.
    """
    motion.set_reduced(True)
    yield
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible():
            widget.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "preferences.ini")
    made.reduced_motion = True
    return made


@pytest.fixture
def opened(
    qtbot: QtBot, settings: Settings, lesson: Lesson
) -> Iterator[Callable[..., Application]]:
    """Opens the application on a slide: `opened(5)`, `opened(6, (1024, 720))`."""
    made: list[Application] = []

    def open_(slide: int = 1, size: tuple[int, int] = (1280, 800)) -> Application:
        application = Application(RESOURCES, settings, lesson)
        made.append(application)
        application.window.resize(*size)
        application.window.show()
        # Another test's window may have been left in front, and the pointer anywhere.
        QCursor.setPos(application.window.mapToGlobal(QPoint(2, 2)))
        application.window.activateWindow()
        qtbot.waitUntil(application.window.isActiveWindow)
        application.open_lesson(slide)
        application.settle()
        return application

    yield open_
    for application in made:
        application.window.close()
        application.close()
        # Python still knows the window through its signals; Qt lets go of what it drew.
        application.window.deleteLater()
        application.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    motion.set_reduced(False)


@pytest.fixture
def shown(
    qtbot: QtBot, theme: Theme, session: Session
) -> Iterator[Callable[[int, Callable[[Theme], Lab]], SlideView]]:
    """Shows one slide without the window round it, which is faster: `shown(3, AlignmentLab)`."""
    motion.set_reduced(True)

    def show(slide: int, lab: Callable[[Theme], Lab]) -> SlideView:
        session.go(slide)
        view = SlideView(theme, session, session.current, lab(theme))
        qtbot.addWidget(view)
        view.set_size_class(MEDIUM, low=False)
        view.resize(1280, 712)
        session.experiment_changed.connect(lambda _: view.refresh())
        view.show()
        view.refresh()
        return view

    yield show
    motion.set_reduced(False)


@pytest.fixture
def audit() -> Iterator[lettering.Audit]:
    """Every text painted during the test."""
    with lettering.audit() as watched:
        yield watched


def painted(part: QWidget) -> list[str]:
    """Every text of a part as it is painted now."""
    with lettering.audit() as watched:
        part.grab()
    return [drawn.text for drawn in watched.drawn]


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """A left click, in the middle or at a place."""
    QTest.mouseClick(
        widget,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        place if place is not None else widget.rect().center(),
    )


def drag(
    widget: QWidget, start: QPoint, end: QPoint, held: Qt.KeyboardModifier | None = None
) -> None:
    """Press, move in two steps, release."""
    held = held or Qt.KeyboardModifier.NoModifier
    button = Qt.MouseButton.LeftButton
    QTest.mousePress(widget, button, held, start)
    move(widget, (start + end) / 2, held)
    move(widget, end, held)
    QTest.mouseRelease(widget, button, held, end)


def move(widget: QWidget, place: QPoint, held: Qt.KeyboardModifier | None = None) -> None:
    """Move the pointer with the left button and perhaps a modifier held down."""
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(widget.mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        held or Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)
