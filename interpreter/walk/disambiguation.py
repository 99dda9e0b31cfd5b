"""Tell options apart that are called the same: by what their cards show, and where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dsl.model.nouns import StateField
from dsl.model.types import EntityType, Type, ZoneType, innermost
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import Ask
from interpreter.walk.equivalence import Places
from interpreter.walk.labels import Labels, in_language, numbered

OWNER = "{owner}"
WITH_A_CARD = ("action", "replacement", "trigger")
"""Decisions whose options are (number, card, …)."""

IsHidden = Callable[[int], bool]
"""Whether the decider cannot tell an entity."""


def option_texts(
    labels: Labels, st: State, ask: Ask, language: str, is_hidden: IsHidden
) -> list[str]:
    """Return one text an option; of several cards of one text each with what it shows."""
    texts = labels.plain_texts(st, ask, language, is_hidden)
    often = Counter(texts)
    if len(often) == len(texts):
        return texts
    cards = [_card_of(ask, option) for option in ask.options]
    told = Told(labels, st, language, is_hidden)
    for text in [text for text, number in often.items() if number > 1]:
        places = [place for place, other in enumerate(texts) if other == text]
        if len({cards[place] for place in places}) == 1:  # several rules of one card
            continue
        for place, marks in zip(places, told.marks([cards[p] for p in places]), strict=True):
            texts[place] = f"{text} ({', '.join(marks)})" if marks else text
    return numbered(texts)


def _card_of(ask: Ask, option: Value) -> int | None:
    """Return the entity that an option is, or stands on."""
    if ask.kind in WITH_A_CARD and isinstance(option, tuple):
        return option[1] if option[1] is None else int(option[1])
    entity = option[1] if ask.kind == "piece" and isinstance(option, tuple) else option
    is_card = isinstance(ask.of, EntityType) and isinstance(entity, int)
    return entity if is_card and not isinstance(entity, bool) else None


class Told:
    """Words for what the decider sees of cards that are called the same."""

    def __init__(self, labels: Labels, st: State, language: str, is_hidden: IsHidden) -> None:
        self.labels, self.st, self.language = labels, st, language
        self.is_hidden, self.place_in = is_hidden, Places(st)

    def marks(self, cards: Sequence[int | None]) -> list[list[str]]:
        """Return for each of some cards of one name what tells it from the others."""
        found = [self._state(card) for card in cards]
        common = set.intersection(*(set(state.items()) for state in found))
        return [
            [*(said for name, said in state.items() if (name, said) not in common), *place]
            for state, place in zip(found, map(self._place, cards), strict=True)
        ]

    def _state(self, card: int | None) -> dict[str, str]:
        """Return words for the state that is seen of a card, by field; of one that cannot be told
        only what is not at its default, for which fields it has would tell its kind."""
        if card is None:
            return {}
        layout, base = self.labels.program.layout, self.st.entity_bases[card]
        definition = self.st.entity_definitions[card]
        fields = layout.kind_fields[layout.kind_of[definition]]
        defaults = layout.defaults(definition)
        found = {}
        values = self.st.values[base : base + len(fields)]
        for field, value, default in zip(fields, values, defaults, strict=True):
            if field.key.is_definition and value == default:
                continue
            is_seen = field.seen_by == "everyone" and value != default
            if is_seen or (field.seen_by in (None, "everyone") and not self.is_hidden(card)):
                found[field.key.name] = self._said(field, value)
        return {name: said for name, said in found.items() if said}

    def _said(self, field: StateField, value: Value) -> str:
        """Return words for a field; "" for what is false, none or empty, names an entity, or was
        made by the checker."""
        is_empty = value is None or value is False or value == ()
        if is_empty or ":" in field.key.name or _names_entities(field.type):
            return ""
        called = in_language(field.text, self.language, "") or field.key.name
        called = called.replace(f"{OWNER}の", "").replace(OWNER, "it")
        if value is True:
            return called
        return (
            f"{called} {self.labels.text(self.st, value, field.type, self.language, hidden=False)}"
        )

    def _place(self, card: int | None) -> list[str]:
        if card is None or (zone := self.st.places[card]) < 0:
            return []
        place = self.place_in(zone, card) + 1
        return [f"{self.labels.zone(self.st, zone, self.language)} {place}"]


def _names_entities(type_: Type) -> bool:
    return isinstance(innermost(type_), EntityType | ZoneType)
