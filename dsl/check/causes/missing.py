"""Answer which findings do not know a name, and which name that is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.check.texts.consequences import FOLLOWING
from dsl.diagnostics.diagnostic import Diagnostic

QUOTED: Final = re.compile(r"`([^`]+)`")
WORD: Final = re.compile(r"[\w-]*\w")


def is_missing(found: Diagnostic) -> bool:
    """Return whether a finding says that a name is declared nowhere."""
    return (
        found.name in FOLLOWING
        and found.name.startswith("unknown-")
        and found.name != "unknown-slot"
    )


def word_of(found: Diagnostic) -> str:
    """Return the name that a finding does not know: of `player.deck` the part behind the dot."""
    return found.span.text.strip("{}").rpartition(".")[2]


def quoted_in(text: str) -> Iterator[str]:
    """Yield what a message repeats of the author's text."""
    yield from QUOTED.findall(text)


def quoted_words(text: str) -> Iterator[str]:
    """Yield the words of the author that a message repeats."""
    for quoted in quoted_in(text):
        yield from WORD.findall(quoted)


def speaks_of(found: Diagnostic, words: frozenset[str]) -> bool:
    """Return whether a finding stands at one of some words, or repeats one."""
    return not words.isdisjoint((*WORD.findall(found.span.text), *quoted_words(found.message)))
