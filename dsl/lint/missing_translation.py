"""A text that lacks a language of the title.

題にある言語のうち、訳のない文です。

What it finds: a text in fewer languages than the game's title. For a language of translation files,
or one that most texts lack, it gives the number of missing texts once.

Why it matters: players in that language meet a text in another one, in the middle of a game.

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

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, Read, manifest_span, texts
from dsl.model.game import Manifest

FEW: Final = 3
"""Texts that may lack a language of the title, each with a finding of its own."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text that lacks a language."""
    manifest = facts.game.manifest
    wanted = [tag for tag in manifest.title if tag not in manifest.translations]
    found = [read for read in texts(facts) if read.text]
    for tag, span in manifest.translations.items():
        number = sum(tag not in read.text for read in found)
        if number:
            message = f"{number} of {len(found)} texts are not there in `{tag}`"
            help_text = f"`cardwright i18n {manifest.id} --skeleton {tag}` writes them into a file"
            yield Diagnostic("missing-translation", message, span, (help_text,))
    absent = absent_languages(manifest, found)
    yield from (_nowhere(tag, found, facts) for tag in absent)
    wanted = [tag for tag in wanted if tag not in absent]
    for read in found:
        lacking = [language for language in wanted if language not in read.text]
        if lacking:
            message = f"the text of `{read.name}` is not there in `{', '.join(lacking)}`"
            help_text = f"add `{lacking[0]}:` beside `{next(iter(read.text))}:`"
            yield Diagnostic("missing-translation", message, read.span, (help_text,))


def absent_languages(manifest: Manifest, found: Sequence[Read]) -> list[str]:
    """Return the languages that most texts lack: the title has them by mistake, or too early."""
    tags = [tag for tag in manifest.title if tag not in manifest.translations]
    lacking = {tag: sum(tag not in read.text for read in found) for tag in tags}
    return [tag for tag in tags if lacking[tag] > FEW and 2 * lacking[tag] > len(found)]


def _nowhere(tag: str, found: Sequence[Read], facts: Facts) -> Diagnostic:
    """Return what is wrong with a language of the title that most texts lack."""
    lacking = [read for read in found if tag not in read.text]
    message = f"{len(lacking)} of {len(found)} texts are not there in `{tag}`, which the title has"
    others = Counter(other for read in found for other in read.text)
    usual = [other for other in others if other not in facts.game.manifest.title]
    help_text = f"add `{tag}:` to the texts, or take it out of the title"
    if usual:
        help_text = f"write `{max(usual, key=others.__getitem__)}`, in which the texts are"
    span = manifest_span(facts, "title") or lacking[0].span
    return Diagnostic("missing-translation", message, span, (help_text,))
