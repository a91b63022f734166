"""What tests of the core share: PyTorch, slow to load, and arrays opened from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from core.tensors.opened import Opened, opened, read_files


@pytest.fixture(scope="session")
def torch() -> ModuleType:
    """PyTorch with one thread, loaded by the first test that needs it; skipped without it."""
    module: ModuleType = pytest.importorskip("torch")
    module.set_num_threads(1)
    return module


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Opened]:
    """Write arrays by name into a file and open it."""

    def open_(**arrays: np.ndarray) -> Opened:
        np.savez(tmp_path / "f.npz", **arrays)
        return opened(read_files([tmp_path / "f.npz"]))

    return open_
