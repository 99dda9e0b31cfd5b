"""Render the log as a story: who did what to what, and what came of it.

An entry is something that nothing else has caused; what it caused stands below it as details, and
before that what was paid for it. Moves of many cards at once, such as a deal, are one line that
names the few that the seat can tell; so are cards that the same people are shown one after the
other, and what several players do alike. A card that was hidden when somebody chose it and that is
shown by what came of it has its name in the headline too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import is_
from typing import Final

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.happened import cards_in, is_again, is_shared, is_told, zone_of
from cardwright.apps.screen.model import Entry, LogEntry
from cardwright.apps.screen.wording import Wording
from dsl import Language, Phrase, Record
from interpreter import EventRecord, SeatView

_MOVES: Final = (SeatView.MOVE, "create")
_CARDS_OF: Final = {SeatView.MOVE: "c", "create": "b"}
"""The slot of such an event that holds the cards."""
_SHOWN: Final = "reveal"
_MIXED: Final = "shuffle"
_ACTION: Final = "act:"
_FEW: Final = 2
"""The number of moving cards up to which each is named."""
_NAMED: Final = 6
"""As many cards as are named when they move together; of more players one card each."""
_UNTOLD, _HEADING, _CAME, _MOVED, AUTHORED = range(5)
"""How much a line matters: what tells no card, what begins a phase, a move that came of something,
a move, what an author has words for."""


class Line(Record):
    """A line of the story: what makes its text, which is not made before it is asked for, and the
    events that it tells."""

    told: Callable[[], str]
    events: tuple[EventRecord, ...]

    @property
    def text(self) -> str:
        """The line in words."""
        return self.told()


def story(
    match: Match,
    seat: int,
    wording: Wording,
    most: int | None = None,
    told: list[Entry] | None = None,
) -> tuple[LogEntry, ...]:
    """Return what a seat knows to have happened, the first first.

    Args:
        most: So many entries at most, the newest; None for all.
        told: What this seat was told last of this match or of another one; it is kept up, so that
            nothing is put into words twice.
    """
    return stories(SeatView(match, seat).events(), wording, most, told)


def stories(
    events: Sequence[EventRecord],
    wording: Wording,
    most: int | None = None,
    told: list[Entry] | None = None,
) -> tuple[LogEntry, ...]:
    """Return the lines of events in order; of too many the newest."""
    before = [] if told is None else told
    known = {id(entry[0][0]): entry for entry in before}
    before[:] = _Story(events, wording).entries(most, known)
    return tuple(entry for _, entry in before)


class _Story:
    """Renders the events of one match."""

    def __init__(self, events: Sequence[EventRecord], wording: Wording) -> None:
        self.wording, self.lang = wording, wording.lang
        self.below: dict[int | None, list[EventRecord]] = {}
        idle = SeatView.idle_phases(events)
        for event in events:
            if event.id in idle:
                continue
            if event.cause is None and event.name in wording.costs:
                self.below[event.id] = self._paid_for(event)
            self.below.setdefault(event.cause, []).append(event)
        self.face_up: dict[int, frozenset[int]] = {}  # by event, the cards shown just before it
        for same in self.below.values():
            shown: frozenset[int] = frozenset()
            for event in same:
                if event.name == _SHOWN:
                    shown |= frozenset(event.told_cards())
                elif shown:
                    self.face_up[event.id], shown = shown, frozenset()

    def _paid_for(self, action: EventRecord) -> list[EventRecord]:
        """Return what was paid for an action just before it, and take it from the top."""
        before, names = self.below.get(None, []), self.wording.costs[action.name]
        at = len(before)
        while at and before[at - 1].name in names and before[at - 1].actor == action.actor:
            at -= 1
        paid = before[at:]
        del before[at:]
        return paid

    def entries(self, most: int | None, known: Mapping[int, Entry]) -> Iterator[Entry]:
        """Yield the entries, numbered from 1, or the newest of them, each with its records.

        Args:
            known: Those that were told before, by the identity of their first record.
        """
        lines = [*enumerate(self._joined(self._roots(None)), start=1)]
        for number, line in lines[-most:] if most else lines:
            told = (each for event in line.events for each in (event, *self._all_below(event)))
            records = (*(each.record for each in told),)
            before, entry = known.get(id(records[0]), ((), None))
            is_known = len(before) == len(records) and all(map(is_, before, records))
            if entry is None or not is_known or entry.number != number:
                entry = self._entry(number, line)
            yield records, entry

    def _entry(self, number: int, line: Line) -> LogEntry:
        event, details = line.events[0], dict(self._details(line.events))
        return LogEntry(
            number=number,
            actor=event.record.me if len(line.events) == 1 else None,
            text=self._with_actor(line.text, line.events),
            details=(*details,),
            weights=(_weight(line.events), *details.values()),
            is_heading=event.name.startswith(SeatView.PHASE),
        )

    def _roots(self, cause: int | None) -> Iterator[EventRecord]:
        """Yield what stands at the top: of events without words what they caused."""
        for event in self.below.get(cause, ()):
            if event.has_text:
                yield event
            else:
                yield from self._roots(event.id)

    def _with_actor(self, text: str, events: Sequence[EventRecord]) -> str:
        """Return a headline with who did it, unless it says so."""
        event, actors = events[0], [each.actor for each in events if each.actor is not None]
        if not actors or event.name in _MOVES or event.name == _SHOWN:
            return text
        if re.search(rf"(?<!\w){re.escape(actors[0])}(?![A-Za-z])", text):
            return text
        named = self.wording.names.row(dict.fromkeys(actors))
        return f"{named}：{text}" if self.lang == "ja" else f"{named}: {text}"

    # --- lines ----------------------------------------------------------------------------------

    def _joined(self, events: Iterator[EventRecord]) -> Iterator[Line]:
        """Yield a line an event; moves one after the other are one, if they are many, and so are
        cards that the same people are shown, and what several players do alike."""
        for sort, run in groupby(events, self._sort):
            together = tuple(run)
            if sort == SeatView.MOVE:
                yield from self._moved(together)
            elif together[0].name == _SHOWN:
                yield Line(partial(self._seen, together), together)
            elif sort is not None:
                yield from self._alike(together)
            else:
                yield from (Line(partial(self._headline, each), (each,)) for each in together)

    def _alike(self, events: tuple[EventRecord, ...]) -> Iterator[Line]:
        """Yield what several players do alike as one line, with how often each of them does it; a
        line each where they do not do it equally often."""
        by_actor: dict[str | None, list[EventRecord]] = {}
        for event in events:
            by_actor.setdefault(event.actor, []).append(event)
        sizes = {len(own) for own in by_actor.values()}
        for run in (events,) if len(sizes) == 1 else map(tuple, by_actor.values()):
            number = len(run) // len({each.actor for each in run})
            yield Line(partial(self._times, run[0], number), run)

    def _times(self, event: EventRecord, number: int) -> str:
        return times(self._headline(event), number)

    def _sort(self, event: EventRecord) -> object:
        """Return what events have in common that are told in one line; None for one of its own."""
        if event.name in _MOVES:
            return SeatView.MOVE
        if event.name == _SHOWN:
            return tuple(sorted(event.arguments["p"]))
        if event.actor is None or event.name.startswith((SeatView.PHASE, _ACTION)):
            return None
        text = self._headline(event)
        return None if event.actor in text else (event.name, event.record.cause, text)

    def _seen(self, events: Sequence[EventRecord]) -> str:
        """Return which cards some people were shown."""
        event, names = events[0], self.wording.names
        players = event.arguments["p"]
        words = Counter(event.words("c", self.lang) for event in events)
        cards = names.row(times(text, number) for text, number in words.items())
        if len(players) == len(event.view.st.names):
            return say(self.lang, "all-see", cards=cards)
        key = "one-sees" if len(players) == 1 else "some-see"
        return say(self.lang, key, names=names.row(players), cards=cards)

    def _moved(self, events: Sequence[EventRecord]) -> Iterator[Line]:
        """Yield moves one by one, or many of them as one line."""
        if sum(map(cards_in, events)) <= _FEW:
            yield from (Line(partial(event.text, self.lang), (event,)) for event in events)
        else:
            yield Line(partial(self._all_moved, events), tuple(events))

    def _all_moved(self, events: Sequence[EventRecord]) -> str:
        """Return which cards have come where, and how many of those that are not named."""
        told = [each for each in events if is_told(each)]
        if sum(map(cards_in, told)) > max(_NAMED, len(events[0].view.st.names)):
            told = []
        named: dict[object, list[EventRecord]] = {}
        counts: dict[str, int] = {}
        for event in events:
            if event in told:
                named.setdefault((event.name, event.record.arguments[1]), []).append(event)
            else:
                place = self._place(event)
                counts[place] = counts.get(place, 0) + cards_in(event)
        texts = [self._all_named(each) for each in named.values()]
        texts += [
            say(self.lang, "card-to" if number == 1 else "cards-to", number=number, place=place)
            for place, number in counts.items()
        ]
        has_lists = any(len(each) > 1 for each in named.values())
        between = "；" if self.lang == "ja" else "; "
        return between.join(texts) if has_lists else self.wording.names.row(texts)

    def _all_named(self, events: Sequence[EventRecord]) -> str:
        """Return which cards have come to one place."""
        first = events[0]
        if len(events) == 1:
            return first.text(self.lang)
        slot = _CARDS_OF[first.name]
        words = Counter(event.words(slot, self.lang) for event in events)
        cards = self.wording.names.row(times(text, number) for text, number in words.items())
        return say(self.lang, "named-to", cards=cards, place=first.words("z", self.lang))

    def _place(self, event: EventRecord) -> str:
        """Return what the zone is called into which an event brings cards, whosever it is."""
        key = zone_of(event)
        if key is None:
            return say(self.lang, "elsewhere")
        place = self.wording.names.zone(key)
        if key.owner != "player" or self.lang != "en":
            return Language(self.lang).with_the(place)
        return say(
            self.lang,
            "of-players",
            place=place if Phrase(place).is_plural else self.wording.names.many(place),
        )

    def _headline(self, event: EventRecord) -> str:
        return event.text(self.lang, self.face_up.get(event.id, frozenset()) | self._known(event))

    def _known(self, event: EventRecord) -> frozenset[int]:
        """Return the cards that the seat is shown by what comes of an event, as long as nothing
        that it cannot follow was done with them."""
        known: set[int] = set()
        lost: set[int] = set()
        for each in self._all_below(event):
            if each.name == _MIXED:
                break
            told = {*each.told_cards()}
            known |= told - lost
            if each.name in _MOVES:
                lost |= {*each.all_cards()} - told
        return frozenset(known)

    def _all_below(self, event: EventRecord) -> Iterator[EventRecord]:
        for each in self.below.get(event.id, ()):
            yield each
            yield from self._all_below(each)

    def _details(self, events: Sequence[EventRecord]) -> Iterator[tuple[str, int]]:
        """Yield what came of events that are one line, but for moves of what was named already,
        each text once with its number, and with how much it matters."""
        if len(events) > 1 and events[0].name in (*_MOVES, _SHOWN):
            return
        said = {self._headline(event) for event in events}
        told = (each for event in events for each in self._told_below(event, event))
        numbers: Counter[str] = Counter()
        weights: dict[str, int] = {}
        for line in self._unnamed(events, self._joined(told)):
            is_move = line.events[0].name in _MOVES
            weight = _weight(line.events)
            text = line.text
            numbers[text] += 1
            weights.setdefault(text, min(weight, _CAME) if is_move else weight)
        for text, number in numbers.items():
            if number > 1 or text not in said:
                yield times(text, number), weights[text]

    def _unnamed(self, events: Sequence[EventRecord], lines: Iterator[Line]) -> Iterator[Line]:
        """Yield lines but for moves of cards that events, or a line before, have named; of cards
        that the seat cannot tell so many moves are left out as were told of."""
        named: set[int] = set()
        hidden = 0
        for event in events:
            told, untold = self._cards(event)
            named |= told
            hidden += untold
        for line in lines:
            pairs = [self._cards(event) for event in line.events]
            told = frozenset().union(*(told for told, _ in pairs))
            untold = sum(number for _, number in pairs)
            if line.events[0].name not in _MOVES:
                yield line
                hidden += 0 if line.events[0].name == _SHOWN else untold
            elif (told or untold) and told <= named and untold <= hidden:
                hidden -= untold
            else:
                yield line
            named |= told
            if any(event.name == _MIXED for event in line.events):
                named, hidden = set(), 0

    def _cards(self, event: EventRecord) -> tuple[frozenset[int], int]:
        """Return the cards that an event names, and how many others it tells of."""
        cards, told = {*event.all_cards()}, {*event.told_cards(), *self._known(event)}
        return frozenset(cards & told), len(cards - told)

    def _told_below(self, action: EventRecord, event: EventRecord) -> Iterator[EventRecord]:
        """Yield what has words of what an event caused, but for what these say already: what is
        drawn by `draw` is said by the number, and by the names of those cards that can be told; and
        but for what is done in zones that nobody is shown."""
        is_preludes = event.has_text and is_shared(event)
        for each in self.below.get(event.id, ()):
            if (event is action and self._is_how(action, each)) or self._is_behind(each):
                continue
            is_said = (action.name == f"act:{each.name}" and not each.arguments) or (
                is_preludes and (self._is_plain(each) or is_again(event, each))
            )
            if each.has_text and not is_said:
                yield each
            yield from self._told_below(action, each)

    def _is_how(self, action: EventRecord, event: EventRecord) -> bool:
        """Return whether an event is what an action always does with what it names, and moves only
        that, as `play 5` puts the 5 into the trick; or what it always costs to use what it names,
        such as to turn the card."""
        named, untold = self._cards(action)
        if not named or untold or named != {*event.all_cards()}:
            return False
        below = (*self._all_below(event),)
        if not all(each.name == SeatView.MOVE or not each.has_text for each in below):
            return False
        moved = {card for each in below if each.name == SeatView.MOVE for card in each.all_cards()}
        if not moved:
            return event.name in self.wording.costs.get(action.name, ())
        return moved == named and event.name in self.wording.always.get(action.name, ())

    def _is_behind(self, event: EventRecord) -> bool:
        """Return whether an event mixes a zone that its author keeps off the screen, or moves
        something there."""
        zone = zone_of(event)
        return zone is not None and not self.wording.model.zones[zone].is_shown

    def _is_plain(self, event: EventRecord) -> bool:
        """Return whether an event is a move of what the seat cannot tell, or has nothing to say
        but that it ends by moving something."""
        if event.name in _MOVES:
            return not is_told(event)
        moved: Sequence[EventRecord] = self.below.get(event.id, ())
        is_bare = is_shared(event) and not event.record.arguments
        return is_bare and bool(moved) and moved[-1].name in _MOVES


def times(text: str, number: int) -> str:
    """Return a text with the number of its repeats."""
    return text if number == 1 else f"{text} ×{number}"


def _weight(events: Sequence[EventRecord]) -> int:
    """Return how much a line matters."""
    first = events[0]
    if first.name.startswith(SeatView.PHASE):
        return _HEADING
    plan = first.view.program.events[first.record.event]
    if not plan.native and not is_shared(first):
        return AUTHORED
    return _MOVED if any(map(is_told, events)) else _UNTOLD
