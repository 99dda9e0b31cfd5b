"""A text that lacks a language of the title.

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

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.wording import Said
from dsl.keys.files import ManifestKeys
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
            key, game = "missing-translation.declared", manifest.id
            yield finding(key, span, number=number, all=len(found), tag=tag, game=game)
    absent = absent_languages(manifest, found)
    yield from (_nowhere(tag, found, facts) for tag in absent)
    wanted = [tag for tag in wanted if tag not in absent]
    for read in found:
        lacking = [language for language in wanted if language not in read.text]
        if lacking:
            key, there = "missing-translation.text", next(iter(read.text))
            slots = {"lacking": tuple(lacking), "first": lacking[0], "there": there}
            yield finding(key, read.span, labels=(), name=read.name, **slots)


def absent_languages(manifest: Manifest, found: Sequence[Read]) -> list[str]:
    """Return the languages that most texts lack: the title has them by mistake, or too early."""
    tags = [tag for tag in manifest.title if tag not in manifest.translations]
    lacking = {tag: sum(tag not in read.text for read in found) for tag in tags}
    return [tag for tag in tags if lacking[tag] > FEW and 2 * lacking[tag] > len(found)]


def _nowhere(tag: str, found: Sequence[Read], facts: Facts) -> Diagnostic:
    """Return what is wrong with a language of the title that most texts lack."""
    lacking = [read for read in found if tag not in read.text]
    others = Counter(other for read in found for other in read.text)
    usual = [other for other in others if other not in facts.game.manifest.title]
    help_text = Said("missing-translation.most.add", tag=tag)
    if usual:
        most = max(usual, key=others.__getitem__)
        help_text = Said("missing-translation.most.usual", tag=most)
    span = manifest_span(facts, ManifestKeys.title) or lacking[0].span
    slots = {"number": len(lacking), "all": len(found)}
    return finding("missing-translation.most", span, help_text, labels=(), tag=tag, **slots)
