"""A text that lacks a language of the title.

題にある言語のうち、訳のない文です。

What it finds: a text for people in fewer languages than the game's title; and, once for each
language that translation files bring, how many texts are not there in it.

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

from collections.abc import Iterator, Sequence

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, Read, texts
from dsl.model.game import Manifest


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text that lacks a language."""
    manifest = facts.game.manifest
    wanted = [tag for tag in manifest.title if tag not in manifest.translations]
    found = [read for read in texts(facts) if read.text]
    yield from _unfinished(manifest, found)
    for read in found:
        lacking = [language for language in wanted if language not in read.text]
        if lacking:
            message = f"the text of `{read.name}` is not there in `{', '.join(lacking)}`"
            help_text = f"add `{lacking[0]}:` beside `{next(iter(read.text))}:`"
            yield Diagnostic("missing-translation", message, read.span, (help_text,))


def _unfinished(manifest: Manifest, found: Sequence[Read]) -> Iterator[Diagnostic]:
    """Yield each translation that is not complete."""
    for tag, span in manifest.translations.items():
        lacking = sum(tag not in read.text for read in found)
        if lacking:
            message = f"{lacking} of {len(found)} texts are not there in `{tag}`"
            help_text = f"`cardwright i18n {manifest.id} --skeleton {tag}` writes them into a file"
            yield Diagnostic("missing-translation", message, span, (help_text,))
