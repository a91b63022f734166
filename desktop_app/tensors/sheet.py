"""The right side of "Your tensors": all maps small, one large, its readout, ways to the panes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.frame.sheet_page import Sheet
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import CAPTION, LABEL
from desktop_app.panes.lab import place
from desktop_app.sizes import MEDIUM, SizeClass
from desktop_app.tensors import side
from desktop_app.tensors.big_map import BigMap
from desktop_app.tensors.controls import MapControls
from desktop_app.tensors.desk import Desk
from desktop_app.tensors.looking import Cell
from desktop_app.tensors.side import SideState
from desktop_app.tensors.thumbs import ThumbGrid
from desktop_app.theme import Theme

PANES = (("attention", "05"), ("heads", "07"), ("self-attention", "08"), ("cross", "09"))
EMPTY = (
    "Nothing is open yet. Open files with queries and keys, inputs and projections, or attention "
    "weights: .npy, .npz, .safetensors, .pt, .csv, .tsv or .json. Drop them on the window, press "
    "Open, or begin with a sample from the gallery."
)
THUMBS_HIGH = 0.26


class TensorsSheet(Sheet):
    """pane_wanted(kind): what is open is to be put into a pane."""

    pane_wanted = Signal(str)

    def __init__(self, theme: Theme, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self.theme, self.desk = theme, desk
        self.size_class: SizeClass = MEDIUM
        self.controls = MapControls(theme, desk, self)
        self.thumbs = ThumbGrid(theme, self)
        self.thumbs.index_chosen.connect(desk.choose)
        self.map = BigMap(theme, self)
        self.map.cell_hovered.connect(self.point)
        self.map.cell_pinned.connect(desk.pin)
        self.map.view_changed.connect(self.show_zoom)
        self.whole = PressButton(theme, "Whole map", self)
        self.whole.clicked.connect(self.map.show_whole)
        self.buttons = {
            kind: PressButton(theme, f"Put into pane {number}", self) for kind, number in PANES
        }
        for kind, button in self.buttons.items():
            button.clicked.connect(partial(self.pane_wanted.emit, kind))
        self.reasons: dict[str, str] = {}
        self.hovered: Cell | None = None
        self.side_room = QRectF()
        self.foot = QRectF()
        self.note_room = QRectF()
        QWidget.setTabOrder(self.controls.special, self.thumbs)
        QWidget.setTabOrder(self.thumbs, self.map)

    # showing

    def refresh(self, reasons: dict[str, str]) -> None:
        """Show what the desk holds. reasons: why each pane does not take it, "" where it does."""
        desk, found = self.desk, self.desk.opened
        self.reasons = reasons
        maps = None if found is None else found.maps
        self.controls.refresh()
        self.thumbs.setVisible(maps is not None and maps.count > 1)
        if maps is not None and maps.count > 1:
            self.thumbs.show_maps(maps.lead, desk.index, desk.thumbs)
        self.map.setVisible(desk.shown is not None)
        rows, columns = desk.names
        self.map.show_map(desk.shown, rows, columns, desk.pinned)
        self.hovered = self.map.hovered
        for kind, button in self.buttons.items():
            button.setVisible(maps is not None and not reasons.get(kind, "-"))
        self.show_zoom()
        self.arrange()
        self.update()

    def point(self, cell: Cell | None) -> None:
        self.hovered = cell
        self.update()

    def show_zoom(self) -> None:
        shown = self.desk.shown is not None
        self.whole.setVisible(shown and not self.map.view.is_whole)
        self.update()

    def side_state(self) -> SideState | None:
        """What stands beside the map."""
        desk = self.desk
        if desk.shown is None or desk.opened is None:
            return None
        rows, columns = desk.names
        cell = self.hovered or desk.pinned
        divided = desk.opened.proposal.reading.scaled
        text = "; ".join(desk.shown.said)
        cut = lettering.width(text, CAPTION) > self.note_room.width()
        return SideState(desk.shown, rows, columns, cell, divided, cut)

    # geometry

    def arrange(self) -> None:
        """From the top down: controls, small maps, the map and its readout, panes."""
        sizes = self.size_class
        pad, gap = float(sizes.lab_padding), 16.0
        left, right = pad, self.width() - pad
        y = self.controls.arrange(left, right, 16.0 if sizes.compact else 24.0)
        if not self.thumbs.isHidden():
            most = self.height() * THUMBS_HIGH
            high = self.thumbs.high(right - left, most)
            place(self.thumbs, QRectF(left, y + 4, right - left, high))
            y += high + 12
        foot = 32.0 + 20 * len(self.told_reasons()) if self.desk.shown is not None else 0.0
        self.foot = QRectF(left, self.height() - foot - 12, right - left, foot)
        wide = min(max((right - left) * 0.34, 232.0), 360.0)
        notes = 18.0 if self.desk.shown is not None and self.desk.shown.said else 0.0
        bottom = self.foot.top() - gap - notes
        room = QRectF(left, y + 4, right - left - wide - 24, bottom - y - 4)
        place(self.map, room)
        self.side_room = QRectF(right - wide, y + 8, wide, bottom - y - 8)
        self.note_room = QRectF(left, bottom + 2, right - left, 16)
        self.whole.setGeometry(round(right - 104), round(self.side_room.bottom() - 28), 104, 28)
        x = left
        for button in self.buttons.values():
            if not button.isHidden():
                button.setGeometry(round(x), round(self.foot.top()), 144, 32)
                x += 152

    def told_reasons(self) -> list[str]:
        """Why some panes do not take what is open; panes with the same reason together."""
        together: dict[str, list[str]] = {}
        for kind, number in PANES:
            if self.reasons.get(kind):
                together.setdefault(self.reasons[kind], []).append(number)
        return [f"Not into {', '.join(panes)}: {reason}." for reason, panes in together.items()]

    def set_size_class(self, sizes: SizeClass) -> None:
        if sizes != self.size_class:
            self.size_class = sizes
            self.controls.set_compact(sizes.compact)
            self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def resizeEvent(self, event: object) -> None:
        self.arrange()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme = self.theme
            if self.desk.opened is None or self.desk.opened.maps is None:
                self.paint_empty(painter)
                return
            label = self.controls.other_label()
            if label is not None:
                lettering.draw(painter, label[1], label[0], LABEL, theme.ink2, lettering.RIGHT)
            state = self.side_state()
            if state is not None:
                room = self.side_room
                if not self.whole.isHidden():
                    room = room.adjusted(0, 0, 0, -36)
                side.paint(painter, room, state, theme)
                self.paint_notes(painter, state.shown.said)
            elif self.desk.showing.busy:
                words = self.desk.showing.words or "reading the map"
                line = QRectF(self.side_room.topLeft(), QSizeF(self.side_room.width(), 20))
                lettering.draw(painter, line, words, LABEL, theme.ink2)
            elif self.desk.refusal:
                self.paint_lines(painter, self.desk.refusal, self.side_room)
            self.paint_reasons(painter)

    def paint_lines(self, painter: QPainter, words: str, room: QRectF) -> None:
        """Why there is no map to show."""
        for at, text in enumerate(lettering.wrapped(words, LABEL, room.width())):
            spot = QRectF(room.left(), room.top() + at * 18, room.width(), 18)
            lettering.draw(painter, spot, text, LABEL, self.theme.alert)

    def paint_empty(self, painter: QPainter) -> None:
        """What to do while nothing can be shown."""
        found = self.desk.opened
        words = EMPTY if found is None else found.trouble
        pad = float(self.size_class.lab_padding)
        for at, line in enumerate(
            lettering.wrapped(words, LABEL.sized(15), self.width() - 2 * pad)
        ):
            spot = QRectF(pad, 32 + at * 24, self.width() - 2 * pad, 24)
            lettering.draw(painter, spot, line, LABEL.sized(15), self.theme.ink2)

    def paint_notes(self, painter: QPainter, said: Sequence[str]) -> None:
        """What the filter did, always in sight under the map."""
        text = lettering.fitted("; ".join(said), CAPTION, self.note_room.width())
        lettering.draw(painter, self.note_room, text, CAPTION, self.theme.alert)

    def paint_reasons(self, painter: QPainter) -> None:
        """Why some panes do not take what is open."""
        buttons = any(not button.isHidden() for button in self.buttons.values())
        y = self.foot.top() + (36 if buttons else 8)
        for reason in self.told_reasons():
            line = QRectF(self.foot.left(), y, self.foot.width(), 16)
            text = lettering.fitted(reason, CAPTION, line.width())
            lettering.draw(painter, line, text, CAPTION, self.theme.ink3)
            y += 20
