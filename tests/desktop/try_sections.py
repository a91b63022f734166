"""What the tests of the Try drawer's sections share."""

from __future__ import annotations

from typing import TypeVar

from desktop_app.application import Application
from desktop_app.drawers.section import Section
from desktop_app.drawers.try_drawer import TryDrawer
from tests.desktop.conftest import click

S = TypeVar("S", bound=Section)


def section_of(application: Application, kind: type[S]) -> S:
    """A section of the open slide's drawer, opened by its head."""
    application.window.command("try")
    drawer = application.window.view(application.session.slide).side.drawers["try"]
    assert isinstance(drawer, TryDrawer)
    found = next(part for part in drawer.sheet.sections if isinstance(part, kind))
    if not found.opened:
        click(found.head)
    return found
