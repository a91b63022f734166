"""Whether PyTorch is here, told without importing it."""

from __future__ import annotations

import platform
import sys
from importlib.util import find_spec

PACKAGE = "torch"
REST = "Everything else works without it."


def obstacle(package: str = PACKAGE) -> str:
    """Why nothing can be trained here, in one or two sentences; "" if nothing is in the way."""
    if find_spec(package) is not None:
        return ""
    if not has_builds():
        return f"This needs PyTorch, which has no build for this kind of computer. {REST}"
    return (
        "This needs PyTorch, which is not installed: run python -m pip install torch in the "
        f"environment of this program, then start it again. {REST}"
    )


def has_builds() -> bool:
    """Whether PyTorch is published for this system: not for Intel Macs, nor Windows on ARM."""
    machine = platform.machine()
    if sys.platform == "darwin":
        return machine == "arm64"
    return sys.platform != "win32" or machine == "AMD64"
