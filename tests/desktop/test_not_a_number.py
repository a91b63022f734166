"""NaN and infinities can be painted: they end neither the paint nor the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

import desktop_app.states as recomputing
from core.trace import Step, Trace, compute
from desktop_app import numbers
from desktop_app.application import Application
from desktop_app.instruments.plane_view import PlaneState, drawable, plane_view
from desktop_app.theme import Theme

# What a fault can make of an experiment's numbers; the other steps are places, counts and inputs.
MADE = {"scores", "scaled", "masked", "exponentials", "weights", "context", "output", "outputs"}
MADE |= {"concat", "query", "key", "value", "dot_products", "feet", "states"}


def spoiled(trace: Trace, number: float) -> Trace:
    """A trace in which every other number that is made is `number`."""

    def step(found: Step) -> Step:
        array = np.array(found.array)
        array.reshape(-1)[::2] = number
        return replace(found, array=array)

    steps = {
        name: step(found) if name in MADE and found.array.size else found
        for name, found in trace.steps.items()
    }
    return replace(trace, steps=steps)


@pytest.fixture
def spoil(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """The engine's numbers arrive spoiled from here on."""

    def begin(number: float) -> None:
        monkeypatch.setattr(
            recomputing, "compute", lambda one, sample=None: spoiled(compute(one, sample), number)
        )

    yield begin


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("slide", [2, 3, 4, 5, 7, 8, 9])
def test_every_lab_survives_numbers_that_are_none(
    opened: Callable[..., Application], spoil: Callable[[float], None], slide: int
) -> None:
    application = opened(slide)
    lab = application.window.view(slide).lab
    for number in (np.nan, np.inf):
        spoil(number)
        application.session.traces.clear()
        application.window.refresh(slide)
        application.settle()
        for widget in lab.findChildren(QWidget):
            if widget.isVisible():
                point_at(widget, widget.rect().center())
        assert not application.window.grab().isNull()


def point_at(widget: QWidget, place: QPoint) -> None:
    """Move the pointer over a place, no button held."""
    at, none = QPointF(place), Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, QPointF(widget.mapToGlobal(place)), none, none,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def test_colours_of_no_number_are_the_alert(theme: Theme) -> None:
    assert theme.weight_colour(np.nan) == theme.alert_tint
    assert theme.score_colour(np.nan, 4.0) == theme.alert_tint
    assert theme.role_ramp_colour("key", np.nan) == theme.alert_tint
    assert theme.weight_colour(np.inf) == theme.weight_ramp[-1]


def test_no_number_reaches_nowhere_and_is_written() -> None:
    assert [numbers.extent(one) for one in (np.nan, -np.inf, 0.25, np.inf)] == [0, 0, 0.25, 1]
    assert numbers.edited(np.nan) == "n/a"


def test_vectors_that_are_no_numbers_stand_at_the_origin() -> None:
    keys = np.array([[1.0, 2.0], [np.nan, 1.0], [np.inf, 0.0]])
    state = PlaneState(
        "it", ("a", "b", "c"), np.array([np.inf, 1.0]), keys, keys, np.array([1.0, np.nan, np.inf]),
        np.inf, np.zeros(3), 1, ("it", "a", "b", "c"),
    )  # fmt: skip
    placed = drawable(state)
    assert placed.length == 0 and not placed.query.any()
    assert placed.keys.tolist() == [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
    assert np.isnan(placed.dots[1])
    view = plane_view(400, 300, placed)
    assert all(QRectF(0, 0, 400, 300).contains(view.at(tip)) for tip in placed.keys)
