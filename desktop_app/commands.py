"""What keys, icons and menu entries do. One table of names; the window calls `run`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop_app import keymap, motion
from desktop_app.files import actions, exporting
from desktop_app.files import menu as files_menu
from desktop_app.frame import dialogs
from desktop_app.tensors.opening import choose_tensors

if TYPE_CHECKING:
    from desktop_app.window import Window

THEMES = (("light", "Light"), ("dark", "Dark"), ("system", "As the desktop"))


def run(window: Window, name: str) -> None:
    """Do what `name` says. Raises KeyError for an unknown name: a mistake of ours."""
    COMMANDS[name](window)


def step(window: Window, by: int) -> None:
    """A slide on or back; on a page, a screenful down or up."""
    if window.pages.front is not None:
        window.pages.front.turn(by)
    elif window.session is not None:
        window.go(window.session.slide + by)


def undo(window: Window) -> None:
    if window.session is not None and window.pages.front is None:
        window.session.undo()


def redo(window: Window) -> None:
    if window.session is not None and window.pages.front is None:
        window.session.redo()


def reset(window: Window) -> None:
    if window.session is not None and window.pages.front is None:
        window.session.reset()


def theme(window: Window) -> None:
    window.set_theme_by_name("light" if window.theme.dark else "dark")


def full_screen(window: Window) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def present(window: Window) -> None:
    window.presenter.set_on(not window.presenter.on)


def menu(window: Window) -> None:
    """Open the menu under its button."""
    built = build_menu(window)
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
    if window.session is None or not window.session.done:
        window.bottom.status.say("no challenge is done yet")
        return

    def clear() -> None:
        assert window.session is not None
        window.session.clear_challenges()
        window.settings.done = set()
        window.bottom.status.say("challenge progress cleared")

    count = len(window.session.done)
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
    window.wear(window.themes[window.wanted_theme()])
    window.bottom.status.say("high contrast" if strong else "usual contrast")


def picture(window: Window) -> None:
    from desktop_app.pictures import commands

    commands.export(window)


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


COMMANDS: dict[str, Callable[[Window], object]] = {
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
    "article": lambda window: window.pages.show("article"),
    "training": lambda window: window.pages.show("training"),
    "course": lambda window: window.pages.show("course"),
    "practice": lambda window: window.pages.show("practice"),
    "glossary": lambda window: window.pages.show("glossary"),
    "letters": lambda window: window.pages.show("letters"),
    "open_tensors": choose_tensors,
    "tensors": lambda window: window.pages.show("tensors"),
    "explanation": lambda window: window.pages.show("explanation"),
    "reduced_motion": reduced_motion,
    "high_contrast": high_contrast,
    "picture": picture,
    "copy_picture": copy_picture,
    "handout": handout,
    "summary": summary,
    "article_pdf": article_pdf,
    "quit": lambda window: window.close(),
    **actions.COMMANDS,
}


def build_menu(window: Window) -> QMenu:
    """The menu of the top bar: File, Edit, View, Help."""
    top = QMenu(window)
    fill_file(window, top.addMenu("&File"))
    fill_edit(window, top.addMenu("&Edit"))
    fill_view(window, top.addMenu("&View"))
    fill_help(window, top.addMenu("&Help"))
    return top


def add(window: Window, menu: QMenu, text: str, name: str) -> None:
    """One entry with its key, if it has one."""
    action = menu.addAction(text)
    key = next((part.keys for part in keymap.WINDOW if part.command == name), "")
    if key:
        action.setText(f"{text}\t{key}")
    action.triggered.connect(lambda: run(window, name))


def fill_file(window: Window, menu: QMenu) -> None:
    files_menu.fill_sessions(window, menu, add)
    if window.pages.course is not None:
        add(window, menu, "All lessons", "course")
    if window.pages.has_article:
        add(window, menu, "Read article", "article")
        add(window, menu, "Article as PDF…", "article_pdf")
    add(window, menu, "Practice", "practice")
    add(window, menu, "Your tensors", "tensors")
    add(window, menu, "Watch heads learn", "letters")
    add(window, menu, "Attention is not explanation", "explanation")
    menu.addSeparator()
    add(window, menu, "Restart the lesson…", "restart")
    add(window, menu, "Clear challenge progress…", "clear_challenges")
    menu.addSeparator()
    add(window, menu, "Quit", "quit")


def fill_edit(window: Window, menu: QMenu) -> None:
    """Undo and its like, greyed where there is nothing to undo."""
    session, slide = window.session, window.pages.front is None
    for text, name, possible in (
        ("Undo", "undo", slide and session is not None and session.can_undo),
        ("Redo", "redo", slide and session is not None and session.can_redo),
        ("Reset this lab", "reset", slide and session is not None and session.can_reset),
    ):
        add(window, menu, text, name)
        menu.actions()[-1].setEnabled(possible)
    menu.addSeparator()
    copy = menu.addAction("Copy the formula as LaTeX")
    latex = window.formula_latex()
    copy.setEnabled(bool(latex))
    copy.triggered.connect(lambda: window.copy(latex))
    exporting.fill_copies(window, menu)
    add(window, menu, "Copy picture", "copy_picture")
    menu.actions()[-1].setEnabled(slide and session is not None)
    menu.addSeparator()
    add(window, menu, "Paste link state", "paste_link")


def fill_view(window: Window, menu: QMenu) -> None:
    """Slides, themes, presenting."""
    slides = menu.addMenu("Go to")
    if window.session is not None:
        for slide in window.session.lesson.slides:
            entry = slides.addAction(f"{slide.number:02d}  {slide.eyebrow}")
            entry.triggered.connect(lambda _=False, number=slide.number: window.go(number))
    if window.pages.training is not None:
        add(window, menu, "Train the translators…", "training")
    themes = menu.addMenu("Theme")
    for name, words in THEMES:
        entry = themes.addAction(words)
        entry.setCheckable(True)
        entry.setChecked(window.settings.theme == name)
        entry.triggered.connect(lambda _=False, name=name: window.set_theme_by_name(name))
    add(window, menu, "Less motion", "reduced_motion")
    menu.actions()[-1].setCheckable(True)
    menu.actions()[-1].setChecked(motion.reduced())
    add(window, menu, "High contrast", "high_contrast")
    menu.actions()[-1].setCheckable(True)
    menu.actions()[-1].setChecked(window.settings.high_contrast)
    menu.addSeparator()
    add(window, menu, "Code", "code")
    add(window, menu, "Present", "present")
    add(window, menu, "Full screen", "full_screen")


def fill_help(window: Window, menu: QMenu) -> None:
    add(window, menu, "Keys", "help")
    if window.pages.glossary.terms:
        add(window, menu, "Glossary", "glossary")
    add(window, menu, "About", "about")
    if window.problems is not None and window.problems.reports:
        add(window, menu, "Problem report", "report")
