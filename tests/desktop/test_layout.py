"""No clipped text and no overlapping parts, in any slide at any supported size.

Slides and sizes are paired so that each slide meets two sizes; `python -m tests.full` takes all.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app import lettering
from desktop_app.application import Application
from tests.desktop.layout import findings
from tests.desktop.wide import met

Open = Callable[..., Application]
SIZES = [(1024, 560), (1024, 720), (1280, 800), (1366, 768), (1920, 1080)]
SHAPES = [(1, 1, "padding"), (12, 16, "causal"), (12, 1, "padding"), (7, 1, "custom")]


@pytest.mark.parametrize(("slide", "size"), met(range(1, 12), SIZES, 2))
def test_a_slide_shows_everything(opened: Open, slide: int, size: tuple[int, int]) -> None:
    application = opened(slide, size)
    assert findings(application) == []


@pytest.mark.parametrize(("shape", "size"), met(SHAPES, [(1024, 720), (1280, 800)], 1))
def test_pane_05_shows_everything_at_every_shape(
    opened: Open, shape: tuple[int, int, str], size: tuple[int, int]
) -> None:
    (n, d_k, mask), application = shape, opened(5, size)
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
