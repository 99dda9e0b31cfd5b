"""Start matches of small games written within a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dsl.load import load_sources, prelude_in
from dsl.records import Source
from interpreter.program.assembling import assemble_program
from interpreter.program.program import Program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match

HEAD = 'id: small\nversion: "1"\nlanguage: 1\ntitle: Small\n'
PRELUDE = Path(__file__).parents[2] / "cards" / "prelude"
PLAYERS = ("ada", "bo")


def program_of(text: str, players: int = 2) -> Program:
    """Return the program of a game that is written without its manifest."""
    source = Source("small/game.yaml", HEAD + text)
    loaded = load_sources([source], "small", prelude_in(PRELUDE))
    assert loaded.game is not None, [each.message for each in loaded.diagnostics]
    return assemble_program(loaded.game, {"player-count": players}, players)


def match_of(
    program: Program, players: tuple[str, ...] = PLAYERS, *, events: bool = False
) -> Match:
    """Return a match at its first decision."""
    return Match.start(assemble_machine(program), 1, players, events=events)


def play(match: Match, *answers: str) -> None:
    """Answer decisions by labels."""
    for answer in answers:
        match.apply(match.decision.labels.index(answer))


def of_players(match: Match, name: str) -> tuple[Any, ...]:
    """Return a state of all players, by seat."""
    layout, values = match.machine.program.layout, match.state.values
    place = next(place for field, place in layout.seat.items() if field.name == name)
    seats = range(match.machine.program.seats)
    return tuple(values[layout.seat_base + seat * layout.seat_size + place] for seat in seats)
