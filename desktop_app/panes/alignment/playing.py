"""Play: one step a second until the last one, or until any key is pressed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.instruments.gestures import new_gesture

SECOND = 1000


class Player(QObject):
    """stepped(gesture) each second; the whole play is one gesture, so one undo step."""

    stepped = Signal(object)
    changed = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.clock = QTimer(self, interval=SECOND)
        self.clock.timeout.connect(lambda: self.stepped.emit(self.gesture))
        self.gesture: int | None = None

    @property
    def playing(self) -> bool:
        return self.gesture is not None

    def start(self) -> None:
        """Begin; the first step comes after a second."""
        self.gesture = new_gesture()
        self.clock.start()
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self.changed.emit(True)

    def stop(self) -> None:
        """Stop where the alignment is now."""
        if not self.playing:
            return
        self.clock.stop()
        self.gesture = None
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.changed.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Any key stops; it still does what it means where it was pressed.
        if event.type() == QEvent.Type.KeyPress:
            self.stop()
        return False
