"""Say what characters are like: which no text may hold, because people do not see what they do,
and which are wide."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# NEL, LS and PS are line ends for YAML 1.1 and not for YAML 1.2; a second byte order mark and
# control characters are nothing anybody means to write.
CONTROLS: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
# Embeddings, overrides and isolates: after one of them people read other words than the program.
DIRECTIONS: Final = r"\u202a-\u202e\u2066-\u2069"
REFUSED: Final = re.compile(f"[{CONTROLS}{DIRECTIONS}]")
REFUSED_IN_NAMES: Final = re.compile(rf"[\t\n{CONTROLS}{DIRECTIONS}]")
"""Names stand in one line."""


def says_nothing(text: str) -> bool:
    """Return whether people see nothing of a text: blanks, marks without width, fillers."""
    return all(
        char in _FILLERS or unicodedata.category(char)[0] in "ZC" or "\ufe00" <= char <= "\ufe0f"
        for char in text
    )


_FILLERS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that show nothing: a joiner of accents, fillers, an empty pattern of dots."""


def is_wide(char: str) -> bool:
    """Return whether a character takes two columns, as those do that are written without blanks."""
    return unicodedata.east_asian_width(char) in "WF"
