"""Rules text calls the players of one's team and of the others by their words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import api
from cardwright.shelves import as_package
from cardwright.text.rules import rules_text

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
def test_mates_and_opponents_have_words(lang: str, tmp_path: Path) -> None:
    home = tmp_path / "cheers"
    home.mkdir()
    (home / "game.yaml").write_text(GAME, encoding="utf-8")
    game = api.load_package(as_package(home), cache=False).model
    card = next(each for each in game.definitions if each.id == "anthem")

    assert rules_text(game, card, lang) == (TEXTS[lang],)
