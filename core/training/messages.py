"""What the window and the worker process say to each other, and how it travels through a pipe.

A message is pickled behind its length, four bytes, little end first. Both ends are this program.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

LENGTH = struct.Struct("<I")


@dataclass(frozen=True, eq=False)
class Start:
    """Do a job, by the name in `core.training.jobs`; the number is the window's own."""

    number: int
    job: str
    arguments: Mapping[str, object]


@dataclass(frozen=True)
class Pause:
    """Rest until Resume or Cancel."""

    number: int


@dataclass(frozen=True)
class Resume:
    """Go on."""

    number: int


@dataclass(frozen=True)
class Cancel:
    """Give up; nothing is returned."""

    number: int


@dataclass(frozen=True)
class Began:
    """The job runs now; it had to wait while another one ran."""

    number: int


@dataclass(frozen=True, eq=False)
class Reported:
    """How far a job is."""

    number: int
    progress: object


@dataclass(frozen=True, eq=False)
class Finished:
    """What a job returned."""

    number: int
    result: object


@dataclass(frozen=True)
class Refused:
    """What was asked cannot be done; the sentence is for the learner."""

    number: int
    sentence: str


@dataclass(frozen=True)
class Failed:
    """Something went wrong that nobody expected; details are a traceback."""

    number: int
    sentence: str
    details: str


@dataclass(frozen=True)
class GaveUp:
    """A job was cancelled and no longer runs."""

    number: int


Order = Start | Pause | Resume | Cancel
Reply = Began | Reported | Finished | Refused | Failed | GaveUp


def framed(message: Order | Reply) -> bytes:
    """The bytes of a message. Raises what pickle raises for what it cannot hold."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


class Frames:
    """Cuts what arrives into messages; a part of one is kept until the rest comes."""

    def __init__(self) -> None:
        self.arrived = bytearray()

    def messages(self, piece: bytes) -> Iterator[Order | Reply]:
        """Every message that is whole once `piece` has arrived."""
        self.arrived += piece
        while len(self.arrived) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self.arrived)[0]
            if len(self.arrived) < end:
                return
            body = bytes(self.arrived[LENGTH.size : end])
            del self.arrived[:end]
            yield pickle.loads(body)
