"""Nothing in the Try drawer is cut off or overlaps, with each section open and a fault on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from desktop_app.application import Application
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.try_drawer import TryDrawer
from tests.desktop.layout import findings
from tests.desktop.wide import met

Open = Callable[..., Application]
PAIRS = [
    *met((2, 4, 5, 7, 8, 9), [(1024, 560), (1280, 800)], 1),
    (5, (1920, 1080)),
    (3, (1024, 720)),
    (6, (1024, 720)),
]


@pytest.mark.parametrize(("number", "size"), PAIRS)
def test_the_drawer_shows_everything(opened: Open, number: int, size: tuple[int, int]) -> None:
    application = opened(number, size)
    view = application.window.view(number)
    view.open_drawer("try")
    drawer = view.side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    for section in drawer.sheet.sections:
        if section.folds:
            drawer.turn(section, True)
        if isinstance(section, FaultSection):
            section.turn(next(iter(section.rows)))
            application.settle()
            assert findings(application) == []
            drawer.put_right()
    drawer.keep_a()
    application.settle()
    assert findings(application) == []
