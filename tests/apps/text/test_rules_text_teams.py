"""Rules text calls the players of one's team and of the others by their words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

RulesOf = Callable[[str, str, str], tuple[str, ...]]
GAME = """\
id: cheers
version: "1"
language: 1
title: Cheers
kinds:
  club: {unique: true}
  song: {start: stage, active-in: stage}
players: {count: 4, team: club, state: {points: int = 0}}
zones:
  stage: {of: song, seen-by: everyone}
events:
  cheer (player p):
    do: add 1 to p.points
    text: {en: "{p} gets a point", ja: "{p}に1点"}
cards:
- {kind: club, id: owls}
- kind: song
  id: anthem
  actions:
  - in: act
    do: |
      for each p in mates, cheer p
      choose q from opponents
      cheer q
setup: for each p in seats, set p.club to owls
phases:
- {id: act, turns: players}
end: {winners: owls}
"""
TEXTS = {
    "en": "For each teammate: that teammate gets a point. An opponent gets a point.",
    "ja": "各味方について：その味方に1点。対戦相手1人に1点。",
}


@pytest.mark.parametrize("lang", TEXTS)
def test_mates_and_opponents_have_words(lang: str, rules_of: RulesOf) -> None:
    assert rules_of(GAME, "anthem", lang) == (TEXTS[lang],)
