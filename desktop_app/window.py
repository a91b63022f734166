"""The shell: bars, the pane area, keys and menus; it puts the rooms together and computes nothing.

The shell itself is plain Qt and paints at once; the lesson and the panes come after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from desktop_app import key_places, keymap, motion
from desktop_app.frame.bars import BottomBar, TopBar
from desktop_app.frame.drawer_tools import DrawerTools
from desktop_app.frame.focus_ring import FocusRing
from desktop_app.frame.pages import Pages
from desktop_app.frame.presenting import Presenter
from desktop_app.frame.transition import Transition
from desktop_app.frame.wardrobe import Wardrobe, wished
from desktop_app.settings import Settings
from desktop_app.sizes import FOLDING_HEIGHT, MINIMUM
from desktop_app.theme import Theme

if TYPE_CHECKING:
    from desktop_app.frame.page import Page
    from desktop_app.problems import Problems
    from desktop_app.session import Session
    from desktop_app.slide_view import SlideView

TITLE = "The Attention Mechanism"
SEEN = "solution seen; it counts as done once you reach it yourself"


class Window(QWidget):
    """The application's one window. `open` fills it; `slide_shown` follows each first paint."""

    closed = Signal()

    def __init__(self, themes: dict[str, Theme], settings: Settings) -> None:
        super().__init__()
        self.themes, self.settings = themes, settings
        self.theme = wished(settings, themes)
        self.session: Session | None = None
        self.views: dict[int, SlideView] = {}
        self.begun: dict[int, Iterator[None]] = {}  # views of which something is built
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(TITLE)
        self.setMinimumSize(*MINIMUM)
        self.top = TopBar(self.theme, self)
        self.body = QStackedWidget(self)
        self.blank = QWidget()
        self.blank.setObjectName("shell")
        self.body.addWidget(self.blank)
        self.bottom = BottomBar(self.theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part, stretch in ((self.top, 0), (self.body, 1), (self.bottom, 0)):
            column.addWidget(part, stretch)
        self.ring = FocusRing(self.theme, self)
        self.presenter = Presenter(self)
        self.problems: Problems | None = None
        self.pages: Pages = Pages(self)
        self.drawers: DrawerTools = DrawerTools(self)
        self.transition = Transition(self.body)
        self.top.strip.asked.connect(self.go)
        self.top.tool_used.connect(self.command)
        self.bottom.asked.connect(self.pages.step)
        self.bottom.status.copied.connect(self.copy)
        self.add_shortcuts()
        motion.set_reduced(settings.reduced_motion)
        self.resize(1280, 800)
        self.wardrobe = Wardrobe(self)
        self.wardrobe.wear()

    # the lesson

    def open(self, session: Session, folder: Path | None = None) -> None:
        """Fill the shell with a lesson, which was read from `folder`."""
        self.session = session
        self.pages.open(folder)
        names = [slide.eyebrow if slide.number > 1 else "Title" for slide in session.lesson.slides]
        self.top.open(session.lesson.code, names)
        session.slide_changed.connect(self.show_slide)
        session.experiment_changed.connect(self.refresh)
        session.article_wanted.connect(lambda: self.pages.show("article"))
        session.practice_wanted.connect(lambda: self.pages.show("practice"))
        session.said.connect(self.bottom.status.say)
        session.refused.connect(lambda sentence: self.bottom.status.say(sentence, error=True))
        session.challenge_reached.connect(lambda: self.bottom.status.say("challenge done"))
        session.solution_seen.connect(lambda: self.bottom.status.say(SEEN))
        self.follow_size()

    def show_failure(self, problems: list[str]) -> None:
        """Say in the empty pane area why there is no lesson to show."""
        words = ["The lesson cannot be read.", *problems[:5], "python main.py check lists all."]
        note = QLabel("\n\n".join(words), self.blank)
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setWordWrap(True)
        note.setGeometry(40, 40, 700, 300)
        note.setAlignment(Qt.AlignmentFlag.AlignTop)
        note.show()
        self.bottom.status.say(problems[0] if problems else words[0], error=True)

    def view(self, number: int) -> SlideView:
        """The view of a slide, built once; what was begun while nothing happened is finished."""
        list(self.steps_to_view(number))
        return self.views[number]

    def steps_to_view(self, number: int) -> Iterator[None]:
        """Build a view bit by bit; whoever needs it meanwhile takes the steps that are left."""
        if number not in self.views and self.session is not None:
            from desktop_app.building import steps_to_view

            if number not in self.begun:
                self.begun[number] = steps_to_view(self, self.session, number)
            try:
                yield from self.begun[number]
            except Exception:
                self.begun.pop(number, None)  # whoever asks again hears the reason again
                raise

    def build_page(self, name: str) -> Page | None:
        """A page that fills the frame, new; None where the lesson has none of this name."""
        from desktop_app.building import build_page

        return None if self.session is None else build_page(self, self.session, name)

    def go(self, number: int) -> None:
        if self.session is not None:
            self.session.go(number)

    def show_slide(self, number: int) -> None:
        """Bring a slide to the front."""
        from desktop_app.slide_view import SlideView

        assert self.session is not None
        view = self.view(number)
        old = self.body.currentWidget()
        if isinstance(old, SlideView) and old is not view:
            self.transition.start(old, 1 if number > old.slide.number else -1)
        view.refresh()
        self.body.setCurrentWidget(view)
        self.transition.raise_()
        slides = self.session.lesson.slides
        following = slides[number].eyebrow if number < len(slides) else ""
        self.top.strip.show_place(number, self.session.visited)
        self.bottom.show_place(number, len(slides), following)
        self.settings.slide = number
        self.show_status(number)

    def refresh(self, number: int) -> None:
        """Draw a slide whose experiment changed; a hidden one is drawn when it is opened."""
        assert self.session is not None
        if number == self.session.slide:
            self.view(number).refresh()
            self.show_status(number)

    def show_status(self, number: int) -> None:
        """Facts, source and timing of the slide in front; and what undo can do."""
        assert self.session is not None
        self.drawers.show()
        if self.pages.front is not None:
            self.pages.show_bars()
            return
        view = self.view(number)
        lab, facts = view.lab, ["guess first"] if view.guessing else list(view.lab.facts())
        if lab.source():
            facts.append(lab.source())
        seconds = self.session.seconds.get(number)
        timing = ""
        if seconds is not None and facts:
            short = self.presenter.measures(self.width()).compact
            timing = f"{'' if short else 'recomputed in '}{seconds * 1000:.2f} ms"
        self.bottom.status.show_facts(facts, timing)
        self.top.tools["undo"].setEnabled(self.session.can_undo)
        self.top.tools["redo"].setEnabled(self.session.can_redo)

    # commands

    def add_shortcuts(self) -> None:
        for shortcut in keymap.WINDOW:
            made = QShortcut(QKeySequence(shortcut.keys), self)
            made.activated.connect(lambda name=shortcut.command: self.command(name))

    def command(self, name: str) -> None:
        """Do what a key, an icon or a menu entry asks."""
        from desktop_app import commands

        commands.run(self, name)

    def formula_latex(self) -> str:
        """The formulas of the slide in front, as plain LaTeX."""
        if self.session is None:
            return ""
        from core.typesetting import plain_latex

        return "\n".join(plain_latex(part.latex) for part in self.session.current.formulas)

    def copy(self, text: str) -> None:
        """Put a text on the clipboard and say so."""
        QGuiApplication.clipboard().setText(text)
        self.bottom.status.say(f"copied: {text}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that nothing in the pane wanted: Home, and the pane's own letters."""
        event = key_places.latin(event)
        if self.pages.press(event):
            return
        if event.isAutoRepeat():  # a held key does its one thing once
            super().keyPressEvent(event)
            return
        if self.drawers.press(event):
            return
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or self.session is None:
            super().keyPressEvent(event)
            return
        if event.key() == Qt.Key.Key_Home:
            self.go(1)
            return
        if event.key() == Qt.Key.Key_Escape and (self.presenter.on or self.isFullScreen()):
            self.command("present" if self.presenter.on else "full_screen")
            return
        lab = self.view(self.session.slide).lab
        wanted = {key for key, _ in lab.shortcuts()}
        name = QKeySequence(event.key()).toString()
        if name in wanted and self.pages.front is None:  # not of the pane behind a page
            lab.press(name)
        else:
            super().keyPressEvent(event)

    # size and end

    def low(self) -> bool:
        return self.height() < FOLDING_HEIGHT

    def follow_size(self) -> None:
        """Hand the measures of the present size to bars and slides."""
        measures = self.presenter.measures(self.width())
        self.top.set_size_class(measures)
        self.bottom.set_size_class(measures)
        for view in self.views.values():
            view.set_size_class(measures, self.low())
        self.pages.set_size_class(measures)
        if self.session is not None and self.session.visited:
            self.show_status(self.session.slide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow_size()

    def menu_point(self) -> QPoint:
        """Where the menu opens: under its button."""
        button = self.top.tools["menu"]
        return button.mapToGlobal(QPoint(0, button.height() + 4))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.geometry = self.saveGeometry()
        self.settings.write()
        self.closed.emit()
        super().closeEvent(event)
