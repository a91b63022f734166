"""Windows without a screen, for the one test here that builds the labs."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator

import pytest

from desktop_app.application import qt_application


@pytest.fixture(scope="session")
def qapp() -> Iterator[object]:
    """The one QApplication, with our style and faces; pytest-qt uses it."""
    yield qt_application(["tests"])
