"""Every number opens its own arithmetic: by pointer, by keyboard, on every pane, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.experiment import AttentionExperiment
from core.explaining.explanation import Explanation
from core.trace import Trace
from desktop_app import lettering
from desktop_app.application import Application
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.panes.lab import Lab
from tests.desktop.conftest import click, drag
from tests.desktop.layout import clipped, findings

Open = Callable[..., Application]
Key = Qt.Key


def lab_of(application: Application, slide: int) -> Lab:
    return application.window.view(slide).lab


def grid_of(lab: Lab, step: str) -> PointedGrid:
    return next(grid for grid, name, _ in lab.sums.grids if name == step)


def field_of(lab: Lab, step: str) -> NumberPlaces:
    fields = [field for field in lab.sums.fields if isinstance(field, NumberPlaces)]
    return next(field for field in fields if any(place.step == step for place in field.places))


def hover(widget: QWidget, place: QPointF) -> None:
    """The pointer over a widget with no button held."""
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        QPointF(widget.mapToGlobal(place.toPoint())),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


def leave(widget: QWidget) -> None:
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def middle(grid: PointedGrid, row: int, column: int) -> QPointF:
    return grid.place_of((row, column)).center()


def said(application: Application) -> Explanation | None:
    """What the line at the foot says of a number."""
    state = application.window.bottom.status.sum
    return None if state is None else state.explanation


def trace_of(application: Application, slide: int) -> Trace:
    trace = application.session.trace(slide)
    assert trace is not None
    return trace


def test_pointing_at_a_cell_shows_its_sum_and_leaving_gives_the_facts_back(opened: Open) -> None:
    application = opened(5)
    status, lab = application.window.bottom.status, lab_of(application, 5)
    grid = grid_of(lab, "scores")
    facts = status.text()
    hover(grid, middle(grid, 2, 1))
    found = said(application)
    assert found is not None
    assert found.name == "score 3,2"
    assert found.value == trace_of(application, 5)["scores"][2, 1]
    assert status.text().startswith("score 3,2 (ate \N{RIGHTWARDS ARROW} cat) = 0.6 * (-0.2) + ")
    leave(grid)
    assert said(application) is None
    assert status.text() == facts


def test_the_line_is_painted_in_the_colours_of_query_and_key(opened: Open) -> None:
    application = opened(5)
    lab, status = lab_of(application, 5), application.window.bottom.status
    before = shades(status)
    grid = grid_of(lab, "scores")
    hover(grid, middle(grid, 2, 1))
    theme = application.window.theme
    wanted = {theme.query.text.rgb(), theme.key.text.rgb()}
    assert not wanted & before
    assert wanted <= shades(status)


def shades(widget: QWidget) -> set[int]:
    image = widget.grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_a_click_keeps_a_number_and_is_no_step_of_undo(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application, 5)
    grid = grid_of(lab, "output")
    click(grid, middle(grid, 1, 2).toPoint())
    leave(grid)
    found = said(application)
    assert found is not None and found.name == "output 2,3"
    assert application.window.bottom.status.sum.pinned  # type: ignore[union-attr]
    assert not application.session.can_undo
    hover(grid, middle(grid, 1, 2))
    click(grid, middle(grid, 1, 2).toPoint())
    leave(grid)
    assert said(application) is None


def test_operands_are_outlined_where_they_stand(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application, 5)
    grid, value = grid_of(lab, "output"), grid_of(lab, "value")
    hover(grid, middle(grid, 2, 1))
    assert lab.sums.rings is not None and lab.sums.rings.isVisible()
    rings = {role: rect for rect, role in lab.sums.rings.rings}
    assert set(rings) == {"weight", "value", "own"}
    column = value.place_of((0, 1)) | value.place_of((4, 1))
    assert rings["value"] == column.translated(value.pos())
    edge = rings["value"].center()
    picture = lab.grab().toImage()
    line = application.window.theme.value.line.rgb()
    left = int(rings["value"].left()) - 1
    assert line in {picture.pixel(left + step, int(edge.y())) for step in range(-2, 3)}
    leave(grid)
    assert not lab.sums.rings.isVisible()


def test_where_scores_are_not_drawn_the_query_and_the_key_are_outlined(opened: Open) -> None:
    application = opened(8)
    lab = lab_of(application, 8)
    grid = grid_of(lab, "weights")
    hover(grid, middle(grid, 2, 4))
    assert {role for _, role in lab.sums.lit()} == {"query", "key", "own"}
    query = grid_of(lab, "query")
    row = query.place_of((2, 0)) | query.place_of((2, query.state.shape[1] - 1))
    assert (row.translated(query.pos()), "query") in lab.sums.lit()


def test_a_kept_number_follows_the_edit(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application, 5)
    scores, query = grid_of(lab, "scores"), grid_of(lab, "query")
    click(scores, middle(scores, 0, 0).toPoint())
    leave(scores)
    start = middle(query, 0, 0).toPoint()
    drag(query, start, start + QPoint(40, 0))
    leave(query)
    found = said(application)
    assert found is not None and found.name == "score 1,1"
    assert found.value == trace_of(application, 5)["scores"][0, 0]
    assert found.terms[0].factors[0].value == trace_of(application, 5)["query"][0, 0]
    application.session.undo()
    assert said(application).value == trace_of(application, 5)["scores"][0, 0]  # type: ignore[union-attr]


def test_a_kept_number_that_goes_away_is_let_go(opened: Open) -> None:
    application = opened(5)
    lab = lab_of(application, 5)
    grid = grid_of(lab, "output")
    click(grid, middle(grid, 4, 3).toPoint())
    leave(grid)
    lab.controls.tokens.changed.emit(3)  # type: ignore[attr-defined]
    assert said(application) is None
    assert lab.sums.kept is None


def test_the_keyboard_walks_keeps_copies_and_lets_go(opened: Open) -> None:
    application = opened(5)
    window, lab = application.window, lab_of(application, 5)
    grid = grid_of(lab, "output")
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    assert said(application).name == "output 1,1"  # type: ignore[union-attr]
    QTest.keyClick(grid, Key.Key_Right)
    QTest.keyClick(grid, Key.Key_Down)
    assert said(application).name == "output 2,2"  # type: ignore[union-attr]
    QTest.keyClick(grid, Key.Key_Space)
    lab.controls.mask.setFocus(Qt.FocusReason.TabFocusReason)  # type: ignore[attr-defined]
    assert said(application).name == "output 2,2"  # type: ignore[union-attr]
    QTest.keyClick(window, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    right = copied.split(" = ")[1]
    assert eval(right) == pytest.approx(trace_of(application, 5)["output"][1, 1], abs=1e-12)
    assert window.bottom.status.message.startswith("copied: output 2,2")
    QTest.keyClick(lab.controls.mask, Key.Key_Escape)  # type: ignore[attr-defined]
    assert said(application) is None


def test_in_the_code_drawer_the_same_key_copies_the_script(opened: Open) -> None:
    application = opened(5)
    window, lab = application.window, lab_of(application, 5)
    grid = grid_of(lab, "output")
    click(grid, middle(grid, 0, 0).toPoint())
    leave(grid)
    window.command("code")
    application.settle()
    focused = QApplication.focusWidget()
    assert focused is not None and not lab.isAncestorOf(focused)
    QTest.keyClick(focused, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "import numpy" in QGuiApplication.clipboard().text()


def test_every_digit_on_a_card_that_covers_no_operand(opened: Open) -> None:
    application = opened(4, (1024, 720))
    window, lab = application.window, lab_of(application, 4)
    QTest.keyClick(window, Key.Key_Equal)
    assert lab.sums.card is None  # nothing is pointed at: the key means nothing
    field = field_of(lab, "soft")
    place = next(place for place in field.places if place.step == "soft")
    click(field, field.mine(place).center().toPoint())
    with lettering.audit() as audit:
        QTest.keyClick(window, Key.Key_Equal)
        application.settle()
        window.grab()
    card = lab.sums.card
    assert card is not None and card.isVisible()
    for rect, _ in lab.sums.lit():
        assert not rect.intersects(card.geometry().toRectF())
    texts = {text.text for text in audit.drawn}
    trace = trace_of(application, 4)
    weight = float(trace["weights"][2, 1])
    assert repr(weight) in texts
    assert clipped(audit.drawn, QRectF(window.rect())) == []
    QTest.keyClick(window, Key.Key_Equal)
    assert not card.isVisible()


def test_a_fault_is_told_with_the_sum(opened: Open) -> None:
    application = opened(5)
    session, lab = application.session, lab_of(application, 5)
    experiment = session.experiment(5)
    assert isinstance(experiment, AttentionExperiment)
    session.edit(replace(experiment, fault="scale-after"), "a fault")
    grid = grid_of(lab, "weights")
    hover(grid, middle(grid, 2, 1))
    found = said(application)
    assert found is not None and found.mistake.startswith("fault on: the weights are divided")
    with lettering.audit() as audit:
        application.window.bottom.status.grab()
    assert any("with the fault on" in text.text for text in audit.drawn)


PAINTED = [
    (1, "weights"), (2, "context"), (2, "right attention"), (3, "weights"), (3, "next_word"),
    (4, "hard"), (4, "shadows"), (5, "weights"), (6, "variance_scaled"), (7, "mean_entropy"),
    (7, "parameter_table"), (8, "pairs"), (8, "steps_recurrent"), (9, "weights"),
]  # fmt: skip


@pytest.mark.parametrize(("slide", "step"), PAINTED)
def test_painted_numbers_are_pointed_at_walked_and_kept(
    opened: Open, slide: int, step: str
) -> None:
    application = opened(slide)
    lab = lab_of(application, slide)
    field = field_of(lab, step)
    at = next(at for at, place in enumerate(field.places) if place.step == step)
    hover(field, field.mine(field.places[at]).center())
    found = said(application)
    assert found is not None and (found.step, found.index) == (step, field.places[at].where)
    leave(field)
    assert said(application) is None
    field.setFocus(Qt.FocusReason.TabFocusReason)
    assert said(application) is not None
    field.at = at
    QTest.keyClick(field, Key.Key_Space)
    field.clearFocus()
    assert said(application) == found
    assert not application.session.can_undo


GRIDS = [
    (4, "query"), (5, "scaled"), (5, "masked"), (5, "weights"), (7, "weights"), (7, "concat"),
    (7, "output"), (8, "features"), (8, "key"), (8, "weights"), (9, "weights"), (9, "output"),
]  # fmt: skip


@pytest.mark.parametrize(("slide", "step"), GRIDS)
def test_cells_of_every_pane_explain_themselves(opened: Open, slide: int, step: str) -> None:
    application = opened(slide, (1024, 560))
    grid = grid_of(lab_of(application, slide), step)
    hover(grid, middle(grid, 1, 0))
    found = said(application)
    assert found is not None and found.step == step
    assert found.terms
    trace = trace_of(application, slide)
    assert found.value == trace[step][found.index]


def test_energies_and_weights_of_the_table_explain_themselves(opened: Open) -> None:
    application = opened(3)
    lab = lab_of(application, 3)
    table = lab.energies  # type: ignore[attr-defined]
    for step in ("energies", "weights"):
        place = next(place for place in table.numbers() if place.step == step)
        hover(table, place.rect.center())
        found = said(application)
        assert found is not None and (found.step, found.index) == (step, place.where)
    leave(table)
    table.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(table, Key.Key_Down)
    assert said(application).step == "energies"  # type: ignore[union-attr]
    assert len(said(application).terms) == 48  # type: ignore[union-attr]


def test_the_dictionary_walks_from_dot_product_to_weight(opened: Open) -> None:
    application = opened(4)
    table = lab_of(application, 4).dictionary  # type: ignore[attr-defined]
    table.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(table, Key.Key_Left)
    assert said(application).step == "dot_products"  # type: ignore[union-attr]
    QTest.keyClick(table, Key.Key_Right)
    assert said(application).step == "weights"  # type: ignore[union-attr]
    for role in ("key", "value"):
        place = next(place for place in table.numbers() if place.step == role)
        hover(table, place.rect.center())
        found = said(application)
        assert found is not None and (found.step, found.index) == (role, place.where)


def test_a_number_that_is_replaced_under_the_pointer_says_nothing_any_more(opened: Open) -> None:
    application = opened(1)
    field = field_of(lab_of(application, 1), "weights")
    hover(field, field.mine(field.places[1]).center())
    assert said(application) is not None
    QTest.keyClick(lab_of(application, 1).arcs, Key.Key_Right)  # type: ignore[attr-defined]
    leave(field)
    assert said(application) is None


def test_points_of_plots_explain_themselves(opened: Open) -> None:
    application = opened(6)
    plot = lab_of(application, 6).columns[0].softmax  # type: ignore[attr-defined]
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot, Key.Key_Right)
    assert said(application).step == "softmax_unscaled"  # type: ignore[union-attr]
    QTest.keyClick(plot, Key.Key_Space)
    QTest.keyClick(plot, Key.Key_Escape)
    assert said(application).step == "softmax_unscaled"  # type: ignore[union-attr]


def test_another_slide_shows_its_own_facts_and_the_kept_sum_waits(opened: Open) -> None:
    application = opened(5)
    grid = grid_of(lab_of(application, 5), "output")
    click(grid, middle(grid, 0, 0).toPoint())
    leave(grid)
    application.window.go(1)
    application.settle()
    assert said(application) is None
    application.window.go(5)
    application.settle()
    found = said(application)
    assert found is not None and found.name == "output 1,1"


@pytest.mark.parametrize("slide", [2, 3, 4, 5, 7, 8, 9])
def test_the_longest_line_is_whole_in_the_smallest_window(opened: Open, slide: int) -> None:
    application = opened(slide, (1024, 560))
    lab = lab_of(application, slide)
    for step in ("energies", "context", "output", "weights", "scores", "query"):
        shape = (
            trace_of(application, slide)[step].shape
            if step in trace_of(application, slide)
            else None
        )
        if shape is not None:
            lab.sums.point((step, tuple(0 for _ in shape)))
            assert findings(application) == []
