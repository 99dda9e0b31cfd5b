"""Which of two waiting triggers acts first is asked where it makes a difference, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright

GAME = """\
id: heralds
version: "1"
language: 1
title: Heralds
kinds: {{person: {{start: player.hall, unique: true, active-in: player.hall}}}}
cards:
- kind: person
  id: herald
  triggers:
  - {{after: climb by me, {limit}do: "{does}"}}
players: {{count: 2, state: {{height: int = 0, fame: int = 0}}}}
zones: {{player.hall: {{of: person, seen-by: everyone}}}}
events: {{climb (int n): {{do: add n to me.height}}}}
actions: {{go: {{do: climb 1; climb 2}}, wait: {{}}}}
phases: [{{id: day, turns: players, offer: [go, wait]}}]
setup: move herald to seats[1].hall
end: {{when: round > 2, rank: fame}}
"""


def after_climbing(folder: Path, does: str, limit: str) -> cardwright.Match:
    text = GAME.format(does=does, limit=limit).replace("start: player.hall, ", "")
    (folder / "game.yaml").write_text(text)
    match = cardwright.load(str(folder), cache=False).start(players=2, seed=1)
    if match.decision.who == "bo":
        match.apply("wait")
    match.apply("go")
    return match


@pytest.mark.parametrize(
    ("limit", "fame"), [("limit: 1 per round, ", 2), ("", 6)], ids=["once", "always"]
)
def test_two_that_do_the_same_are_no_choice(tmp_path, limit, fame):
    match = after_climbing(tmp_path, "set me.fame to me.fame * 2 + 2", limit)

    assert match.decision.kind == "action"
    assert match.value("ada.fame") == fame


def test_two_that_read_their_events_are_one(tmp_path):
    match = after_climbing(tmp_path, "set me.fame to me.fame * 2 + n", "")

    assert match.decision.kind == "trigger"
