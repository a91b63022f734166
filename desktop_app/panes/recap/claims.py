"""The claims of the lesson, each a link to the slide that showed it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.lesson import Link, Slide
from desktop_app import lettering
from desktop_app.instruments.link_row import LinkRow
from desktop_app.instruments.prose import Prose
from desktop_app.lettering import BODY, LABEL
from desktop_app.panes.recap.marks import paint_chevron
from desktop_app.session import Session
from desktop_app.theme import Theme

NUMBER = lettering.LABEL.sized(15)
ROW, LINE, OUTSET, INDENT = 64, 24, 12, 40
NARROW = 300  # below this width the claims are set smaller, on two lines where they must


class ClaimRow(LinkRow):
    """One claim and the slide that shows it; the whole row is the link."""

    def __init__(self, theme: Theme, number: int, link: Link, name: str, parent: QWidget) -> None:
        super().__init__(theme, number, parent)
        self.name = name
        self.claim = Prose(theme, BODY, LINE, self)
        self.claim.show_markdown(link.text)
        self.claim.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(f"{self.claim.accessibleName()} Opens {number:02d} {name}.")

    def room(self, width: int) -> int:
        """How wide the words may run in a row of this width."""
        return max(width - 2 * OUTSET - INDENT, 60)

    def height_at(self, width: int) -> int:
        """64 px where the claim fits on one line."""
        narrow = width - 2 * OUTSET < NARROW
        self.claim.set_style(BODY.sized(15) if narrow else BODY, 20 if narrow else LINE)
        lines = self.claim.heightForWidth(self.room(width))
        return max(ROW, lines + 36)

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = self.room(self.width())
        height = self.claim.heightForWidth(room)
        top = (self.height() - height - 17) // 2
        self.claim.setGeometry(OUTSET + INDENT, top, room, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            theme = self.theme
            focused = self.hasFocus() and self.keyboard_focus
            lit = self.hovered or focused
            self.paint_ground(painter, QRectF(self.rect()), kept=focused)
            line = self.claim.line_height
            number = QRectF(OUTSET, self.claim.y() + 1, INDENT - 4, line)
            colour = theme.ink if lit else theme.ink3
            lettering.draw(painter, number, f"{self.number:02d}", NUMBER.bold(lit), colour)
            row = QRectF(
                OUTSET + INDENT, self.claim.geometry().bottom() + 1, self.claim.width(), 16
            )
            style, colour = LABEL.bold(lit), theme.ink if lit else theme.ink2
            name = lettering.fitted(self.name, style, row.width() - 16)
            wide = lettering.draw(painter, row, name, style, colour)
            paint_chevron(painter, row.left() + wide + 10, row.center().y(), colour)


class ClaimList(QWidget):
    """The claims of the recap, one below the other; their grounds stand out by 12 px."""

    outset = OUTSET

    def __init__(self, theme: Theme, session: Session, slide: Slide) -> None:
        super().__init__()
        self.rows = []
        for link in slide.links:
            try:
                number = session.number_of(link.slide)
            except KeyError:
                continue  # the slide's problems say which link leads nowhere
            row = ClaimRow(theme, number, link, session.slide_at(number).eyebrow, self)
            row.followed.connect(session.go)
            self.rows.append(row)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows beside words that run `width` px."""
        return sum(row.height_at(width + 2 * OUTSET) for row in self.rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        y = 0
        for row in self.rows:
            height = row.height_at(self.width())
            row.setGeometry(0, y, self.width(), height)
            y += height
