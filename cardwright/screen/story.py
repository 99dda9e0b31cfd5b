"""Tell what has happened: who did what to what, and what came of it.

An entry is something that nothing else has caused; what it caused stands below it as details, and
before that what was paid for it. Moves of many cards at once, such as a deal, are one line, and so
are cards that the same people are shown one after the other. A card that was hidden when somebody
chose it and that is shown by what came of it has its name in the headline too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from cardwright.match import Match
from cardwright.screen.model import LogEntry
from cardwright.screen.wording import Wording
from cardwright.view.words import say
from dsl.records import record
from interpreter.observe.events import EventRecord, event_records
from interpreter.observe.spots import MOVE

_PHASE: Final = "phase:"
_MOVES: Final = (MOVE, "create")
_SHOWN: Final = "reveal"
_FEW: Final = 2
"""As many cards as are told one by one when they move."""


@record
class Line:
    """A line of the story: what makes its text, which is not made before it is asked for, and the
    events that it tells."""

    told: Callable[[], str]
    events: tuple[EventRecord, ...]

    @property
    def text(self) -> str:
        """The line in words."""
        return self.told()


def story(
    match: Match, seat: int, wording: Wording, most: int | None = None
) -> tuple[LogEntry, ...]:
    """Return what a seat knows to have happened, the first first.

    Args:
        most: So many entries at most, the newest; None for all.
    """
    return tuple(_Teller(event_records(match, seat), wording).entries(most))


class _Teller:
    """Tells the events of one match."""

    def __init__(self, events: Sequence[EventRecord], wording: Wording) -> None:
        self.wording, self.lang = wording, wording.lang
        self.below: dict[int | None, list[EventRecord]] = {}
        for event in events:
            if event.cause is None and event.name in wording.costs:
                self.below[event.id] = self._paid_for(event)
            self.below.setdefault(event.cause, []).append(event)

    def _paid_for(self, action: EventRecord) -> list[EventRecord]:
        """Return what was paid for an action just before it, and take it from the top."""
        before, names = self.below.get(None, []), self.wording.costs[action.name]
        at = len(before)
        while at and before[at - 1].name in names and before[at - 1].actor == action.actor:
            at -= 1
        paid = before[at:]
        del before[at:]
        return paid

    def entries(self, most: int | None) -> Iterator[LogEntry]:
        """Yield the entries, numbered from 1, or the newest of them."""
        lines = [*enumerate(self._joined(self._roots(None)), start=1)]
        for number, line in lines[-most:] if most else lines:
            event = line.events[0]
            yield LogEntry(
                number=number,
                actor=event.record.me,
                text=self._with_actor(line.text, event),
                details=tuple(self._details(event)) if len(line.events) == 1 else (),
                is_heading=event.name.startswith(_PHASE),
            )

    def _roots(self, cause: int | None) -> Iterator[EventRecord]:
        """Yield what stands at the top: of events without words what they caused."""
        for event in self.below.get(cause, ()):
            if event.has_text:
                yield event
            else:
                yield from self._roots(event.id)

    def _with_actor(self, text: str, event: EventRecord) -> str:
        """Return a headline with who did it, unless it says so."""
        actor = event.actor
        if actor is None or event.name in _MOVES or event.name == _SHOWN:
            return text
        if re.search(rf"(?<!\w){re.escape(actor)}(?![A-Za-z])", text):
            return text
        return f"{actor}：{text}" if self.lang == "ja" else f"{actor}: {text}"

    # --- lines ----------------------------------------------------------------------------------

    def _joined(self, events: Iterator[EventRecord]) -> Iterator[Line]:
        """Yield a line an event; moves one after the other are one, if they are many, and so are
        cards that the same people are shown."""
        for sort, run in groupby(events, _sort):
            if sort == MOVE:
                yield from self._moved(tuple(run))
            elif sort is not None:
                together = tuple(run)
                yield Line(partial(self._seen, together), together)
            else:
                yield from (Line(partial(self._headline, event), (event,)) for event in run)

    def _seen(self, events: Sequence[EventRecord]) -> str:
        """Return which cards some people were shown."""
        event, names = events[0], self.wording.names
        players = event.arguments["p"]
        words = Counter(event.words("c", self.lang) for event in events)
        cards = names.row(t if n == 1 else f"{t} ×{n}" for t, n in words.items())
        if len(players) == len(event.eyes.st.names):
            return say(self.lang, "all-see", cards=cards)
        key = "one-sees" if len(players) == 1 else "some-see"
        return say(self.lang, key, names=names.row(players), cards=cards)

    def _moved(self, events: Sequence[EventRecord]) -> Iterator[Line]:
        """Yield moves one by one, or many of them as one line."""
        if sum(map(_cards_in, events)) <= _FEW:
            yield from (Line(partial(event.text, self.lang), (event,)) for event in events)
        else:
            yield Line(partial(self._all_moved, events), tuple(events))

    def _all_moved(self, events: Sequence[EventRecord]) -> str:
        """Return how many cards have come where."""
        counts: dict[str, int] = {}
        for event in events:
            place = self._place(event)
            counts[place] = counts.get(place, 0) + _cards_in(event)
        return self.wording.names.row(
            say(self.lang, "card-to" if number == 1 else "cards-to", number=number, place=place)
            for place, number in counts.items()
        )

    def _place(self, event: EventRecord) -> str:
        """Return what the zone is called into which an event brings cards, whosever it is."""
        program, st = event.eyes.program, event.eyes.st
        zone = event.record.arguments[1]
        if not isinstance(zone, int):
            return say(self.lang, "elsewhere")
        return self.wording.names.zone(program.families[st.zone_families[zone]].key)

    def _headline(self, event: EventRecord) -> str:
        known = {card for each in self._all_below(event) for card in each.told_cards()}
        return event.text(self.lang, frozenset(known))

    def _all_below(self, event: EventRecord) -> Iterator[EventRecord]:
        for each in self.below.get(event.id, ()):
            yield each
            yield from self._all_below(each)

    def _details(self, event: EventRecord) -> Iterator[str]:
        """Yield what came of an event, but for moves of what was named already."""
        named = {*event.all_cards()}
        said = {self._headline(event)}
        told = (e for e in self._all_below(event) if e.has_text and not _says(event, e))
        for line in self._joined(told):
            cards = {card for each in line.events for card in each.all_cards()}
            is_move = line.events[0].name in _MOVES
            if is_move and cards and cards <= named:
                continue
            text = line.text
            if text not in said:
                said.add(text)
                named |= cards
                yield text


def _says(action: EventRecord, event: EventRecord) -> bool:
    """Return whether an action is told by its name and needs no line for what it does: `pass`."""
    return action.name == f"act:{event.name}" and not event.arguments


def _sort(event: EventRecord) -> object:
    """Return what events have in common that are told in one line; None for one of its own."""
    if event.name in _MOVES:
        return MOVE
    return tuple(sorted(event.arguments["p"])) if event.name == _SHOWN else None


def _cards_in(event: EventRecord) -> int:
    """Return how many cards an event moves or makes."""
    cards = event.record.arguments[0]
    if event.name == "create" and isinstance(cards, tuple):
        return sum(int(number) for _, number in cards)
    return len(cards) if isinstance(cards, tuple) else 1
