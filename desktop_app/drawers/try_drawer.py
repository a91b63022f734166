"""The Try drawer of one slide: what can be tried on its pane, section under section."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QElapsedTimer, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from core.fault_names import FAULTS, fault_of
from desktop_app import lettering
from desktop_app.drawers.chip import FaultChip
from desktop_app.drawers.compare import CompareSection
from desktop_app.drawers.cost import CostSection
from desktop_app.drawers.faults import FaultSection
from desktop_app.drawers.heads import HeadsSection
from desktop_app.drawers.masks import MaskSection
from desktop_app.drawers.parity import ParitySection
from desktop_app.drawers.parts import OUT, Row
from desktop_app.drawers.predict import PredictSection
from desktop_app.drawers.section import Section
from desktop_app.drawers.turning import TurningSection
from desktop_app.drawers.values import ValuesSection
from desktop_app.drawers.veil import Veil
from desktop_app.instruments.base import Instrument
from desktop_app.lettering import HEAD, LABEL
from desktop_app.panes.lab import Lab
from desktop_app.session import Session
from desktop_app.settings import Settings
from desktop_app.theme import Theme
from desktop_app.worker_process import WorkerProcess

REST_MS = 80  # between two drawings of the drawer while something is dragged
TOP = 64  # the drawer's own head
SECTIONS: tuple[type[Section], ...] = (
    MaskSection,
    HeadsSection,
    CostSection,
    ValuesSection,
    TurningSection,
    FaultSection,
    PredictSection,
    CompareSection,
    ParitySection,
)


class Close(Row):
    """The cross at the right of the drawer's head."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setFixedSize(32, 32)
        self.setToolTip("Close  (Esc)")
        self.setAccessibleName("Close the drawer")

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.paint_ground(painter)
            pen = QPen(self.theme.ink2, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(12, 12, 20, 20)
            painter.drawLine(12, 20, 20, 12)


class Sheet(Instrument):
    """What scrolls: the drawer's head, the sections, and the hairlines between them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.sections: list[Section] = []
        self.padding, self.whole_width = 24, 0
        self.setObjectName("lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.close_button = Close(theme, self)

    def arrange(self, width: int, seen: int, least: int) -> None:
        """Stack the sections; the sheet is as high as they are, or as its window.

        seen: px of `width` that a scroll bar leaves. The bar stands in the margin: nothing moves.
        """
        pad = self.padding
        self.close_button.move(width - pad - 24, 24)
        y = TOP + 1
        for section in self.sections:
            wide = width - 2 * pad + 2 * OUT
            section.setGeometry(pad - OUT, y, wide, section.height_for(wide))
            section.arrange()
            y += section.height() + 1
        self.whole_width = width
        self.resize(seen, max(y, least))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme, pad = self.theme, self.padding
            head = QRectF(pad, 16, self.whole_width - 2 * pad, 48)
            used = lettering.draw(painter, head, "Try", HEAD, theme.ink)
            beside = head.adjusted(used + 10, 0, 0, 0)
            lettering.draw(painter, beside, "on this pane", LABEL, theme.ink2)
            painter.fillRect(QRectF(0, 0, 1, self.height()), theme.line)
            for section in self.sections:
                painter.fillRect(QRectF(pad, section.y() - 1, head.width(), 1), theme.line)


class TryDrawer(QScrollArea):
    """Sections of one slide; which of them is open stays as the learner left it.

    instead_wanted(state): an (experiment, trace) shall be shown in the lab in place of the live
    one, only to be looked at; None ends it. export_wanted(command): A and B shall be written.
    results_shown(): what waited for a guess is shown.
    """

    instead_wanted = Signal(object)
    export_wanted = Signal(str)
    results_shown = Signal()

    def __init__(
        self,
        theme: Theme,
        session: Session,
        number: int,
        lab: Lab,
        worker: WorkerProcess | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__()
        self.theme, self.session, self.number, self.lab = theme, session, number, lab
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.filling = False
        self.since = QElapsedTimer()
        self.later = QTimer(self, singleShot=True, interval=REST_MS)
        self.later.timeout.connect(self.show_sections)
        self.sheet = Sheet(theme)
        self.setWidget(self.sheet)
        experiment = session.experiment(number)
        for made in SECTIONS:
            if made in (ParitySection, CostSection) and made.offered(experiment):
                kind = ParitySection if made is ParitySection else CostSection
                self.add(kind(theme, session, number, worker))
            elif made is PredictSection:
                if session.slide_at(number).predictions:
                    self.add(PredictSection(theme, session, number, settings))
            elif made is TurningSection and made.offered(experiment):
                self.add(TurningSection(theme, session, number, settings, lab))
            elif made.offered(experiment):
                self.add(made(theme, session, number))
        folding = [section for section in self.sheet.sections if section.folds]
        if folding:
            folding[-1].opened = True
        self.chip = FaultChip(theme, lab)
        self.chip.pressed.connect(self.put_right)
        self.veil = Veil(theme, lab)
        for section in self.sheet.sections:
            if isinstance(section, PredictSection):
                section.hidden_changed.connect(self.veil.show_hidden)
                for other in self.sheet.sections:
                    section.hidden_changed.connect(other.hide_results)
                section.hidden_changed.connect(self.tell)

    @staticmethod
    def offered(session: Session, number: int) -> bool:
        """Whether there is anything to try on a slide."""
        experiment = session.experiment(number)
        return any(
            section.offered(experiment) for section in SECTIONS if section is not PredictSection
        )

    def tell(self, hidden: bool) -> None:
        """Say when nothing is hidden any more."""
        if not hidden:
            self.results_shown.emit()

    def add(self, section: Section) -> None:
        section.setParent(self.sheet)
        section.turned.connect(partial(self.turn, section))
        section.grown.connect(self.arrange)
        if isinstance(section, CompareSection):
            section.show_wanted.connect(self.instead_wanted)
            section.export_wanted.connect(self.export_wanted)
        section.explain_with(self.lab.sums)
        self.sheet.sections.append(section)

    def turn(self, section: Section, opened: bool) -> None:
        """Open or fold a section; of those that fold, one is open at a time."""
        for other in self.sheet.sections:
            if opened and other.folds and other is not section and other.opened:
                other.set_opened(False)
        section.set_opened(opened)

    def keep_a(self) -> None:
        """Keep the present state as A."""
        for section in self.sheet.sections:
            if isinstance(section, CompareSection):
                section.keep_a()

    def put_right(self) -> None:
        """Take back the mistake that is being made."""
        made = fault_of(self.session.experiment(self.number))
        for section in self.sheet.sections:
            if made and isinstance(section, FaultSection):
                section.turn(made)

    def refresh(self) -> None:
        """Draw the slide's present experiment; the chip shows while the drawer is closed too."""
        made = fault_of(self.session.experiment(self.number))
        self.chip.show_fault(FAULTS[made].title if made else "")
        for section in self.sheet.sections:
            if isinstance(section, PredictSection):
                section.watch()
        if self.isHidden():
            return
        dragged = self.session.histories[self.number].gesture is not None
        if dragged and self.since.isValid() and self.since.elapsed() < REST_MS:
            self.later.start()  # a drag goes first: symptoms are a dozen runs of the engine
        else:
            self.show_sections()

    def show_sections(self) -> None:
        """Draw every section, then stack them once."""
        self.later.stop()
        self.filling = True
        for section in self.sheet.sections:
            section.refresh()
        self.filling = False
        self.arrange()
        self.since.start()

    def showEvent(self, event: object) -> None:
        self.refresh()
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def arrange(self) -> None:
        if self.filling:
            return
        self.sheet.padding = 16 if self.width() < 320 else 24
        room = self.viewport()
        self.sheet.arrange(self.width(), room.width(), room.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    # the keyboard

    def stops(self) -> list[QWidget]:
        """Every row that can have the keyboard, top to bottom."""
        found = [
            widget
            for widget in self.sheet.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isVisibleTo(self)
            and widget.isEnabled()
            and widget is not self.sheet.close_button
        ]

        def place(widget: QWidget) -> tuple[int, int]:
            corner = widget.mapTo(self.sheet, QPoint(0, 0))
            return corner.y(), corner.x()

        return sorted(found, key=place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard goes to the first row."""
        self.step_from(None, 1, event.reason())

    def step_from(
        self,
        widget: QWidget | None,
        by: int,
        reason: Qt.FocusReason = Qt.FocusReason.TabFocusReason,
    ) -> None:
        """Move the keyboard along the rows."""
        stops = self.stops()
        if not stops:
            return
        at = stops.index(widget) + by if widget in stops else 0
        to = stops[min(max(at, 0), len(stops) - 1)]
        to.setFocus(reason)
        self.ensureWidgetVisible(to, 0, 16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down, which no row wanted for itself."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        by = steps.get(Qt.Key(event.key()))
        if by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        else:
            self.step_from(self.window().focusWidget(), by)
