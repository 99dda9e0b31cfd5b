"""Compute which bags pay an amount, and find the choices that settle the amount of an event.

A bag pays an amount when it, with some use of the reductions, has all that the amount asks for, and
no smaller bag does. Who meets what is a flow from the bag's keys and the reductions to the parts of
the amount. The bags that pay are the bases of a matroid (a transversal one, contracted by the
reductions), so all of them have one size, and a part of one can be completed whenever it is
independent and enough is left.

The log names an event's amount as it was asked, `2 of any kind`; once the body has chosen the bag
that pays it, the log names that. Who may read it follows from what the body does with the bag: all,
where it changes state that all see or another event is given it; those who can tell a card, where
it changes what is seen on that; else who chose it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Final

from dsl.model.amounts import Amount, Pairs
from dsl.model.expressions import Expression, Local, Primitive, StateKey
from dsl.model.game import Game
from dsl.model.nouns import StateField
from dsl.model.rules import Event
from dsl.model.steps import Change, Choose, DoEvent, Let
from dsl.model.types import AmountOf, EntityType
from dsl.model.walk import walk
from dsl.records import Record, Span
from dsl.words.arithmetic import Fault
from interpreter.program.limits import WAYS_TO_CHOOSE

KEPT: Final = 4096
"""How many answers are kept: the same is asked again and again within a turn."""

Group = tuple[tuple[int, ...], int]
"""A number of units, each of any of these keys."""


def demand(amount: Amount) -> list[Group]:
    """Return the parts of an amount; a fixed part below 0 is none."""
    return [*(((key,), count) for key, count in amount[0] if count > 0), *amount[1]]


def due(amount: Amount) -> int:
    """Return how many units every bag that pays an amount has."""
    parts = demand(amount)
    whole = sum(count for _, count in parts)
    return whole - flow(amount[2], parts) if amount[2] else whole


def payable(bag: Pairs, amount: Amount) -> bool:
    """Return whether some bag within a bag pays an amount."""
    fixed, open_parts, reductions = amount
    if not (open_parts or reductions):
        return is_within(fixed, bag)
    if reductions or len(open_parts) > 1:
        counts = dict(bag)
        parts = demand(amount)
        return flow([*amount[2], *_supplies(counts)], parts) == sum(n for _, n in parts)
    left = dict(bag)
    for key, count in fixed:
        if count > 0:
            left[key] = rest = left.get(key, 0) - count
            if rest < 0:
                return False
    keys, wanted = open_parts[0]
    for key in keys:
        wanted -= left.get(key, 0)
    return wanted <= 0


def is_within(fixed: Pairs, bag: Pairs) -> bool:
    """Return whether a bag has what a fixed part asks for."""
    if not fixed:
        return True
    if len(fixed) == 1:
        wanted, least = fixed[0]
        for key, count in bag:
            if key == wanted:
                return count >= least
        return least <= 0
    left = dict(bag).get
    for key, count in fixed:
        spare = left(key, 0) - count
        if spare < 0 < count:
            return False
    return True


def covers(given: Iterable[Amount], amount: Amount) -> bool:
    """Return whether several amounts together pay one."""
    return _met_by([*given], amount) == sum(count for _, count in demand(amount))


def none_over(given: Iterable[Amount], amount: Amount) -> bool:
    """Return whether each of several amounts is of use beside the others, to pay one. Of more
    amounts at least as many are of none: a flow gains ever less from one more supply."""
    every = [*given]
    met = _met_by(every, amount)
    return all(_met_by(every[:n] + every[n + 1 :], amount) < met for n in range(len(every)))


def pays(given: Iterable[Amount], amount: Amount) -> bool:
    """Return whether several amounts together pay one, and none of them can be left out."""
    every = [*given]
    return covers(every, amount) and none_over(every, amount)


TOGETHER: Final = {"covers": covers, "none-over": none_over, "pays": pays}
"""What asks of some amounts in any order whether they pay another one."""


def _met_by(given: list[Amount], amount: Amount) -> int:
    supplies = [group for each in given for group in demand(each)]
    return flow([*amount[2], *supplies], demand(amount))


def flow(supplies: Iterable[Group], parts: list[Group]) -> int:
    """Return how many units of the parts the supplies can meet at the most."""
    return _Flow(list(supplies), parts).total()


class _Flow:
    """A largest flow from supplies to parts, found by pushing along what is left."""

    def __init__(self, supplies: list[Group], parts: list[Group]) -> None:
        self.supplies = supplies
        self.need = [count for _, count in parts]
        self.meets = [
            [j for j, (keys, _) in enumerate(parts) if not set(own).isdisjoint(keys)]
            for own, _ in supplies
        ]
        self.sent = [[0] * len(parts) for _ in supplies]

    def total(self) -> int:
        """Return the size of the flow."""
        found = 0
        for i, (_, left) in enumerate(self.supplies):
            while left and (pushed := self._push(i, left, set())):
                left -= pushed
                found += pushed
        return found

    def _push(self, i: int, limit: int, seen: set[int]) -> int:
        """Send up to `limit` from a supply, moving others' if need be; return how many went."""
        for j in self.meets[i]:
            if j in seen:
                continue
            seen.add(j)
            if self.need[j]:
                pushed = min(limit, self.need[j])
                self.need[j] -= pushed
                self.sent[i][j] += pushed
                return pushed
            for other, row in enumerate(self.sent):
                if row[j] and (pushed := self._push(other, min(limit, row[j]), seen)):
                    row[j] -= pushed
                    self.sent[i][j] += pushed
                    return pushed
        return 0


