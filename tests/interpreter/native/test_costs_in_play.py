"""Costs with choices that can make them fail: the native engine offers what the walker offers."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

import cardwright
from interpreter.native.emit.emitter import Settings
from interpreter.native.engine import Native
from interpreter.native.following import Placing
from interpreter.native.match import NativeMatch
from interpreter.native.position import Positions
from soak.measure import Part
from soak.natives import compare, rolled

RECIPES = Path(__file__).parents[3] / "examples" / "recipes"
GAME = """
id: costs-by-chance
version: "1"
language: 1
title: Costs that are put together by chance

kinds:
  card: {start: deck, attributes: {price: int}}
cards:
- {kind: card, id: cheap, copies: 4, price: 1}
- {kind: card, id: fair, copies: 4, price: 2}
- {kind: card, id: dear, copies: 4, price: 4}
players:
  count: 2
  state: {coins: int = 0, gems: int = 1, marks: int = 0}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  pile: {of: card, seen-by: everyone}
events:
  pay (int n):
    when: n <= me.coins
    do: subtract n from me.coins
  pay-gems (int n):
    do: subtract n from me.gems
  drop (card c):
    do: move c to pile
  sell-one:
    do: |
      choose c from me.hand
      drop c
      add default(c.price, 0) to me.coins
  either:
    do: |
      choose one:
        pay 2
        pay-gems 1
actions:
ACTIONS
  rest: {do: add 2 to me.coins; draw 1}
setup: shuffle deck; deal 3
phases:
- {id: act, turns: players, offer: [OFFERED, rest]}
end: {when: round > 8, rank: [marks, coins]}
"""
STEPS = (
    "choose c from me.hand; pay default(c.price, 9)",
    "choose d from me.hand; drop d",
    "choose n from 0..3; pay n; require n > 0 or me.gems > 0",
    "choose k from 1..2; subtract k from me.gems",
    "pay 1",
    "pay-gems 1",
    "sell-one",
    "either",
    "add 1 to me.gems",
    "require me.coins > 1",
    "choose 2 cs from me.hand; move cs to pile",
)


def game_of(chance: Random) -> str:
    """Return a game of three actions; the costs of two are their own, that of one is within it."""
    names, lines = ("first-way", "second-way", "third-way"), []
    for name in names:
        steps = "; ".join(chance.sample(STEPS, chance.randint(2, 3)))
        if name == "third-way":
            lines += [f"  {name}:", "    do: |", f"      may {steps}, add 3 to me.marks"]
            lines += ["      add 1 to me.coins"]
        else:
            lines += [f"  {name}:", f"    cost: {steps}", "    do: add 2 to me.marks"]
    return GAME.replace("ACTIONS", "\n".join(lines)).replace("OFFERED", ", ".join(names))


@pytest.mark.parametrize("seed", range(12))
def test_costs_of_any_steps_are_paid_as_in_the_walker(seed: int, tmp_path: Path) -> None:
    chance, part = Random(seed), Part()
    (tmp_path / "game.yaml").write_text(game_of(chance), "utf-8")
    game = cardwright.load(tmp_path)

    for _ in range(3):
        compare(game, 2, chance, part)

    assert part.tally["decisions"] > 30
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"


def test_facts_that_tell_hidden_cards_apart_are_left_to_the_walker(tmp_path: Path) -> None:
    shutil.copytree(RECIPES / "hints", tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "scripts")
    text = (tmp_path / "game.yaml").read_text("utf-8")
    (tmp_path / "game.yaml").write_text(
        text.replace("order: row, seen-by: others", "seen-by: others")
    )
    game = cardwright.load(tmp_path)
    native = Native(game.machine(2))
    native.take_chance(Random(1))

    assert "facts that tell hidden cards apart" in {native.play(seed) for seed in range(20)}
    assert rolled(game, 2, Random(4)) > 0


EARLY = """\
  take:
    choose: {c: pile, d: me.hand}
    when: ASKED
    do: move c to me.hand
  put:
    choose: {c: me.hand}
    do: drop c
"""


@pytest.mark.parametrize(
    "asked", ["pile[1].price < 4", "6 // count(pile) > 0", "dear-top", "7 % count(pile) < 5"]
)
def test_a_fault_in_a_condition_is_none_while_something_is_left_to_choose(
    asked: str, tmp_path: Path
) -> None:
    """While the pile is empty nothing can be chosen: nobody comes to its first card."""
    text = GAME.replace("ACTIONS", EARLY.replace("ASKED", asked))
    text = text.replace("OFFERED", "take, put")
    text = text.replace("actions:\n", "values:\n  dear-top -> bool: pile[1].price == 4\nactions:\n")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    game, part = cardwright.load(tmp_path), Part()

    compare(game, 2, Random(3), part)
    assert part.tally["decisions"] > 15


WITHIN = """\
events:
  tip: {do: "may pay 1, add 1 to me.marks"}
  lose: {do: subtract 2 from me.gems}
  sell (card c): {do: move c to pile}
"""
COST_OF_COST = """\
  feast: {cost: tip; pay 5, do: add 9 to me.marks}
  clear:
    cost: |
      choose c from me.hand
      sell c
    do: add 2 to me.marks
"""
SOLD = """\
replacements:
- instead: sell
  do: |
    may pay 1, add 1 to me.gems
    lose
"""


def feast(folder: Path) -> cardwright.Game:
    """Return a game whose costs are paid with events that have a cost of their own."""
    text = GAME.replace("events:\n", WITHIN).replace("ACTIONS", COST_OF_COST) + SOLD
    (folder / "game.yaml").write_text(text.replace("OFFERED", "feast, clear"), "utf-8")
    return cardwright.load(folder)


def test_a_cost_within_a_cost_leaves_the_outer_one_unpaid(tmp_path: Path) -> None:
    """Whoever has tipped still owes 5; whoever replaces what is sold cannot lose gems they lack."""
    game, part = feast(tmp_path), Part()

    match = game.start(seed=1)
    coins = []
    while not match.over and len(coins) < 60:
        labels = match.decision.labels
        if match.state.ask.kind == "action":
            name = match.names[match.decision.player]
            coins.append(own := match.value(f"{name}.coins"))
            assert ("feast" in labels) == (own >= 5)
        match.apply(len(labels) - 1 if len(coins) % 5 else 0)
    assert max(coins) >= 5
    for seed in range(6):
        compare(game, 2, Random(seed), part)
    assert set(part.tally) == {"decisions", "decisions inside"}


def test_no_world_is_put_where_a_cost_is_being_paid(tmp_path: Path) -> None:
    """To try answers, the match goes back to where the cost began: in the world before."""
    game = feast(tmp_path)
    machine, walked = game.machine(2), game.start(seed=1)
    match = NativeMatch(Native(machine, Settings(suspends=True)))
    placing = Placing(match, Positions(machine, match.native.memory))
    match.begin(1)
    while "feast" not in walked.decision.labels:
        assert not placing.is_bound
        match.answer(walked.decision.labels.index("rest"))
        walked.apply("rest")
    match.answer(walked.decision.labels.index("feast"))
    walked.apply("feast")

    assert walked.decision.labels == ("yes", "no") and match.count == 2
    assert placing.is_bound
