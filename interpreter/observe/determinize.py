"""Draw a match that is consistent with what one seat knows: for search."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

from interpreter.observe.redraw import asks_again, deal_out, pools, shuffled
from interpreter.run.match import Match
from interpreter.state.chance import key_of
from interpreter.state.record import State

MOST_TRIES = 50


def determinize(match: Match, seat: int, seed: int) -> Match:
    """Return a match that the seat cannot tell from this one, all it does not know drawn anew.

    Another player's open decision stays open: cards are drawn until it would be asked. The new
    match has no history and its own random streams. Hidden state that is no card stays.
    """
    draws = State(drawn_key(seat, seed))
    for _ in range(MOST_TRIES):
        found = _draw(match, seat, draws, 1 << seat)
        if found is not None:
            return found
    return _with_decider_as_is(match, seat, draws)


def _with_decider_as_is(match: Match, seat: int, draws: State) -> Match:
    """Return a draw in which whoever decides now has the cards they have: the last resort, where
    hardly any other cards would lead to this decision."""
    mask = 1 << seat | 1 << match.state.ask.decider
    for _ in range(MOST_TRIES):
        found = _draw(match, seat, draws, mask)
        if found is not None:
            return found
    return _match_with(match, match.state.clone(), draws)


def drawn_key(seat: int, seed: int) -> int:
    """Return the key of all that is drawn: never that of a match started with the seed."""
    text = b"determinize:%d:%d" % (seat, seed)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") ^ key_of(seed)


def _draw(match: Match, seat: int, draws: State, blind: int) -> Match | None:
    machine, st = match.machine, match.state.clone()
    sources: dict[int, int] = {}
    for pool in pools(machine, st, blind):
        sources.update(shuffled(machine, st, pool, draws))
    deal_out(machine, st, sources, 1 << seat)
    return _match_with(match, st, draws) if asks_again(machine, st, seat) else None


def _match_with(match: Match, st: State, draws: State) -> Match:
    st.key = draws.key
    origin = match.origin and replace(match.origin, seed=None)
    found = Match(match.machine, st, None, origin)
    found.keeps_history = match.keeps_history
    return found
