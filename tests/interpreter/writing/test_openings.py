"""Matches of games with few first decisions begin as if each were played up to it."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from tests.interpreter.small import PLAYERS, program_of

KEPT = {"kuhn-poker": 6, "leduc": 720, "tic-tac-toe": 1}
"""Games, and how many first decisions they can have."""

HEAD = """\
kinds: {card: {start: deck, copies: COPIES}}
cards: [{id: a, kind: card}, {id: b, kind: card}]
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
players: {count: 2, state: {points: int = 0}}
actions:
  hold: {do: add 1 to me.points}
  fold: {do: end game}
phases: [{id: playing, turns: players, offer: [hold, fold]}]
end: {rank: points}
"""
ONE_SHUFFLE = "setup: |\n  shuffle deck\n  for each p in players, move top(deck) to p.hand\n"
SHUFFLED_TWICE = "setup: |\n  shuffle deck\n  shuffle deck\n"
DRAWN = "setup: |\n  choose p from players by chance\n  add 1 to p.points\n"


def machine_of(text: str, copies: int = 1) -> Machine:
    return assemble_machine(program_of(HEAD.replace("COPIES", str(copies)) + text))


def start(machine: Machine, seed: int, names: tuple[str, ...] = PLAYERS) -> Match:
    return Match.start(machine, seed, names, events=False)


def played(machine: Machine, seed: int) -> Match:
    """Return a match for which nothing is taken that was kept."""
    machine.openings.are_few = False
    return start(machine, seed)


@pytest.mark.parametrize("name", KEPT)
def test_the_same_first_decisions(name: str) -> None:
    program = cardwright.load(f"benchmarks/games/{name}").machine(2).program
    machine, other = assemble_machine(program), assemble_machine(program)
    for seed in (*range(40), *range(40)):
        found, expected = start(machine, seed), played(other, seed)
        assert found.digest() == expected.digest()
        assert found.decision.labels == expected.decision.labels
        assert found.origin == expected.origin
    kept = machine.openings
    assert kept.are_few and 0 < len(kept.found) <= KEPT[name]


def test_a_match_that_goes_on_leaves_what_is_kept_alone() -> None:
    machine = machine_of(ONE_SHUFFLE, copies=2)
    before = [start(machine, seed).digest() for seed in range(60)]
    for seed in range(60):
        match, chance = start(machine, seed), Random(seed)
        while not match.over:
            match.apply(chance.randrange(len(match.decision.labels)))
    assert [start(machine, seed).digest() for seed in range(60)] == before


def test_the_players_have_their_own_names() -> None:
    machine = machine_of("")
    assert start(machine, 1).names == PLAYERS
    assert start(machine, 2, ("gus", "hal")).names == ("gus", "hal")


def test_a_log_is_kept_if_wanted() -> None:
    machine = machine_of(ONE_SHUFFLE)
    start(machine, 1)
    match = Match.start(machine, 1, PLAYERS, events=True)
    assert match.state.listening & 1
    assert match.state.log is not None


@pytest.mark.parametrize(("setup", "copies"), [(SHUFFLED_TWICE, 1), (DRAWN, 1), (ONE_SHUFFLE, 4)])
def test_more_chance_than_one_shuffle_of_few_cards(setup: str, copies: int) -> None:
    machine, other = machine_of(setup, copies), machine_of(setup, copies)
    for seed in range(20):
        assert start(machine, seed).digest() == played(other, seed).digest()
    assert not machine.openings.are_few
    assert not machine.openings.found


def test_a_match_that_is_over_at_once_is_not_kept() -> None:
    machine = machine_of("setup: end game\n")
    assert start(machine, 1).over
    assert start(machine, 1).outcome == start(machine, 2).outcome
    assert not machine.openings.found
