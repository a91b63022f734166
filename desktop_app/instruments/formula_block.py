"""A displayed formula of the lesson: role colours, its spoken form, and its LaTeX on Enter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.lesson import Formula
from core.typesetting import plain_latex
from desktop_app import formula
from desktop_app.instruments.base import Instrument
from desktop_app.theme import Theme

SMALLEST = 12.0
POINT_MS = 200  # a symbol is lit when the pointer rests on it, not when it passes


class FormulaBlock(Instrument):
    """One formula, as large as asked and as small as its room needs. copied(latex)."""

    copied = Signal(str)
    pointed = Signal(str)  # the role of the symbol under the pointer, "" for none

    def __init__(
        self,
        theme: Theme,
        written: Formula,
        size: float,
        parent: QWidget | None = None,
        centred: bool = False,
    ) -> None:
        super().__init__(theme, parent)
        self.written, self.size_wanted, self.centred = written, size, centred
        self.role = ""
        self.wait = QTimer(self, singleShot=True, interval=POINT_MS)
        self.wait.timeout.connect(lambda: self.pointed.emit(self.role))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{written.spoken}. Enter copies its LaTeX.")
        self.setToolTip(written.spoken)

    def set_size(self, size: float) -> None:
        self.size_wanted = size
        self.updateGeometry()
        self.update()

    def size_for(self, width: int) -> float:
        """The largest size up to the wanted one at which the formula fits."""
        size = self.size_wanted
        wide = formula.box(self.written.latex, size).width
        return size if wide <= width else max(size * width / wide, SMALLEST)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        measured = formula.box(self.written.latex, self.size_for(width))
        return round(measured.height + 4)

    def sizeHint(self) -> QSize:
        width = self.width() or 320
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 20)

    def focus_rect(self) -> QRectF:
        measured = formula.box(self.written.latex, self.size_for(self.width()))
        left = (self.width() - measured.width) / 2 if self.centred else 0.0
        return QRectF(left - 2, 0, measured.width + 4, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            size = self.size_for(self.width())
            measured = formula.box(self.written.latex, size)
            x = self.width() / 2 if self.centred else 0.0
            align = "centre" if self.centred else "left"
            top = (self.height() - measured.height) / 2
            formula.draw(
                painter,
                QPointF(x, top + measured.ascent),
                self.written.latex,
                size,
                self.theme,
                align=align,  # type: ignore[arg-type]
            )

    def role_at(self, point: QPointF) -> str:
        """The role of the symbol under a point, "" where there is none."""
        size = self.size_for(self.width())
        measured = formula.box(self.written.latex, size)
        left = (self.width() - measured.width) / 2 if self.centred else 0.0
        top = (self.height() - measured.height) / 2
        origin = QPointF(left, top + measured.ascent)
        return formula.role_at(self.written.latex, size, point - origin)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        role = self.role_at(event.position())
        if role != self.role:
            self.role = role
            self.wait.start()

    def leaveEvent(self, event: QEvent) -> None:
        self.role = ""
        self.wait.stop()
        self.pointed.emit("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.copied.emit(plain_latex(self.written.latex))
        else:
            super().keyPressEvent(event)
