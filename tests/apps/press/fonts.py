"""Say whether a Japanese font is here: tests that print Japanese need one."""

from __future__ import annotations

from typing import Final

import pytest

from cardwright.apps.press.faces.files import JAPANESE
from cardwright.apps.press.faces.fonts import font_files

HAS_JAPANESE_FONT: Final = any(regular in font_files() for regular, _ in JAPANESE)

needs_japanese_font = pytest.mark.skipif(
    not HAS_JAPANESE_FONT, reason="no Japanese font is here: fonts-ipaexfont-gothic"
)
