"""Answer how texts are compared: wide and narrow, large and small letters alike."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """Return a text as it is searched."""
    return unicodedata.normalize("NFKC", text).casefold()


def joined(name: str) -> str:
    """Return a name as it is looked up: folded, its words joined as in an id."""
    return "-".join(folded(name).replace("_", "-").split())
