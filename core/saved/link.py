"""The state of one slide as a short text that can be sent and pasted back.

attention-1: and then the slide and its experiment as JSON, made small by zlib, in letters that
survive mail, chat and addresses (base64url). zlib's check sum tells a text that was cut.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

import msgspec

from core.experiment import Experiment
from core.saved.plain import plain
from core.saved.session import UnreadableError, experiment_of

VERSION = 1
LARGEST = 4 * 2**20  # bytes of the JSON inside
FOUND = re.compile(r"attention-(\d{1,6}):([A-Za-z0-9_\-\s=]*)")


def link_text(slide: str, experiment: Experiment) -> str:
    """A slide's state as text; `slide` is its id. Raises UnreadableError for broken words."""
    try:
        content = msgspec.json.encode([slide, plain(experiment)])
    except UnicodeEncodeError:
        raise UnreadableError("A word holds half a character; type the word again") from None
    letters = base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")
    return f"attention-{VERSION}:{letters}"


def linked_state(text: str) -> tuple[str, Experiment]:
    """The slide's id and the experiment in a text, which mail may have broken into lines.

    Raises UnreadableError.
    """
    found = FOUND.search(text)
    if found is None:
        raise UnreadableError("There is no link state on the clipboard; copy one, then paste it")
    if int(found[1]) > VERSION:
        raise UnreadableError("This link state was made by a newer version of this application")
    match opened(found[2]):
        case [str(slide), dict(raw)]:
            try:
                return slide, experiment_of(raw)
            except ValueError as error:
                raise UnreadableError(f"This link state cannot be used: {error}") from None
    raise UnreadableError(CUT)


CUT = "This link state is damaged or cut off; copy all of it, then paste it"


def opened(letters: str) -> object:
    """The JSON in the letters of a link."""
    letters = re.sub(r"[\s=]", "", letters)
    try:
        small = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(small, LARGEST)
        if not unpacking.eof:
            raise UnreadableError(CUT)
        return msgspec.json.decode(content)
    except (binascii.Error, zlib.error, msgspec.DecodeError, RecursionError):
        raise UnreadableError(CUT) from None
