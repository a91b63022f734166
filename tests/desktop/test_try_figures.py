"""Weight and value, rows or columns: what the drawer shows follows the lab, and a toggle turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from core.experiment import AttentionExperiment, CrossExperiment
from core.translator import shelf
from desktop_app.application import Application
from desktop_app.drawers.section import Section
from desktop_app.drawers.turning import TurningSection
from desktop_app.drawers.values import ValuesSection
from desktop_app.panes.cross.pane import CrossLab
from tests.desktop.conftest import click, painted
from tests.desktop.layout import findings
from tests.desktop.try_sections import section_of

Open = Callable[..., Application]
S = TypeVar("S", bound=Section)
ORTHOGONAL = CrossExperiment(  # weights 1 0 0 over 0 0 1, but for what no float64 shows
    tokens=("un", "deux"),
    source_tokens=("one", "two", "three"),
    query=((1000.0, 0.0), (0.0, 1000.0)),
    key=((1.0, 0.0), (0.0, 0.0), (0.0, 1.0)),
    value=((1.0,), (2.0,), (3.0,)),
)


def test_a_tiny_value_is_seen_beside_its_large_weight(opened: Open) -> None:
    application = opened(5)
    section = section_of(application, ValuesSection)
    assert {"What ", "ate", "0.53", "2.16", "1.15"} <= set(painted(section.figure))
    assert section.figure.sentence() == "cat has the largest weight, and adds most."
    experiment = application.session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    value = [list(row) for row in experiment.value]
    value[1] = [0.1, 0.0, 0.0, 0.0]
    edited = replace(experiment, value=tuple(tuple(row) for row in value))
    application.session.edit(edited, "V", None, 5)
    said = section.figure.sentence()
    assert said == (
        "cat has the largest weight, but the adds more: its value is 13.2 times as long."
    )
    application.session.undo()
    assert "adds most" in section.figure.sentence()


@pytest.mark.parametrize("fault", ["softmax-columns", "no-row-max"])
def test_shares_under_a_fault_are_those_of_the_faulty_weights(opened: Open, fault: str) -> None:
    application = opened(5)
    section = section_of(application, ValuesSection)
    experiment = application.session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    application.session.edit(replace(experiment, fault=fault), "fault", None, 5)
    trace = application.session.trace(5)
    assert trace is not None and section.figure.shares is not None
    np.testing.assert_array_equal(section.figure.shares.weights, trace["weights"][2])
    section.figure.grab()


def test_the_section_is_on_pane_04_too(opened: Open) -> None:
    section = section_of(opened(4), ValuesSection)
    assert section.figure.keys == ("the", "cat", "ate", "fresh", "fish")


def test_the_pane_turns_with_its_words_pointer_keys_and_numbers(opened: Open) -> None:
    application = opened(9)
    application.session.edit(ORTHOGONAL, "three keys", None, 9)
    start = application.session.experiment(9)
    section, lab = section_of(application, TurningSection), application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    assert "Each row of weights adds to 1." in painted(section.figure)
    section.toggle.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(section.toggle, Qt.Key.Key_Right)
    assert lab.turned and application.settings.query_columns
    assert "Each column of weights adds to 1." in painted(section.figure)
    assert "Q 2 × 2, K 2 × 3, V 1 × 3, A 3 × 2, O 1 × 2" in section.figure.shape_words()
    trace = lab.trace
    assert trace is not None and trace["weights"].shape == (2, 3)  # the trace stays as it is
    for name, turned in (("query", True), ("key", False), ("value", True), ("weights", True)):
        numbers = trace[name].T if turned else trace[name]
        np.testing.assert_array_equal(lab.grids[name].state.numbers, numbers)
    heat = lab.grids["weights"]
    click(heat, heat.place_of((2, 1)).center().toPoint())  # key 3, query 2
    pinned = application.session.experiment(9)
    assert isinstance(pinned, CrossExperiment) and pinned.pinned == (2, 3)
    heat.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(heat, Qt.Key.Key_Up)  # to key 2 of the same query
    assert lab.pair == (1, 1)
    assert lab.sums.state is not None and lab.sums.state.explanation.index == (1, 1)
    query = lab.grids["query"]
    lab.asking.cell("query", 1, 0, 5.0, None)  # row 2, column 1 as drawn
    edited = application.session.experiment(9)
    assert isinstance(edited, CrossExperiment) and edited.query[0][1] == 5.0
    assert query.state.numbers[1, 0] == 5.0
    application.session.undo()
    lab.turn(False)
    assert application.session.experiment(9).query == start.query  # type: ignore[union-attr]
    assert lab.grids["weights"].state.numbers.shape == (2, 3)


def test_the_numbers_of_a_state_are_stepped_through_and_say_which_they_are(opened: Open) -> None:
    application = opened(9)
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    assert lab.controls.part.isHidden()
    lab.asking.example("trained")
    lab.controls.part.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(lab.controls.part, Qt.Key.Key_Up)
    trace, grid = lab.trace, lab.grids["key"]
    assert trace is not None
    np.testing.assert_array_equal(grid.state.numbers, trace["key"][:, 3:6].T)
    np.testing.assert_array_equal(lab.grids["output"].state.numbers, trace["output"][:, 5:10])
    assert grid.state.changed is None  # nothing moved: other numbers are on show
    QTest.mouseMove(lab.grids["output"], lab.grids["output"].place_of((1, 2)).center().toPoint())
    found = lab.sums.state
    assert found is not None and found.explanation.index == (1, 7)
    assert found.explanation.value == trace["output"][1, 7]
    QTest.keyClick(lab.controls.part, Qt.Key.Key_End)
    assert lab.controls.part.value == 32
    np.testing.assert_array_equal(grid.state.numbers, lab.trace["key"][:, 93:].T)
    np.testing.assert_array_equal(lab.grids["query"].state.numbers, lab.trace["query"][:, 45:])
    application.session.undo()  # which numbers are looked at is no step: the example is undone
    assert application.session.experiment(9).example == "translation"  # type: ignore[union-attr]


def test_another_pair_on_the_shelf_reads_the_same_sentence(opened: Open) -> None:
    application = opened(9)
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    lab.asking.example("trained")
    assert lab.controls.pair.isHidden()
    shelf.put("another", shelf.pair())
    try:
        application.session.experiment_changed.emit(9)
        click(lab.controls.pair)
        experiment = application.session.experiment(9)
        assert isinstance(experiment, CrossExperiment) and experiment.pair == "another"
        click(lab.controls.pair)
        assert application.session.experiment(9).pair == "shipped"  # type: ignore[union-attr]
    finally:
        shelf.drop("another")


@pytest.mark.parametrize("example", ["translation", "trained", "speech"])
def test_a_turned_pane_has_room_for_everything(opened: Open, example: str) -> None:
    application = opened(9, (1024, 720))
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    lab.turn(True)
    lab.asking.example(example)
    application.settle()
    assert findings(application) == []


def test_the_next_window_opens_turned(opened: Open) -> None:
    application = opened(1)
    application.settings.query_columns = True
    application.session.go(9)
    assert application.window.view(9).lab.turned


def test_in_the_pane_rows_are_queries_for_eye_pointer_and_numbers(opened: Open) -> None:
    application = opened(9)
    application.session.edit(ORTHOGONAL, "three keys", None, 9)
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    heat = lab.grids["weights"]
    np.testing.assert_allclose(heat.state.numbers, [[1, 0, 0], [0, 0, 1]], atol=1e-12)
    image = heat.grab().toImage()
    for cell, share in (((0, 0), 1.0), ((0, 2), 0.0), ((1, 0), 0.0), ((1, 2), 1.0)):
        corner = heat.place_of(cell).topLeft() + QPointF(5, 5)
        assert image.pixelColor(corner.toPoint()) == QColor(lab.theme.weight_colour(share))
    click(heat, heat.place_of((1, 2)).center().toPoint())
    experiment = application.session.experiment(9)
    assert isinstance(experiment, CrossExperiment) and experiment.pinned == (2, 3)


def test_where_there_is_no_product_the_drawer_says_so(opened: Open) -> None:
    application = opened(9)
    section = section_of(application, TurningSection)
    lab = application.window.view(9).lab
    assert isinstance(lab, CrossLab)
    lab.asking.size("query", 2)
    assert "no product, so no weights" in painted(section.figure)
    assert "A" not in section.figure.shape_words()
