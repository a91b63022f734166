"""No clipped text and no overlapping parts, in any slide at any supported size.

Slides and sizes are paired so that each slide meets two sizes; `python -m tests.full` takes all.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app import lettering
from desktop_app.application import Application
from tests.desktop.layout import findings

Open = Callable[..., Application]
SIZES = [(1024, 560), (1024, 720), (1280, 800), (1366, 768), (1920, 1080)]
FULL = "ATTENTION_FULL" in os.environ
SHIFTS = range(5) if FULL else (0, 2)
PAIRS = [(slide, SIZES[(slide + shift) % 5]) for slide in range(1, 12) for shift in SHIFTS]


@pytest.mark.parametrize(("slide", "size"), PAIRS)
def test_a_slide_shows_everything(opened: Open, slide: int, size: tuple[int, int]) -> None:
    application = opened(slide, size)
    assert findings(application) == []


def test_a_planted_narrow_button_is_found(opened: Open) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    planted = QPushButton("far too long for its room", lab)
    planted.setGeometry(10, 10, 60, 20)
    planted.show()
    assert any("far too long" in finding for finding in findings(application))


def test_a_planted_overlap_is_found(opened: Open) -> None:
    application = opened(5)
    lab = application.window.view(5).lab
    planted = QWidget(lab)
    planted.setAccessibleName("planted")
    planted.setGeometry(QRect(lab.controls.mask.geometry().topLeft(), lab.controls.mask.size()))  # type: ignore[attr-defined]
    planted.show()
    assert any("'planted' overlap" in finding for finding in findings(application))


def test_a_planted_clipped_text_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    application = opened(5)
    monkeypatch.setattr(lettering, "LEFT", "left")
    from desktop_app.panes.attention import drawing

    monkeypatch.setitem(drawing.MASK_CAPTIONS, "causal", "a caption that is far too long " * 4)
    assert any("a caption that is far" in finding for finding in findings(application))
