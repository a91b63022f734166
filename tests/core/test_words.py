"""Any text makes tokens, and any token a vector that is the same everywhere."""

import subprocess
import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.attention import scaled_dot_product_attention
from core.words import UNSEEN, embed, tokenize

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"
FLAG = "\U0001f1eb\U0001f1f7"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the cat  sat", ("the", "cat", "sat")),
        ("the cat.", ("the", "cat.")),
        ("我爱猫", ("我", "爱", "猫")),
        ("私は猫", ("私", "は", "猫")),
        ("東\u3000京", ("東", "京")),
        ("hello世界", ("hello", "世", "界")),
        ("世界hello!", ("世", "界", "hello!")),
        ("カー ﾊﾟﾝ", ("カ", "ー", "ﾊﾟ", "ﾝ")),
        ("猫。「犬」", ("猫", "。", "「", "犬", "」")),
        ("が", ("\u304c",)),
        ("か\u3099", ("\u304c",)),
        ("セ\u309a", ("セ\u309a",)),
        ("\U00020000a", ("\U00020000", "a")),
        ("葛\U000e0100城", ("葛\U000e0100", "城")),
        ("안녕 세상", ("안녕", "세상")),
        ("a\u00a0b\u200bc\ufeffd", ("a", "b", "c", "d")),
        ("a\tb\nc\u2003d\u2028e", ("a", "b", "c", "d", "e")),
        (f"{FAMILY} {THUMB}", (FAMILY, THUMB)),
        (f"我{FAMILY}猫", ("我", FAMILY, "猫")),
        (f"1\ufe0f\u20e3 {FLAG} ok", ("1\ufe0f\u20e3", FLAG, "ok")),
        ("<s> i'd go </s>", ("<s>", "i'd", "go", "</s>")),
        ("<pad>我", ("<pad>", "我")),
        ("de\u0301sole\u0301", ("d\u00e9sol\u00e9",)),
        ("one", ("one",)),
        ("\u202eabc def", ("abc", "def")),
        ("\u2067שלום\u2069\u200f bye", ("שלום", "bye")),
        ("no\u00adtice notice", ("notice", "notice")),
        ("a\x07b\x00\x1bc", ("a", "b", "c")),
        ("می\u200cخواهم", ("می\u200cخواهم",)),
    ],
)
def test_tokens(text, expected):
    assert tokenize(text) == expected


@pytest.mark.parametrize(
    "text", ["", "   ", "\u00a0", "\u200b", "\n\n", "\u3000", "\u200d", "\ufeff"]
)
def test_blank_text_has_no_tokens(text):
    assert tokenize(text) == ()
    assert embed(tokenize(text), 4).shape == (0, 4)


def test_one_word_attends_to_itself():
    x = embed(tokenize("one"), 4)
    assert scaled_dot_product_attention(x, x, x).weights.tolist() == [[1.0]]


@settings(deadline=None, max_examples=150)
@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_any_text_makes_tokens_and_vectors(text):
    tokens = tokenize(text)
    assert all(token and not any(letter.isspace() for letter in token) for token in tokens)
    seen = "".join(letter for letter in text if letter not in UNSEEN)
    assert "".join(tokens) in unicodedata.normalize("NFC", seen) or len(tokens) > 1
    assert tokenize(unicodedata.normalize("NFD", text)) == tokenize(
        unicodedata.normalize("NFC", text)
    )
    vectors = embed(tokens, 3)
    assert vectors.shape == (len(tokens), 3)
    assert np.isfinite(vectors).all()


def test_the_same_word_has_the_same_vector_wherever_it_stands():
    rows = embed(("a", "cat", "a"), 8)
    assert np.array_equal(rows[0], rows[2])
    assert not np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[1], embed(["cat"], 8)[0])
    assert np.array_equal(embed(["cat"], 8)[0, :3], embed(["cat"], 3)[0])
    assert not np.array_equal(rows, embed(("a", "cat", "a"), 8, seed=1))
    assert np.array_equal(embed(["de\u0301"], 4), embed(["d\u00e9"], 4))
    assert not rows.flags.writeable


def test_known_numbers_in_another_process_too():
    known = [-0.66376131, 0.2868383, -0.19678542]
    assert embed(["a"], 3)[0] == pytest.approx(known, abs=5e-9)
    code = "from core.words import embed; print(embed(['a'], 3)[0].tolist())"
    other = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        text=True,
        env={"PYTHONHASHSEED": "12345", "PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    assert other.stdout.strip() == str(embed(["a"], 3)[0].tolist())


def test_components_have_mean_0_and_variance_1():
    vectors = embed([str(i) for i in range(200)], 64)
    assert vectors.mean() == pytest.approx(0, abs=0.03)
    assert vectors.var() == pytest.approx(1, abs=0.04)
    scores = vectors[:100] @ vectors[100:].T
    assert scores.var() == pytest.approx(64, rel=0.1)


@pytest.mark.parametrize(
    ("tokens", "d_model", "seed", "error"),
    [
        ("a bare string", 4, 0, TypeError),
        (["a"], 0, 0, ValueError),
        (["a"], 4, 0.5, ValueError),
        (["a"], 4, True, ValueError),
    ],
)
def test_what_cannot_be_embedded_is_refused(tokens, d_model, seed, error):
    with pytest.raises(error):
        embed(tokens, d_model, seed)
