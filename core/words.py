"""Text to tokens to vectors, for labs that take any sentence in any script.

A token is what stands between spaces. Chinese and Japanese write none, so each ideograph and
each kana is a token of its own. Text is brought to Unicode NFC first: an accent typed as one
character or as two makes the same word.
"""

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from core.arrays import Floats, count, read_only

SPACES = "\u200b\ufeff"  # Spaces of no width, which str.isspace does not count.
# Soft hyphens and signs of direction, which nobody sees: with them the same word would have another
# vector, and an override (U+202E) would turn round all that is written after it.
UNSEEN = "\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

JOINER = "\u200d"

# Characters that are a token each: first and last of each range.
ALONE = (
    (0x2E80, 0x2FDF),  # radicals
    (0x3001, 0x303F),  # ideographic punctuation, iteration marks
    (0x3041, 0x312F),  # hiragana, katakana, bopomofo
    (0x31A0, 0x31BF),  # bopomofo
    (0x31F0, 0x33FF),  # small katakana, enclosed and squared ideographs
    (0x3400, 0x4DBF),  # ideographs, extension A
    (0x4E00, 0x9FFF),  # ideographs
    (0xF900, 0xFAFF),  # compatibility ideographs
    (0xFF01, 0xFF0F),  # full-width punctuation
    (0xFF1A, 0xFF20),
    (0xFF3B, 0xFF40),
    (0xFF5B, 0xFF9D),  # and half-width katakana
    (0x1B000, 0x1B16F),  # historic kana
    (0x20000, 0x3FFFD),  # ideographs, extensions B and later
)
VOICE_MARKS = "\uff9e\uff9f"  # Half-width marks that belong to the kana before them.


def tokenize(text: str) -> tuple[str, ...]:
    """Return the tokens of `text` in NFC: () for blank text, "hello世界" as hello, 世, 界.

    Split at white space, no-break and zero-width spaces included, and at control characters.
    Marks, variation selectors and joiners stay with the character before them, so emoji sequences
    stay whole, and markup such as `<s>` is kept as it is typed. Signs of direction are left out.
    """
    seen = "".join(letter for letter in text if letter not in UNSEEN)
    normal = unicodedata.normalize("NFC", seen)
    spaced = "".join(" " if _is_space(letter) else letter for letter in normal)
    return tuple(token for run in spaced.split() for token in _cut(run) if _shows(token))


def embed(tokens: Sequence[str], d_model: int, seed: int = 0) -> Floats:
    """Return a random vector for each token, (n, d_model), the same wherever the word stands.

    A token and a seed always give the same numbers, in every process and on every machine; NFC
    and NFD spellings give the same. Components are independent with mean 0 and variance 1 and
    lie between -6 and 6. Raises TypeError for a bare string, ValueError for a d_model below 1.
    """
    if isinstance(tokens, str):
        raise TypeError("embed needs a sequence of tokens; tokenize the text first")
    width = count(d_model, "d_model", least=1)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"seed is {seed!r}; it needs a whole number")
    vectors = np.empty((len(tokens), width))
    for row, token in enumerate(tokens):
        vectors[row] = _vector(token, width, int(seed))
    return read_only(vectors)


def _vector(token: str, width: int, seed: int) -> Floats:
    """Return nearly normal numbers: sums of 12 uniform ones, less their mean of 6.

    The sums are of whole numbers, so they come out the same on every platform, as a logarithm
    or a cosine need not.
    """
    word = unicodedata.normalize("NFC", token).encode("utf-8", "surrogatepass")
    drawn = hashlib.shake_256(str(seed).encode() + b"\0" + word).digest(width * 12 * 4)
    uniform = np.frombuffer(drawn, dtype="<u4").reshape(width, 12).astype(np.int64)
    sums: Floats = (2 * uniform.sum(axis=1) + 12) / 2.0**33 - 6.0
    return sums


def _cut(run: str) -> Iterator[str]:
    """Yield a run without spaces, cut around every character that is a token of its own."""
    if run.isascii():  # none of these stands alone or joins the one before it
        yield run
        return
    token, alone = "", False
    for letter in run:
        if token and _belongs(letter, token):
            token += letter
            continue
        is_alone = _stands_alone(letter)
        if token and (alone or is_alone):
            yield token
            token = ""
        token, alone = token + letter, is_alone
    yield token


def _is_space(letter: str) -> bool:
    """Return whether words end at a letter although str.split may not know it."""
    return letter in SPACES or unicodedata.category(letter) == "Cc"


def _stands_alone(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in ALONE)


def _belongs(letter: str, token: str) -> bool:
    """Return whether a letter joins the character before it: marks, selectors, joined emoji."""
    return (
        unicodedata.category(letter).startswith("M")
        or letter in VOICE_MARKS
        or JOINER in (letter, token[-1])
    )


def _shows(token: str) -> bool:
    """Return whether a token is more than control and formatting characters."""
    return any(unicodedata.category(letter) not in ("Cc", "Cf") for letter in token)
