"""Make a second world that a seat cannot tell from the first: for tests that look for leaks."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.observe.agreement import Agreement
from interpreter.observe.determinize import drawn_key
from interpreter.observe.redraw import STREAM, Fitting, asks_again, deal_out, pools
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match


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
    fitting, agreement = Fitting(machine, st), Agreement(machine, st, seat)
    every = pools(machine, st, 1 << seat)
    sources = {entity: entity for pool in every for entity in pool}
    pairs = [(a, b) for pool in every for i, a in enumerate(pool) for b in pool[i + 1 :]]
    chance.shuffle(draws, STREAM, pairs)
    for a, b in pairs:
        differ = st.entity_definitions[a] != st.entity_definitions[b]
        if differ and fitting.may_swap(sources, a, b) and agreement.allows({a: b, b: a}):
            yield {a: b, b: a}
