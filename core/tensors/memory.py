"""How much memory a file may take, found before any of it is read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from core.tensors.refusing import TensorFileError, size_words

SHARE = 0.5  # of what is free: the window, its maps and other programs need the rest
UNKNOWN = 2_000_000_000


def free_memory() -> int:
    """Bytes that are free now, or a careful 2 GB where the system does not tell."""
    if sys.platform == "win32":
        return windows_memory()
    try:
        for line in Path("/proc/meminfo").read_text("utf-8").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) // 2
    except (OSError, ValueError):
        return UNKNOWN


def windows_memory() -> int:
    """Free memory as Windows tells it."""
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = [
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "free", "a", "b", "c", "d", "e")),
        ]

    status = Status(length=ctypes.sizeof(Status))
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):  # type: ignore[attr-defined]
        return UNKNOWN
    return int(status.free)


def check_memory(file: str, needed: int, free: int | None = None) -> None:
    """Raise TensorFileError where `needed` bytes are more than this machine can spare."""
    room = int((free_memory() if free is None else free) * SHARE)
    if needed > room:
        raise TensorFileError(
            f"{file} needs {size_words(needed)} of memory, and {size_words(room)} can be spared "
            "here; save one layer or head of it, or save it as .npy or .safetensors, which are "
            "read a part at a time"
        )
