"""Make the other world of a match, check who can tell the two apart, and align their chance.

A card drawn out of a hand by chance may be any of it. With other cards in the list the same random
bits take another card, and the worlds would part by that alone. So what chance takes in one world
is noted, and it takes the same in the other if the list has it there. Only cards are drawn so: the
length of a list of numbers may itself tell of something hidden.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from cardwright import Match
from cardwright.apps.lab.leaks.differences import Difference, watched
from dsl.model.types import EntityType, ListOf, Type
from interpreter import Machine, State, Value
from interpreter.observe.observation import observe
from interpreter.observe.redraw import IMPOSSIBLE
from interpreter.state import chance
from interpreter.walk.decision import ask_all
from interpreter.walk.picking import forced_heard

Taken: TypeAlias = dict[tuple[str, int], Value]
"""What chance took, by its stream and how often that was used before."""


class Drawn(dict[str, int]):
    """How often the streams of a match were used; what is drawn from lists is noted.

    Attributes:
        model: What was taken in another world.
        taken: What is taken in this one.
    """

    def __init__(self, counts: dict[str, int], model: Taken, taken: Taken) -> None:
        super().__init__(counts)
        self.model, self.taken = model, taken

    def copy(self) -> Drawn:
        """Return a copy that notes in the same place."""
        return Drawn(self, self.model, self.taken)

    def below(self, state: chance.Drawing, stream: str, bound: int) -> int:
        """Return a random number, as without this."""
        plain = self._plain(state)
        found = chance.below(plain, stream, bound)
        self.update(plain.chance)
        return found

    def among(self, state: chance.Drawing, stream: str, pool: Sequence[Value], type_: Type) -> int:
        """Return the place of what was taken in the other world if it is a card of the list."""
        key, plain = (stream, self.get(stream, 0)), self._plain(state)
        place = chance.among(plain, stream, pool, type_)
        self.update(plain.chance)
        element = type_.of if isinstance(type_, ListOf) else type_
        if isinstance(element, EntityType) and self.model.get(key) in pool:
            place = pool.index(self.model[key])
        self.taken[key] = pool[place]
        return place

    def shuffle(self, state: chance.Drawing, stream: str, cards: list[Value]) -> None:
        """Put a list in random order, as without this."""
        plain = self._plain(state)
        chance.shuffle(plain, stream, cards)
        self.update(plain.chance)

    def _plain(self, state: chance.Drawing) -> _Plain:
        return _Plain(state.key, dict(self))


class _Plain:
    """Draws without notes."""

    def __init__(self, key: int, counts: dict[str, int]) -> None:
        self.key, self.chance = key, counts


def follow(match: Match, model: Match | None = None) -> None:
    """Align the chance of a match, from now on, with another; in the first, note it."""
    counts = match.state.chance
    model_counts = model and model.state.chance
    taken = model_counts.taken if isinstance(model_counts, Drawn) else {}
    match.state.chance = Drawn(counts, taken, {})


@contextmanager
def asking_everything(machine: Machine) -> Iterator[None]:
    """Make a machine ask questions with one answer too, and watch cards."""
    with forced_heard(machine, ask_all), watched(machine):
        yield


def turned(match: Match, difference: Difference, seat: int) -> Match | None:
    """Return a copy that differs and in which the open question is asked anew; None where no match
    comes to it: the cost being paid cannot be completed there, or the choice that is half made
    would not be made; or where what differs is not there yet."""
    if not difference.can_be_in(match.state):
        return None
    st = match.state.clone()
    difference.turn(match.machine, st, 1 << seat)
    st.ask = None
    try:
        match.machine.run(st)
    except IMPOSSIBLE:
        return None
    half_made, ask = match.state.ask, st.ask
    is_open = ask is not None and (ask.kind, ask.site) == (half_made.kind, half_made.site)
    return match_of(match, st) if half_made.kind != "piece" or is_open else None


def match_of(match: Match, st: State) -> Match:
    """Return a match in another state, without a history."""
    origin = match.origin and match.origin._replace(seed=None)
    found = Match(match.machine, st, None, origin)
    found.keeps_history = False
    return found


def can_tell(match: Match, difference: Difference, seat: int) -> bool:
    """Return whether a seat can tell a world from the other."""
    st = match.state.clone()
    difference.turn(match.machine, st, 0)
    return _seen(match, seat) != _seen(match_of(match, st), seat)


def _seen(match: Match, seat: int) -> str:
    """Return what a seat sees, but for what it is asked."""
    return json.dumps({**observe(match, seat), "decision": None})


def count_all_shuffles(match: Match) -> None:
    """Count every zone as shuffled once, since the first shuffle sorts the cards: in both worlds
    what lies at a place is to come to the same place."""
    shuffles = match.machine.natives.shuffles
    for zone in range(len(match.state.zones)):
        match.state.chance.setdefault(shuffles.stream_of(match.state, zone), 0)
