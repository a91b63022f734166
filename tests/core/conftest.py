"""PyTorch for the tests that compare with it or train; it takes seconds to load."""

from __future__ import annotations

from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def torch() -> ModuleType:
    """PyTorch with one thread, loaded by the first test that needs it; skipped without it."""
    module: ModuleType = pytest.importorskip("torch")
    module.set_num_threads(1)
    return module
