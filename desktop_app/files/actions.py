"""What the entries of the menus do with files. Each takes the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from core.saved.session import SUFFIX, UnreadableError
from desktop_app.files import choosing, messages, numbers_dialog
from desktop_app.files.files import files_of

if TYPE_CHECKING:
    from desktop_app.window import Window

KIND = "Session"


def open_session(window: Window) -> None:
    files = files_of(window)
    if files is not None:
        choosing.choose_open(window, "Open a session", KIND, SUFFIX, files.open)


def save(window: Window) -> None:
    """Into the session's own file; a session without one gets one."""
    files = files_of(window)
    if files is None:
        return
    if files.document.path is None:
        save_as(window)
    else:
        files.save(files.document.path)


def save_as(window: Window) -> None:
    files = files_of(window)
    if files is not None:
        proposed = files.document.name or f"attention{SUFFIX}"
        choosing.choose_save(window, "Save the session", KIND, SUFFIX, proposed, files.save)


def share(window: Window) -> None:
    files = files_of(window)
    if files is not None:
        proposed = files.document.name or f"attention{SUFFIX}"
        choosing.choose_save(
            window, "Share the session as a file", KIND, SUFFIX, proposed, files.share
        )


def new_session(window: Window) -> None:
    files = files_of(window)
    if files is not None:
        files.begin_new()


def copy_link(window: Window) -> None:
    """The slide in front as a short text on the clipboard."""
    files = files_of(window)
    if files is None or window.pages.front is not None:
        return
    try:
        text = files.document.link
    except UnreadableError as error:
        files.say(str(error), error=True)
        return
    if not text:
        files.say("this pane has no numbers of its own to link to")
        return
    QGuiApplication.clipboard().setText(text)
    files.say(
        f"copied the state of this pane, {len(text)} letters; Edit, Paste link state opens it"
    )


def paste_link(window: Window) -> None:
    """Open the slide in the clipboard's text; undo leads back."""
    files = files_of(window)
    if files is None:
        return
    try:
        files.document.paste(QGuiApplication.clipboard().text())
    except UnreadableError as error:
        messages.tell(window, "Nothing was pasted", [str(error)])
        return
    files.say("pasted a link state; Undo brings back what was here")


def set_aside(window: Window) -> None:
    """Keep unsaved work as a file of its own before something takes its place."""
    files = files_of(window)
    if files is not None:
        files.unsaved.set_aside()


COMMANDS: dict[str, Callable[[Window], object]] = {
    "open": open_session,
    "save": save,
    "save_as": save_as,
    "share": share,
    "new": new_session,
    "copy_link": copy_link,
    "paste_link": paste_link,
    "compared_numbers": numbers_dialog.ask_compared,
}
