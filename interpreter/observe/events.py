"""Render the events of a match for one seat, or for a viewer who may see all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from dsl.languages import Language, Phrase
from dsl.model.types import BOOL, INT, AmountOf, BagOf, Type, ZoneType, plain_type
from interpreter.observe.seat_view import ACT, ANY_CARD, WATCHER, Sight, Tells
from interpreter.state.values import Value, can_hold, entities_in, entities_seen
from interpreter.walk.labels import OF_CARD, counted
from interpreter.walk.match import Match
from interpreter.walk.recording import LogRecord

NOTHING: Mapping[str, str] = MappingProxyType({})
SLOT = re.compile(r"\{([^{}]+)\}")
_NUMBERED = re.compile(r"\.[0-9]+$")
"""How the actions of a card end."""
_OF_MANY = {"is": "are", "has": "have", "goes": "go", "comes": "come", "sees": "see"}
_VERB = re.compile(rf"^\{{([^{{}}]+)\}} ({'|'.join(_OF_MANY)})\b")


@dataclass(frozen=True)
class EventRecord:
    """Something that happened, as a seat may know it.

    Attributes:
        id: Its place among the events the seat may know of, from 1.
        cause: The id of the event that led to it, or None.
        name: The event; taking an action is `act:ID`, entering a phase `phase:ID`.
        actor: The name of the player who did it, or None.
    """

    id: int
    cause: int | None
    name: str
    actor: str | None
    view: Sight
    record: LogRecord

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """By slot, worded by label, as the seat can tell them when it is first asked: a story of
        hundreds of events reads those of a few."""
        plan = self.view.program.events[self.record.event]
        return {
            name: self.view.plain(value, type_, told(self.view, value, seen))
            for name, type_, value, seen in zip(
                plan.slot_names, plan.slot_types, self.record.arguments, self.record.seen,
                strict=False,
            )
        }  # fmt: skip

    def settled(self) -> EventRecord:
        """Return it with its arguments as the seat can tell them now, whatever it learns later."""
        _ = self.arguments
        return self

    @property
    def has_text(self) -> bool:
        """Whether people read anything of it: of what has a text, and of every action."""
        return self.name.startswith(ACT) or bool(self.view.program.events[self.name].text)

    def text(
        self,
        language: str,
        known: frozenset[int] = frozenset(),
        many: Mapping[str, str] = NOTHING,
    ) -> str:
        """Return what people read of it; empty where the event has no text and is no action.

        Args:
            known: Entities that the seat could not tell when it happened, and was told since.
            many: What stands in slots, by name, where events are told together.
        """
        return _text(self.view, self.record, language, known, many)

    def words(self, slot: str, language: str) -> str:
        """Return the words for the argument in a slot."""
        plan = self.view.program.events[self.record.event]
        place = plan.slot_names.index(slot)
        value = self.record.arguments[place]
        tells = told(self.view, value, self.record.seen[place])
        value, type_ = paid(self.view, self.record, place, plan.slot_types[place])
        return self.view.words(value, type_, language, tells)

    def all_cards(self) -> Iterator[int]:
        """Yield the entities that it names, told or not: the card of an action where its text
        does."""
        plan = self.view.program.events[self.record.event]
        for type_, value in zip(plan.slot_types, self.record.arguments, strict=False):
            if can_hold(type_):
                yield from entities_in(value, type_)
        is_named = self.name.startswith(ACT) or any(OF_CARD in t for t in plan.text.values())
        if self.record.card is not None and is_named:
            yield self.record.card

    def told_cards(self) -> Iterator[int]:
        """Yield the entities that it names and that the seat could tell when it happened."""
        cards = {*self.all_cards()}
        for value, seen in zip(self.record.arguments, self.record.seen, strict=False):
            tells = told(self.view, value, seen)
            entities = (each for each, _ in entities_seen(value, seen))
            yield from (each for each in entities if each in cards and tells(each))
        card, seen = self.record.card, self.record.card_seen
        if card in cards and told(self.view, card, seen)(card):
            yield card


def event_records(match: Match, seat: int | None = None) -> list[EventRecord]:
    """Return what has happened, the first first.

    Args:
        seat: Who looks; None sees everything.
    """
    view = Sight(match, seat)
    records: list[LogRecord] = match.state.records()
    causes = {record.id: record.cause for record in records}
    numbers: dict[int, int] = {}
    found = []
    for record in records:
        if is_kept_back(view, record):
            continue
        numbers[record.id] = len(numbers) + 1
        found.append(_event(view, record, numbers, causes))
    return found


def told_events(match: Match, seat: int | None = None) -> list[EventRecord]:
    """Return the same to be kept: each tells what the seat may know now, whatever it learns."""
    return [each.settled() for each in event_records(match, seat)]


def is_kept_back(view: Sight, record: LogRecord) -> bool:
    """Return whether a record belongs to secret choices that are not open yet."""
    if view.seat is None or not view.st.is_secret:
        return False
    return bool(record.secret) if view.seat == WATCHER else view.in_mask(record.secret)


def shown(
    view: Sight, record: LogRecord, numbers: dict[int, int], causes: dict[int, int]
) -> EventRecord:
    """Return a seat's present knowledge of an event; later it may learn more."""
    return _event(view, record, numbers, causes).settled()


