"""A text that lacks a language of the title.

What it finds: a text for people in fewer languages than the game's title.

Why it matters: whoever plays in that language meets a text in another, in the middle of a game.

Bad:

    title: {en: Lanterns, ja: 灯籠}
    zones:
      deck: {of: card, text: {en: deck}}

Good:

    zones:
      deck: {of: card, text: {en: deck, ja: 山札}}

Exceptions: things without any text, which are shown by their id.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, texts


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text that lacks a language."""
    wanted = facts.game.manifest.title
    for read in texts(facts):
        lacking = [language for language in wanted if language not in read.text]
        if read.text and lacking:
            message = f"the text of `{read.name}` is not there in `{', '.join(lacking)}`"
            help_text = f"add `{lacking[0]}:` beside `{next(iter(read.text))}:`"
            yield Diagnostic("missing-translation", message, read.span, (help_text,))
