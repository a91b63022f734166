"""Letters of the learner's own: read from text, written as text, refused with a sentence."""

from __future__ import annotations

import string

import numpy as np

from core.arrays import Integers, read_only

ALPHABET = string.ascii_uppercase


def typed_letters(text: str, alphabet: int, least: int, most: int) -> Integers:
    """Return the letters in a text as numbers from 0, (n,); spaces and commas are left out.

    Raises ValueError, with a sentence that names cause and cure, for other signs and lengths.
    """
    last = ALPHABET[alphabet - 1]
    signs = [sign for sign in text if not sign.isspace() and sign != ","]
    known = ALPHABET[:alphabet]
    for sign in signs:
        if len(sign.upper()) != 1 or sign.upper() not in known:
            raise ValueError(f"“{sign}” is not a letter of this alphabet; type A to {last}")
    if not least <= len(signs) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(
            f"{len(signs)} letter{'s' * (len(signs) != 1)}; type {wanted}, A to {last}"
        )
    return read_only(np.array([known.index(sign.upper()) for sign in signs], dtype=np.int64))


def spelled(letters: Integers) -> str:
    """Letters as text, without spaces."""
    return "".join(ALPHABET[int(letter)] for letter in letters)
