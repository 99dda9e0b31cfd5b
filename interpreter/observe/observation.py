"""Write exactly what a seat may know of a match, as plain data."""

from __future__ import annotations

from typing import Any

from dsl.model.types import ListOf, SetOf
from interpreter.lower.course import Stretch
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.events import event_records
from interpreter.observe.seat_view import Sight
from interpreter.observe.table import Data, Table
from interpreter.program.layout import ACTIVE, ELIMINATED, ROUND, START_PLAYER
from interpreter.state.frames import BodyFrame
from interpreter.walk.match import Match


def observe(
    match: Match, seat: int, *, with_log: bool = True, with_values: bool = False,
    with_words: bool = True,
) -> Data:  # fmt: skip
    """Return what a seat may know.

    Args:
        with_log: Whether to list the events too; the list grows with the match.
        with_values: Whether to work out the values that the game shows to people.
        with_words: Whether to word the open decision; without, only its kind is told.
    """
    table, st = Table(match, seat, with_values=with_values), match.state
    found: Data = {
        "game": match.machine.program.game.manifest.id,
        "seat": seat,
        "round": st.values[ROUND],
        "phase": phase_path(table.view),
        "active": st.values[ACTIVE],
        "start_player": st.values[START_PLAYER],
        "state": table.table_state(),
        "zones": table.zones_of(None, -1),
        "entities": table.unplaced(),
        "players": [_player(table, player) for player in range(match.machine.program.seats)],
        "decision": _decision(match, seat, with_words),
        "waiting_for": _waiting_for(match, seat),
        "outcome": _outcome(match),
    }
    if table.told.others:
        found["facts"] = table.told.others
    if with_values:
        found["values"] = table.values_of(None, None)
        for player in found["players"]:
            player["values"] = table.values_of("player", player["seat"])
    if with_log:
        found["log"] = [
            {
                "id": record.id,
                "cause": record.cause,
                "name": record.name,
                "actor": record.actor,
                "arguments": record.arguments,
            }
            for record in event_records(match, seat)
        ]
    return found


def _player(table: Table, player: int) -> Data:
    st, natives = table.st, table.view.machine.natives
    return {
        "name": st.names[player],
        "seat": player,
        "eliminated": bool(st.values[natives.seat_field(player, ELIMINATED)]),
        "state": table.player_state(player),
        "zones": table.zones_of("player", player),
    }


def phase_path(view: Sight) -> list[str]:
    """Return where the match stands: ids of phases, each with the element it is at."""
    path: list[str] = []
    course = view.program.course
    for frame in view.st.frames:
        if isinstance(frame, BodyFrame) and course.holds(frame.kind):
            for stretch, me in reversed(list(course.standing(frame.kind, frame.locals))):
                path.append(view.program.phases[stretch.phase].phase.id)
                if frame.kind > stretch.head:
                    path.extend(_element(view, frame, stretch, me))
    return path


def _element(view: Sight, frame: BodyFrame, stretch: Stretch, me: int) -> list[str]:
    """Return the label of the loop element that a phase is at, if it is a loop."""
    phase = view.program.phases[stretch.phase].phase
    if stretch.is_turns:
        return [view.st.names[me]]
    if stretch.element is not None and phase.source is not None:
        type_: Any = phase.source.expression.type
        inner = type_.of if isinstance(type_, ListOf | SetOf) else type_
        return [str(view.plain(frame.locals[stretch.element + FIRST_SLOT], inner))]
    return []


def _decision(match: Match, seat: int, with_words: bool) -> Data | None:
    """Return the open decision if it is the seat's."""
    decision = match.decision
    if decision is None or decision.player != seat:
        return None
    found: Data = {} if decision.asked == seat else {"for": decision.asked}
    if not with_words:
        return found | {"kind": decision.kind}
    language = match.machine.program.game.manifest.default_language
    return found | {
        "kind": decision.kind,
        "question": decision.question(language),
        "declinable": decision.declinable,
        "options": list(decision.labels),
    }


def _waiting_for(match: Match, seat: int) -> int | None:
    """Return who decides. While secret choices are made, who is still choosing is one of them."""
    ask, st = match.state.ask, match.state
    if ask is None or (st.is_secret and ask.decider != seat):
        return None
    return int(ask.decider)


def _outcome(match: Match) -> Data | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "kind": outcome.kind,
        "winners": list(outcome.winners),
        "rank": [list(rank) for rank in outcome.rank],
        "reason": outcome.reason,
    }
