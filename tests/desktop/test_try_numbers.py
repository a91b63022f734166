"""Numbers that the Try drawer draws say where they come from, by pointer and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.explaining.explain import same
from core.measured_cost import Measured, MeasuredCost
from desktop_app.application import Application
from desktop_app.drawers.cost import CostSection
from desktop_app.drawers.heads import HeadsSection
from desktop_app.drawers.masks import MaskSection
from desktop_app.drawers.numbered import NumberedFigure
from desktop_app.drawers.section import Section
from desktop_app.drawers.values import ValuesSection
from tests.desktop.try_sections import section_of

Open = Callable[..., Application]
MADE = MeasuredCost(512, Measured((64, 128), (1e-4, 3e-4), (10**6, 2 * 10**6)))


def opened_section(application: Application, kind: type[Section]) -> Section:
    section = section_of(application, kind)
    assert isinstance(section, Section)
    if not section.opened:
        section.head.turned.emit(True)
    return section


def pointed(figure: NumberedFigure, at: int) -> None:
    QTest.mouseMove(figure.places, figure.places.mine(figure.places.places[at]).center().toPoint())


@pytest.mark.parametrize(
    ("slide", "kind", "least"),
    [(4, ValuesSection, 3), (5, MaskSection, 8), (7, HeadsSection, 21), (8, CostSection, 9)],
)
def test_every_number_of_a_section_explains_itself_and_its_sum_holds(
    opened: Open, slide: int, kind: type[Section], least: int
) -> None:
    application = opened(slide)
    section = opened_section(application, kind)
    sums = application.window.view(slide).lab.sums
    count = 0
    for figure in section.findChildren(NumberedFigure):
        for place in figure.places.places:
            assert figure.rect().toRectF().contains(place.rect.center())
            found = sums.explained((place.step, place.where))
            assert found is not None, place
            assert found.index == place.where
            assert found.terms or found.note
            assert not found.terms or same(found.total, found.value, 1e-9), found.text
            count += 1
    assert count >= least


def test_a_number_is_pointed_at_walked_kept_and_shown_with_every_digit(opened: Open) -> None:
    application = opened(5)
    section = opened_section(application, ValuesSection)
    lab = application.window.view(5).lab
    figure = section.findChild(NumberedFigure)
    assert isinstance(figure, NumberedFigure)
    pointed(figure, 2)
    state, trace = lab.sums.state, application.session.trace(5)
    assert state is not None and trace is not None and state.explanation.step == "value part"
    row, key = state.explanation.index
    length = np.linalg.norm(trace["value"][key])
    assert state.explanation.value == pytest.approx(trace["weights"][row, key] * length)
    QTest.mouseClick(
        figure.places,
        Qt.MouseButton.LeftButton,
        pos=figure.places.mine(figure.places.places[2]).center().toPoint(),
    )
    assert lab.sums.kept == ("value part", (row, key))
    figure.places.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(figure.places, Qt.Key.Key_Left)
    assert lab.sums.state is not None and lab.sums.state.explanation.step == "value length"
    QTest.keyClick(figure.places, Qt.Key.Key_Equal)
    assert lab.sums.digits and lab.sums.card is not None and lab.sums.card.isVisible()
    application.window.command("try")  # closes the drawer, and its numbers with it
    lab.sums.refresh()
    assert lab.sums.state is None or lab.sums.state.explanation.step != "value part"


def test_measured_times_tell_how_they_were_measured(opened: Open) -> None:
    application = opened(8)
    experiment = application.session.experiment(8)
    application.session.edit(replace(experiment, width=512), "512", None, 8)
    section = opened_section(application, CostSection)
    assert isinstance(section, CostSection)
    section.take(MADE)
    pointed(section.figure, 1)
    state = application.window.view(8).lab.sums.state
    assert state is not None and state.explanation.value == 3e-4
    assert "shortest of 3 runs" in state.explanation.note
    assert "2.0 MB" in state.explanation.note


def test_half_precision_bins_and_pairs_of_pane_06_are_walked(opened: Open) -> None:
    application = opened(6)
    lab = application.window.view(6).lab
    plot = lab.columns[0].histogram  # type: ignore[attr-defined]
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(12):
        QTest.keyClick(plot, Qt.Key.Key_Right)
    found = lab.sums.state
    assert found is not None and found.explanation.step == "histogram_unscaled"
    trace = application.session.trace(6)
    assert trace is not None
    place = found.explanation.index[0]
    low, high = trace["bin_edges"][place : place + 2]
    dots = trace["dot_products"]
    assert found.explanation.value == ((dots >= low) & (dots < high)).sum()
    assert found.explanation.total == found.explanation.value
