"""The story loses nothing that happens, and which hidden card comes does not change it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.api.match import Match
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.session import log_lines
from soak.logs import look_at_pair
from soak.measure import Part

RETURNS = """\
id: returns
version: "1"
language: 1
title: Returns
kinds: {mask: {attributes: {rank: int}, start: deck}}
cards: [{each: {kind: mask}, id: "mask-{rank}", rank: 1..6}]
players: {count: 2}
zones:
  deck: {of: mask, order: stack, seen-by: nobody}
  player.hand: {of: mask, seen-by: owner}
events:
  change (mask c):
    do: |
      reveal c
      move c to deck
      shuffle deck
      move top(deck) to me.hand
    text: "{me} changes {c}"
  show (mask c):
    do: move c to deck; shuffle deck; move top(deck) to me.hand
    text: "{me} shows {c} and draws another"
  hide (mask c):
    do: move c to deck; shuffle deck; reveal top(deck)
    text: "{me} hides {c}"
actions:
  swap: {choose: {c: me.hand}, do: change c}
  turn-up: {choose: {c: me.hand}, do: reveal c; show c}
  bury: {choose: {c: me.hand}, do: hide c; move top(deck) to me.hand}
setup: shuffle deck; deal 2
phases: [{id: turns, turns: players, offer: [swap, turn-up, bury]}]
end: {when: round > 8, winners: players}
"""

SPILLS = """\
id: spills
version: "1"
language: 1
title: Spills
kinds: {tile: {copies: 6, start: heap}}
cards: [{kind: tile, id: red}]
players: {count: 2, state: {points: int = 0}}
zones: {heap: {of: tile, seen-by: everyone}, player.floor: {of: tile, seen-by: everyone}}
events:
  drop (tile t): {do: move t to me.floor, text: "{me} drops {t}"}
  score (int n): {do: add n to me.points, text: "{me} scores {n}"}
  cheer: {do: add 0 to me.points, text: somebody cheers}
actions:
  spill:
    choose: {n: 1..3}
    do: |
      let left = n
      for each t in heap where left > 0:
        if left > 0:
          drop t
          score 1
          cheer
          subtract 1 from left
    text: "spill {n}"
phases: [{id: day, turns: players, offer: [spill]}]
end: {when: heap is empty, rank: points}
"""


def load(folder: Path, text: str) -> cardwright.Game:
    (folder / "game.yaml").write_text(text)
    return cardwright.load(str(folder), cache=False)


def told(match: Match, seat: int) -> list[str]:
    """Return all lines of the log that a terminal prints for a seat."""
    viewer = Viewer(cardwright.Game(match.machine.program.game, {}), "en")
    return [line.strip() for line in log_lines(viewer.view(match, seat).log, 80)]


@pytest.fixture(scope="module")
def returns(tmp_path_factory) -> cardwright.Game:
    return load(tmp_path_factory.mktemp("returns"), RETURNS)


def take(match: Match, action: str) -> None:
    match.apply(match.decision.labels.index(action))
    while not match.over and match.decision.kind != "action":
        match.apply(0)


def seeds(game: cardwright.Game, action: str) -> list[Match]:
    """Return matches in which one action was taken, each with another shuffle."""
    found = []
    for seed in range(12):
        match = game.start(players=2, seed=seed, events=True)
        take(match, action)
        found.append(match)
    return found


def test_a_card_that_comes_back_by_a_draw_is_told_as_any_other(returns):
    for match in seeds(returns, "swap"):
        assert told(match, 1)[-1] == "a card goes to ada's hand"


def test_a_card_that_was_hidden_and_comes_up_again_is_not_said_to_be_that_one(returns):
    for match in seeds(returns, "bury"):
        assert any("ada hides a card" in line for line in told(match, 1))


def test_a_card_that_was_just_shown_is_named_in_what_is_done_with_it(returns):
    for match in seeds(returns, "turn-up"):
        lines = told(match, 1)
        name = next(line.removeprefix("all see ") for line in lines if line.startswith("all see"))
        assert f"ada shows {name} and draws another" in lines
        assert lines[-1] == "a card goes to ada's hand"


def test_the_story_tells_no_more_than_the_events_do(returns):
    part = Part()
    for number in range(60):
        look_at_pair(returns, 2, Random(number), part)
    assert part.tally["swapped"] > 20


def test_what_happens_three_times_is_told_with_its_number(tmp_path):
    match = load(tmp_path, SPILLS).start(players=2, seed=1, events=True)
    match.apply("3")
    assert told(match, 1)[-4:] == [
        "ada: spill 3", "ada drops red ×3", "ada scores 1 ×3", "somebody cheers ×3",
    ]  # fmt: skip


LAYS = """\
id: lays
version: "1"
language: 1
title: Lays
kinds: {tile: {copies: 8, start: heap}}
cards: [{kind: tile, id: red}]
players: {count: 2, state: {points: int = 3}}
zones:
  heap: {of: tile, order: stack, seen-by: everyone}
  row: {of: tile, seen-by: everyone}
  player.hand: {of: tile, seen-by: owner}
