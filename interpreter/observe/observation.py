"""Write what a seat may know as plain data; find the first difference between two views.

By such a difference a player tells two worlds apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, TypeAlias

from dsl.model.types import ListOf, SetOf
from interpreter.lower.course import Stretch
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.events import event_records
from interpreter.observe.seat_view import Sight
from interpreter.observe.table import Data, Table
from interpreter.program.program import ACTIVE, ELIMINATED, ROUND, START_PLAYER
from interpreter.state.saving import Json
from interpreter.state.values import BodyFrame
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


Path: TypeAlias = tuple[str, ...]
Parts: TypeAlias = Iterator[tuple[Path, Json, Json]]

KINDS = {"zones": "zone", "state": "state", "values": "value", "decision": "decision"}
"""What the parts of a view that come first are called."""
TOLD = {"texts": "texts of options", "lines": "the log"}
LAST = "log"
LONGEST = 120


def parting(one: bytes, other: bytes) -> str:
    """Return the first difference of two views, with both sides; "" where they are equal.

    Args:
        one, other: Each the JSON of a list: the observation, the texts of the seat's options, the
            lines of its log by language, and what else it is told, by name.
    """
    found = parted(one, other)
    if found is None:
        return ""
    path, here, there = found
    called = TOLD.get(path[0], "") or f"{path[0]} {', '.join(path[1:])}".strip()
    return f"{called}: {shown_part(here)} and {shown_part(there)}"


def parted(one: bytes, other: bytes) -> tuple[Path, Json, Json] | None:
    """Return the first part that is not the same in two views, as `parting` is given them, and what
    it is in both."""
    (seen, asked, told, beside), (seen_there, asked_there, told_there, beside_there) = (
        json.loads(each) for each in (one, other)
    )
    for path, here, there in _parts(seen, seen_there):
        if here != there:
            return path, here, there
    if asked != asked_there:
        return ("texts",), asked, asked_there
    for lines in zip(told, told_there, strict=True):
        for here, there in zip_longest(*lines):
            if here != there:
                return ("lines",), here, there
    return next(_deep((), beside, beside_there), None)


def _deep(path: Path, one: Json, other: Json) -> Parts:
    """Yield the smallest parts of two trees that are not the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _deep((*path, str(key)), one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list):
        for number, (here, there) in enumerate(zip_longest(one, other), start=1):
            yield from _deep((*path, str(number)), here, there)
    elif one != other:
        yield path, one, other


def _parts(one: Json, other: Json) -> Parts:
    """Yield the parts of two observations, those of the table first, the log last."""
    for kind in KINDS:
        if kind != "decision":
            yield from _within(kind, one.get(kind) or {}, other.get(kind) or {}, "")
    for here, there in zip(one["players"], other["players"], strict=True):
        for kind in KINDS:
            yield from _within(kind, here.get(kind) or {}, there.get(kind) or {}, here["name"])
    for key in one:
        if key not in (*KINDS, "players", LAST):
            yield (key,), one[key], other[key]
    yield from _within("decision", one["decision"] or {}, other["decision"] or {}, "")
    for number, (here, there) in enumerate(zip_longest(one[LAST], other[LAST]), start=1):
        yield ("event", str(number)), here, there


def _within(kind: str, one: Json, other: Json, owner: str) -> Parts:
    for name in dict.fromkeys((*one, *other)):
        called = f"{owner}.{name}" if owner else name
        here, there = one.get(name), other.get(name)
        if kind == "zones":
            yield from _zone((KINDS[kind], called), here or {}, there or {})
        else:
            yield (KINDS[kind], called), here, there


def _zone(path: Path, one: Json, other: Json) -> Parts:
    """Yield the cards of a zone by what they are, then all else that is seen of them and of it."""
    cards = [zone.get("cards") or () for zone in (one, other)]
    here, there = ([card and card.get("card") for card in each] for each in cards)
    yield path, here, there
    for number, pair in enumerate(zip_longest(*cards), start=1):
        yield (*path, f"card {number}"), *pair
    for key in dict.fromkeys((*one, *other)):
        yield (*path, key), one.get(key), other.get(key)


def shown_part(value: Json) -> str:
    """Return a value of a view in words; a card that cannot be told is `?`."""
    if isinstance(value, list):
        said = f"[{', '.join('?' if each is None else shown_part(each) for each in value)}]"
    elif isinstance(value, dict) and "name" in value and "arguments" in value:
        given = (f"{name} {shown_part(each)}" for name, each in value["arguments"].items())
        said = f"{value['name']} ({', '.join(given)})"
    elif isinstance(value, dict):
        said = ", ".join(f"{key} {shown_part(each)}" for key, each in value.items())
    else:
        said = "none" if value is None else str(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
