"""A file is written whole or not at all: beside the old one first, then in its place."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

FULL = {errno.ENOSPC, errno.EFBIG, *({errno.EDQUOT} if hasattr(errno, "EDQUOT") else ())}
NO_RIGHT = {errno.EACCES, errno.EPERM, errno.EROFS}


class CannotWriteError(OSError):
    """A file could not be written; its text is a sentence that names cause and cure."""


def write_whole(
    path: Path, content: bytes | Sequence[bytes], check: Callable[[], None] = lambda: None
) -> None:
    """Put `content` into the file at `path`; a failure leaves what was there before.

    The file is written beside its place, forced to the disk and moved there in one step, so that
    neither a full disk nor a crash leaves half a file. A link is followed. content: in one or in
    several pieces. check is called before each and before the end; what it raises ends the
    writing. Raises CannotWriteError.
    """
    try:
        place = Path(os.path.realpath(path))
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        put(place, [content] if isinstance(content, bytes) else content, check)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise CannotWriteError(why_not(path, error)) from None


def put(place: Path, pieces: Sequence[bytes], check: Callable[[], None]) -> None:
    """Write beside `place`, then move there."""
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    number, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=place.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            for piece in pieces:
                check()
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        check()
        part.chmod(rights(place))
        part.replace(place)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    keep_name(place.parent)


def rights(place: Path) -> int:
    """Who may read the new file: as the old one, else as any file made here."""
    if place.exists():
        return stat.S_IMODE(place.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def keep_name(folder: Path) -> None:
    """Force the folder's list of names to the disk, where the system can."""
    if os.name != "posix":
        return
    with suppress(OSError):  # some network disks cannot
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def why_not(path: Path, error: Exception) -> str:
    """Cause and cure of a failed write in a sentence."""
    number = error.errno if isinstance(error, OSError) else None
    folder = path.parent
    if number in FULL:
        return f"{path.name} was not written: there is no room left; choose another disk"
    if number in NO_RIGHT:
        return (
            f"{path.name} was not written: {folder} or the file may not be written to; "
            "choose another place"
        )
    if number == errno.ENOENT:
        return f"{path.name} was not written: there is no folder {folder}; choose one that exists"
    if number == errno.ENOTDIR:
        return f"{path.name} was not written: {folder} is no folder; choose another place"
    if number == errno.EISDIR:
        return f"{path.name} is a folder; choose another name"
    if number == errno.ENAMETOOLONG:
        return f"{path.name[:40]}… was not written: the name is too long; choose a shorter one"
    cause = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{path.name} was not written: {cause[:1].lower()}{cause[1:]}; choose another place"