def _supplies(counts: Mapping[int, int]) -> Iterator[Group]:
    return (((key,), count) for key, count in counts.items() if count > 0)


@lru_cache(maxsize=KEPT)
def paying(amount: Amount, within: Pairs | None) -> Paying:
    """Return the bags that pay an amount and lie within a bag, where one is given."""
    if amount[2] or len(amount[1]) > 1:
        return Paying(amount, within)
    return PayingPlainly(amount, within)


class Paying:
    """The bags that pay an amount, met key by key in the order of the keys.

    Attributes:
        due: How many units each of them has.
        caps: How many of each key one of them can have; keys that are of no use are missing.
        forced: Counts that all of them have, by key; None where there is no such bag.
        known: Which keys can come next, by what was taken and its last key.
    """

    due: int
    caps: dict[int, int]
    forced: dict[int, int] | None
    known: dict[tuple[Pairs, int | None], tuple[int, ...]]

    def __init__(self, amount: Amount, within: Pairs | None) -> None:
        self.known = {}
        self.amount = amount
        self.parts = demand(amount)
        self.whole = sum(count for _, count in self.parts)
        self.saved = flow(amount[2], self.parts) if amount[2] else 0
        self.due = self.whole - self.saved
        keys = sorted({key for part, _ in self.parts for key in part})
        limit = None if within is None else dict(within)
        self.caps = {key: self.due if limit is None else limit.get(key, 0) for key in keys}
        self.forced = self._forced()

    @cached_property
    def start(self) -> Pairs | None:
        """Return what every bag that pays has, as a bag; None where there is no such bag."""
        return None if self.forced is None else as_bag(self.forced)

    @cached_property
    def only(self) -> Pairs | None:
        """Return the bag that pays, where there is just one."""
        start = self.start
        return start if start is not None and sum(n for _, n in start) == self.due else None

    def _met(self, counts: Mapping[int, int]) -> int:
        return flow([*self.amount[2], *_supplies(counts)], self.parts)

    def _forced(self) -> dict[int, int] | None:
        if self._met(self.caps) < self.whole:
            return None
        return {
            key: count
            for key in self.caps
            if (count := self.whole - self._met({**self.caps, key: 0})) > 0
        }

    def next_units(self, taken: Pairs, last: int | None) -> tuple[int, ...]:
        """Return the keys, none before the last one, of which one more can be taken."""
        found = self.known.get((taken, last))
        if found is None:
            found = self.known[taken, last] = tuple(self.next_keys(dict(taken), last))
        return found

    def next_keys(self, taken: Mapping[int, int], last: int | None) -> Iterator[int]:
        """Yield the keys, none before the last one, of which one more can be taken."""
        if sum(taken.values()) >= self.due:
            return
        for key in self.caps:
            if (last is None or key >= last) and self._goes_on(taken, key):
                yield key

    def _goes_on(self, taken: Mapping[int, int], key: int) -> bool:
        """Return whether some bag that pays has one more of a key and else nothing before it."""
        more = {**taken, key: taken.get(key, 0) + 1}
        if more[key] > self.caps[key]:
            return False
        if self._met(more) - self.saved < sum(more.values()):
            return False
        rest = {k: cap if k >= key else more.get(k, 0) for k, cap in self.caps.items()}
        return self._met(rest) == self.whole

    def bags(self) -> Iterator[Pairs]:
        """Yield all bags that pay, each once."""
        if self.forced is None:
            return
        waiting: list[tuple[dict[int, int], int | None]] = [(self.forced, None)]
        tried = 0
        while waiting:
            taken, last = waiting.pop()
            tried += 1
            if tried > WAYS_TO_CHOOSE:
                raise Fault("choice-too-large", "too many ways to settle one amount")
            if sum(taken.values()) == self.due:
                yield as_bag(taken)
            for key in self.next_keys(taken, last):
                waiting.append(({**taken, key: taken.get(key, 0) + 1}, key))


