"""Fold a text into lines of a width, at the ends of words and of what is listed."""

from __future__ import annotations

import re
from typing import Final

from dsl.characters import is_wide

PARTS: Final = re.compile(r"[^、 ]*(?:、| +|$)")
"""Words of a text with what parts them. A blank that does not break is no end of a word."""


def folded(text: str, width: int) -> list[str]:
    """Return a text in lines of so many columns; a longer word has a line of its own."""
    lines = [""]
    for part in filter(None, PARTS.findall(text)):
        if lines[-1] and columns(lines[-1] + part.rstrip(" ")) > width:
            lines.append("")
        lines[-1] += part
    return [line.rstrip(" ") for line in lines]


def columns(text: str) -> int:
    """Return how many columns a text takes; wide characters take two."""
    return sum(2 if is_wide(each) else 1 for each in text)
