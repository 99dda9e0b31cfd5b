"""Check texts for people and their languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from dsl.characters import says_nothing
from dsl.diagnostics.diagnostic import Diagnostic, Instead, Report, finding
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.files import ManifestKeys
from dsl.languages import FORMS, Phrase
from dsl.lint.facts import Facts, Read, is_shared, manifest_span, manual, texts
from dsl.model import documents as d
from dsl.model.game import Game, Manifest
from dsl.model.nouns import Text
from dsl.model.texts import run_together, sentence
from dsl.model.types import INT, AmountOf, BagOf, EnumType, Type, plain_type
from dsl.records import Span
from dsl.syntax.yaml_reader import read_documents


@manual("""A text for people that says nothing.

What it finds: a text that is empty in some language, or of which nothing can be seen.

Why it matters: people see a blank where a word should be.

Bad:

    zones:
      deck: {of: card, text: {en: deck, de: ""}}

Good:

    zones:
      deck: {of: card, text: {en: deck, de: Stapel}}

Exceptions: things without any text, which are shown by their id.
""")
def empty_text(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text that is empty in some language."""
    for read in texts(facts):
        for language, text in read.text.items():
            if says_nothing(text):
                yield finding("empty-text", read.span, name=read.name, language=language)


FEW: Final = 3
"""Texts that may lack a language of the title, each with a finding of its own."""


@manual("""A text that lacks a language of the title.

What it finds: a text in fewer languages than the game's title. For a language of translation files,
or one that most texts lack, it gives the number of missing texts once.

Why it matters: players in that language meet a text in another one, in the middle of a game.

Bad:

    title: {en: Lanterns, de: Laternen}
    zones:
      deck: {of: card, text: {en: deck}}

Good:

    zones:
      deck: {of: card, text: {en: deck, de: Stapel}}

Exceptions: things without any text, which are shown by their id.
""")
def missing_translation(facts: Facts) -> Iterator[Diagnostic]:
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
    for tag in absent:
        rest = [read for read in found if tag not in read.text]
        others = Counter(other for read in found for other in read.text)
        usual = [other for other in others if other not in manifest.title]
        help_text = Said("missing-translation.most.add", tag=tag)
        if usual:
            most = max(usual, key=others.__getitem__)
            help_text = Said("missing-translation.most.usual", tag=most)
        span = manifest_span(facts, ManifestKeys.title) or rest[0].span
        yield finding(
            "missing-translation.most", span, help_text,
            labels=(), tag=tag, number=len(rest), all=len(found),
        )  # fmt: skip
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


@manual("""A text in a language that the title does not have.

What it finds: a language tag that the game's title lacks.

Why it matters: a misspelt tag hides its text from everybody.

Bad:

    title: {en: Lanterns, de: Laternen}
    zones:
      deck: {of: card, text: {en: deck, dt: Stapel}}

Good:

    zones:
      deck: {of: card, text: {en: deck, de: Stapel}}

Exceptions: none; add the language to the title first.
""")
def unknown_language(facts: Facts) -> Iterator[Diagnostic]:
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


_ENGLISH: Final = "en"
COUNTED: Final = frozenset(
    ["card", "chip", "coin", "cube", "marker", "point", "round", "step", "token", "trick", "turn"]
)
"""Words for what is counted, in most games, that no text uses for a mass of something."""
_BEHIND: Final = (
    r"(?=\s*(?:$|[.,;:!?)]|(?:and|at|by|each|for|from|in|into|of|on|onto|or|per|to|with)\b))"
)
_BEFORE: Final = r"(?<!\w)(?P<article>(?:an?|the|this|that|each|every|one|no) )?"


