"""An edit paints only what moved: the screen must then look as if all had been painted anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from core.experiment import AttentionExperiment
from desktop_app import lettering
from desktop_app.application import Application

Opened = Callable[..., Application]


def settle() -> None:
    """Deliver what is posted, then paint."""
    QApplication.processEvents()
    QApplication.sendPostedEvents()


def on_screen(application: Application) -> QImage:
    window = application.window
    shot = window.screen().grabWindow(window.winId()).toImage()
    return shot.convertToFormat(QImage.Format.Format_RGB32)


def afresh(application: Application) -> QImage:
    return application.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def scrubbed(application: Application, turn: int) -> None:
    application.window.view(5).lab.ask_cell("query", 2, 2, (0.1, 30.0, -0.4)[turn], 1)  # type: ignore[attr-defined]


def pinned(application: Application, turn: int) -> None:
    experiment = application.session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    application.session.select(replace(experiment, pinned=(1 + turn, 2)))


def masked(application: Application, turn: int) -> None:
    application.window.view(5).lab.ask_mask(("causal", "custom", "none")[turn])  # type: ignore[attr-defined]


def other_length(application: Application, turn: int) -> None:
    application.window.view(2).lab.ask_length((8, 30, 12)[turn], 1)  # type: ignore[attr-defined]


def other_cost(application: Application, turn: int) -> None:
    application.window.view(8).lab.ask_length((10, 1000, 50)[turn], 1)  # type: ignore[attr-defined]


def other_key_size(application: Application, turn: int) -> None:
    application.window.view(6).lab.ask_key_size((2, 512, 64)[turn], 1)  # type: ignore[attr-defined]


def other_heads(application: Application, turn: int) -> None:
    application.window.view(7).lab.asking.heads((1, 4, 2)[turn], 1)  # type: ignore[attr-defined]


def other_words(application: Application, turn: int) -> None:
    application.window.view(8).lab.ask_sentence(("one two", "one two three", "two three one")[turn])  # type: ignore[attr-defined]


def scrubbed_across(application: Application, turn: int) -> None:
    application.window.view(9).lab.asking.cell("query", 0, 0, (0.1, 12.25, -0.4)[turn], 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("slide", "act"),
    [
        (2, other_length),
        (5, scrubbed),
        (5, pinned),
        (5, masked),
        (6, other_key_size),
        (7, other_heads),
        (8, other_words),
        (8, other_cost),
        (9, scrubbed_across),
    ],
)
def test_the_screen_after_an_edit_is_what_a_whole_painting_shows(
    opened: Opened, slide: int, act: Callable[[Application, int], None]
) -> None:
    application = opened(slide)
    settle()
    for turn in range(3):
        act(application, turn)
        settle()
        assert on_screen(application) == afresh(application), turn


def test_a_drag_writes_only_the_number_that_it_moves(opened: Opened) -> None:
    application = opened(5)
    settle()
    scrubbed(application, 0)
    settle()
    grid = application.window.view(5).lab.grids["query"]  # type: ignore[attr-defined]
    place = QRect(grid.mapTo(application.window, QPoint(0, 0)), grid.size()).toRectF()
    with lettering.audit() as watch:
        scrubbed(application, 1)
        settle()
    assert [text.text for text in watch.drawn if place.contains(text.bounds)] == ["30.0"]


def test_plots_and_their_pane_are_painted_together(opened: Opened, qapp: QApplication) -> None:
    application = opened(6)
    settle()
    painted = Painted(application.window.view(6).lab)
    qapp.installEventFilter(painted)
    other_key_size(application, 0)
    settle()
    qapp.removeEventFilter(painted)
    assert painted.times == 1


class Painted(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.widget, self.times = widget, 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.times += watched is self.widget and event.type() == QEvent.Type.Paint
        return False
