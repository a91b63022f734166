"""The top bar with its icons and the bottom bar with the way through the lesson."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QToolButton, QWidget

from desktop_app import lettering
from desktop_app.frame import icons
from desktop_app.frame.progress_strip import ProgressStrip
from desktop_app.frame.status_line import StatusLine
from desktop_app.instruments.base import Glowing, KeyboardFocus
from desktop_app.instruments.glow import Glow
from desktop_app.instruments.press_button import both_looks
from desktop_app.lettering import LABEL
from desktop_app.sizes import BOTTOM_BAR, TOP_BAR, SizeClass
from desktop_app.theme import Theme

BUTTON = 32
SEPARATOR = 17  # px that a hairline between two groups of tools takes
STRIP_GAP = 12  # px at the least between the strip and the tools
NARROW = 400  # px: below a lesson column this wide the next pane's name takes every pixel
# From the left: name, what it is called, its key. None is a hairline.
TOOLS: tuple[tuple[str, str, str] | None, ...] = (
    ("menu", "Menu", "Alt+M"),
    None,
    ("undo", "Undo", "Ctrl+Z"),
    ("redo", "Redo", "Ctrl+Shift+Z"),
    None,
    ("code", "Code", "Ctrl+K"),
    ("try", "Try", "T"),
    ("present", "Present", "F5"),
    ("theme", "Light or dark", "Ctrl+T"),
    ("help", "Help", "F1"),
)


class IconButton(Glowing, KeyboardFocus, QToolButton):
    """A 32 px button with a line icon; its tooltip names its key."""

    def __init__(self, theme: Theme, name: str, title: str, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme, self.icon_name = theme, name
        self.open = False
        self.glow = Glow(self)
        self.setFixedSize(BUTTON, BUTTON)
        self.setIconSize(QSize(icons.SIZE, icons.SIZE))
        self.setToolTip(f"{title}  ({key})" if key else title)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.pressed.connect(self.colour)
        self.released.connect(self.colour)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        shade = theme.sheet if self.open or self.isDown() else theme.ink2
        self.setIcon(icons.icon(self.icon_name, shade, theme.edge))

    def colour(self) -> None:
        """The icon's own colour on the ground it has now: ink while the button is held down."""
        self.set_theme(self.theme)

    def set_open(self, open_: bool) -> None:
        """Ink ground and sheet icon while what the button opens is open."""
        if open_ != self.open:
            self.open = open_
            self.setProperty("open", "true" if open_ else "false")
            self.style().polish(self)
            self.set_theme(self.theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.glow.moving or self.isDown() or self.open:
            super().paintEvent(event)
            return
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        control = QStyle.ComplexControl.CC_ToolButton
        with QPainter(self) as painter:
            for _ in both_looks(painter, option, self.glow.share):
                self.style().drawComplexControl(control, option, painter, self)


class TopBar(QWidget):
    """Lesson code, progress, tools. tool_used(name)."""

    tool_used = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(TOP_BAR)
        self.theme = theme
        self.code = ""
        self.padding = 40
        self.compact = False
        self.strip = ProgressStrip(theme, [], self)
        self.tools: dict[str, IconButton] = {}
        for tool in TOOLS:
            if tool is not None:
                name, title, key = tool
                button = IconButton(theme, name, title, key, self)
                button.clicked.connect(lambda _=False, name=name: self.tool_used.emit(name))
                self.tools[name] = button
        self.segment_width = 40
        self.lines: list[int] = []

    def open(self, code: str, names: list[str]) -> None:
        self.code = code
        self.strip.names = names
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_size_class(self, size_class: SizeClass) -> None:
        self.padding = size_class.lesson_padding
        self.compact = size_class.compact
        self.segment_width = size_class.segment_width
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        """The tools from the right; between them and the middle, as much of the strip as fits."""
        x = self.width() - (12 if self.compact else 18) - BUTTON
        self.lines = []
        for tool in reversed(TOOLS):
            if tool is None:
                if not self.compact:
                    self.lines.append(x + BUTTON - SEPARATOR // 2 + 1)
                    x -= SEPARATOR
                continue
            self.tools[tool[0]].move(x, (TOP_BAR - BUTTON) // 2)
            x -= BUTTON + 4
        room = 2 * (x + BUTTON - STRIP_GAP) - self.width()
        self.strip.set_segment_width(self.strip.width_within(room, self.segment_width))
        self.strip.move((self.width() - self.strip.width()) // 2, 8)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            room = QRectF(self.padding, 0, 200, TOP_BAR)
            style = lettering.CAPTION._replace(weight=600, tracking=0.4)
            lettering.draw(painter, room, self.code, style, self.theme.ink2)
            for x in self.lines:
                painter.fillRect(QRectF(x, 16, 1, 16), self.theme.line)
            painter.fillRect(QRectF(0, TOP_BAR - 1, self.width(), 1), self.theme.line)


class BottomBar(QWidget):
    """Previous, "05 / 11", next, the next slide's name; then the status line. asked(step)."""

    asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bottomBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(BOTTOM_BAR)
        self.theme = theme
        self.number, self.count, self.next_name = 1, 0, ""
        self.digits = 2
        self.lesson_width, self.padding, self.lab_padding = 432, 40, 24
        self.previous = IconButton(theme, "previous", "Previous pane", "PageUp", self)
        self.next = IconButton(theme, "next", "Next pane", "PageDown", self)
        self.previous.clicked.connect(lambda: self.asked.emit(-1))
        self.next.clicked.connect(lambda: self.asked.emit(1))
        self.status = StatusLine(theme, self)

    def show_place(self, number: int, count: int, next_name: str, noun: str = "pane") -> None:
        """Part `number` of `count`: a slide, or a section of a page. 0 of 0 shows nothing."""
        self.number, self.count, self.next_name = number, count, next_name
        self.digits = 2 if noun == "pane" else 1
        for button, words, key in (
            (self.previous, "Previous", "PageUp" if noun == "pane" else "K"),
            (self.next, "Next", "PageDown" if noun == "pane" else "J"),
        ):
            button.setAccessibleName(f"{words} {noun}")
            button.setToolTip(f"{words} {noun}  ({key})")
        self.previous.setEnabled(number > 1)
        self.next.setEnabled(number < count)
        self.previous.setVisible(count > 0)
        self.next.setVisible(count > 0)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_size_class(self, size_class: SizeClass) -> None:
        self.lesson_width = size_class.lesson_width
        self.padding = size_class.lesson_padding
        self.lab_padding = size_class.lab_padding
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    @property
    def place_width(self) -> int:
        """What "05 / 11" takes between its two buttons, in px."""
        return 48 if self.lesson_width < NARROW else 72

    def arrange(self) -> None:
        y = (BOTTOM_BAR - BUTTON) // 2
        self.previous.move(self.padding - 8, y)
        self.next.move(self.padding + 24 + self.place_width, y)
        left = self.lesson_width + self.lab_padding
        self.status.setGeometry(left, 4, self.width() - left - self.lab_padding, BOTTOM_BAR - 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            theme = self.theme
            painter.fillRect(QRectF(0, 0, self.width(), 1), theme.line)
            if self.count:
                middle = QRectF(self.padding + 24, 0, self.place_width, BOTTOM_BAR)
                runs = [
                    (f"{self.number:0{self.digits}d}", LABEL.bold(), theme.ink),
                    (f" / {self.count}", LABEL, theme.ink3),
                ]
                lettering.draw_runs(painter, middle, runs, lettering.CENTRE)
                left = self.padding + 68 + self.place_width
                room = QRectF(left, 0, self.lesson_width - left, BOTTOM_BAR)
                name = lettering.fitted(self.next_name, LABEL, room.width())
                lettering.draw(painter, room, name, LABEL, theme.ink2)
