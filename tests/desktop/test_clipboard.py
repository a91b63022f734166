"""What was copied must not end the process when Python has ended before Qt's globals."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication
from desktop_app import clipboard
application = QApplication(["copy"])
content = QMimeData()
content.setText("1\\t2")
content.setData("text/x-tex", b"1 & 2")
clipboard.put(content)
assert application.clipboard().text() == "1\\t2"
del content
"""


def test_a_copy_outlives_neither_python_nor_the_exit_code():
    surroundings = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=surroundings, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
