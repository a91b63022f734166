"""What the tour does in pane 02 beside using its controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.instruments.sentence_field import SentenceField
from desktop_app.panes.bottleneck.funnel_view import Funnel
from desktop_app.panes.bottleneck.rows_view import Rows


def exercises_of(
    funnel: Funnel, rows: Rows, field: SentenceField
) -> Sequence[tuple[str, Callable[[], object]]]:
    """Pointing, walking and typing, each as a person does it."""

    def point() -> None:
        QTest.mouseMove(funnel, QPoint(funnel.width() // 2, 40))
        QTest.mouseMove(rows, QPoint(20, 10))
        QTest.mouseClick(rows, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))

    def type_sentence(text: str) -> None:
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    return (
        ("words", point),
        ("word keys", partial(QTest.keyClick, funnel, Qt.Key.Key_Right)),
        ("word keys", partial(QTest.keyClick, funnel, Qt.Key.Key_Escape)),
        ("sentences", partial(type_sentence, "The cat doesn't see <s> a zebra!")),
        ("sentences", partial(type_sentence, "the european economic area")),
    )
