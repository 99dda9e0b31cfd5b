"""Where state may be a card or a player, the difference is told of the state alone."""

from __future__ import annotations

from pathlib import Path

from cardwright.api.package import Package
from cardwright.apps.authors.diff.report import compare

SMALL = """
id: flags
version: "1"
language: 1
title: Flags
kinds: {pole: {copies: 2, start: row}}
players: {count: 2, state: {flag: maybe player, met: list of player}}
zones: {row: {of: pole, seen-by: everyone}}
cards: [{id: oak, kind: pole}]
actions:
  plant: {do: set me.flag to next(me); set me.met to players}
phases: [{id: day, turns: players, offer: [plant]}]
end: {when: "any(players, flag is not none)", winners: players}
"""


def test_what_puts_a_player_there_does_the_same(tmp_path: Path):
    wider = SMALL.replace("maybe player", "maybe pole or player")
    wider = wider.replace("list of player", "list of pole or player")
    packages = []
    for name, text in (("old", SMALL), ("new", wider)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text(text, encoding="utf-8")
        packages.append(Package("flags", tmp_path / name, str(tmp_path / name)))

    changed = {entry.change.key: entry.change.details for entry in compare(*packages).entries}

    assert {key: [each.aspect for each in said] for key, said in changed.items()} == {
        "state:player.flag": ["type"],
        "state:player.met": ["type"],
    }
