"""Hold what programs are told and what bots do: two worlds look alike, and no table is lost.

Programs are told rows of numbers, texts and lines of the protocol, here at positions in which two
cards that a seat cannot tell change places. Bots stall, crash, cheat and flood the table.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cardwright
from cardwright.api.game import Game
from cardwright.api.match import Follower, Match
from cardwright.apps.programs import protocol
from cardwright.apps.programs.environment.positions import (
    ActionMemory,
    Told,
    memory_text,
    observation_text,
    told_on,
)
from cardwright.apps.programs.environment.spaces import Spaces
from cardwright.apps.programs.league import AT_ONCE, MOST_FAULTS, Table
from cardwright.apps.programs.league import play as play_bots
from cardwright.apps.programs.protocol import LINE_BYTES
from interpreter.observe.determinize import swap_hidden
from soak.course import SEEDS, any_option
from soak.expectations import CLASSICS, GAMES, SMALL, hides, is_classic, settings_of
from soak.measure import Part, hold
from soak.settings import Setting

DECISIONS = 80
"""So many decisions at most are played to find a pair."""
FEWEST = 0.5
"""So many cases have a pair at least, as a share: in some matches nothing is hidden for long."""
SECONDS, QUICK = 20.0, 0.05
GROWTH = 64
"""Megabytes by which a process that seats bots grows at most."""

LOOP = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] != "ask":
        continue
    id_ = message["id"]
    {}
"""
BAD = {
    "late": "time.sleep(60)",
    "crashed": "sys.exit(3)",
    "garbage": "print('raise!', flush=True)",
    "illegal": "print(json.dumps({'type': 'answer', 'id': id_, 'option': 'cheat'}), flush=True)",
    "flood": f"sys.stdout.write('x' * {2 * LINE_BYTES}); sys.stdout.flush()",
}
"""What bad bots do when they are asked, by what the table calls it."""


# --- two worlds -----------------------------------------------------------------------------------


@cache
def _hiding() -> tuple[tuple[Setting, ...], ...]:
    """Return the settings of each game in which something is hidden."""
    every = [settings_of(game) for game in (*GAMES, SMALL, *CLASSICS)]
    return tuple(of for of in every if not is_classic(of[0].game) or hides(of[0].play))


@cache
def _writers(game: Game, players: int) -> tuple[Spaces, ActionMemory]:
    actions = [str(plan.action.id) for plan in game.machine(players).program.actions]
    return Spaces(game, players), ActionMemory(actions, players)


def check_pair(chance: Random, number: int, part: Part) -> None:
    """Play at random until two worlds can be told of, and compare what programs are told."""
    games = _hiding()
    settings = games[number % len(games)]
    setting = settings[number // len(games) % len(settings)]
    match = setting.play.start(setting.players, chance.randrange(SEEDS))
    first = chance.randrange(DECISIONS // 2)
    for taken in range(DECISIONS):
        if match.over:
            break
        seat = chance.choice(match.seats)
        other = swap_hidden(match, seat, number) if taken >= first else None
        if other is not None:
            ours = told_to(setting.play, match, seat)
            theirs = told_to(setting.play, Match.of(other), seat)
            for what, told in ours.items():
                hold(told == theirs[what], f"{setting.name}: seat {seat} is told by {what}")
            part.tally["pairs"] += 1
            part.tally[f"pairs of {setting.game}"] += 1
            return
        match.apply(any_option(match, chance))


def told_to(game: Game, match: Match, seat: int) -> dict[str, Any]:
    """Return all that programs are told in a seat."""
    spaces, memory = _writers(game, len(match.seats))
    found = {
        "row": spaces.row(match, seat),
        "remembered row": memory.row(match, seat),
        "text": memory_text(observation_text(match, seat), told_on(match, seat, Told()), ()),
        "hello": protocol.written(protocol.hello(match, seat, SECONDS)),
        "over": protocol.written(protocol.over(match, seat)) if match.over else b"",
    }
    if match.state.ask is not None and match.state.ask.decider == seat:
        asked = protocol.ask(match, seat, 1, SECONDS, Follower(match, seat).new())
        found["question"] = protocol.written(asked)
        found["ids"] = [*spaces.open(match).indexes.items()]
    return found


def conclude(part: Part) -> Mapping[str, Any]:
    pairs = part.tally["pairs"]
    few = pairs < part.count * FEWEST
    return {"pairs": pairs, "problems": [f"only {pairs} pairs of worlds"] if few else []}


# --- bots -----------------------------------------------------------------------------------------


def bot(folder: Path, does: str) -> str:
    """Return the command of a bot that does something at each question."""
    path = folder / "bot.py"
    path.write_text(LOOP.format(does), "utf-8")
    return f"{sys.executable} -S {path}"


def check_bot(kind: str, chance: Random, number: int, part: Part) -> None:
    """Play one match with a bad bot."""
    table = Table(game=_table_game(), seconds=QUICK if kind == "late" else SECONDS)
    before = _megabytes()
    with TemporaryDirectory() as folder:
        seats = [bot(Path(folder), BAD[kind]), "random"]
        seat = number % 2
        played = play_bots(table, tuple(seats[::-1] if seat else seats), number)
    conduct = played.conduct[seat]
    hold(played.outcome in ("win", "draw"), f"the table is lost: {played.outcome}")
    hold(conduct["replaced"] == 1, f"the bot stays: {conduct}")
    wanted = 1 if kind in AT_ONCE else MOST_FAULTS
    hold(conduct[kind] == wanted, f"it did so {conduct[kind]} times: {conduct}")
    hold(_megabytes() - before < GROWTH, "the table has grown")
    part.note_most("MB", _megabytes())


@cache
def _table_game() -> Game:
    return cardwright.load("go-fish")


def _megabytes() -> float:
    """Return the most that this process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
