"""The binding keeps its references: releases after 6.10 dropped one to True or None a signal."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject, Signal

EMITS = 4000


class Sender(QObject):
    """Signals with the arguments that leaked."""

    switched = Signal(bool)
    passed = Signal(object)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="True and None are immortal since 3.12")
@pytest.mark.parametrize(("name", "value"), [("switched", True), ("passed", None)])
def test_a_signal_gives_back_every_reference_it_takes(name: str, value: object) -> None:
    sender = Sender()
    seen = [0]

    def count(_: object) -> None:
        seen[0] += 1

    getattr(sender, name).connect(count)
    before = sys.getrefcount(value)
    for _ in range(EMITS):
        getattr(sender, name).emit(value)
    lost = before - sys.getrefcount(value)
    assert seen == [EMITS]
    assert abs(lost) < EMITS // 20
