"""Edit saves and trajectories, make their checksums right, and load them: refused, or sound."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

from cardwright.api.match import Match, look
from cardwright.api.saved import replay, with_saved_options
from interpreter.state.saving import SaveError, digest, from_bytes, read_state, to_bytes
from interpreter.trajectory.saving import SHAPES
from soak.course import SEEDS, noted
from soak.expectations import setting_of
from soak.measure import Part, hold
from soak.settings import Setting

LONGEST = 40
"""Decisions before a match is saved."""

FOLLOWED = 30
"""Decisions that a match which was loaded must be able to make."""

DEEP = 900
NUMBERS = (-1, 0, 1, 2, 3, 7, 60, 10**6, 10**12, 10**12 + 1, 2**63, 2**64, -(10**30))
ODD = (
    None, True, False, "", "0", "札", "\x1b[2J\u202e", "x" * 999, [], {}, [[]], [None],
    {"list": []},
)  # fmt: skip


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Edit one save or trajectory and load it."""
    setting = setting_of(game, number)
    match = _played(setting, chance, with_history=number % 3 != 0)
    is_trajectory = number % 6 == 1
    data = match.trajectory() if is_trajectory else match.save()
    payload = from_bytes(data)
    for _ in range(chance.choice((1, 1, 2, 3))):
        edit(payload, chance)
    if not is_trajectory and chance.random() < 0.7:
        with suppress(Exception):  # the position as it was edited may have none
            ids = match.machine.definition_ids
            payload["fingerprint"] = digest(read_state(payload["state"], ids, SHAPES), ids)
    try:
        edited = to_bytes(payload)
    except (SaveError, RecursionError, ValueError):
        part.tally["not written"] += 1
        return
    try:
        if is_trajectory:
            found = replay(edited, setting.play)
            _ = str(found.difference), found.changed_cards
            look(found.match)
        else:
            _go_on(setting, edited, chance)
    except SaveError as error:
        hold(str(error), "a save is refused without a word")
        part.tally["refused"] += 1
    else:
        part.tally["sound" if edited != data else "as it was"] += 1


def _played(setting: Setting, chance: Random, with_history: bool) -> Match:
    """Return a match in the midst of being played."""
    seed, logs = chance.randrange(SEEDS), chance.random() < 0.7
    match = setting.start(seed, events=logs, history=True)
    noted(match, chance, most=chance.randrange(LONGEST))
    if not with_history:
        match.history = None
        if chance.random() < 0.5 and not match.over:
            match = match.determinize(0, seed)
    return match


def _go_on(setting: Setting, data: bytes, chance: Random) -> None:
    """Load a save, look at it, play on, and save it again."""
    game = with_saved_options(setting.play, data)
    game = setting.play if game.options == setting.play.options else game
    match = game.restore(data)
    look(match)
    noted(match, chance, most=FOLLOWED)
    look(match)
    again = game.restore(match.save())
    hold(again.digest() == match.digest(), "another position is restored")


# --- edits ------------------------------------------------------------------------------------


def edit(payload: Any, chance: Random) -> None:
    """Change one thing somewhere in plain data, in each of its parts as often."""
    holder, key = payload, chance.choice(sorted(payload))
    if key == "state" and isinstance(payload[key], dict) and payload[key]:
        holder = payload[key]
        key = chance.choice(sorted(holder))
    while isinstance(holder[key], list | dict) and holder[key] and chance.random() < 0.8:
        holder = holder[key]
        key = chance.choice(_keys(holder))
    form = chance.randrange(8)
    if form == 0 and isinstance(holder, list):
        holder.insert(key, holder[key])
    elif form == 1:
        del holder[key]
    elif form == 2:
        other = chance.choice(_keys(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif form == 3 and type(holder[key]) is int:
        holder[key] += chance.choice((-1, 1, 1))
    else:
        found = chance.choice((*NUMBERS, *NUMBERS, *ODD, "deep"))
        text = "[" * DEEP + "]" * DEEP if found == "deep" else json.dumps(found)
        holder[key] = json.loads(text)


def _keys(holder: Any) -> Any:
    return sorted(holder) if isinstance(holder, dict) else range(len(holder))
