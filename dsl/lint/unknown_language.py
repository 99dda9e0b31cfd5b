"""A text in a language that the title does not have.

What it finds: a language tag that the game's title lacks.

Why it matters: a misspelt tag hides its text from everybody.

Bad:

    title: {en: Lanterns, ja: 灯籠}
    zones:
      deck: {of: card, text: {en: deck, jp: 山札}}

Good:

    zones:
      deck: {of: card, text: {en: deck, ja: 山札}}

Exceptions: none; add the language to the title first.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.spelling import nearest
from dsl.lint.facts import Facts, texts


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text with a tag that the title lacks."""
    known = facts.game.manifest.title
    for read in texts(facts):
        for tag in read.text:
            if known and tag not in known:
                left = [each for each in known if each not in read.text]
                near = nearest(tag, left) or (left[0] if len(left) == 1 else None)
                helps = (f"write `{near}`",) if near else (f"add `{tag}` to the title",)
                message = f"the text of `{read.name}` is in `{tag}`, which the title is not"
                yield Diagnostic("unknown-language", message, read.span, helps)
