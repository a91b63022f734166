"""`python -m tests.full`: every test with its whole matrix instead of pairwise samples.

Slides meet every size in both themes; everything else runs as in the usual run.
"""

from __future__ import annotations

import os
import sys

import pytest

if __name__ == "__main__":
    os.environ["ATTENTION_FULL"] = "1"
    sys.exit(pytest.main(["tests", *sys.argv[1:]]))
