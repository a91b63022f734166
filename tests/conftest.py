"""What every test shares: compiled files that are kept, examples enough, PyTorch loaded once."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings

# The other worker and every Python that a test starts read what one of them has compiled.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadline: a machine that is busy with something else finds no mistake.
settings.register_profile("usual", max_examples=40, deadline=None)
settings.register_profile("full", max_examples=200, deadline=None)
settings.load_profile("full" if "ATTENTION_FULL" in os.environ else "usual")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs PyTorch runs on one worker: it takes seconds and much memory to load."""
    for item in items:
        if "torch" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("torch"))
