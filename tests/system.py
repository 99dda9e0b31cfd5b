"""What tests need that comes with a system, not with Python: without it they are skipped.

`.ci/run` installs the packages that are named here.
"""

from __future__ import annotations

import shutil
from typing import Final

import pytest

from cardwright.printing.fonts import JAPANESE, font_files

HAS_DOT: Final = shutil.which("dot") is not None
HAS_JAPANESE_FONT: Final = any(regular in font_files() for regular, _ in JAPANESE)

needs_dot = pytest.mark.skipif(not HAS_DOT, reason="the program dot is not here: graphviz")
needs_japanese_font = pytest.mark.skipif(
    not HAS_JAPANESE_FONT, reason="no Japanese font is here: fonts-ipaexfont-gothic"
)
