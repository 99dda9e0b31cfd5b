"""Options that are a card or a player: their ids, rows, keys and words."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.api.driven import DrivenMatch
from cardwright.api.match import Match
from cardwright.apps.programs.environment.action_ids import ActionTable
from cardwright.apps.programs.environment.spaces import Spaces
from interpreter.observe.events import event_records
from interpreter.observe.keys import Keys
from interpreter.observe.observation import observe
from soak.driven import driver_of

PACKAGE = Path(__file__).parents[2] / "conformance" / "targets"
SMALL = """
id: flags
version: "1"
language: 1
title: Flags
kinds: {pole: {copies: 2, start: deck, active-in: [player.hand, row]}}
players:
  count: 2
  state: {flag: maybe pole or player, met: list of player or pole}
zones:
  deck: {of: pole, order: stack, seen-by: nobody}
  player.hand: {of: pole, seen-by: owner}
  row: {of: pole, seen-by: everyone}
cards: [{id: oak, kind: pole}, {id: elm, kind: pole}, {id: ash, kind: pole}]
setup: |
  shuffle deck
  for each p in players, move top(deck) to p.hand
  move top(deck, 2) to row
actions:
  plant:
    choose: {x: row + players + me.hand}
    do: set me.flag to x; add x to me.met
phases: [{id: day, turns: players, offer: [plant]}]
end: {when: round > 4, winners: players where it.flag is player}
"""


@pytest.fixture
def match() -> Match:
    """Return a match in which ada chooses the target of a bolt."""
    found = cardwright.load(PACKAGE).start(names=("ada", "bo"), seed=5)
    found.apply("bolt")
    return found


def test_an_answer_means_the_player_or_which_card_it_is(match: Match):
    table = ActionTable(match.machine)
    names = [table.names[id_] for id_ in table.of(match.state)]
    labels = match.decision.labels

    assert "bo" in labels
    assert names[labels.index("bo")] == "action bolt.t: player 2"
    assert all(
        name == f"action bolt.t: {label}"
        for name, label in zip(names, labels, strict=True)
        if label != "bo"
    )


def test_every_option_of_random_matches_has_an_id_of_its_own():
    table = ActionTable(cardwright.load(PACKAGE).machine(3))
    match, chance = cardwright.load(PACKAGE).start(3, seed=2), Random(2)
    while not match.over:
        ids = table.of(match.state)
        assert len(ids) == len(set(ids)) == match.decision.count
        match.apply(chance.randrange(match.decision.count))


def test_what_is_aimed_at_is_told_by_its_name(match: Match):
    match.apply("bo")

    seen = observe(match, 1)

    assert seen["players"][0]["state"]["aimed"] == "bo"
    assert seen["players"][1]["state"]["aimed"] is None


def test_rows_of_both_engines_tell_the_same(tmp_path: Path):
    (tmp_path / "game.yaml").write_text(SMALL, encoding="utf-8")
    game = cardwright.load(tmp_path)
    driver, spaces = driver_of(game, 2)
    assert driver.is_made()
    for seed in range(4):
        match, chance = DrivenMatch(driver, seed, ("ada", "bo")), Random(seed)
        match.keeps_history = False
        while not match.over:
            for seat in match.seats:
                assert match.cells(seat) is not None
                world = match.clone().determinize(seat, seed)
                assert spaces.row(world, seat) == spaces.row(match, seat)
            match.apply(chance.randrange(match.decision.count))


def test_a_row_says_which_player_or_which_card():
    spaces = Spaces(cardwright.load(PACKAGE), 2)
    match = spaces.start(5)
    before = spaces.row(match, 0)
    match.apply("bolt")
    match.apply("bo")

    changed = [a for a, b in zip(before, spaces.row(match, 0), strict=True) if a != b]

    assert changed


def test_a_place_of_the_table_answers_for_the_player_or_the_card(match: Match):
    keys = Keys(match, 0).touched()

    told = dict(zip(match.decision.labels, keys, strict=True))

    assert told.pop("bo") == ("~1",)
    assert told and all(each[0].startswith("~1.field.") for each in told.values())


def test_a_question_names_the_player_or_the_card(match: Match):
    assert match.decision.texts("ja")[match.decision.labels.index("bo")] == "bo"
    match.apply("bo")
    event = next(each for each in event_records(match) if each.name == "hurt")
    assert (event.words("x", "en"), event.words("x", "ja")) == ("bo", "bo")
