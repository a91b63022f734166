"""How long things take to move; nothing moves for who asked for less motion."""

from __future__ import annotations

_reduced = False


def set_reduced(reduced: bool) -> None:
    """Turn all movement off or on. The mark of a changed number stays either way."""
    global _reduced
    _reduced = reduced


def reduced() -> bool:
    return _reduced


def duration(milliseconds: int) -> int:
    """How long a movement takes now, in milliseconds: 0 under reduced motion."""
    return 0 if _reduced else milliseconds
