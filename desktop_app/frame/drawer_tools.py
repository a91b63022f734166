"""The drawers' icons in the top bar, and their keys: T opens the Try drawer, Esc closes any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from desktop_app.drawers.side import DrawerName
    from desktop_app.slide_view import SlideView
    from desktop_app.window import Window

DRAWERS: tuple[DrawerName, ...] = ("try", "code")


class DrawerTools:
    """An icon is live where the slide in front has its drawer, and is ink while it is open."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.before: QWidget | None = None  # had the keyboard when a drawer opened

    def view(self) -> SlideView | None:
        """The slide in front; None where a page is, or before there is a lesson."""
        window = self.window
        if window.session is None or window.pages.front is not None:
            return None
        return window.views.get(window.session.slide)

    def show(self) -> None:
        """Bring the icons in step with the slide in front."""
        view, top = self.view(), self.window.top
        for name in DRAWERS:
            if name in top.tools and view is not None:
                top.tools[name].set_open(view.drawer == name)
            if name in top.tools:
                top.tools[name].setEnabled(view is not None and name in view.side.drawers)

    def toggle(self, name: DrawerName) -> None:
        """Open a drawer and give it the keyboard, or close it and give the keyboard to its icon.

        In a lecture the icons are away: then whoever had the keyboard before gets it back.
        """
        view = self.view()
        if view is None or name not in view.side.drawers:
            words = "there is no code for this pane" if name == "code" else "nothing to try here"
            self.window.bottom.status.say(words)
            return
        closing = view.drawer == name
        if not view.drawer:
            self.before = self.window.focusWidget()
        view.open_drawer("" if closing else name)
        icon, reason = self.window.top.tools[name], Qt.FocusReason.ShortcutFocusReason
        if icon.underMouse() and not icon.hasFocus():
            reason = Qt.FocusReason.MouseFocusReason  # no ring for who uses the mouse
        to: QWidget = icon if closing else view.side.drawers[name]
        if not to.isVisible() and self.before in view.findChildren(QWidget):
            assert self.before is not None
            to = self.before
        to.setFocus(reason)

    def show_question(self) -> None:
        """Open the Try drawer, where the question about the hidden results is."""
        view = self.view()
        if view is not None and view.drawer != "try":
            self.toggle("try")

    def keep_a(self) -> None:
        """Keep what the slide in front shows as A, to compare with."""
        view = self.view()
        if view is not None and "try" in view.side.drawers:
            view.side.drawers["try"].keep_a()  # type: ignore[attr-defined]

    def press(self, event: QKeyEvent) -> bool:
        """Whether a key that nothing in the pane wanted was one of the drawers'."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        view = self.view()
        if view is None:
            return False
        if event.key() == Qt.Key.Key_Escape and view.drawer:
            self.toggle(view.drawer)
            return True
        if event.key() == Qt.Key.Key_T and "try" in view.side.drawers:
            self.toggle("try")
            return True
        return False
