"""A learner's sentence: never an exception, unknown words marked, limits said."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.translator.reading import read


def test_capitals_and_punctuation_do_not_matter():
    reading = read('"The small cat, often, SEES the bird!"')
    assert reading.words == ("the", "small", "cat", "often", "sees", "the", "bird")
    assert not reading.unknown and not reading.problem


def test_an_unknown_word_is_marked_with_what_it_resembles():
    reading = read("Little gren mouse")
    assert reading.typed == ("little", "gren", "mouse")
    assert reading.words == ("<unk>", "<unk>", "mouse")
    assert [word.place for word in reading.unknown] == [0, 1]
    assert "green" in reading.unknown[1].suggestions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("he doesn't sleep", "he does not sleep"),
        ("they don\u2019t sleep", "they do not sleep"),
        ("She's happy", "she is happy"),
        ("the cats aren't red", "the cats are not red"),
    ],
)
def test_contractions_are_written_out_and_said(text, words):
    reading = read(text)
    assert " ".join(reading.words) == words
    assert len(reading.written_out) == 1


def test_other_apostrophes_are_one_unknown_word():
    reading = read("I'd see the king's cat")
    assert reading.typed == ("i'd", "see", "the", "king's", "cat")
    assert [word.word for word in reading.unknown] == ["i'd", "king's"]
    assert "king" in reading.unknown[1].suggestions


def test_composed_and_decomposed_accents_are_one_word():
    composed = unicodedata.normalize("NFC", "je suis d\u00e9sol\u00e9")
    assert read(composed) == read(unicodedata.normalize("NFD", composed))
    assert read(composed).typed[2] == "d\u00e9sol\u00e9"


def test_letters_as_other_programs_copy_them_are_letters():
    """The ligature of a PDF, the wide letters of an East Asian keyboard, the mathematical ones."""
    text = "the \ufb02ower \uff53\uff45\uff45\uff53 \U0001d42d\U0001d421\U0001d41e cat\uff0e"
    assert read(text).words == ("the", "flower", "sees", "the", "cat")


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "...", "?!", "\u200b"])
def test_nothing_to_translate_is_said(text):
    reading = read(text)
    assert reading.words == () and reading.problem == "Type an English sentence to translate."


def test_a_long_sentence_is_refused_not_cut():
    assert len(read("cat " * 60).words) == 60
    reading = read("cat " * 61)
    assert reading.words == () and len(reading.typed) == 61
    assert reading.problem == "This sentence has 61 words; the limit is 60. Shorten it."


def test_hyphens_divide():
    assert read("the well-known cat").typed == ("the", "well", "known", "cat")


@given(st.text(max_size=60))
def test_any_text_is_read(text):
    reading = read(text)
    assert bool(reading.words) is not bool(reading.problem)
    assert len(reading.words) == (len(reading.typed) if not reading.problem else 0)
