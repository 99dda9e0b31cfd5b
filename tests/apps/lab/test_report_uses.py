"""What a report says of cards and actions: played and thrown away are two things, an action that is
not asked for is taken all the same, and what is not in the game is not missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.lab.reporting.facts import Facts
from cardwright.apps.lab.reporting.run import Called, unused

PIER = """\
id: pier
version: "1"
language: 1
title: {en: Pier}
kinds:
  crate: {start: deck, copies: 6, active-in: player.yard, text: {en: crate}}
  berth: {unique: true, text: {en: berth}}
cards:
- each: {kind: crate}
  rows: [{id: salt}, {id: rope}, {id: tar}]
- each: {kind: berth}
  rows: [{id: left}, {id: right}]
- {kind: crate, id: lamp, only-if: player-count >= 3}
players: {count: 2-4}
zones:
  deck: {of: crate, order: stack, seen-by: nobody}
  gone: {of: crate, seen-by: everyone}
  player.hand: {of: crate, seen-by: owner}
  player.yard: {of: crate, seen-by: everyone}
events:
  tidy:
    do: |
      let n = max(0, count(me.hand) - 3)
      choose n cs from me.hand
      move cs to gone
actions:
  unload:
    choose: {b: every berth}
    do: |
      draw 2
      choose c from me.hand
      move c to me.yard
    text: {en: "unload at {b}"}
setup: |
  shuffle deck
  deal 3
phases:
- {id: work, turns: players, offer: [unload]}
- id: tidying
  for: p in players
  do: tidy by p
end: {when: round > 2, rank: count(yard)}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pier") / "pier"
    folder.mkdir()
    (folder / "game.yaml").write_text(PIER)
    return folder


@pytest.fixture(scope="module")
def facts(folder: Path) -> Facts:
    out = str(folder.parent / "data")
    words = ("sim", str(folder), "-n", "20", "-j", "1", "--out", out)
    done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)
    assert done.exit_code == 0, done.output
    return Facts(Path(out))


def test_a_card_is_played_or_thrown_away(facts: Facts) -> None:
    """Two rounds, two players: each turn lays one crate into the yard, of which 8 a match are
    played; each evening each throws one away, for a hand of 3 to which 2 come and 1 goes."""
    uses = facts.uses()
    crates = [uses[each] for each in ("salt", "rope", "tar")]
    assert sum(each.played for each in crates) == 20 * 2 * 2
    assert sum(each.discarded for each in crates) == 20 * 2 * 2
    # What is the same for all cards of a hand is not asked for, and is played all the same.
    assert 0 < sum(each.chosen for each in crates) < sum(e.played + e.discarded for e in crates)


def test_places_are_chosen_and_not_played(facts: Facts) -> None:
    uses = facts.uses()
    assert [(uses[each].played, uses[each].discarded) for each in ("left", "right")] == [(0, 0)] * 2
    assert uses["left"].chosen + uses["right"].chosen == 20 * 2 * 2


def test_the_only_action_is_taken_though_nobody_is_asked(facts: Facts, folder: Path) -> None:
    game = cardwright.load(str(folder), cache=False)
    absent = frozenset(each.id for each in game.model.definitions if not game.holds(each, 2))
    assert absent == {"lamp"}
    found = unused(facts, Called(game.model, "en"), game.model, absent)
    assert found["unused-actions"] == []
    assert found["unseen-cards"] == []
    assert facts.actions() == {"unload": 20 * 2 * 2}


def test_who_begins_is_known_where_the_only_action_is_not_asked_for(facts: Facts) -> None:
    assert facts.ask("select first_player, count(*) from matches group by 1") == [(1, 20)]


def test_who_begins_says_nothing_where_it_is_one_seat(facts: Facts) -> None:
    assert facts.wins_by_beginning() == []


def test_nothing_is_claimed_where_no_state_names_a_player(facts: Facts) -> None:
    assert facts.claims() == {}
