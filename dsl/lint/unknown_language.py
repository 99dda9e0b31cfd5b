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

from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding
from dsl.diagnostics.spelling import nearest
from dsl.diagnostics.wording import Said
from dsl.keys.files import ManifestKeys
from dsl.lint.facts import Facts, Read, manifest_span, texts
from dsl.lint.missing_translation import absent_languages
from dsl.model.game import Game


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text with a tag that the title lacks."""
    manifest = facts.game.manifest
    known, default = manifest.languages, manifest.default_language
    span = manifest_span(facts, ManifestKeys.default_language)
    if span is not None and default not in manifest.title:
        meant = nearest(default, manifest.title) or next(iter(manifest.title), "")
        yield finding("unknown-language.default", span, Instead.of(meant, default), tag=default)
    if absent_languages(facts.game.manifest, [read for read in texts(facts) if read.text]):
        return  # then the tag in the title is wrong, and that is told
    for read in (*texts(facts), *_symbols(facts.game)):
        for tag in read.text:
            if known and tag not in known:
                left = [each for each in known if each not in read.text]
                near = nearest(tag, left) or (left[0] if len(left) == 1 else None)
                advice = Said("unknown-language.text.add", tag=tag)
                if near:
                    advice = Said("say.write", text=near)
                yield finding("unknown-language.text", read.span, advice, name=read.name, tag=tag)


def _symbols(game: Game) -> Iterator[Read]:
    """Yield the symbols of members, and the signs for numbers, that differ by language."""
    if game.looks is None:
        return
    named = [
        (m, t, look.span) for look in game.looks.enums.values() for m, t in look.symbols.items()
    ]
    for look in game.looks.kinds.values():
        signs = (look.signs or {}).values()
        named += [(str(n), t, look.span) for by_number in signs for n, t in by_number.items()]
    for name, text, span in named:
        if len(text) > 1:  # a lone one is for all languages
            yield Read("symbol", name, text, span)