events:
  put (tile t): {do: move t to row, text: "put {t} into the row"}
  lose: {do: subtract 1 from me.points, text: "{me} loses a point"}
  put-well (tile t): {do: move t to row; lose, text: "put {t} well"}
actions:
  lay: {choose: {t: heap}, do: put t, text: "lay {t}"}
  pay: {choose: {t: heap}, do: put t; lose, text: "lay {t} and pay"}
  maybe: {choose: {t: heap}, do: "if me.points > 0, put t", text: "lay {t} if there is a point"}
  well: {choose: {t: heap}, do: put-well t, text: "lay {t} well"}
  lay-own: {choose: {t: me.hand}, do: put t, text: "lay {t} from the hand"}
setup: "for each p in players, move top(heap) to p.hand"
phases: [{id: turns, turns: players, offer: [lay, pay, maybe, well, lay-own]}]
end: {when: round > 3, winners: players}
"""


def test_what_an_action_always_does_with_its_card_is_not_said_beside_the_action(tmp_path):
    """Only where it moves the card and no more: what else comes of it is told, and so is what the
    action does under a condition."""
    match = load(tmp_path, LAYS).start(players=2, seed=1, events=True)
    for action in ("lay", "pay", "maybe", "well"):
        match.apply([action, "red"])
    match.apply("lay-own")
    assert told(match, 1)[-9:] == [
        "ada: lay red",
        "bo: lay red and pay", "bo loses a point",
        "ada: lay red if there is a point", "put red into the row",
        "bo: lay red well", "put red well", "bo loses a point",
        "ada: lay red from the hand",
    ]  # fmt: skip


MIXES = """\
id: mixes
version: "1"
language: 1
title: Mixes
kinds:
  tile:
    attributes: {worth: int = 1}
    state: {used: bool = false}
    start: deck
    active-in: [player.row]
    actions: {in: turns, cost: use self}
cards:
- kind: tile
  id: red
  copies: 6
  actions: [{do: stir, text: stir}]
players: {count: 2}
zones:
  deck: {of: tile, order: stack, seen-by: everyone}
  heap: {of: tile, order: stack, seen-by: everyone}
  player.row: {of: tile, seen-by: everyone}
  mixing: {of: tile, order: stack, seen-by: nobody, show: false, text: bowl}
events:
  use (tile t): {when: not t.used, do: set t.used to true, text: "use {t}"}
  stir:
    do: move top(deck, 3) to mixing; shuffle mixing; move mixing to heap
    text: "{me} stirs"
setup: "for each p in players, move top(deck) to p.row"
phases: [{id: turns, turns: players, offer: [pass]}]
end: {when: round > 2, winners: players}
"""


def test_a_zone_that_is_kept_off_the_screen_is_not_in_what_comes_of_an_event(tmp_path):
    """Nor is the cost that is always the same: it is the card that is named anyway."""
    match = load(tmp_path, MIXES).start(players=2, seed=1, events=True)
    match.apply("red")
    said = told(match, 1)
    assert said[-3:] == ["ada: red: stir", "ada stirs", "red ×3 go to the heap"]
