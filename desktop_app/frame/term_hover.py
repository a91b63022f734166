"""Words of the glossary: pointed at in a text, they get a dotted line and their entry."""

from __future__ import annotations

from html import escape
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from core.glossary import Found, Glossary, Term
from desktop_app.instruments.prose import Prose
from desktop_app.instruments.spoken import spoken


class TermHover(QObject):
    """Watches one text. The term under the pointer is underlined; resting on it tells its entry."""

    def __init__(self, glossary: Glossary, prose: Prose) -> None:
        super().__init__(prose)
        self.glossary, self.prose = glossary, prose
        self.text, self.found = "", list[Found]()
        prose.setMouseTracking(True)
        prose.installEventFilter(self)

    def at(self, point: QPointF) -> Found | None:
        """The term under a point of the text."""
        prose = self.prose
        prose.document.setTextWidth(prose.width())
        text = prose.document.toPlainText()
        if text != self.text:
            self.text, self.found = text, self.glossary.find(text)
        layout = prose.document.documentLayout()
        place = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit)
        return next((part for part in self.found if part.start <= place < part.end), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove:
            part = self.at(cast("QMouseEvent", event).position())
            self.prose.show_underline(None if part is None else (part.start, part.end))
        elif event.type() == QEvent.Type.Leave:
            self.prose.show_underline(None)
        elif event.type() == QEvent.Type.ToolTip:
            pointed = cast("QHelpEvent", event)
            part = self.at(QPointF(pointed.pos()))
            if part is not None:
                QToolTip.showText(pointed.globalPos(), entry(part.term), self.prose)
                return True
        return False


def entry(term: Term) -> str:
    """A term and its words as a tooltip; what an author wrote is never taken for HTML."""
    return f"<qt><b>{escape(term.term)}</b><br>{escape(spoken(term.text))}</qt>"


def watch_terms(glossary: Glossary, root: QWidget) -> None:
    """Let every text below `root` that can be pointed at explain its terms."""
    if not glossary.terms:
        return
    for prose in root.findChildren(Prose):
        if not prose.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
            TermHover(glossary, prose)
