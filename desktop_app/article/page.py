"""The article as a page: contents at the left, the text at the right, the place kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QKeySequence, QShortcut

from core.article import Article, Asked, Paragraph, State, TopWeightFigure
from core.article_figure import top_weight_curves
from core.prose import plain
from desktop_app import keymap
from desktop_app.article.computing import Computing
from desktop_app.article.contents import Contents
from desktop_app.article.find_bar import WIDTH, FindBar
from desktop_app.article.finding import Finding
from desktop_app.article.reader import Reader
from desktop_app.article.sheet import Sheet
from desktop_app.frame.column_page import ColumnPage
from desktop_app.frame.page import Place
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.theme import Theme
from desktop_app.way_back import WayBack

LINE_STEP = 52
WORDS_A_MINUTE = 200
SIZES = (0.85, 1.0, 1.15, 1.3, 1.5, 1.75)  # of the text, times the size of the window's class


class ArticlePage(ColumnPage):
    """J and K walk the sections, Space and the page keys scroll, Ctrl+F finds, Escape leaves.

    print_wanted(): the article on paper, or as a PDF.
    """

    print_wanted = Signal()

    def __init__(
        self, theme: Theme, session: Session, article: Article, settings: Settings
    ) -> None:
        super().__init__(theme, session, "Article", article.title, "")
        self.article, self.settings = article, settings
        self.contents = Contents(theme, article)
        self.column.add(28, self.contents)
        for problem in article.problems:
            self.column.add_problem(problem.sentence, problem.file.name, problem.line)
        slides = {slide.id: slide.number for slide in session.lesson.slides}
        self.sheet = Sheet(theme, article, slides)
        self.sheet.scale = settings.article_size
        self.sheet.state_wanted.connect(self.open_state)
        self.sheet.link_wanted.connect(self.open_link)
        self.sheet.read.connect(lambda words: self.said.emit(words) if words else None)
        self.area.setWidget(self.sheet)
        self.reader = Reader(self.area, self.sheet, settings)
        self.reader.moved.connect(self.show_place)
        self.contents.followed.connect(self.reader.go)
        self.find_bar = FindBar(theme, self)
        self.find_bar.closed.connect(self.close_find)
        self.finding = Finding(self.find_bar, self.sheet)
        self.finding.shown.connect(self.reader.bring_into_view)
        self.sheet.question_wanted.connect(self.reader.show_at_top)
        self.add_shortcuts()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.computing: list[Computing] = []

    def add_shortcuts(self) -> None:
        """Find, print, and the size of the text: what holds wherever the keyboard is here."""
        for keys, act in (
            (keymap.FIND.keys, self.find_bar.open),
            (keymap.PRINT.keys, self.print_wanted.emit),
            ("Ctrl++", partial(self.change_size, 1)),
            ("Ctrl+=", partial(self.change_size, 1)),
            ("Ctrl+-", partial(self.change_size, -1)),
            ("Ctrl+0", partial(self.change_size, 0)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    # opening

    def opened(self) -> None:
        super().opened()
        self.session.way_back = None
        self.arrange()
        self.reader.start()
        if not self.computing:
            for figure in self.sheet.figures:
                drawn = figure.drawing.figure
                if not isinstance(drawn, TopWeightFigure):
                    continue  # it is there already
                work = Computing(drawn, self)
                work.computed.connect(figure.show_figures)
                work.begin()
                self.computing.append(work)

    def finish_figures(self) -> None:
        """Have every figure drawn now, for the paper; a slow one takes half a second."""
        for figure in self.sheet.figures:
            drawn = figure.drawing.figure
            if figure.shown is None and isinstance(drawn, TopWeightFigure):
                figure.show_figures(top_weight_curves(drawn))

    def stop(self) -> None:
        for work in self.computing:
            work.stop()

    # layout

    def arrange(self) -> None:
        kept = self.reader.here()
        super().arrange()
        if self.reader.started:
            self.reader.restore(*kept)

    def arrange_area(self) -> None:
        view = self.area.viewport()
        bar = self.area.width() - view.width()
        self.sheet.lay_out(view.width(), view.height(), self.size_class, bar)
        self.find_bar.move(self.width() - WIDTH - 24, 16)

    # the size of the text

    def change_size(self, by: int) -> None:
        """One size up or down; 0 goes back to the usual one. The place in the text is kept."""
        nearest = min(range(len(SIZES)), key=lambda at: abs(SIZES[at] - self.sheet.scale))
        at = SIZES.index(1.0) if by == 0 else min(max(nearest + by, 0), len(SIZES) - 1)
        self.sheet.scale = self.settings.article_size = SIZES[at]
        self.arrange()
        self.said.emit(f"text size {SIZES[at] * 100:.0f}%")

    # moving

    def show_place(self) -> None:
        """Contents and bars follow the reader."""
        self.contents.show_state(self.reader.section, self.reader.read)
        self.moved.emit()

    def step(self, by: int) -> None:
        self.reader.step(by)

    def turn(self, by: int) -> None:
        self.reader.turn(by)

    def press(self, event: QKeyEvent) -> bool:
        keys, held, reader = Qt.Key, event.modifiers(), self.reader
        if held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        back = bool(held & Qt.KeyboardModifier.ShiftModifier)
        acts = {
            keys.Key_J: lambda: self.step(1),
            keys.Key_K: lambda: self.step(-1),
            keys.Key_Space: lambda: self.turn(-1 if back else 1),
            keys.Key_Down: lambda: reader.scroll_by(LINE_STEP),
            keys.Key_Up: lambda: reader.scroll_by(-LINE_STEP),
            keys.Key_Home: lambda: reader.jump(0),
            keys.Key_End: lambda: reader.jump(reader.bar.maximum()),
        }
        if event.key() == keys.Key_Escape and not self.find_bar.isHidden():
            self.close_find()
            return True
        act = acts.get(Qt.Key(event.key()))
        if act is not None:
            act()
        return act is not None

    def close_find(self) -> None:
        self.find_bar.hide()
        self.finding.clear()
        self.setFocus()

    # ways out

    def open_state(self, state: State) -> None:
        """Open the lab that a passage speaks of, as it speaks of it; a chip there leads back."""
        session, number = self.session, self.session.number_of(state.slide)
        session.way_back = WayBack("article", number)
        if state.experiment is None:
            self.slide_wanted.emit(number)
        else:
            session.open_experiment(number, state.experiment, "opened from the article")

    def open_link(self, address: str) -> None:
        """Hand an address to the desktop's browser."""
        if re.match(r"https://", address) and QDesktopServices.openUrl(QUrl(address)):
            self.said.emit(f"opened {address}")
        else:
            self.said.emit(f"no browser opened {address}")

    # what the bars say

    def place(self) -> Place:
        sections, number = self.article.sections, self.reader.section
        following = sections[number].title if number < len(sections) else ""
        return Place(number, len(sections), following)

    def facts(self) -> Sequence[str]:
        shown = self.article.sections[self.reader.section - 1 : self.reader.section]
        for figure in self.sheet.figures:
            if any(figure.drawing in section.blocks for section in shown):
                return figure.facts()
        words = sum(len(plain(part.text).split()) for part in self.prose())
        minutes = max(round(words / WORDS_A_MINUTE), 1)
        return f"{words} words", f"about {minutes} minutes to read"

    def prose(self) -> list[Paragraph | Asked]:
        """Every paragraph and every question of the article."""
        blocks = [block for section in self.article.sections for block in section.blocks]
        return [block for block in blocks if isinstance(block, Paragraph | Asked)]

    def note(self) -> str:
        return "reading position kept"

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        def find(words: str) -> None:
            self.find_bar.open()
            self.find_bar.field.setText(words)
            self.finding.step(1)
            self.close_find()

        sections = range(1, len(self.article.sections) + 1)
        notes = range(1, len(self.article.notes) + 1)
        return (
            *(("sections opened", partial(self.reader.go, section)) for section in sections),
            *(("sections walked", partial(self.step, by)) for by in (-1, -1, 1, 1)),
            *(("screenfuls", partial(self.turn, by)) for by in (1, -1)),
            *(("notes lit", partial(self.sheet.light_note, note)) for note in (*notes, None)),
            *(("text sizes", partial(self.change_size, by)) for by in (1, -1, 0)),
            *(("words found", partial(find, words)) for words in ("softmax", "no such words")),
        )
