"""Pane 11 as a widget: the whole formula, the learner's last matrices, challenges, ways on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QPushButton

from core.built_masks import mask_words
from core.experiment import AttentionExperiment, Experiment
from core.lesson import Course, Slide
from core.trace import Trace
from desktop_app import lettering, motion
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import EYEBROW, HEAD, LABEL, Style
from desktop_app.panes.lab import Lab, place
from desktop_app.panes.recap.challenges import ChallengeRow
from desktop_app.panes.recap.layout import LEAST_HEIGHT, RecapLayout, recap_layout
from desktop_app.panes.recap.parts import PARTS, PartsFormula
from desktop_app.panes.recap.strip import Strip, StripState
from desktop_app.panes.recap.up_next import UpNext, next_entry
from desktop_app.session import Session
from desktop_app.theme import Theme

TURN_MS = 1200  # how long each part is lit when the pane opens
WIDTHS = {"summary": 200, "article": 120, "course": 112, "restart": 104}


class RecapLab(Lab):
    """It has no experiment of its own; it shows the last one of the attention slide.

    command_wanted(name): "summary", "article", "course" or "restart". part_opened(slide, step):
    the slide of a part, and the step of its trace that the part makes.
    """

    command_wanted = Signal(str)
    part_opened = Signal(int, str)

    def __init__(
        self,
        theme: Theme,
        session: Session,
        slide: Slide,
        course: Course | None = None,
        folder: str = "",
        article: bool = False,
    ) -> None:
        super().__init__(theme)
        self.session = session
        self.source_slide = next(
            (part.number for part in session.lesson.slides if part.pane == "attention"), 0
        )
        written = slide.formulas[0] if slide.formulas else None
        self.latex = written.latex if written else ""
        self.formula = PartsFormula(theme, self.latex, written.spoken if written else "", self)
        self.strip = Strip(theme, self)
        for part in (self.formula, self.strip):
            part.pointed.connect(self.point)
            part.opened.connect(self.open_part)
        self.formula.chosen.connect(self.choose)
        self.challenges = ChallengeRow(theme, session.lesson, self)
        self.challenges.followed.connect(self.link_followed)
        entry = next_entry(course, folder)
        self.card = None if entry is None else UpNext(theme, entry, self)
        self.buttons = self.make_buttons(article, course is not None)
        self.pointed_at: int | None = None
        self.chosen: int | None = None
        self.playing: int | None = None
        self.places: RecapLayout | None = None
        self.lighting = QTimer(self, interval=TURN_MS)
        self.lighting.timeout.connect(self.play_next)

    def make_buttons(self, article: bool, course: bool) -> dict[str, QPushButton]:
        """The ways on: only those that lead somewhere."""
        wanted = [("summary", "Export one-page summary")]
        if article:
            wanted.append(("article", "Read article"))
        if course:
            wanted.append(("course", "All lessons"))
        wanted.append(("restart", "Restart"))
        made: dict[str, QPushButton] = {}
        for place_in_row, (name, text) in enumerate(wanted):
            primary = place_in_row == 0
            made[name] = PressButton(self.theme, text, self, primary)
            made[name].clicked.connect(partial(self.command_wanted.emit, name))
        made["restart"].setToolTip(
            "Answers, visited marks and experiments back to the start; challenges stay done"
        )
        return made

    # drawing

    def show_trace(self, experiment: Experiment | None, trace: Trace | None) -> None:
        state = self.state()
        self.strip.setVisible(state is not None)
        if state is not None:
            self.strip.show_state(state)
        self.challenges.show_done(self.session.done, self.session.seen)
        self.show_lit()
        self.update()

    def state(self) -> StripState | None:
        """The learner's last experiment with scaled dot-product attention, and its trace."""
        if not self.source_slide:
            return None
        experiment = self.session.experiment(self.source_slide)
        trace = self.session.trace(self.source_slide)
        if not isinstance(experiment, AttentionExperiment) or trace is None:
            return None
        return StripState(experiment, trace)

    @property
    def lit(self) -> int | None:
        """The part that is lit: pointed at, else chosen, else the one whose turn it is."""
        for part in (self.pointed_at, self.chosen, self.playing):
            if part is not None:
                return part
        return None

    def show_lit(self) -> None:
        self.formula.show_lit(self.lit)
        self.strip.show_lit(self.lit)

    def arrange(self) -> None:
        places = recap_layout(self.width(), self.height(), self.size_class, self.latex or "x")
        self.places = places
        self.formula.set_size(places.size)
        place(self.formula, places.parts)
        self.strip.set_measures(places.cell, places.pitch)
        place(self.strip, places.strip)
        row = places.challenges
        self.challenges.setGeometry(
            round(row.left()), round(row.bottom()) - 44, round(row.width()), 48
        )
        if self.card is not None:
            place(self.card, places.card)
        x, tall = round(places.buttons.left()), round(places.buttons.height())
        for name, made in self.buttons.items():
            wide = WIDTHS[name]
            left = round(places.buttons.right()) - wide if name == "restart" else x
            made.setGeometry(left, round(places.buttons.top()), wide, tall)
            x += wide + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.places is None:
            return
        with QPainter(self) as painter:
            theme, places = self.theme, self.places
            top = QRectF(places.parts.left(), places.parts.top(), 220, 16)
            lettering.draw(painter, top, "Point at a part to light it", EYEBROW, theme.ink3)
            if not self.strip.isHidden():
                lettering.draw(painter, places.head, "Your last matrices", HEAD, theme.ink)
                self.paint_origin(painter, places.head)
            line = QRectF(places.head.left(), round(places.line_y), places.head.width(), 1)
            painter.fillRect(line, theme.line)
            row = places.challenges
            head = QRectF(row.left(), row.top() + (4 if row.height() < 80 else 7), row.width(), 16)
            if self.challenges.dots:
                lettering.draw(painter, head, "Challenges", HEAD, theme.ink)
                text = f"{self.challenges.done_count} of {len(self.challenges.dots)} done"
                head.setWidth(min(head.width(), max(self.challenges.end(), 360.0)))
                lettering.draw(painter, head, text, LABEL, theme.ink2, lettering.RIGHT)

    def paint_origin(self, painter: QPainter, room: QRectF) -> None:
        """Where the matrices come from: the pane, and the pair that is pinned there."""
        theme, state = self.theme, self.state()
        assert state is not None
        if self.source_slide not in self.session.visited:
            words, right = "starting values", lettering.RIGHT
            lettering.draw(painter, room, words, LABEL, theme.ink2, right, everyday=True)
            return
        runs: list[tuple[str, Style, object]] = []
        runs.append((f"from pane {self.source_slide:02d}", LABEL, theme.ink2))
        if state.experiment.pinned_cell is not None:
            query, key = state.experiment.pinned_cell
            token = lettering.fitted(state.experiment.tokens[query], LABEL.bold(), 120)
            other = lettering.fitted(state.experiment.key_tokens[key], LABEL.bold(), 120)
            runs += [(", row ", LABEL, theme.ink2), (token, LABEL.bold(), theme.query.text)]
            runs += [(", key ", LABEL, theme.ink2), (other, LABEL.bold(), theme.key.text)]
        lettering.draw_runs(painter, room, runs, lettering.RIGHT)  # type: ignore[arg-type]

    def facts(self) -> Sequence[str]:
        state = self.state()
        if state is None:
            return ()
        experiment = state.experiment
        visited = self.source_slide in self.session.visited
        which = "last settings" if visited else "starting values"
        return (
            f"{which} of pane {self.source_slide:02d}: n = {len(experiment.tokens)}",
            f"d_k = {experiment.key_size}",
            mask_words(experiment),
        )

    def source(self) -> str:
        state = self.state()
        return "" if state is None else state.experiment.source

    def content_height(self, width: int) -> int:
        return LEAST_HEIGHT

    # lighting

    def point(self, part: int | None) -> None:
        self.stop_playing()
        self.pointed_at = part
        self.show_lit()

    def choose(self, part: int) -> None:
        """Light a part by the keyboard; it stays lit until another one is chosen."""
        self.stop_playing()
        self.pointed_at, self.chosen = None, part
        self.show_lit()
        self.said.emit(f"part {part + 1} of {len(PARTS)}: {PARTS[part].name}")

    def open_part(self, part: int) -> None:
        if self.source_slide:
            self.part_opened.emit(self.source_slide, PARTS[part].step)

    def play_next(self) -> None:
        """Light the next part; after the last one nothing is lit."""
        following = 0 if self.playing is None else self.playing + 1
        if following < len(PARTS):
            self.playing = following
        else:
            self.stop_playing()
        self.show_lit()

    def stop_playing(self) -> None:
        self.lighting.stop()
        self.playing = None

    def rest(self) -> None:
        self.stop_playing()
        self.show_lit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if event.spontaneous():
            return
        self.playing = 0
        self.pointed_at = self.chosen = None
        if not motion.reduced():
            self.lighting.start()
        self.show_lit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.stop_playing()

    # keys and the tour

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        return tuple((str(part + 1), f"Light {PARTS[part].name}") for part in range(len(PARTS)))

    def press(self, key: str) -> None:
        if key.isdecimal() and 1 <= int(key) <= len(PARTS):
            self.choose(int(key) - 1)
            self.formula.setFocus()

    def exercises(self) -> Sequence[tuple[str, Callable[[], object]]]:
        parts = range(len(PARTS))
        return (
            *(("parts lit", partial(self.point, part)) for part in parts),
            *(("parts opened", partial(self.open_part, part)) for part in parts),
            *(
                ("challenge links", partial(self.challenges.followed.emit, dot.slide))
                for dot in self.challenges.dots
            ),
            ("glossary", partial(self.page_wanted.emit, "glossary")),
        )
