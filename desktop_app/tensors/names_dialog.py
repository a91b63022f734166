"""Names of queries or keys, typed or pasted: one a line, counted while they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.tensors.naming import Side, check_names, typed_names
from core.tensors.refusing import TensorFileError
from desktop_app import lettering
from desktop_app.instruments.press_button import FadingButton

HINT = "One name a line, or words in one line. They are shown exactly as they stand here."


class NamesDialog(QDialog):
    """take(names) is called once there is one name a place, and Use is pressed."""

    def __init__(
        self,
        parent: QWidget,
        side: Side,
        names: Sequence[str],
        take: Callable[[tuple[str, ...]], object],
    ) -> None:
        super().__init__(parent)
        self.side, self.count, self.take_names = side, len(names), take
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Names of the {side}")
        self.setModal(True)
        self.text = QPlainTextEdit("\n".join(name.replace("\n", "⏎") for name in names), self)
        self.text.setAccessibleName(f"Names of the {side}, one a line")
        self.text.setTabChangesFocus(True)
        self.text.setFont(lettering.font(lettering.LABEL))
        self.text.selectAll()
        self.told = QLabel("", self)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.use = FadingButton("Use", self)
        self.use.setProperty("primary", "true")
        self.leave = FadingButton("Cancel", self)
        self.use.clicked.connect(self.take)
        self.leave.clicked.connect(self.close)
        self.text.textChanged.connect(self.judge)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.take)
        self.arrange()
        self.judge()

    def arrange(self) -> None:
        hint = QLabel(HINT, self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        for button in (self.use, self.leave):
            button.setFixedSize(96, 32)
        steady = self.use.sizePolicy()
        steady.setRetainSizeWhenHidden(True)
        self.use.setSizePolicy(steady)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.told, 1)
        row.addWidget(self.leave)
        row.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(hint)
        column.addWidget(self.text, 1)
        column.addLayout(row)
        self.resize(440, 440)

    @property
    def names(self) -> tuple[str, ...]:
        return typed_names(self.text.toPlainText())

    def judge(self) -> bool:
        """Say whether there is one name a place; Use is there only then."""
        names = self.names
        try:
            check_names(names, self.count, self.side)
        except TensorFileError as error:
            words = str(error)
        else:
            words = ""
        right = f"{len(names):,} name{'s' * (len(names) != 1)}, one a place"
        self.told.setText(words[:1].upper() + words[1:] if words else right)
        self.use.setVisible(not words)
        return not words

    def take(self) -> None:
        if self.judge():
            names = self.names
            self.close()
            self.take_names(names)
