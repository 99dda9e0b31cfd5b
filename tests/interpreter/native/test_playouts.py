"""`Game.rollout` gives the same whether matches are walked or played in a module."""

from __future__ import annotations

import sys
from random import Random

import pytest

from interpreter.native import engine
from interpreter.native.emit.layout import MOST_ENDS
from interpreter.native.emit.writer import Unsupported
from interpreter.native.engine import Native, NativeMissing
from interpreter.native.playouts import FIRST_ROWS, Playouts
from interpreter.state.chance import MOST_SEED
from interpreter.walk.assembly import Rollout, assemble_machine, opened, rollout
from interpreter.walk.machine import Machine
from tests.interpreter.small import PLAYERS, program_of

RACE = """
players: {count: 2, state: {points: int = 1, turns: int = 0}}
values:
  share: {is: 12 // me.points, at-least: 0}
events:
  whirl: {do: "set me.turns to 1 - me.turns"}
triggers:
- {after: whirl, do: whirl by me}
actions:
  spend: {in: act, do: set me.points to me.points - 1}
  gain: {in: act, do: add 2 to me.points}
  risk: {in: act, do: RISK}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 9)", rank: [points]}
"""
DIVIDES, WHIRLS, ADDS = "set me.points to share", "whirl", "add 0 to me.points"
RARELY = "'if me.points == 5, whirl'"
"""What is risked: a fault where there are no points, an endless loop, nothing; a loop rarely."""


STANDS = """
policy: {loops: stop}
kinds: {ware: {}}
cards: [{kind: ware, id: silk, copies: 3, start: deck}]
zones: {deck: {of: ware, seen-by: everyone}, row: {of: ware, seen-by: everyone}}
state: {heard: list of player}
players: {count: 2, state: {points: int = 0, side: int = 0, turns: int = 0}}
events:
  lean (int side):
    do: |
      set me.side to side
      if side == 0 and deck is not empty, move deck[1] to row
      if side == 1 and row is not empty, move row[1] to deck
  swing: {do: "add 1 to me.turns"}
triggers:
- {after: lean, do: lean ((side + 1) % 3) by me}
- {after: swing where me.turns < 40, do: swing by me}
actions:
  lean-on: {in: act, choose: {n: 0..2}, do: lean n}
  swing-on: {in: act, do: "set me.turns to 0; swing"}
  hear: {in: act, do: "add me.side + 1 to me.points; set heard to heard + [me]"}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 9)", rank: [points, side, "count(p in heard where p == it)"]}
"""
"""Loops of nine steps: the cards of the deck come to stand in another order. A long way is none."""


def machine_of(risk: str, others: str = "") -> Machine:
    """Return the machine of a race; what is risked is a step."""
    return assemble_machine(program_of(RACE.replace("RISK", risk) + others))


def inside(machine: Machine, matches: int, seed: int) -> Rollout:
    """Return what comes of matches that are all played in a module."""
    found = Playouts(machine, walked=0)
    result = found.rollout(matches, seed, PLAYERS)
    assert found.refused is None
    return result


def kinds(found: Rollout) -> set[str]:
    """Return how the matches ended."""
    return {outcome[0] for outcome in found.outcomes}


@pytest.mark.parametrize(
    ("risk", "ends"),
    [
        (ADDS, {"end"}),
        (DIVIDES, {"end", "fault"}),
        (WHIRLS, {"end", "draw"}),
    ],
    ids=["ends", "faults", "draws"],
)
def test_ends_faults_and_draws_are_the_walkers(risk: str, ends: set[str]) -> None:
    machine = machine_of(risk)
    many = 5 * FIRST_ROWS if risk == WHIRLS else 100 * FIRST_ROWS
    want = rollout(machine, many, 11, PLAYERS)

    found = inside(machine, many, 11)

    assert kinds(want) == ends
    assert found.outcomes == want.outcomes, "to the words of a fault, and its place"
    assert found.decisions == want.decisions


