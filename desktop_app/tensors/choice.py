"""A button that shows what is chosen and opens the other possibilities as a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app import lettering
from desktop_app.instruments.menu import Menu
from desktop_app.instruments.press_button import PressButton
from desktop_app.lettering import LABEL
from desktop_app.theme import Theme

HEIGHT = 28
PAD, ARROW = 10.0, 18.0


class ChoiceButton(PressButton):
    """chosen(key): another possibility was taken. asked: nothing has been decided yet."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self.name = name
        self.options: Sequence[tuple[object, str]] = ()
        self.key: object = None
        self.asked = False
        self.setFixedHeight(HEIGHT)
        self.clicked.connect(self.open_menu)

    def show_options(
        self, options: Sequence[tuple[object, str]], key: object, asked: bool = False
    ) -> None:
        """What can be chosen, and what is."""
        self.options, self.key, self.asked = options, key, asked
        words = dict(options).get(key, "")
        self.setText(words)
        self.setAccessibleName(f"{self.name}: {words}")
        self.update()

    def least_width(self) -> float:
        """How wide it must be to show its words whole."""
        return lettering.width(self.text(), LABEL) + 2 * PAD + ARROW

    def menu_of(self) -> Menu:
        """The possibilities, the one in force ticked."""
        made = Menu(self)
        for key, words in self.options:
            entry = made.addAction(words.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(key == self.key)
            entry.triggered.connect(lambda _=False, key=key: self.take(key))
        return made

    def open_menu(self) -> None:
        menu = self.menu_of()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def take(self, key: object) -> None:
        if key != self.key:
            self.chosen.emit(key)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            edge = theme.alert if self.asked else theme.ink if self.underMouse() else theme.edge
            painter.setPen(QPen(edge, 1))
            painter.setBrush(theme.sheet)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            room = QRectF(self.rect()).adjusted(PAD, 0, -PAD - ARROW, 0)
            text = lettering.fitted(self.text(), LABEL, room.width())
            lettering.draw(painter, room, text, LABEL, theme.alert if self.asked else theme.ink)
            painter.setPen(QPen(theme.ink2, 1.5))
            x, y = self.width() - PAD - 8, self.height() / 2
            points = ((x, y - 2), (x + 4, y + 2), (x + 8, y - 2))
            painter.drawPolyline([QPointF(*point) for point in points])
