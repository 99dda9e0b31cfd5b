"""Check that the hand-written dream trick game and the game written as data are the same game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from benchmarks.reference.dream_tricks import DreamTricks, card
from dsl.load import load_package
from interpreter.compile.program import assemble_program
from interpreter.run.assembly import assemble_machine
from interpreter.run.machine import Machine
from interpreter.run.match import Match

CARDS = Path(__file__).parents[2] / "cards"
NAMES = ("ada", "bo", "cy", "di")


def machine_for(players: int, forbidden: bool) -> Machine:
    game = load_package(CARDS / "dream-tricks", "dream-tricks", CARDS / "prelude").game
    assert game is not None
    options = {name: option.default for name, option in game.options.items()}
    options |= {"player-count": players, "promise-breaking": int(forbidden)}
    return assemble_machine(assemble_program(game, options, players))


def cards_in(match: Match, zone: str, owner: int) -> list[int]:
    """Return the cards of a zone, the top first; the owner of the table's zones is -1."""
    program, st = match.machine.program, match.state
    family = next(f.number for f in program.families if f.key.name == zone)
    places = zip(st.zone_families, st.zone_owners, strict=True)
    number = next(n for n, place in enumerate(places) if place == (family, owner))
    definitions = program.game.definitions
    return [card_of(definitions[st.entity_definitions[e]].id) for e in st.zones[number]]


def card_of(label: str) -> int:
    return card(label.replace("-", " "))


def dealt(match: Match, players: int) -> list[int]:
    """Return the cards of the deal just made, in the order in which they were dealt."""
    assert match.decision is not None
    first = match.decision.player
    hands = [cards_in(match, "hand", (first + i) % players) for i in range(players)]
    return [c for row in zip(*hands, strict=True) for c in row] + cards_in(match, "stock", -1)


def pair(machine: Machine, players: int, forbidden: bool, seed: int) -> tuple[Match, DreamTricks]:
    """Return two matches that meet the same deals."""
    match = Match.start(machine, seed, NAMES[:players])
    assert match.decision is not None
    dealer = (match.decision.player - 1) % players
    reference = DreamTricks.start(
        players, forbidden, lambda number: dealt(match, players), dealer=dealer
    )
    return match, reference


def chosen(match: Match, reference: DreamTricks, rng: Random) -> Iterator[int]:
    """Take decisions in the match, and yield the card that each of them plays."""
    while match.decision is not None:
        decision, offered = match.decision, reference.legal_actions()
        assert decision.player == reference.turn
        if decision.kind == "action":
            breaks = rng.randrange(2)
            assert decision.labels == ("play", "break-promise")
            kept = reference.legal_count
            offered = offered[kept:] if breaks else offered[:kept]
            match.apply(breaks)
            if len(offered) == 1:
                yield offered[0]
                continue
            decision = match.decision
            assert decision is not None
        cards = [card_of(label) for label in decision.labels]
        assert sorted(cards) == sorted(offered)
        index = rng.randrange(len(cards))
        match.apply(index)
        yield cards[index]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("forbidden", [False, True])
def test_both_go_the_same_way(players: int, forbidden: bool) -> None:
    machine = machine_for(players, forbidden)
    for seed in range(8):
        match, reference = pair(machine, players, forbidden, seed)
        for played in chosen(match, reference, Random(seed)):
            reference.apply(played)
        assert reference.is_over
        assert match.outcome is not None
        assert list(match.outcome.winners) == reference.winners