class PayingPlainly(Paying):
    """The same for an amount without reductions and with one open part at the most, which is
    nearly every one: sums tell all."""

    def __init__(self, amount: Amount, within: Pairs | None) -> None:
        self.known = {}
        fixed = {key: count for key, count in amount[0] if count > 0}
        self.keys, self.open = amount[1][0] if amount[1] else ((), 0)
        self.due = sum(fixed.values()) + self.open
        limit = None if within is None else dict(within)
        self.caps = {
            key: self.due if limit is None else limit.get(key, 0)
            for key in sorted({*fixed, *self.keys})
        }
        self.forced = self._forced_over(fixed)

    def _forced_over(self, fixed: dict[int, int]) -> dict[int, int] | None:
        """Return what every bag has: the fixed part, and what the other keys leave over."""
        if any(count > self.caps[key] for key, count in fixed.items()):
            return None
        left = {key: self.caps[key] - fixed.get(key, 0) for key in self.keys}
        spare = sum(left.values()) - self.open
        if spare < 0:
            return None
        found = dict(fixed)
        for key, count in left.items():
            if count > spare:
                found[key] = found.get(key, 0) + count - spare
        return found

    def next_keys(self, taken: Mapping[int, int], last: int | None) -> Iterator[int]:
        """Yield the keys, none before the last one, of which one more can be taken."""
        wanted = self.due - sum(taken.values())
        if wanted <= 0:
            return
        ahead = [key for key in self.keys if last is None or key >= last]
        left = sum(self.caps[key] - taken.get(key, 0) for key in ahead)
        for key in ahead:
            if left < wanted:
                return
            own = self.caps[key] - taken.get(key, 0)
            if own > 0:
                yield key
            left -= own


@lru_cache(maxsize=KEPT)
def one_more(bag: Pairs, key: int) -> Pairs:
    """Return a bag with one more of a key."""
    counts = dict(bag)
    counts[key] = counts.get(key, 0) + 1
    return as_bag(counts)


def as_bag(counts: Mapping[int, int]) -> Pairs:
    """Return counts as a bag."""
    return tuple(sorted([(key, count) for key, count in counts.items() if count > 0]))


class Payment(Record):
    """What a choice settles.

    Attributes:
        event: Whose body it stands in.
        slot: The event's slot that holds the amount.
        is_open: Whether everybody may read the bag.
        cards: The event's slots with cards on which those who can tell them see it.
    """

    event: str
    slot: int
    is_open: bool
    cards: tuple[int, ...]


def payments_of(game: Game) -> Mapping[Span, Payment]:
    """Return what the choices of a game settle, by where they stand."""
    events = (event for variants in game.events.values() for event in variants)
    return {span: each for event in events for span, each in _of_event(event, game)}


def _of_event(event: Event, game: Game) -> Iterator[tuple[Span, Payment]]:
    given = len(event.slots)
    if not any(isinstance(slot.type, AmountOf) for slot in event.slots):
        return
    for step in walk(event.body.steps):
        if not isinstance(step, Choose) or step.by_chance or not isinstance(step.source, Local):
            continue
        slot = step.source.slot
        if slot >= given or not isinstance(event.slots[slot].type, AmountOf):
            continue
        # the bag itself, and the locals that only name it again
        named = {step.slot}
        for each in walk(event.body.steps):
            if isinstance(each, Let) and _slot_of(each.value) in named:
                named.add(each.slot)
        changes = [
            each
            for each in walk(event.body.steps)
            if isinstance(each, Change) and _slot_of(each.value) in named
        ]
        # another event is given the bag: all read what that one names
        told = (each for each in walk(event.body.steps) if isinstance(each, DoEvent))
        is_open = any(_slot_of(part) in named for each in told for part in each.arguments) or any(
            each.state.owner in (None, "player") and _is_seen(each.state, game) for each in changes
        )
        cards = {
            each.of.slot
            for each in changes
            if isinstance(each.of, Local) and isinstance(each.of.type, EntityType)
            if _is_seen(each.state, game)
        }
        on_slots = tuple(sorted(place for place in cards if place < given))
        yield step.span, Payment(event.id, slot, is_open, on_slots)


def _slot_of(value: Expression) -> int | None:
    """Return the local that an expression is, or is where that is there."""
    if isinstance(value, Primitive) and value.name == "default":
        value = value.arguments[0]
    return value.slot if isinstance(value, Local) else None


def _is_seen(key: StateKey, game: Game) -> bool:
    field: StateField | None = game.state.get(key)
    return field is not None and field.seen_by in (None, "everyone")
