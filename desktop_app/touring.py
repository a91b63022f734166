"""What the tour does to each kind of control: the same clicks, drags and keys as a person's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, singledispatch

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_app.drawers.code.drawer import CodeDrawer
from desktop_app.drawers.compare import EXPORTS, CompareSection
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.masks import MaskSection
from desktop_app.drawers.predict import PredictSection
from desktop_app.drawers.stack import StackSection
from desktop_app.drawers.try_drawer import TryDrawer
from desktop_app.instruments.arcs import Arcs
from desktop_app.instruments.challenge_card import ChallengeCard
from desktop_app.instruments.matrix_grid import MatrixGrid
from desktop_app.instruments.number_places import NumberPlaces
from desktop_app.instruments.pointed_grid import PointedGrid
from desktop_app.instruments.slider import TickSlider
from desktop_app.instruments.stepper import Stepper
from desktop_app.instruments.toggle import Switch, Toggle
from desktop_app.instruments.value_box import ValueBox
from desktop_app.panes.lab import Lab
from desktop_app.slide_view import SlideView

Action = tuple[str, Callable[[], object]]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def code_actions(view: SlideView) -> Iterator[Action]:
    """The code drawer: opened, read line by line in both forms, copied, closed."""
    code = view.side.drawers.get("code")
    if not isinstance(code, CodeDrawer):
        return
    yield "code opened", partial(view.open_drawer, "code")
    for form in ("torch", "numpy"):
        yield "code written", partial(code.choose_form, form)
        for row in range(len(code.sheet.rows)):
            yield "lines of code", partial(code.sheet.choose, row)
    yield "code copied", code.copy_button.click
    yield "code closed", partial(view.open_drawer, "")


@singledispatch
def actions_of(widget: QWidget) -> Iterator[Action]:
    """The actions of one widget; none for what is no control."""
    yield from ()


@actions_of.register
def _(lab: Lab) -> Iterator[Action]:
    for key, _ in lab.shortcuts():
        yield f"key {key}", partial(lab.press, key)
    yield from lab.exercises()
    for act in (lab.sums.toggle_digits, lab.sums.copy, lab.sums.toggle_digits, lab.sums.let_go):
        yield "sums in full", act


@actions_of.register
def _(toggle: Toggle) -> Iterator[Action]:
    for index in [*range(len(toggle.options)), 0]:
        if index < len(toggle.options):  # a choice may take others away
            place = toggle.segment(index).center().toPoint()
            yield "toggles", partial(click, toggle, place)


@actions_of.register
def _(switch: Switch) -> Iterator[Action]:
    for _ in range(2):
        yield "switches", partial(click, switch, switch.rect().center())


@actions_of.register
def _(stepper: Stepper) -> Iterator[Action]:
    for way in (1, 1, -1):
        yield "steps", partial(click, stepper, stepper.button(way).center().toPoint())


@actions_of.register
def _(slider: TickSlider) -> Iterator[Action]:
    for tick in range(len(slider.ticks)):
        place = QPoint(round(slider.x_of(tick)), 20)
        yield "slider ticks", partial(click, slider, place)
    yield "slider keys", partial(QTest.keyClick, slider, Qt.Key.Key_Left)


@actions_of.register
def _(box: ValueBox) -> Iterator[Action]:
    def enter(text: str) -> None:
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, text)
        QTest.keyClick(box, Qt.Key.Key_Return)

    before = box.text()
    yield "typed values", partial(enter, "3")
    yield "refused values", partial(enter, "no number")
    yield "refused values", partial(QTest.keyClick, box, Qt.Key.Key_Escape)
    yield "typed values", partial(enter, before)


@actions_of.register
def _(arcs: Arcs) -> Iterator[Action]:
    if arcs.state is None:
        return
    for index in range(len(arcs.state.tokens)):

        def point(index: int = index) -> None:
            place = arcs.places()[index]
            QTest.mouseMove(arcs, place.center().toPoint())
            click(arcs, place.center().toPoint())

        yield "words", point
    yield "word keys", partial(QTest.keyClick, arcs, Qt.Key.Key_Right)


@actions_of.register
def _(field: NumberPlaces) -> Iterator[Action]:
    for at in range(0, len(field.places), max(len(field.places) // 8, 1)):

        def keep(at: int = at) -> None:
            if at < len(field.places):
                click(field, field.mine(field.places[at]).center().toPoint())

        yield "numbers explained", keep
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Space):
        yield "numbers walked", partial(QTest.keyClick, field, key)


@actions_of.register
def _(grid: PointedGrid) -> Iterator[Action]:
    if grid.mode == "read":
        for _ in range(2):
            yield "sums kept", partial(QTest.keyClick, grid, Qt.Key.Key_Space)
    if grid.mode in {"pin", "paint"}:
        middle = grid.place_of((0, 0)).center().toPoint()
        yield "pointed cells", partial(QTest.mouseMove, grid, middle)
        yield "clicked cells", partial(click, grid, middle)
        yield "clicked cells", partial(click, grid, middle)
        yield "cell keys", partial(QTest.keyClick, grid, Qt.Key.Key_Space)


@actions_of.register
def _(grid: MatrixGrid) -> Iterator[Action]:
    if grid.mode != "edit":
        yield from actions_of.dispatch(PointedGrid)(grid)
        return
    cell = (0, 0)

    def middle() -> QPoint:
        return grid.place_of(cell).center().toPoint()

    def drag() -> None:
        QTest.mousePress(grid, LEFT, NONE, middle())
        QTest.mouseMove(grid, middle() + QPoint(12, 0))
        QTest.mouseRelease(grid, LEFT, NONE, middle() + QPoint(12, 0))

    def type_number() -> None:
        grid.setFocus()
        QTest.keyClick(grid, Qt.Key.Key_Return)
        assert grid.field is not None
        QTest.keyClicks(grid.field, "0.7")
        QTest.keyClick(grid.field, Qt.Key.Key_Return)

    alt = Qt.KeyboardModifier.AltModifier
    yield "drags", drag
    yield "typed cells", type_number
    yield "stepped cells", partial(QTest.keyClick, grid, Qt.Key.Key_Up, alt)
    yield "cleared cells", partial(QTest.keyClick, grid, Qt.Key.Key_Delete)


@actions_of.register
def _(card: ChallengeCard) -> Iterator[Action]:
    for _ in range(max(card.state.of, 1)):
        yield "hints", partial(QTest.keyClick, card, Qt.Key.Key_Return)
        if card.state.solvable:
            yield "solutions", card.solution_wanted.emit
        if card.state.of > 1:
            yield "challenges", partial(QTest.keyClick, card, Qt.Key.Key_Right)


def try_actions(view: SlideView) -> Iterator[Action]:
    """The Try drawer: opened, every section used, closed again."""
    drawer = view.side.drawers.get("try")
    if not isinstance(drawer, TryDrawer):
        return
    yield "drawers", partial(view.open_drawer, "try")
    for section in drawer.sheet.sections:
        if section.folds:
            yield "sections", partial(drawer.turn, section, True)
        match section:
            case FaultSection():
                for name, row in section.rows.items():
                    if not row.isHidden():
                        yield "faults", partial(section.turn, name)
                        yield "put right", partial(section.turn, name)
            case MaskSection():
                if not section.preset.isHidden():
                    for key in ("window", "prefix", "block", "custom", "causal"):
                        yield "masks", partial(section.ask_preset, key)
                    yield "masks", partial(section.ask, second="padding")
            case CompareSection():
                yield "kept", section.keep_a
                yield "compared", partial(section.show_which, "a")
                yield "compared", partial(section.show_which, "b")
                yield from look_at_all(section)
                for command, _ in EXPORTS:
                    yield "exports", partial(section.export_wanted.emit, command)
                yield "exchanged", section.exchange
                yield "forgotten", section.forget_a
            case PredictSection():
                yield "predictions", partial(section.turn, True)
                yield "predictions", partial(section.turn, False)
            case StackSection():
                yield from section.exercises()
    yield "drawers", partial(view.open_drawer, "")


def look_at_all(section: CompareSection) -> Iterator[tuple[str, Callable[[], object]]]:
    """Compare every matrix that A and B have, and a cell of it."""
    made = section.session.kept.comparison(section.number)
    for choice in () if made is None else made.choices:
        yield "compared", partial(section.look_at, choice.step, 1)
        yield "compared", partial(section.difference.pin, (0, 0))


def click(widget: QWidget, place: QPoint) -> None:
    QTest.mouseClick(widget, LEFT, NONE, place)