@manual("""A noun that is singular behind any number.

What it finds: a noun in the singular behind a number in an English text. The number is a slot, or 2
or more. The noun is the name of a kind, a member of an enum in bags or amounts, or a word that most
games count (`coin`, `point`, `token`).

Why it matters: the log and the rules in text say "2 coin".

Bad:

    events:
      earn (int n): {do: add n to me.coins, text: {en: "earn {n} coin", de: "{n} Münzen"}}

Good:

    events:
      earn (int n): {do: add n to me.coins, text: {en: "earn {n} {coin|coins}", de: "{n} Münzen"}}

Exceptions: a noun that is part of a longer one (`{n} card hands`), and a noun behind an article (`a
{n} card`).
""")
def always_singular(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text in which a number stands before a noun for one, and each unit called so."""
    said = (kind.text.get(_ENGLISH, "") for kind in facts.game.kinds.values())
    nouns = COUNTED | frozenset(
        each.lower() for each in said if each.isalpha() and not Phrase(each).is_plural
    )
    for name, text, slots, span in _templates(facts.game):
        found = _singular(text.get(_ENGLISH, ""), slots, nouns)
        if found and not is_shared(span):
            yield finding("always-singular.text", span, name=name, noun=found)
    types = [field.type for field in facts.game.state.values()]
    types += [each.type for kind in facts.game.kinds.values() for each in kind.attributes]
    types += [
        slot.type for events in facts.game.events.values() for e in events for slot in e.slots
    ]
    plain = (plain_type(each) for each in types)
    counted = frozenset(
        each.of.name
        for each in plain
        if isinstance(each, BagOf | AmountOf) and isinstance(each.of, EnumType)
    )
    for enum in facts.game.enums.values():
        if enum.name not in counted or is_shared(enum.span):
            continue
        for member, text in zip(enum.members, enum.texts, strict=True):
            noun = text.get(_ENGLISH, "")
            if noun.lower() in COUNTED:
                span = enum.member_spans()[member]
                yield finding("always-singular.member", span, member=member, noun=noun)


def _templates(game: Game) -> Iterator[tuple[str, Text, frozenset[str], Span]]:
    """Yield the texts that have slots, each with the slots that take a number."""
    for events in game.events.values():
        for event in events:
            numbers = _numbers((slot.name, slot.type) for slot in event.slots)
            yield event.id, event.text, numbers, event.span
    for values in game.values.values():
        for value in values:
            yield (
                value.id,
                value.text,
                _numbers((p.name, p.type) for p in value.parameters),
                value.span,
            )
    for action in game.actions:
        numbers = _numbers((p.name, p.type) for p in action.parameters)
        yield str(action.id), action.text, numbers, action.span


def _numbers(slots: Iterator[tuple[str, Type]]) -> frozenset[str]:
    return frozenset(name for name, type_ in slots if plain_type(type_) == INT)


def _singular(text: str, slots: Collection[str], nouns: Collection[str]) -> str:
    """Return the noun that stands as for one behind a number; "" where there is none."""
    named = "|".join(map(re.escape, sorted(slots)))
    number = rf"(?:\{{(?:{named})\}}|[2-9]|\d\d+)" if named else r"(?:[2-9]|\d\d+)"
    pattern = rf"{_BEFORE}{number} (?P<noun>[A-Za-z]+){_BEHIND}"
    for found in re.finditer(pattern, FORMS.sub("·", text)):
        if found["noun"].lower() in nouns and not found["article"]:
            return found["noun"]
    return ""


REST: Final = re.compile(r"[ \t]+(?P<rest>#[^\s#!-][^\n]*)")


@manual("""A text of which YAML takes the end for a comment.

What it finds: a text or effect in one line without quotes that contains a blank and a `#` with no
blank after it. YAML reads the rest of the line as a comment.

Why it matters: a title loses its end, an effect its last step, and nothing fails.

Bad:

    do: add 1 to me.points #5; add 2 to me.points

Good:

    do: add 1 to me.points; add 2 to me.points

Exceptions: comments with a blank behind their `#`, as usual.
""")
def cut_text(facts: Facts) -> Iterator[Diagnostic]:
    """Yield what is cut off from plain texts."""
    for source in facts.sources:
        if REST.search(source.text) is None:
            continue
        for document in read_documents(source, Report()):
            for scalar in _scalars(document.root):
                written = source.text[scalar.span.start : scalar.span.end].rstrip()
                match = REST.match(source.text, scalar.span.start + len(written))
                if scalar.is_plain and " " in written and "\n" not in written and match:
                    rest = match["rest"].rstrip()
                    span = Span(source, match.start("rest"), match.start("rest") + len(rest))
                    yield finding("cut-text", span, rest=rest)


def _scalars(node: d.Node) -> Iterator[d.Scalar]:
    """Yield the values below a node."""
    if isinstance(node, d.Scalar):
        yield node
    elif isinstance(node, d.Mapping):
        for entry in node.entries:
            yield from _scalars(entry.value)
    elif isinstance(node, d.Sequence):
        for item in node.items:
            yield from _scalars(item)


SHORTEST: Final = 10
"""Letters of the shortest text that is not said twice by chance."""


@manual("""A card's text that says again what its actions' texts say.

What it finds: a card whose text holds the texts of all its actions, sentence by sentence, in each
of its languages.

Why it matters: an author who changes one of the two forgets the other, and translators translate
both.

Bad:

    cards:
    - id: well
      kind: card
      text: {en: "Tap this: draw 2."}
      actions: [{cost: tap self, do: draw 2, text: {en: "tap this: draw 2"}}]

Good:

    cards:
    - id: well
      kind: card
      text: "{actions}"
      actions: [{cost: tap self, do: draw 2, text: {en: "tap this: draw 2"}}]

Exceptions: texts of fewer than three words, which may well come twice.
""")
def repeated_text(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that says its actions twice."""
    actions: dict[str, list[Text]] = {}
    for action in facts.game.actions:
        if action.card is not None and action.text:
            actions.setdefault(action.card, []).append(action.text)
    for card in facts.game.cards:
        told = actions.get(card.id, [])
        if not told or not card.text or card.is_joined:
            continue
        if all(
            _holds(text, [each.get(tag, "") for each in told]) for tag, text in card.text.items()
        ):
            yield finding("repeated-text", card.span, card=card.id)


def _holds(text: str, texts: Iterable[str]) -> bool:
    """Return whether a text holds others as sentences, one behind the other."""
    whole = run_together(map(sentence, texts))
    return len(whole) >= SHORTEST and "".join(whole.split()) in "".join(text.split())
