"""A text for people that says nothing.

What it finds: a text that is empty in some language, or of which nothing can be seen.

Why it matters: people see a blank where a word should be.

Bad:

    zones:
      deck: {of: card, text: {en: deck, ja: ""}}

Good:

    zones:
      deck: {of: card, text: {en: deck, ja: 山札}}

Exceptions: things without any text, which are shown by their id.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.characters import says_nothing
from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, texts


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text that is empty in some language."""
    for read in texts(facts):
        for language, text in read.text.items():
            if says_nothing(text):
                yield finding("empty-text", read.span, name=read.name, language=language)
