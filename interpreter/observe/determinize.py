"""Draw a match that is consistent with a seat's knowledge, with the chance of the real one.

A card drawn out of a hand by chance may be any of it. With other cards in the list the same random
bits take another card, and the worlds would part by that alone. So what chance takes in one world
is noted, and it takes the same in the other if the list has it there. Only cards are drawn so: the
length of a list of numbers may itself tell of something hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from dsl.files import blake2b
from dsl.model.types import EntityType, ListOf, TargetType, Type
from interpreter.observe.agreement import Agreement
from interpreter.observe.redraw import (
    IMPOSSIBLE,
    STREAM,
    Pool,
    PossibleCards,
    asks_again,
    cards_of,
    deal_out,
    drawn_again,
    pools,
    position_of,
    shuffled,
    unseen_state,
)
from interpreter.state import chance
from interpreter.state.chance import key_of
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Value, Values
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

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

    def among(
        self, state: chance.Drawing, stream: str, pool: Sequence[Value], type_: Type,
        weights: chance.Weights = (),
    ) -> int:  # fmt: skip
        """Return the place of what was taken in the other world if it is a card of the list."""
        key, plain = (stream, self.get(stream, 0)), self._plain(state)
        place = chance.among(plain, stream, pool, type_, weights)
        self.update(plain.chance)
        element = type_.of if isinstance(type_, ListOf) else type_
        if isinstance(element, EntityType | TargetType) and self.model.get(key) in pool:
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


def align(st: State, model: State | None = None) -> None:
    """Align the chance of a match, from now on, with another; in the first, note it."""
    taken = model.chance.taken if model is not None and isinstance(model.chance, Drawn) else {}
    st.chance = Drawn(st.chance, taken, {})


MOST_TRIES = 50


def determinize(match: Match, seat: int, seed: int) -> Match:
    """Return a match that the seat cannot tell from this one, all it does not know drawn anew.

    Another player's open decision stays open: cards are drawn until it would be asked. The new
    match has no history and its own random streams. State that the seat does not see is drawn anew
    too: dice, and what is hidden by its own `seen-by`, from all that it may be, whether or not a
    player would come to it from what else is known. Numbers that rules reckon, lists and bags stay.
    """
    origin = match.origin and match.origin._replace(seed=None)
    found = Match(match.machine, Worlds(match, seat).draw(seed), None, origin)
    found.keeps_history = match.keeps_history
    return found


class Worlds:
    """The positions that a seat cannot tell from one, to be drawn one after the other.

    Args:
        keeps_log: Whether what happens from then on is logged, with what has happened; else neither
            is there, which is quicker.
    """

    IMPOSSIBLE = IMPOSSIBLE
    """What comes of going on from a position that no match comes to."""

    def __init__(self, match: Match, seat: int, *, keeps_log: bool = True) -> None:
        self.machine, self.position, self.seat = match.machine, match.state, seat
        self._pools: dict[int, list[Pool]] = {}
        if not keeps_log:
            self.position = match.state.clone()
            self.position.log, self.position.listening = None, match.state.listening & ~LOGGED

    @cached_property
    def knows_all(self) -> bool:
        """Whether there is one alone."""
        blind = 1 << self.seat
        is_open = not any(True for _ in unseen_state(self.machine, self.position, blind))
        return is_open and not pools(self.machine, self.position, blind)

    def unseen(self) -> Iterator[tuple[int, Values]]:
        """Yield the places in `values` of fields that the seat does not see, each with all that it
        may be, as far as the seat can know."""
        return unseen_state(self.machine, self.position, 1 << self.seat)

    def exchanges(self, draws: State) -> Iterator[dict[int, int]]:
        """Yield pairs of different cards that can change places: the seat cannot tell them, and it
        breaks no fact that it knows; in random order."""
        return exchanges(self.machine, self.position, self.seat, draws)

    @staticmethod
    def deal_out(machine: Machine, st: State, sources: dict[int, int], blind: int) -> None:
        """Give entities the cards of others, in place; the log goes on to name the same cards to
        those of a mask who could tell them."""
        deal_out(machine, st, sources, blind)

    @staticmethod
    def align(match: Match, model: Match | None = None) -> None:
        """Let chance take the same cards as in another match from now on; in the first, note
        them."""
        align(match.state, None if model is None else model.state)

    @staticmethod
    def all_of(st: State) -> Values:
        """Return all that decides how a position goes on, to be compared."""
        return position_of(st)

    def draw(self, seed: int) -> State:
        """Return one of them, with random streams of its own."""
        key = drawn_key(self.seat, seed)
        if self.knows_all:
            return self._with_key(self.position.clone(), key)
        draws = State(key)
        for _ in range(MOST_TRIES):
            found = self._draw(draws, 1 << self.seat)
            if found is not None:
                return found
        return self._with_decider_as_is(draws)

    def _with_decider_as_is(self, draws: State) -> State:
        """Return a draw in which whoever decides now has the cards they have: the last resort,
        where hardly any other cards would lead to this decision."""
        mask = 1 << self.seat | 1 << self.position.ask.decider
        for _ in range(MOST_TRIES):
            found = self._draw(draws, mask)
            if found is not None:
                return found
        return self._with_key(self.position.clone(), draws.key)

    def _draw(self, draws: State, blind: int) -> State | None:
        """Return a position in which what a mask of players cannot tell is drawn anew; None
        where the seat would notice."""
        machine, st = self.machine, self.position.clone()
        sources: dict[int, int] = {}
        found = self._pools.get(blind)
        if found is None:
            found = self._pools[blind] = pools(machine, st, blind)
        for pool in found:
            sources.update(shuffled(machine, st, pool, draws))
        if st.facts:
            sources = Agreement(machine, st, self.seat).mended(sources, found, draws)
        deal_out(machine, st, sources, 1 << self.seat)
        drawn_again(machine, st, blind, draws, STREAM)
        return self._with_key(st, draws.key) if asks_again(machine, st, self.seat) else None

    @staticmethod
    def _with_key(st: State, key: int) -> State:
        st.key = key
        return st


def drawn_key(seat: int, seed: int) -> int:
    """Return the key of all that is drawn: never that of a match started with the seed."""
    text = b"determinize:%d:%d" % (seat, seed)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") ^ key_of(seed)


def swap_hidden(match: Match, seat: int, seed: int) -> Match | None:
    """Return a copy in which two different cards that the seat cannot tell have changed places.

    Random streams and all else are the same, so whatever differs in what the seat is shown from
    here on until one of the two is shown is a leak.

    Returns:
        None where there are no two such cards, or every exchange would change who decides what.
    """
    machine = match.machine
    for sources in exchanges(machine, match.state, seat, State(drawn_key(seat, seed))):
        st = match.state.clone()
        deal_out(machine, st, sources, 1 << seat)
        if asks_again(machine, st, seat):
            origin = match.origin and match.origin._replace(seed=None)
            return Match(machine, st, None, origin)
    return None


def exchanges(machine: Machine, st: State, seat: int, draws: State) -> Iterator[dict[int, int]]:
    """Yield pairs of different cards that a seat cannot tell and that can change places without
    breaking a fact that it knows, in random order."""
    fitting, agreement = PossibleCards(machine, st), Agreement(machine, st, seat)
    every = pools(machine, st, 1 << seat)
    sources = {entity: entity for pool in every for entity in pool}
    cards = cards_of(machine, st)
    pairs = [(a, b) for pool in every for i, a in enumerate(pool) for b in pool[i + 1 :]]
    chance.shuffle(draws, STREAM, pairs)
    for a, b in pairs:
        differ = cards[a] != cards[b]
        if differ and fitting.may_swap(sources, a, b) and agreement.allows({a: b, b: a}):
            yield {a: b, b: a}
