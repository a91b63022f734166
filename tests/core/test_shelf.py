"""Names of translators, and what they stand for."""

import shutil

import pytest

from core.translator import shelf
from core.translator.loading import DamagedWeightsError


def test_the_shipped_pair_is_one_pair_that_differs_in_one_switch():
    pair = shelf.pair()
    assert (pair.attention.context, pair.fixed.context) == ("attention", "fixed")
    assert shelf.pair() is pair and shelf.names() == (shelf.SHIPPED,)


def test_a_pair_trained_here_has_a_name_until_it_is_dropped():
    shelf.put("seed 3", shelf.pair())
    try:
        assert shelf.names() == (shelf.SHIPPED, "seed 3")
        assert shelf.pair("seed 3") is shelf.pair()
        with pytest.raises(ValueError, match="already"):
            shelf.put("seed 3", shelf.pair())
    finally:
        shelf.drop("seed 3")
    with pytest.raises(ValueError, match="train them again"):
        shelf.pair("seed 3")
    shelf.drop("seed 3")


def test_damaged_shipped_files_are_a_sentence_and_come_back_when_repaired(tmp_path):
    folder = tmp_path / "translator"
    shutil.copytree(shelf.FOLDER, folder)
    (folder / "fixed.safetensors").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    with shelf.shipped_from(folder):
        with pytest.raises(DamagedWeightsError, match="install the lesson again"):
            shelf.pair()
        shutil.copy(shelf.FOLDER / "fixed.safetensors", folder)
        assert shelf.pair().fixed.context == "fixed"
    assert shelf.pair().attention.context == "attention"
