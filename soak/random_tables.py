"""Arrange random positions of one game: any components in play, turned or not, with essences."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from cardwright.match import Match
from cardwright.scripting import match_after
from dsl.load import check_script
from soak.measure import hold
from soak.settings import NAMES, Setting

ESSENCES = ("life", "death", "elan", "calm", "gold")
IN_PLAY = {"mage": (1, 1), "magic-item": (1, 1), "artifact": (1, 7), "monument": (0, 2),
           "place": (0, 3)}  # fmt: skip
"""How many components of a kind a player has in play, at least and at most."""

TURNED, STORING = 0.25, 0.2
FEW, MANY = 3, 8


def arranged(setting: Setting, chance: Random) -> Match | None:
    """Return a match at the first player's action in a random position; None where there is none,
    since nobody could do anything."""
    document = {
        "script": "a random table",
        "game": setting.game,
        "players": list(NAMES[: setting.players]),
        "given": _given(setting, chance),
        "steps": [{"expect": "true"}],
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.yaml"
        path.write_text(yaml.safe_dump(document), encoding="utf-8")
        scripts, findings = check_script(path, path.name, setting.play.model)
    hold(not findings, "; ".join(each.message for each in findings))
    match = match_after(scripts[0], setting.play, chance.randrange(1 << 40))
    match.keeps_history = False
    match.state.listening &= ~1
    match.state.log = None
    is_first = not match.over and match.state.ask.kind == "action"
    return match if is_first and match.state.ask.decider == 0 else None


def _given(setting: Setting, chance: Random) -> dict[str, Any]:
    """Return a position in which the first player is to act; no component is in it twice."""
    piles = {kind: chance.sample(ids, len(ids)) for kind, ids in _ids(setting).items()}

    def take(kind: str, number: int) -> list[str]:
        found = [piles[kind].pop() for _ in range(min(number, len(piles.get(kind, ()))))]
        return found

    field = [
        {id_: _state(chance)}
        for kind, (least, most) in IN_PLAY.items()
        for id_ in take(kind, chance.randint(least, most))
    ]
    given: dict[str, Any] = {
        "start-player": NAMES[0],
        f"{NAMES[0]}.field": field,
        f"{NAMES[0]}.pool": _bag(chance, chance.choice((FEW, FEW, MANY))),
        f"{NAMES[0]}.hand": take("artifact", chance.randint(0, 4)),
        f"{NAMES[0]}.discard": take("artifact", chance.randint(0, 3)),
        f"{NAMES[1]}.hand": take("artifact", 1),
        "places": take("place", 3),
        "offer": take("monument", 2),
        "monuments": take("monument", 3),
        "phase": "act",
        "turn": NAMES[0],
    }
    if "scroll" in piles:
        given[f"{NAMES[0]}.scrolls"] = take("scroll", chance.randint(0, 3))
    return given


@cache
def _ids(setting: Setting) -> dict[str, tuple[str, ...]]:
    """Return the components of a game by kind."""
    rows = import_module("tests.cards.arcana_payments").printed()
    known = {each.id for each in setting.play.model.definitions}
    kinds = dict.fromkeys(row["kind"] for row in rows.values())
    found = {kind: tuple(i for i in rows if i in known and rows[i]["kind"] == kind)
             for kind in kinds}  # fmt: skip
    return {kind: ids for kind, ids in found.items() if ids}


def _state(chance: Random) -> dict[str, Any]:
    """Return how a component in play lies there."""
    stored = _bag(chance, 7) if chance.random() < STORING else "0 life"
    return {"tapped": chance.random() < TURNED, "stored": stored}


def _bag(chance: Random, most: int) -> str:
    return " + ".join(f"{chance.randint(0, most)} {essence}" for essence in ESSENCES)
