"""Find entities that look alike to a player and so are one option; tell equal names apart.

Options with the same name get the attributes and places in which their cards differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set

from dsl.model.nouns import StateField
from dsl.model.types import EntityType, TargetType, ZoneType, innermost, one_of
from interpreter.state.record import State
from interpreter.state.values import Spot, Value, entities_in
from interpreter.walk.decision import Ask
from interpreter.walk.labels import Labels, in_language, numbered
from interpreter.walk.machine import Machine

NOWHERE = -1
FEW = 64
"""A list so short is gone through for one place sooner than a table of its places is made; so few
places are looked for one by one."""


class Places:
    """Finds the places of entities in their zones; it loops over a long zone once for all of them.

    Args:
        are_many: Whether many are looked for.
    """

    def __init__(self, st: State, *, are_many: bool = True) -> None:
        self._zones, self._are_many = st.zones, are_many
        self._tables: dict[int, dict[Spot, int]] = {}

    def __call__(self, zone: int, entity: int) -> int:
        """Return the place of an entity in its zone, from 0."""
        return self.within(zone)(entity)

    def within(self, zone: int) -> Callable[[int], int]:
        """Return what gives the places of the entities in a zone."""
        cards = self._zones[zone]
        if not self._are_many or len(cards) <= FEW:
            return cards.index
        if zone not in self._tables:
            self._tables[zone] = {card: place for place, card in enumerate(cards)}
        return self._tables[zone].__getitem__


def _unordered(entity: int) -> int:
    """Return the place of a card where places mean nothing."""
    return -1


class Equivalence:
    """Compares entities as a player sees them.

    Attributes:
        single: For each definition whether there is never more than one copy.
        bare: For each definition whether its copies differ in nothing but their place.
        fields, zones: For each definition how many fields and own zones its copies have.
        secret: For each definition the places among its fields, and the audience, of those that
            not everybody sees who can tell the card.
        refers: Whether state can refer to an entity.
    """

    def __init__(self, machine: Machine) -> None:
        self.knowledge, self.evaluator = machine.knowledge, machine.evaluator
        self.facts = machine.facts
        self.layout = layout = machine.program.layout
        definitions = machine.program.game.definitions
        self.single = machine.analysis.holders.single
        self.are_all_single = all(self.single)
        self.fields = [len(layout.kind_fields[d.kind]) for d in definitions]
        self.zones = [len(layout.kind_zones[d.kind]) for d in definitions]
        self.secret = [
            tuple(
                (place, field.seen_by)
                for place, field in enumerate(layout.kind_fields[d.kind])
                if field.seen_by in ("owner", "nobody")
            )
            for d in definitions
        ]
        self.itself = {n: layout.own_definition[layout.kind_of[n]] for n in layout.veils}
        """For veils where cards keep what they are by themselves."""
        self.refers = bool(layout.reference_places or layout.reference_offsets)
        self.bare = [
            not (fields or zones or self.refers)
            for fields, zones in zip(self.fields, self.zones, strict=True)
        ]

    def are_all_told(self, st: State, decider: int, pool: Sequence[int]) -> bool:
        """Return whether a player can tell every card of a list and no two are of one definition;
        False where that takes a closer look."""
        hidden = set(map(st.places.__getitem__, pool)) - self.knowledge.shown[decider]
        sees = self.knowledge.sees_cards
        is_shown = not hidden or all(sees(st, zone) >> decider & 1 for zone in hidden)
        if is_shown and self.are_all_single:
            return True
        if len(set(map(st.entity_definitions.__getitem__, pool))) < len(pool):
            return False
        identifies = self.knowledge.identifies
        return is_shown or all(identifies(st, entity) >> decider & 1 for entity in pool)

    def of(self, st: State, decider: int, entity: int) -> Value:
        """Return what makes two entities one option for a player.

        Cards that the player cannot tell are told by their place in an ordered zone, else only by
        their zone: ("?", zone, place), the place -1 without order. Behind it stands what the player
        was told of the card.
        """
        return self.of_all(st, decider, (entity,))[0]

    def of_all(self, st: State, decider: int, pool: Sequence[int]) -> list[Value]:
        """Return the likeness of each entity of a list."""
        definitions, places, knows = st.entity_definitions, st.places, st.knows
        all_places = Places(st, are_many=len(pool) > FEW)
        referred: Set[Value] | None = None
        found: list[Value] = []
        here: int | None = None
        for entity in pool:
            if entity < 0:  # a player among targets
                found.append(entity)
                continue
            definition, zone = definitions[entity], places[entity]
            if zone != here:
                is_shown, place_in, is_pile = self._look(st, decider, zone, all_places)
                here = zone
            if not (is_shown or knows[entity] >> decider & 1) and not (
                is_pile and self.knowledge.identifies(st, entity) >> decider & 1
            ):
                told = self._told(st, decider, entity) if st.facts else ()
                found.append(("?", zone, place_in(entity), *told))
            elif self.single[definition]:
                found.append(entity)
            elif self.bare[definition]:
                found.append((definition, zone, place_in(entity)))
            else:
                referred = self.referred(st) if referred is None else referred
                if entity in referred or (self.zones[definition] and self._is_holding(st, entity)):
                    found.append((definition, zone, place_in(entity), entity))
                    continue
                base = st.entity_bases[entity]
                own = st.values[base : base + self.fields[definition]]
                if self.secret[definition]:
                    self._leave_out_secrets(st, decider, entity, own)
                if definition in self.knowledge.veils and not knows[entity] >> decider & 1:
                    own[self.itself[definition]] = None
                found.append((definition, zone, place_in(entity), *own))
        return found

    def _look(
        self, st: State, decider: int, zone: int, all_places: Places
    ) -> tuple[bool, Callable[[int], int], bool]:  # fmt: skip
        """Return whether a player sees the cards of a zone, what gives the place of one in it, and
        whether its top is another matter."""
        if zone < 0:
            return True, _unordered, False
        family, knowledge = st.zone_families[zone], self.knowledge
        is_shown = bool(knowledge.sees_cards(st, zone) >> decider & 1)
        place_in = all_places.within(zone) if knowledge.ordered[family] else _unordered
        return is_shown, place_in, knowledge.top_differs[family]

    def _told(self, st: State, decider: int, entity: int) -> Iterator[Value]:
        """Yield what a player was told of a card, but for which card it is."""
        for fact in st.facts:
            if entity in fact.cards and fact.players >> decider & 1:
                cards = self.facts.card_slots(fact.number)
                given = tuple(
                    None if value == entity and at in cards else value
                    for at, value in enumerate(fact.locals)
                )
                yield (fact.number, given, fact.value, *(fact.cards if len(fact.cards) > 1 else ()))

    def _leave_out_secrets(self, st: State, decider: int, entity: int, own: list[Value]) -> None:
        """Take out of an entity's fields what a player may not see of it."""
        is_owner = decider in self.evaluator.players_of(st, entity)
        for place, audience in self.secret[st.entity_definitions[entity]]:
            if audience == "nobody" or not is_owner:
                own[place] = None

    def _is_holding(self, st: State, entity: int) -> bool:
        """Return whether something lies in the zones of an entity."""
        first = st.entity_zones[entity]
        return any(st.zones[first : first + self.zones[st.entity_definitions[entity]]])

    def referred(self, st: State) -> Set[Value]:
        """Return the entities that some state refers to."""
        if not self.refers:
            return frozenset()
        values, found = st.values, set[Value]()
        for place, type_ in self.evaluator.references(st):
            value = values[place]
            if type(value) is int:
                found.add(value)
            elif value:
                found.update(entities_in(value, type_))
        return found


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
    told = Differences(labels, st, language, is_hidden, ask.decider)
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
    if ask.of is None or not isinstance(entity, int) or isinstance(entity, bool):
        return None
    type_, entity = one_of(ask.of, entity)
    return entity if isinstance(type_, EntityType) else None