def _event(
    view: Sight, record: LogRecord, numbers: dict[int, int], causes: dict[int, int]
) -> EventRecord:
    cause = record.cause
    while cause and cause not in numbers:
        cause = causes.get(cause, 0)
    actor = None if record.me is None else view.st.names[record.me]
    own_id, cause_id = numbers[record.id], numbers.get(cause)
    return EventRecord(own_id, cause_id, record.event, actor, view, record)


def told(view: Sight, value: Value, seen: Any) -> Tells:
    """Return which entities of an argument the seat could tell when it happened."""
    if view.seat is None:
        return lambda entity: True
    if isinstance(seen, tuple):
        masks = dict(entities_seen(value, seen))
        return lambda entity: view.in_mask(masks[entity])
    if seen == -1:
        return view.tells
    return lambda entity: view.in_mask(seen)


def _text(
    view: Sight, record: LogRecord, language: str, known: frozenset[int], many: Mapping[str, str]
) -> str:
    plan, slots = view.program.events[record.event], dict(_slots(view, record))
    text = plan.told if record.result is not None else plan.text
    template = Language(language).as_written(text) if text else _name(record, slots)
    if "[" in template:
        empty = {name for name, (value, type_, _) in slots.items() if is_nothing(value, type_)}
        template = Phrase(template).without_empty(empty.__contains__)

    def word(found: re.Match[str]) -> str:
        name = found[1]
        if name in many:
            return many[name]
        if name == "me":
            return "" if record.me is None else view.st.names[record.me]
        if name not in slots:
            return found[0]
        value, type_, seen = slots[name]
        then = told(view, value, seen)
        tells: Tells = (lambda card: card in known or then(card)) if known else then
        words = view.words(value, type_, language, tells)
        return Language(language).behind(found.string[: found.start()], words)

    def agreeing(found: re.Match[str]) -> str:
        """Return a verb behind a zone or list that is called like many: `the tops are`."""
        value, type_, _ = slots.get(found[1], (None, ANY_CARD, -1))
        is_zone = value is not None and isinstance(plain_type(type_), ZoneType)
        is_many = is_zone and Phrase(word(found)).is_plural
        is_many = is_many or found[1] in many or _are_many(value, type_)
        return f"{{{found[1]}}} {_OF_MANY[found[2]]}" if is_many else found[0]

    def number_of(name: str) -> int | None:
        return counted(*slots[name][:2]) if name in slots else None

    def shown(name: str) -> str:
        found = SLOT.match(f"{{{name}}}")
        return "" if found is None else word(found)

    if record.card is not None and record.event.startswith(ACT) and OF_CARD not in template:
        template = Language(language).behind_name(OF_CARD, template)  # as the option is called
    if template and not text:
        template = Language(language).behind_name("{me}", template)
    template = Phrase(template).in_number(number_of)
    template = Language(language).with_articles(template, shown)
    return SLOT.sub(word, _VERB.sub(agreeing, template, count=1))


def _name(record: LogRecord, slots: Mapping[str, tuple[Value, Type, Value]]) -> str:
    """Return the template of an action that has no text: its name, or its card where it has none,
    with what it was done with."""
    if not record.event.startswith(ACT):
        return ""
    name = OF_CARD if _NUMBERED.search(record.event) else record.event.removeprefix(ACT)
    given = [
        f"{{{slot}}}"
        for slot, (value, type_, _) in slots.items()
        if slot != OF_CARD[1:-1] and not is_nothing(value, type_)
    ]
    return f"{name} ({', '.join(given)})" if given else name


def _are_many(value: Value, type_: Type) -> bool:
    """Return whether a list or a bag holds more than one thing."""
    if not isinstance(value, tuple):
        return False
    is_bag = isinstance(plain_type(type_), BagOf)
    return (sum(number for _, number in value) if is_bag else len(value)) > 1


def _slots(view: Sight, record: LogRecord) -> Iterator[tuple[str, tuple[Value, Type, Value]]]:
    """Yield what can stand in a text, by name: value, type, who could tell it."""
    plan = view.program.events[record.event]
    for place, name in enumerate(plan.slot_names[: len(record.arguments)]):
        yield name, (*paid(view, record, place, plan.slot_types[place]), record.seen[place])
    if record.card is not None:
        yield OF_CARD[1:-1], (record.card, ANY_CARD, record.card_seen)
    if record.result is None or plan.event is None or Phrase.RESULT in plan.slot_names:
        return  # a slot may have had the name before the word came
    result, seen = record.result
    yield Phrase.RESULT, (result, plan.event.result, seen)


def paid(view: Sight, record: LogRecord, place: int, type_: Type) -> tuple[Value, Type]:
    """Return an argument with its type: of an amount that has been paid the bag, as far as the seat
    may read it."""
    plain = plain_type(type_)
    for settled, bag, readers in record.settled:
        if settled == place and isinstance(plain, AmountOf) and view.in_mask(readers):
            return bag, BagOf(plain.of)
    return record.arguments[place], type_


def is_nothing(value: Value, type_: Type) -> bool:
    """Return whether a value is 0, none or empty, so that its part of a text is left out."""
    return value is None or value == () or (value == 0 and plain_type(type_) in (INT, BOOL))
