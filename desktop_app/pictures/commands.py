"""What menus and keys ask for: a picture of what is meant, at once or with a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app import vector
from desktop_app.pictures import clipboard, copies
from desktop_app.pictures.dialog import PictureDialog
from desktop_app.pictures.own_map import MapPictures, map_parts, stem_of
from desktop_app.pictures.parts import LAB, names_of, parts_of, whole_part
from desktop_app.pictures.turns import Painting, Turns
from desktop_app.slide_view import SlideView
from desktop_app.tensors.page import TensorsPage

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
    dialog = PictureDialog(window, meant(view))
    dialog.show()
    return dialog


def copy(window: Window) -> None:
    """The part that is meant on the clipboard, in the window's theme."""
    page = window.pages.front
    if isinstance(page, TensorsPage) and page.desk.shown is not None:
        part = map_parts(page, window.theme)[0]
        title = f"{stem_of(page)}: {part.name}"
        begin(window, clipboard.putting(part, window.theme.sheet, title), part.name)
        return
    view = front_view(window)
    if view is None:
        return
    name = meant(view)
    begin(window, copying(window, name), name)


def copying(window: Window, name: str) -> Painting[None]:
    """The slide as it is now, then its part of this name, on the clipboard."""
    assert window.session is not None
    whose = window.session.current.eyebrow
    with copies.copy_for_now(window, window.theme) as made:
        yield
        made_parts = [whole_part(LAB, made.lab)] if name == LAB else parts_of(made)
        part = next(part for part in made_parts if part.name == name)
        yield
        yield from clipboard.putting(part, made.theme.sheet, f"{whose}: {name}")


def begin(window: Window, painting: Painting[None], name: str) -> None:
    """Copy in slices, in place of a copy that is on its way; in words what was copied."""

    def told(_: None, signs: set[str]) -> None:
        words = (f"copied a picture: {name}", vector.told_signs(signs))
        window.bottom.status.say("; ".join(one for one in words if one))

    for former in window.findChildren(Turns, options=Qt.FindChildOption.FindDirectChildrenOnly):
        former.cancel()
    Turns(painting, told, window)


def front_view(window: Window) -> SlideView | None:
    """The slide in front; a page over it has no picture, and says so."""
    if window.session is None or window.pages.front is not None:
        window.bottom.status.say("only panes can be taken as pictures; open one")
        return None
    return window.view(window.session.slide)


def meant(view: SlideView) -> str:
    """The part under the pointer where a menu opened, else with the keyboard, else the lab."""
    wanted: list[QWidget | None] = [view.lab.menu_child, view.lab.focusWidget()]
    view.lab.menu_child = None
    shown = names_of(view.lab)
    for widget in wanted:
        while widget is not None and widget is not view.lab:
            if widget in shown and (widget.hasFocus() or widget is wanted[0]):
                return shown[widget]
            widget = widget.parentWidget()
    return LAB