class Differences:
    """Words for what the decider sees of cards that are called the same."""

    def __init__(
        self, labels: Labels, st: State, language: str, is_hidden: IsHidden, decider: int
    ) -> None:
        self.labels, self.st, self.language, self.decider = labels, st, language, decider
        self.is_hidden, self.place_in = is_hidden, Places(st)

    def marks(self, cards: Sequence[int | None]) -> list[list[str]]:
        """Return for each of some cards of one name what tells it from the others: its place too,
        unless they lie together without an order and their states tell them apart."""
        found = [self._state(card) for card in cards]
        common = set.intersection(*(set(state.items()) for state in found))
        states = [
            [said for name, said in state.items() if (name, said) not in common] for state in found
        ]
        if len({*map(tuple, states)}) == len(states) and self._lie_loosely(cards):
            return states
        return [[*state, *self._place(card)] for state, card in zip(states, cards, strict=True)]

    def _lie_loosely(self, cards: Sequence[int | None]) -> bool:
        """Return whether cards lie in one zone whose order means nothing."""
        zones = {-1 if card is None else self.st.places[card] for card in cards}
        zone = min(zones)
        if len(zones) > 1 or zone < 0:
            return False
        return not self.labels.program.families[self.st.zone_families[zone]].is_ordered

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
            is_veiled = definition in layout.veils and not self.st.knows[card] >> self.decider & 1
            if field.key.is_definition and (value == default or is_veiled):
                continue
            is_seen = field.seen_by == "everyone" and value != default
            if is_seen or (field.seen_by in (None, "everyone") and not self.is_hidden(card)):
                found[field.key.name] = self._said(field, value)
        return {name: said for name, said in found.items() if said}

    def _said(self, field: StateField, value: Value) -> str:
        """Return words for a field; "" for what is false, none or empty, names an entity, or was
        made by the checker."""
        is_empty = value is None or value is False or value == ()
        if (
            is_empty
            or ":" in field.key.name
            or isinstance(innermost(field.type), EntityType | TargetType | ZoneType)
        ):
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
        called = self.labels.zone(self.st, zone, self.language)
        if len(self.st.zones[zone]) == 1:
            return [called]
        return [f"{called} {self.place_in(zone, card) + 1}"]
