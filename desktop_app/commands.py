"""What keys, icons and menu entries do. One table of names; the window calls `run`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from desktop_app import menus, motion
from desktop_app.files import actions
from desktop_app.frame import dialogs
from desktop_app.tensors.opening import choose_tensors

if TYPE_CHECKING:
    from desktop_app.window import Window


def run(window: Window, name: str) -> None:
    """Do what `name` says. Raises KeyError for an unknown name: a mistake of ours."""
    COMMANDS[name](window)


def step(window: Window, by: int) -> None:
    """A slide on or back; on a page, a screenful down or up."""
    if window.pages.front is not None:
        window.pages.front.turn(by)
    elif window.session is not None:
        window.go(window.session.slide + by)


def show_page(name: str, window: Window) -> None:
    window.pages.show(name)


def undo(window: Window) -> None:
    stepped = window.pages.front or window.session
    if stepped is not None:
        stepped.undo()


def redo(window: Window) -> None:
    stepped = window.pages.front or window.session
    if stepped is not None:
        stepped.redo()


def reset(window: Window) -> None:
    if window.session is not None and window.pages.front is None:
        window.session.reset()


def theme(window: Window) -> None:
    window.wardrobe.choose("light" if window.theme.dark else "dark")


def full_screen(window: Window) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def present(window: Window) -> None:
    window.presenter.set_on(not window.presenter.on)


def menu(window: Window) -> None:
    """Open the menu under its button."""
    built = menus.build_menu(window)
    built.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    built.popup(window.menu_point())


def help_page(window: Window) -> None:
    dialogs.keys_dialog(window).show()


def about(window: Window) -> None:
    dialogs.about_dialog(window).show()


def report(window: Window) -> None:
    """What went wrong in this run, to be copied into a message to us."""
    assert window.problems is not None
    dialogs.report_dialog(window, window.problems.text(), window.copy).show()


def clear_challenges(window: Window) -> None:
    """Forget the challenges' progress; asks first, because it cannot be undone."""
    if window.session is None or not window.session.done | window.session.seen:
        window.bottom.status.say("no challenge is done yet")
        return

    def clear() -> None:
        assert window.session is not None
        window.session.clear_challenges()
        window.settings.done = window.settings.seen = set()
        window.bottom.status.say("challenge progress cleared")

    count = len(window.session.done | window.session.seen)
    words = f"Clear the progress of {count} challenge{'s' if count > 1 else ''}?"
    dialogs.question_dialog(window, words, "This cannot be undone.", "Clear", clear).show()


def restart(window: Window) -> None:
    """Begin the lesson again; asks first, because it cannot be undone. Challenges stay done."""

    def begin() -> None:
        if window.session is not None:
            actions.set_aside(window)
            window.session.restart()
            window.bottom.status.say("restarted; challenges stay done")

    more = (
        "Answers and visited marks are cleared. Challenges stay done.\n"
        "What you made of the labs stays in the menu: File, Open recent."
    )
    dialogs.question_dialog(window, "Begin the lesson again?", more, "Restart", begin).show()


def reduced_motion(window: Window) -> None:
    reduced = not motion.reduced()
    motion.set_reduced(reduced)
    window.settings.reduced_motion = reduced
    window.bottom.status.say("less motion" if reduced else "full motion")


def high_contrast(window: Window) -> None:
    """Stronger greys and lines, for a pale projector."""
    strong = not window.settings.high_contrast
    window.settings.high_contrast = strong
    window.wardrobe.wear()
    window.bottom.status.say("high contrast" if strong else "usual contrast")


def picture(window: Window) -> None:
    from desktop_app.pictures import commands

    commands.export(window)


def numbers(window: Window) -> None:
    from desktop_app.pictures import own_numbers

    own_numbers.ask(window)


def compared_pictures(window: Window) -> None:
    from desktop_app.pictures import compared

    compared.export(window)


def handout(window: Window) -> None:
    from desktop_app.handouts import dialog

    dialog.ask(window)


def summary(window: Window) -> None:
    from desktop_app.handouts import dialog

    dialog.ask_summary(window)


def article_pdf(window: Window) -> None:
    from desktop_app.handouts import article_dialog

    article_dialog.ask(window)


def copy_picture(window: Window) -> None:
    from desktop_app.pictures import commands

    commands.copy(window)


def terms(window: Window) -> None:
    from desktop_app.glossary.listing import show_terms

    show_terms(window)


PAGES = (
    *("article", "course", "practice", "glossary", "training", "letters", "explanation"),
    "tensors",
)
COMMANDS: dict[str, Callable[[Window], object]] = {
    **{name: partial(show_page, name) for name in PAGES},
    "next": lambda window: step(window, 1),
    "previous": lambda window: step(window, -1),
    "first": lambda window: window.go(1),
    "undo": undo,
    "redo": redo,
    "reset": reset,
    "theme": theme,
    "present": present,
    "full_screen": full_screen,
    "try": lambda window: window.drawers.toggle("try"),
    "keep_a": lambda window: window.drawers.keep_a(),
    "code": lambda window: window.drawers.toggle("code"),
    "menu": menu,
    "help": help_page,
    "about": about,
    "report": report,
    "clear_challenges": clear_challenges,
    "restart": restart,
    "terms": terms,
    "open_tensors": choose_tensors,
    "reduced_motion": reduced_motion,
    "high_contrast": high_contrast,
    "picture": picture,
    "copy_picture": copy_picture,
    "numbers": numbers,
    "compared_pictures": compared_pictures,
    "handout": handout,
    "summary": summary,
    "article_pdf": article_pdf,
    "quit": lambda window: window.close(),
    **actions.COMMANDS,
}