def test_a_loop_is_cut_where_the_walker_cuts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, walked = assemble_machine(program_of(STANDS)), list[int]()
    want = rollout(machine, 20, 11, PLAYERS)
    cuts = iter(range(1, 10**6))
    monkeypatch.setattr(machine, "play_at_random", lambda *_: walked.append(next(cuts)))

    found = inside(machine, 20, 11)

    assert found == want
    assert {outcome[0] for outcome in found.outcomes} == {"end"}
    assert not walked, "all of it is played inside"


LOTTERY = """
players: {count: 2, state: {points: int = 0}}
actions:
  draw:
    in: act
    do: |
      choose n from 1..99 by chance
      choose m from 1..99 by chance
      set me.points to 100 * n + m
phases:
- {id: act, turns: players}
end: {when: round > 1, rank: [points]}
"""
"""Hardly two matches end alike."""


def test_more_ends_than_a_module_keeps_are_told_apart() -> None:
    machine, many = assemble_machine(program_of(LOTTERY)), 3 * MOST_ENDS
    want = rollout(machine, many, 3, PLAYERS)
    playouts = Playouts(machine, walked=0)

    for first in (3, 3 + many // 2):
        part = want.outcomes[first - 3 :][: many // 2]
        assert playouts.rollout(many // 2, first, PLAYERS).outcomes == part

    assert len(set(want.outcomes)) > 2 * MOST_ENDS
    assert playouts._native is not None and playouts._native.forgotten > 1


TOKENS = """
kinds: {ware: {}}
cards: [{kind: ware, id: silk}]
zones: {row: {of: ware, order: row, seen-by: everyone}}
players: {count: 2, state: {points: int = 0}}
actions:
  call: {in: act, do: create 30 silk into row; add 1 to me.points}
  wait: {in: act}
phases:
- {id: act, turns: players}
end: {when: round > 9, rank: [points]}
"""
"""Matches with over 250 cards, and with less."""


def test_matches_with_more_cards_than_there_is_room_for_are_walked() -> None:
    machine = assemble_machine(program_of(TOKENS))
    want = rollout(machine, 20, 3, PLAYERS)

    found = inside(machine, 20, 3)

    calls = [sum(ranks[0] for ranks in outcome[2]) for outcome in found.outcomes]
    assert found == want
    assert min(calls) < 8 < max(calls)


FAULTY_COST = """
kinds: {ware: {state: {level: int = 0}}}
cards: [{kind: ware, id: silk, copies: 1, start: deck}]
zones: {deck: {of: ware, seen-by: everyone}, row: {of: ware, order: row, seen-by: everyone}}
players: {count: 2, state: {points: int = 0}}
actions:
  lay: {in: act, when: deck is not empty, do: move first(deck) to row}
  take: {in: act, when: row is not empty, do: "move row[1] to deck"}
  train: {in: act, cost: "add 1 to row[1].level", do: add 2 to me.points}
  wait: {in: act, do: add 1 to me.points}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 0)", rank: [points]}
"""


def test_a_cost_that_faults_is_no_offer_inside_either() -> None:
    machine = assemble_machine(program_of(FAULTY_COST))
    want = rollout(machine, 20, 3, PLAYERS)

    assert kinds(want) == {"fault"}, "there is no first card to train"
    assert inside(machine, 20, 3) == want


def test_it_does_not_matter_when_the_module_is_made() -> None:
    machine = machine_of(DIVIDES)
    want = rollout(machine, 60, 3, PLAYERS)

    for walked in (1, 40, 200, 10_000):
        found = Playouts(machine, walked=walked)
        assert found.rollout(60, 3, PLAYERS) == want
        assert found.rollout(60, 3, PLAYERS) == want, "made or not from the call before"


def test_the_first_seed_follows_on_the_last() -> None:
    machine = machine_of(ADDS)

    assert inside(machine, 5, MOST_SEED - 1) == rollout(machine, 5, MOST_SEED - 1, PLAYERS)


def test_a_match_without_an_end_is_left() -> None:
    machine = assemble_machine(program_of(RACE.replace("RISK", ADDS).replace("> 9)", "> 1000000)")))
    want = rollout(machine, 1, 5, PLAYERS)

    assert want.outcomes == [None]
    assert inside(machine, 1, 5) == want


def test_what_a_module_cannot_play_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = machine_of(ADDS)
    want = rollout(machine, 8, 2, PLAYERS)

    def refuse(*given: object) -> None:
        raise Unsupported("the word `never`")

    monkeypatch.setattr("interpreter.native.emit.module.emit", refuse)
    found = Playouts(machine, walked=0)

    assert found.rollout(8, 2, PLAYERS) == want
    assert str(found.refused) == "the word `never`"


def test_without_the_library_all_is_walked_and_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = machine_of(ADDS)
    want = rollout(machine, 8, 2, PLAYERS)
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    engine._wasmtime.cache_clear()
    try:
        found = Playouts(machine, walked=0)
        with pytest.warns(RuntimeWarning, match="wasmtime is not installed") as told:
            assert found.rollout(8, 2, PLAYERS) == want
            assert found.rollout(8, 2, PLAYERS) == want
        assert len(told) == 1
        assert isinstance(found.refused, NativeMissing)
    finally:
        engine._wasmtime.cache_clear()


def test_random_players_draw_on_where_python_does() -> None:
    native = Native(machine_of(ADDS))
    for seed in range(3):
        chance = Random(seed)
        native.take_chance(chance)
        native.rollouts(seed, 5)
        for _ in range(sum(native.rows(5)[:: native.constants["RESULT"]])):
            chance.random()

        assert native.chance().random().random() == chance.random()


def key(seed: int) -> str:
    """Return by what the random players of a match are seeded."""
    return f"policy {seed}"


def alone(machine: Machine, seed: int, longest: int) -> tuple[int, int, object]:
    """Return seed, decisions and outcome of one match; no outcome where no rule ended it."""
    st = opened(machine, seed, PLAYERS, events=False)
    decisions = machine.play_at_random(st, Random(key(seed)).random, longest)
    is_end = st.outcome is not None and st.outcome[0] == "end"
    return seed, decisions, st.outcome if is_end else None


@pytest.mark.parametrize("walked", [0, 30, 10**9], ids=["inside", "both", "walked"])
@pytest.mark.parametrize(
    ("risk", "many"), [(DIVIDES, 300), (RARELY, 30)], ids=["faults", "budgets"]
)
def test_matches_with_players_of_their_own_end_as_one_by_one(
    risk: str, many: int, walked: int
) -> None:
    machine, seeds = machine_of(risk), range(70, 70 + many)
    want = [alone(machine, seed, 40) for seed in seeds]
    ends = Playouts(machine, walked=walked).ends(seeds, key, 40)
    found = [(seed & MOST_SEED, *end) for seed, end in zip(seeds, ends, strict=True)]

    assert [each[0] for each in found] == [*seeds]
    assert [each[2] for each in found] == [each[2] for each in want]
    ended = [n for n, each in enumerate(want) if each[2] is not None]
    assert [found[n][1] for n in ended] == [want[n][1] for n in ended]
    assert many / 4 < len(ended) < many, "others fault or are given up"


def test_players_of_their_own_are_seeded_as_in_python_by_any_text() -> None:
    native = Native(machine_of(ADDS))
    keys = ["", "a", "policy 3", "ü" * 40, "x" * 63, "x" * 64, "x" * 65, "policy 1234567890123"]

    for text in keys:
        assert native.keyed_rollouts(9, [text]) == 1
        chance = Random(text)
        for _ in range(native.rows(1)[0]):
            chance.random()
        assert native.chance().random().random() == chance.random(), text
