"""Make a second world that a seat cannot tell from the first: for tests that look for leaks."""

from __future__ import annotations

from interpreter.observe.determinize import drawn_key
from interpreter.observe.redraw import asks_again, deal_out, exchanges
from interpreter.run.match import Match
from interpreter.state.record import State


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
