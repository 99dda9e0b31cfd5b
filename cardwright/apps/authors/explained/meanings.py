"""Return the meaning of a word of the language, and everything in a game that has a name.

The words themselves stand where the language has them: in its keywords, its functions and native
events, its roles, properties and types, and in the schemas. A test holds that each is explained.
Their sentences stand in `messages/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from dsl import VOCABULARY, Catalogue, Record, Span, languages
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.rules import Phase

WORDS: Final = Catalogue(__file__)


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """Return by word and language what the word means."""
    words = (key.removeprefix("word.") for key in WORDS if key.startswith("word."))
    return MappingProxyType(
        {word: {tag: WORDS.text(tag, f"word.{word}") for tag in languages.OWN} for word in words}
    )


def summaries() -> Mapping[str, Mapping[str, str]]:
    """Return by name and language what a function or native event does."""
    rows = (*VOCABULARY.written.values(), *VOCABULARY.natives.values())
    return {row.name: dict(zip(languages.OWN, row.summary, strict=True)) for row in rows}


class Named(Record):
    """One thing of a game.

    Attributes:
        sort: What it is, by the name of the words that say so: `thing-phase`.
        name: As its package writes it, an owner before the dot: `player.hand`.
        of: What it belongs to, of a member, attribute or state of a kind; empty for all else.
    """

    sort: str
    name: str
    text: Text
    span: Span
    of: str = ""

    def is_called(self, word: str) -> bool:
        """Return whether a word means it: its name, with or without its owner, or its text."""
        known = {self.name, self.name.partition(".")[2] or self.name, f"{self.of}.{self.name}"}
        return word in known or spoken(word) in {spoken(str(t)) for t in self.text.values()}


def spoken(text: str) -> str:
    """Return a text or a name as one says it: `place-of-power` is `Place of Power`."""
    return " ".join(text.casefold().replace("-", " ").split())


def says(text: Text, word: str) -> bool:
    """Return whether a text has some words in it, in any language: whole words where these are
    written apart."""
    wanted = spoken(word)
    inside = rf"(?<![a-z]){re.escape(wanted)}"
    return bool(wanted) and any(re.search(inside, spoken(str(each))) for each in text.values())


def named(model: Game) -> Iterator[Named]:
    """Yield everything with a name but cards and events, in the order of a package's sections."""
    yield from _nouns(model)
    for name, field in model.state.items():
        if field.span is not None and "." not in name.name:
            yield Named("thing-state", name.dotted, field.text, field.span)
    for key, zone in model.zones.items():
        yield Named("thing-zone", key.dotted, zone.text, zone.span)
    for values in model.values.values():
        yield from (Named("thing-value", each.id, each.text, each.span) for each in values)
    for action in model.actions:
        if action.card is None and action.kind is None:
            yield Named("thing-action", action.id, action.text, action.span)
    yield from (Named("thing-group", each.id, each.text, each.span) for each in model.groups)
    for phase in (*model.setup, *model.phases):
        yield from _phases(phase)
    for scenario in model.scenarios.values():
        yield Named("thing-scenario", scenario.id, scenario.text, scenario.span)
    for ruling in model.rulings:
        yield Named("thing-ruling", ruling.id, ruling.decision, ruling.span)


def _nouns(model: Game) -> Iterator[Named]:
    """Yield the options, the enums with their members, and the kinds with their attributes."""
    for option in model.options.values():
        if option.id != "player-count":
            yield Named("thing-option", option.id, option.text, option.span)
    for enum in model.enums.values():
        yield Named("thing-enum", enum.name, enum.text, enum.span)
        spans = enum.member_spans()
        for member, text in zip(enum.members, enum.texts, strict=True):
            yield Named("thing-member", member, text, spans[member], enum.name)
    for kind in model.kinds.values():
        yield Named("thing-kind", kind.name, kind.text, kind.span)
        for attribute in kind.attributes:
            text, span = attribute.text, attribute.span
            yield Named("thing-attribute", attribute.name, text, span, kind.name)


def _phases(phase: Phase) -> Iterator[Named]:
    """Yield a phase and those inside it."""
    yield Named("thing-phase", phase.id, phase.text, phase.span)
    for inner in phase.phases or ():
        yield from _phases(inner)
