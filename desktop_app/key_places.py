"""The Latin letter or digit of a key, whatever the keyboard writes with it.

With a Russian, Greek, Hebrew or Arabic layout the key R writes another letter; a French one writes
digits with Shift. Qt sees to it for shortcuts of its own, not for keys that a widget hears.
"""

from __future__ import annotations

import sys
import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

UNICODE = range(0x80, 0x01000000)  # keys that are letters of other scripts; special keys lie above
SHIFT, KEYPAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
# Where the letters lie on an American keyboard, by the numbers that systems give to keys.
EVDEV = {
    **dict(zip(range(24, 34), "QWERTYUIOP", strict=True)),
    **dict(zip(range(38, 47), "ASDFGHJKL", strict=True)),
    **dict(zip(range(52, 59), "ZXCVBNM", strict=True)),
}
MAC = dict(enumerate("ASDFHGZXCV")) | dict(enumerate("BQWERYT", 11))
MAC |= {31: "O", 32: "U", 34: "I", 35: "P", 37: "L", 38: "J", 40: "K", 45: "N", 46: "M"}


def latin(event: QKeyEvent) -> QKeyEvent:
    """The event, with its Latin letter or its digit in place of another script's."""
    key, held = event.key(), event.modifiers() & ~KEYPAD
    if held not in (Qt.KeyboardModifier.NoModifier, SHIFT):
        return event
    if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and held == SHIFT and event.text() == chr(key):
        return other(event, key, event.modifiers() & ~SHIFT, event.text())
    if key not in UNICODE:
        return event
    sign = chr(key)
    if sign.isdecimal():
        digit = str(unicodedata.decimal(sign))
        return other(event, ord(digit), event.modifiers(), digit)
    if not sign.isalpha() or unicodedata.name(sign, "").startswith("LATIN"):
        return event
    letter = letter_at(event.nativeVirtualKey(), event.nativeScanCode(), sys.platform)
    if not letter:
        return event
    return other(event, ord(letter), event.modifiers(), letter.lower())


def other(event: QKeyEvent, key: int, held: Qt.KeyboardModifier, text: str) -> QKeyEvent:
    """The event with another key; a key that is held stays one."""
    return QKeyEvent(event.type(), key, held, text, event.isAutoRepeat(), event.count())


def letter_at(virtual: int, scan: int, platform: str) -> str:
    """The letter of a key by the numbers of a system; "" for a key without one."""
    if platform == "win32":
        return chr(virtual) if ord("A") <= virtual <= ord("Z") else ""
    return MAC.get(virtual, "") if platform == "darwin" else EVDEV.get(scan, "")
