"""Define a text for people as it is written, and join texts as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from dsl.characters import is_wide
from dsl.model.nouns import Text
from dsl.records import record
from dsl.source import Span

Path: TypeAlias = tuple[str, ...]
"""What a translation calls a text: its keys from the top of a package on."""

MANIFEST: Final = ("title", "summary", "published", "reconstructed")
_ENDS: Final = re.compile(r"[.!?…。！？][\"”’」』)）]*$")


@record
class WrittenText:
    """A text as it is written.

    Attributes:
        path: What a translation calls it: see `text_nodes`.
        expansion: Whose text it is; empty for the game.
        is_shared: Whether it is a word of the prelude.
    """

    path: Path
    text: Text
    span: Span
    expansion: str
    is_shared: bool


def sentence(text: str) -> str:
    """Return a text with a capital in front and a full stop behind."""
    begun = text[:1].upper() + text[1:]
    if _ENDS.search(begun):
        return begun
    return begun + ("。" if _ends_wide(begun) else ".")


def run_together(sentences: Iterable[str]) -> str:
    """Return sentences one behind the other; a blank parts those that end in a narrow letter."""
    found = ""
    for each in sentences:
        found += each if _ends_wide(found) or not found else f" {each}"
    return found


def _ends_wide(text: str) -> bool:
    """Return whether the last letter of a text is a wide one."""
    return is_wide(text[-1:] or " ")
