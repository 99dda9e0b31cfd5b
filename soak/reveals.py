"""Say when a card has become known to a seat, by what the zones declare: worked out on our own."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from interpreter.run.match import Match
from interpreter.state.dump import log_of


def is_revealed(match: Match, cards: Iterable[int], seat: int) -> bool:
    """Return whether a seat has seen one of some cards since the log began."""
    return any(_is_seen(match, card, seat) for card in cards)


def _is_seen(match: Match, card: int, seat: int) -> bool:
    st = match.state
    zone = st.places[card]
    if zone < 0 or shows(match, zone, seat) or st.knows[card] >> seat & 1:
        return True
    if st.zones[zone] and st.zones[zone][0] == card and shows(match, zone, seat, top=True):
        return True
    return any(_is_shown_by(match, record, card, seat) for record in log_of(st))


def _is_shown_by(match: Match, record: object, card: int, seat: int) -> bool:
    """Return whether an event in the log put a card where the seat sees it, or showed it."""
    st, event, arguments = match.state, record.event, record.arguments  # type: ignore[attr-defined]
    if event == "move" and arguments[0] == card:
        zone, end = arguments[1], arguments[2]
        is_stack = match.machine.program.families[st.zone_families[zone]].is_stack
        is_top = end == "top" or (end is None and is_stack)
        return shows(match, zone, seat) or (is_top and shows(match, zone, seat, top=True))
    if event == "reveal" and arguments[0] == card:
        seats = (arguments[1],) if isinstance(arguments[1], int) else arguments[1]
        return seat in seats
    if event == "shuffle":
        # Another card may have been on top for a moment, before or between two shuffles.
        return st.places[card] == arguments[0] and shows(match, arguments[0], seat, top=True)
    return event in ("exchange", "fill", "create", "retire") and card in arguments


def shows(match: Match, zone: int, seat: int, *, top: bool = False) -> bool:
    """Return whether a seat sees the cards of a zone, or its top."""
    st, program = match.state, match.machine.program
    family = program.families[st.zone_families[zone]]
    word = family.audience.top if top else family.audience.cards
    is_own = seat in _owners(match, zone)
    return word == "everyone" or (word == "owner" and is_own) or (word == "others" and not is_own)


def _owners(match: Match, zone: int) -> Collection[int]:
    """Return the players whose a zone is: those of a team, for one, where a team has it."""
    st, program = match.state, match.machine.program
    kind, owner = program.families[st.zone_families[zone]].key.owner, st.zone_owners[zone]
    if kind in (None, "player"):
        return () if kind is None else (owner,)
    return match.machine.evaluator.players_of(st, owner)
