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


@pytest.mark.parametrize(
    ("n", "d_k", "mask"),
    [(1, 1, "padding"), (12, 16, "causal"), (12, 1, "padding"), (7, 1, "custom")],
)
@pytest.mark.parametrize("size", [(1024, 720), (1280, 800)])
def test_pane_05_shows_everything_at_every_shape(
    opened: Open, n: int, d_k: int, mask: str, size: tuple[int, int]
) -> None:
    application = opened(5, size)
    lab = application.window.view(5).lab
    lab.ask_tokens(n)  # type: ignore[attr-defined]
    lab.ask_key_size(d_k)  # type: ignore[attr-defined]
    lab.ask_mask(mask)  # type: ignore[attr-defined]
    application.settle()
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

    long = "a caption that is far too long " * 4
    monkeypatch.setattr(drawing, "mask_words", lambda experiment: long)
    assert any("a caption that is far" in finding for finding in findings(application))
