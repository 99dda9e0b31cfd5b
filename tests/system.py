"""What tests need that comes with a system, not with Python: without it they are skipped.

`.ci/run` installs the packages that are named here.
"""

from __future__ import annotations

import shutil
from typing import Final

import pytest

HAS_DOT: Final = shutil.which("dot") is not None

needs_dot = pytest.mark.skipif(not HAS_DOT, reason="the program dot is not here: graphviz")
needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="the program pdftotext is not here: poppler-utils"
)
