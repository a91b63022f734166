"""The menu of the top bar; each entry calls a command of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app import keymap, motion
from desktop_app.files import exporting
from desktop_app.files import menu as files_menu
from desktop_app.instruments.menu import Menu

if TYPE_CHECKING:
    from desktop_app.window import Window

THEMES = (("light", "Light"), ("dark", "Dark"), ("system", "As the desktop"))


def build_menu(window: Window) -> Menu:
    """The menu of the top bar: File, Edit, View, Help."""
    top = Menu(window)
    fill_file(window, top.branch("&File"))
    fill_edit(window, top.branch("&Edit"))
    fill_view(window, top.branch("&View"))
    fill_help(window, top.branch("&Help"))
    return top


def add(window: Window, menu: Menu, text: str, name: str) -> None:
    """One entry with its key, if it has one."""
    action = menu.addAction(text)
    key = next((part.keys for part in keymap.WINDOW if part.command == name), "")
    if key:
        action.setText(f"{text}\t{key}")
    action.triggered.connect(lambda: window.command(name))


def fill_file(window: Window, menu: Menu) -> None:
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


def fill_edit(window: Window, menu: Menu) -> None:
    """Undo and its like, greyed where there is nothing to undo."""
    session, slide = window.session, window.pages.front is None
    stepped = window.pages.front or session
    for text, name, possible in (
        ("Undo", "undo", stepped is not None and stepped.can_undo),
        ("Redo", "redo", stepped is not None and stepped.can_redo),
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
    menu.actions()[-1].setEnabled(exporting.can_picture(window))
    menu.addSeparator()
    add(window, menu, "Paste link state", "paste_link")


def fill_view(window: Window, menu: Menu) -> None:
    """Slides, themes, presenting."""
    slides = menu.branch("Go to")
    if window.session is not None:
        for slide in window.session.lesson.slides:
            entry = slides.addAction(f"{slide.number:02d}  {slide.eyebrow}")
            entry.triggered.connect(lambda _=False, number=slide.number: window.go(number))
    if window.pages.training is not None:
        add(window, menu, "Train the translators…", "training")
    themes = menu.branch("Theme")
    for name, words in THEMES:
        entry = themes.addAction(words)
        entry.setCheckable(True)
        entry.setChecked(window.settings.theme == name)
        entry.triggered.connect(lambda _=False, name=name: window.wardrobe.choose(name))
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


def fill_help(window: Window, menu: Menu) -> None:
    add(window, menu, "Keys", "help")
    if window.pages.glossary.terms:
        add(window, menu, "Glossary", "glossary")
        add(window, menu, "Terms of what is in front", "terms")
    add(window, menu, "About", "about")
    if window.problems is not None and window.problems.reports:
        add(window, menu, "Problem report", "report")
