"""Whether Qt can start here, found out before Qt would abort; if not, a sentence with the cure."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

# Debian's names for the libraries that Qt's platform plugins load.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
TOUR = "python main.py tour shows that everything works without one."


def obstacle() -> str:
    """Why no window can open here, as a sentence with the cure; "" where one can."""
    if find_spec("PySide6") is None:
        return "PySide6 is not installed; run: python -m pip install -r requirements.lock"
    try:
        from PySide6 import QtWidgets  # noqa: F401
    except ImportError as error:
        return missing_library(str(error))
    wanted = os.environ.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or wanted.partition(":")[0] not in {"", "xcb"}:
        return ""
    if os.environ.get("WAYLAND_DISPLAY") and not wanted:
        return ""
    if not os.environ.get("DISPLAY"):
        return f"there is no screen here (DISPLAY is not set); start it on a desktop. {TOUR}"
    return plugin_obstacle() or screen_obstacle()


def plugin_obstacle() -> str:
    """What the X11 plugin lacks. Qt itself would abort and blame another library."""
    spec = find_spec("PySide6")
    assert spec is not None and spec.submodule_search_locations is not None
    folder = Path(next(iter(spec.submodule_search_locations)))
    plugin = folder / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.exists():
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return missing_library(str(error))
    return ""


def screen_obstacle() -> str:
    """Whether the screen that DISPLAY names answers."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return missing_library(str(error))
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(ctypes.c_void_p(connection))
    xcb.xcb_disconnect(ctypes.c_void_p(connection))
    if failed:
        name = os.environ.get("DISPLAY", "")
        return f"the screen {name} does not answer; check DISPLAY and its permissions. {TOUR}"
    return ""


def missing_library(message: str) -> str:
    """A loader's message as a sentence that names the package to install."""
    found = re.search(r"(lib[\w.+-]+\.so[.\d]*)", message)
    if found is None:
        return f"Qt cannot be loaded: {message}"
    library = found[1]
    package = PACKAGES.get(library)
    if package is None:
        return f"the system library {library} is missing; install the package that holds it"
    return f"the system library {library} is missing; on Debian: apt-get install {package}"
