"""What menus and keys ask for: a picture of what is meant, at once or with a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_app import vector
from desktop_app.pictures import clipboard, copies
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.own_map import MapPictures, map_parts, stem_of
from desktop_app.pictures.parts import LAB, Part, parts_of, pictured
from desktop_app.slide_view import SlideView
from desktop_app.tensors.page import TensorsPage
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.window import Window


def export(window: Window) -> PictureDialog | None:
    """Open the dialog for the slide in front, at the part that is meant, or for a page's map."""
    page = window.pages.front
    if isinstance(page, TensorsPage) and page.desk.shown is not None:
        own = MapPictures(window, page)
        own.show()
        return own
    view = front_view(window)
    if view is None:
        return None
    dialog = PictureDialog(window, meant(view, parts_of(view)).name)
    dialog.show()
    return dialog


def copy(window: Window) -> None:
    """The part that is meant on the clipboard, in the window's theme."""
    page = window.pages.front
    if isinstance(page, TensorsPage) and page.desk.shown is not None:
        put(window, map_parts(page, window.theme)[0], window.theme, stem_of(page))
        return
    view = front_view(window)
    if view is None:
        return
    name = meant(view, parts_of(view)).name
    assert window.session is not None
    with copies.copy_for_now(window, window.theme) as made:
        parts = {part.name: part for part in parts_of(made)}
        put(window, parts.get(name, parts[LAB]), made.theme, window.session.current.eyebrow)


def put(window: Window, part: Part, theme: Theme, whose: str) -> None:
    """A part on the clipboard, and in words what was copied."""
    signs: set[str] = set()
    with vector.signs_into(signs):
        clipboard.put(part, theme.sheet, f"{whose}: {part.name}")
    words = (f"copied a picture: {part.name}", vector.told_signs(signs))
    window.bottom.status.say("; ".join(told for told in words if told))


def front_view(window: Window) -> SlideView | None:
    """The slide in front; a page over it has no picture, and says so."""
    if window.session is None or window.pages.front is not None:
        window.bottom.status.say("only panes can be taken as pictures; open one")
        return None
    return window.view(window.session.slide)


def meant(view: SlideView, parts: list[Part]) -> Part:
    """The part under the pointer where a menu opened, else with the keyboard, else the lab."""
    wanted: list[QWidget | None] = [view.lab.menu_child, view.lab.focusWidget()]
    view.lab.menu_child = None
    shown = pictured(view.lab)
    for widget in wanted:
        while widget is not None and widget is not view.lab:
            if widget in shown and (widget.hasFocus() or widget is wanted[0]):
                return next(part for part in parts if part.widget is widget)
            widget = widget.parentWidget()
    return next(part for part in parts if part.name == LAB)
