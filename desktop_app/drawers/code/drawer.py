"""The code drawer of one slide: its numbers as a script, over the lesson."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from core.experiment import Experiment
from core.scripts.lines import Form, Row, Script, shown_rows
from core.scripts.script import changed_numbers, has_script, script
from desktop_app import lettering
from desktop_app.drawers.code import words
from desktop_app.drawers.code.measures import Measures, measures
from desktop_app.drawers.code.prints import PrintsPanel
from desktop_app.drawers.code.sheet import CodeSheet
from desktop_app.frame.bars import IconButton
from desktop_app.instruments.press_button import PressButton
from desktop_app.instruments.toggle import Toggle
from desktop_app.lettering import LABEL
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.sizes import SizeClass, size_class
from desktop_app.theme import Theme

FORMS: tuple[tuple[Form, str], ...] = (("numpy", "NumPy"), ("torch", "PyTorch"))
RUNS = "Runs as it stands, with your numbers. Point at a line to light the matrix it makes."
TURNED = "In code, queries are rows; the pane shows them as columns."
WAITING = "The sample is being drawn; the code follows."
PANEL_GAP, NOTE_LINE = 16, 20
REST_MS = 80  # between two scripts while something is dragged
LOW = 620  # a drawer below this height shows less of what is printed, and seldom a note


class CodeDrawer(QWidget):
    """save_wanted(text, name): a file of this name was asked for."""

    save_wanted = Signal(str, str)

    def __init__(self, theme: Theme, session: Session, number: int, lab: Lab) -> None:
        super().__init__()
        self.theme, self.session, self.number, self.lab = theme, session, number, lab
        self.form: Form = "numpy"
        self.script: Script | None = None
        self.reason = ""
        self.at: Measures | None = None
        self.lighting = ""
        self.since = QElapsedTimer()
        self.later = QTimer(self, singleShot=True, interval=REST_MS)
        self.later.timeout.connect(self.write)
        self.setObjectName("lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.toggle = Toggle(theme, "form", FORMS, self)
        self.toggle.chosen.connect(self.choose_form)
        self.copy_button = PressButton(theme, "Copy", self)
        self.copy_button.setToolTip("Copy the whole script  (Ctrl+C)")
        self.copy_button.clicked.connect(self.copy)
        self.save_button = PressButton(theme, "Save…", self)
        self.save_button.clicked.connect(self.save)
        self.close_button = IconButton(theme, "close", "Close the code", "Esc", self)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sheet = CodeSheet(theme)
        self.sheet.lit.connect(self.light)
        self.area.setWidget(self.sheet)
        self.panel = PrintsPanel(theme)
        self.panel.setParent(self)
        self.setFocusProxy(self.sheet)

    @staticmethod
    def offered(session: Session, number: int) -> bool:
        """Whether there is code for a slide."""
        return has_script(session.experiment(number))

    # what is shown

    def refresh(self) -> None:
        """Write the slide's present experiment, now or as soon as a drag rests."""
        dragged = self.session.histories[self.number].gesture is not None
        if dragged and self.since.isValid() and self.since.elapsed() < REST_MS:
            self.later.start()  # the numbers of the lab go before the code that holds them
        else:
            self.write()

    def write(self) -> None:
        """Write the slide's present experiment; nothing while the drawer is closed."""
        self.later.stop()
        if self.isHidden() or self.at is None:
            return
        self.since.start()
        trace = self.session.trace(self.number)
        self.script, self.reason = None, WAITING
        if trace is not None:
            try:
                self.script, self.reason = script(trace, self.form, self.at.columns), ""
            except ValueError as error:
                self.reason = str(error)
        self.show_script()
        self.arrange()

    def show_script(self) -> None:
        """Hand rows and output to the parts."""
        written, trace = self.script, self.session.trace(self.number)
        for part in (self.copy_button, self.save_button):
            part.setEnabled(written is not None)
        if written is None:
            self.sheet.show_rows((), (), frozenset())
            return
        moved = changed_numbers(written, self.before())
        rows = list(shown_rows(written, moved))
        shapes = [words.shape_of(row.line, trace) for row in rows]
        self.sheet.show_rows(rows, shapes, moved)
        self.panel.show_output(written.prints, written.printed, self.pinned_row())

    def before(self) -> Experiment | None:
        """The experiment one step back, to see which number is being changed."""
        history = self.session.histories[self.number]
        return history.moments[history.place - 1].experiment if history.place else None

    def pinned_row(self) -> int | None:
        """The printed row that is pinned in the lab, where each row is one line."""
        pinned = getattr(self.session.experiment(self.number), "pinned_cell", None)
        trace = self.session.trace(self.number)
        if pinned is None or trace is None or self.script is None or "output" not in trace:
            return None
        rows = len(trace["output"])
        each = len(self.script.prints.splitlines()) == rows
        return pinned[-2] if each else None

    def light(self, row: Row | None) -> None:
        """Light what a line makes in the lab, and say it in words."""
        trace = self.session.trace(self.number)
        step = row.line.step if row is not None else ""
        if row is not None and self.sheet.hovered is None:
            middle = self.sheet.row_rect(self.sheet.chosen).center()
            self.area.ensureVisible(0, round(middle.y()), 0, 40)
        if step != self.lighting:
            self.lighting = step
            self.lab.light(step)
        if row is not None and row.line.step:
            spoken = words.said(row.line, row.number, trace)
            if spoken:
                self.session.said.emit(spoken)

    # what can be asked for

    def choose_form(self, form: Form) -> None:
        self.form = form
        self.toggle.set_chosen(form)
        self.write()

    def copy(self) -> None:
        """The whole script onto the clipboard, folded rows too."""
        self.catch_up()
        if self.script is not None:
            QGuiApplication.clipboard().setText(self.script.text)
            name = dict(FORMS)[self.form]
            self.session.said.emit(f"copied: {len(self.script.lines)} lines of {name}")

    def catch_up(self) -> None:
        """Write what waits for a drag to rest: what leaves here is never behind the numbers."""
        if self.later.isActive():
            self.write()

    def save(self) -> None:
        self.catch_up()
        if self.script is not None:
            slide = self.session.slide_at(self.number)
            self.save_wanted.emit(self.script.text, f"{slide.id}-{self.form}.py")

    # place

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def measure(self) -> SizeClass:
        return self.lab.size_class if self.lab.size_class is not None else size_class(1280)

    def resizeEvent(self, event: QResizeEvent) -> None:
        at = measures(self.measure(), self.width())
        if at != self.at:
            self.at = self.sheet.measures = self.panel.measures = at
            self.write()
        self.arrange()

    def showEvent(self, event: object) -> None:
        self.at = self.sheet.measures = self.panel.measures = measures(self.measure(), self.width())
        self.write()

    def hideEvent(self, event: object) -> None:
        self.lighting = ""
        self.lab.light("")

    def arrange(self) -> None:
        """The head, the code, what it prints: the code scrolls where there is no room."""
        if self.at is None:
            return
        pad, narrow = self.at.padding, self.at.narrow
        self.toggle.set_compact(narrow)
        y = 16 if narrow else 24
        self.toggle.move(pad, y)
        x = self.width() - self.at.right - (26 if narrow else 32)
        self.close_button.move(x, y)
        buttons = ((self.save_button, 53), (self.copy_button, 46))
        for part, wide in buttons if narrow else ((self.save_button, 68), (self.copy_button, 64)):
            x -= wide + (4 if narrow else 8)
            part.setGeometry(x, y, wide, 32)
        self.arrange_code(y + (44 if narrow else 56))

    def arrange_code(self, top: int) -> None:
        """The lines, then the panel right below them, or at the foot of the drawer."""
        assert self.at is not None
        low, pad = self.height() < LOW, self.at.padding
        self.panel.setVisible(self.script is not None)
        self.panel.setFixedWidth(self.width() - pad - self.at.right)
        panel = self.panel.height_for(3 if low else 8) if self.script is not None else 0
        note = 16 + NOTE_LINE * len(self.note_lines()) + 8
        needed = self.sheet.content_height()
        room = self.height() - top - panel - PANEL_GAP
        told = self.script is not None and (bool(self.script.note) or self.lab.turned)
        roomy = not (low or self.at.narrow)
        room -= note if told or roomy or needed + note <= room else 4
        self.area.setGeometry(0, top, self.width(), self.sheet.whole_rows(room))
        self.sheet.resize(self.width(), needed)
        self.panel.move(pad, self.area.geometry().bottom() + 1 + PANEL_GAP)
        self.panel.setFixedHeight(panel)
        self.update()

    def note_lines(self) -> list[str]:
        """What stands below: a fault that is left out, or what this is."""
        assert self.at is not None
        text = self.script.note if self.script is not None and self.script.note else RUNS
        if self.lab.turned:
            text = f"{TURNED} {text}"
        return lettering.wrapped(text, LABEL, self.width() - self.at.padding - self.at.right)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.at is None:
            return
        with QPainter(self) as painter:
            pad, wide = self.at.padding, self.width() - self.at.padding - self.at.right
            lines, y = self.note_lines(), self.panel.geometry().bottom() + 17
            if self.script is None:
                y = self.area.y()
                lines = lettering.wrapped(self.reason, LABEL, wide)
            for place, line in enumerate(lines):
                room = QRectF(pad, y + place * NOTE_LINE, wide, NOTE_LINE)
                if room.bottom() <= self.height() - 4:
                    lettering.draw(painter, room, line, LABEL, self.theme.ink2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.sheet.setFocus(event.reason())

    def event(self, event: QEvent) -> bool:
        # Ctrl+C means the script here, not the sum of a number that is kept in the lab.
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Copy)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)
