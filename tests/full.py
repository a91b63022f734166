"""`python -m tests.full`: every test with its whole matrix instead of pairwise samples.

Slides, pages and drawers meet every size, files are damaged at every place, and every property is
tried on two hundred examples; everything else runs as in the usual run.
"""

from __future__ import annotations

import os
import sys

import pytest

if __name__ == "__main__":
    os.environ["ATTENTION_FULL"] = "1"
    sys.exit(pytest.main(["tests", *sys.argv[1:]]))
