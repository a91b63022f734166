"""A file is written whole or not at all, and a failure names cause and cure."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.saved.writing import CannotWriteError, why_not, write_whole

ROOT = Path(__file__).resolve().parents[2]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_shorter_file_leaves_nothing_of_the_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "a b é.attention"
    write_whole(path, b"x" * 1000)
    write_whole(path, b"y")
    assert path.read_bytes() == b"y"
    assert names(tmp_path) == [path.name]


@pytest.mark.skipif(os.name != "posix", reason="rights and links as POSIX has them")
def test_rights_stay_and_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    write_whole(real, b"1")
    assert stat.S_IMODE(real.stat().st_mode) == 0o666 & ~current_mask()
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"2")
    assert link.is_symlink()
    assert real.read_bytes() == b"2"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def current_mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gone/a.attention", "there is no folder"),
        ("file/a.attention", "is no folder; choose another place"),
        ("folder", "is a folder; choose another name"),
        ("x" * 300, "the name is too long"),
        ("a\0b", "null"),
    ],
)
def test_a_place_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, name: str, sentence: str
) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CannotWriteError, match=sentence):
        write_whole(tmp_path / name, b"1")
    assert names(tmp_path) == ["file", "folder"]


def test_a_folder_without_the_right_to_write_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):  # whoever may do everything is never refused by the system
        sentence = why_not(folder / "a.csv", PermissionError(13, "Permission denied"))
    else:
        with pytest.raises(CannotWriteError) as caught:
            write_whole(folder / "a.csv", b"1")
        sentence = str(caught.value)
    assert "may not be written to; choose another place" in sentence
    assert sentence.startswith("a.csv was not written")


FILL = """
import resource, signal, sys
from pathlib import Path
from core.saved.writing import CannotWriteError, write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), b"n" * 5000)
except CannotWriteError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit on the size of files")
def test_a_disk_without_room_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.attention"
    path.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "there is no room left; choose another disk" in done.stdout
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["old.attention"]
