"""List the characters that no text may hold, because people do not see what they do."""

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


def visible(text: str) -> str:
    """Return a text with a sign in place of each character that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(_visible_character(char) for char in text)


def _visible_character(char: str) -> str:
    """Return a character, a space for a tab, or the replacement sign."""
    if char == "\t":
        return " "
    return "\ufffd" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char
