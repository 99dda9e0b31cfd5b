"""A noun that is singular behind any number.

What it finds: a noun in the singular behind a number in an English text. The number is a slot, or 2
or more. The noun is the name of a kind, a member of an enum in bags or amounts, or a word that most
games count (`coin`, `point`, `token`).

Why it matters: the log and the rules in text say "2 coin".

Bad:

    events:
      earn (int n): {do: add n to me.coins, text: {en: "earn {n} coin", ja: "{n}枚得る"}}

Good:

    events:
      earn (int n): {do: add n to me.coins, text: {en: "earn {n} {coin|coins}", ja: "{n}枚得る"}}

Exceptions: a noun that is part of a longer one (`{n} card hands`), and a noun behind an article (`a
{n} card`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.languages import FORMS, is_plural
from dsl.lint.facts import Facts, is_shared
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.types import INT, AmountOf, BagOf, EnumType, Type, plain_type
from dsl.source import Span

_ENGLISH: Final = "en"
COUNTED: Final = frozenset(
    ["card", "chip", "coin", "cube", "marker", "point", "round", "step", "token", "trick", "turn"]
)
"""Words for what is counted, in most games, that no text uses for a mass of something."""
_BEHIND: Final = (
    r"(?=\s*(?:$|[.,;:!?)]|(?:and|at|by|each|for|from|in|into|of|on|onto|or|per|to|with)\b))"
)
_BEFORE: Final = r"(?<!\w)(?P<article>(?:an?|the|this|that|each|every|one|no) )?"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each text in which a number stands before a noun for one, and each unit called so."""
    said = (kind.text.get(_ENGLISH, "") for kind in facts.game.kinds.values())
    nouns = COUNTED | frozenset(
        each.lower() for each in said if each.isalpha() and not is_plural(each)
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
