"""Weight files: kept whole, and one sentence for every way in which they can be broken."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.translator.loading import (
    MANIFEST,
    DamagedWeightsError,
    load,
    load_manifest,
    load_translator,
    load_weights,
    save,
)
from core.translator.parameters import seeded

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def weights(tmp_path):
    path = tmp_path / "some.safetensors"
    save(seeded("attention", 0), path, {"steps": 7})
    return path


def test_what_is_saved_comes_back_as_float32(weights):
    parameters, about = load_weights(weights)
    assert about == {"steps": 7}
    for name, numbers in seeded("attention", 0).items():
        assert np.array_equal(parameters[name], numbers.astype(np.float32))
    assert load_translator(weights).context == "attention"


def refused(path):
    with pytest.raises(DamagedWeightsError) as caught:
        load_translator(path)
    sentence = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert path.name in sentence and "install the lesson again" in sentence and "\n" not in sentence
    return sentence


@pytest.mark.parametrize("kept", [0, 1, 7, 8, 100, 5000, -1])
def test_truncated_files(weights, kept):
    weights.write_bytes(weights.read_bytes()[:kept])
    assert "is damaged" in refused(weights)


def test_missing_files_and_folders(tmp_path):
    assert "is missing" in refused(tmp_path / "none.safetensors")
    assert "cannot be read" in refused(tmp_path) or "is damaged" in refused(tmp_path)
    with pytest.raises(DamagedWeightsError, match=r"manifest\.json is missing"):
        load(tmp_path)


def test_noise_and_another_models_numbers(weights, tmp_path):
    weights.write_bytes(np.random.default_rng(0).bytes(4000))
    assert "is damaged" in refused(weights)
    save({"v_a": np.zeros(3)}, weights, {})
    assert "does not hold a translator" in refused(weights)
    save(seeded("fixed", 0) | {"start": np.full((48, 48), np.nan)}, weights, {})
    assert "does not hold a translator" in refused(weights)


def test_other_word_lists_are_refused(weights):
    from safetensors.numpy import load_file, save_file

    save_file(load_file(weights), weights, {"word_list": "00000000"})
    assert "another list of words" in refused(weights)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"made": 3}', "\udcff"])
def test_a_broken_manifest(tmp_path, text):
    (tmp_path / MANIFEST).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(DamagedWeightsError, match=r"manifest\.json is damaged"):
        load_manifest(tmp_path)


def alone(code):
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_reading_weights_loads_neither_torch_nor_qt(weights):
    done = alone(
        "import sys; from pathlib import Path; from core.translator import loading, reading\n"
        f"loading.load_translator(Path({str(weights)!r}))\n"
        "assert not {'torch', 'PySide6', 'core.training'} & set(sys.modules)"
    )
    assert done.returncode == 0, done.stderr


def test_without_torch_the_command_says_how_to_get_it():
    done = alone(
        "import sys; sys.modules['torch'] = None; import main; sys.exit(main.main(['train']))"
    )
    assert done.returncode == 1
    assert "needs PyTorch" in done.stderr and "pip install" in done.stderr
    assert len(done.stderr.splitlines()) == 1
