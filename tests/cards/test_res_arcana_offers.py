"""Compare what Res Arcana offers, and all ways to pay, with a brute-force count of both.

`CARDWRIGHT_POSITIONS` says how many positions each setting has.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

import cardwright
from cardwright import Match
from tests.cards.res_arcana_costs import Pool, offered, pool_of, pools_after, position_of

POSITIONS = int(os.environ.get("CARDWRIGHT_POSITIONS", "12"))
BASE = cardwright.load("res-arcana")
WHOLE = cardwright.load("res-arcana", options={"lux-et-tenebrae": True})
PAID = {"place-artifact": True, "claim-place": False}


def positions(game: cardwright.Game, players: int, number: int) -> Iterator[Match]:
    """Yield random positions in which somebody chooses an action."""
    random, seed, found = Random(players), 0, 0
    while found < number:
        match = game.start(players=players, seed=seed)
        seed += 1
        while not match.over and found < number:
            if is_in_mid_round(match) and random.random() < 0.2:
                found += 1
                yield match
            match.apply(random.randrange(len(match.decision.options)))


@pytest.mark.parametrize(
    ("game", "players"), [(BASE, 2), (BASE, 4), (WHOLE, 2), (WHOLE, 5)],
    ids=["base-2", "base-4", "whole-2", "whole-5"],
)  # fmt: skip
def test_offers_and_ways_to_pay_are_complete_and_exact(game: cardwright.Game, players: int) -> None:
    compared = 0
    for match in positions(game, players, POSITIONS):
        view = match.observe(match.decision.player)
        assert set(match.decision.labels) == offered(view)
        for action, is_placed in PAID.items():
            if action in match.decision.labels:
                expected = ways(view, is_placed)
                assert paid(match, action, set(expected)) == expected
                compared += len(expected)
    assert compared > POSITIONS // 4


def is_in_mid_round(match: Match) -> bool:
    """Return whether an action is chosen and some rival holds a card, so that the round goes on."""
    if "pass" not in match.decision.labels:
        return False
    others = [each for each in match.observe(0)["players"] if each["seat"] != match.decision.player]
    return any(p["zones"]["hand"]["count"] and not p["state"]["passed"] for p in others)


def ways(view: Mapping[str, Any], is_placed: bool) -> dict[str, set[Pool]]:
    """Return, for each card that can be paid for, the pools that this can leave."""
    position = position_of(view)
    places = [each["card"] for each in view["zones"]["places"]["cards"]]
    found = {card: pools_after(position, card, is_placed)
             for card in (position.hand if is_placed else places)}  # fmt: skip
    return {card: pools for card, pools in found.items() if pools}


def paid(match: Match, action: str, cards: set[str]) -> dict[str, set[Pool]]:
    """Return the same as the match has it; a card that is the only one is not asked for."""
    first = taken(match, match.decision.labels.index(action))
    if len(cards) == 1:
        return {card: pools_left(first, match) for card in cards}
    options = enumerate(first.decision.labels)
    return {card: pools_left(taken(first, option), match) for option, card in options}


def pools_left(begun: Match, match: Match) -> set[Pool]:
    """Return the pools after each way to complete what has been begun."""
    seat, found, waiting = match.decision.player, set[Pool](), [begun]
    while waiting:
        now = waiting.pop()
        if is_asked(now, seat) and "pass" not in now.decision.labels:
            waiting += [taken(now, each) for each in range(len(now.decision.options))]
        else:
            found.add(pool_of(now.observe(seat)["players"][seat]["state"]["pool"]))
    return found


def is_asked(match: Match, seat: int) -> bool:
    return not match.over and match.decision.player == seat


def taken(match: Match, option: int) -> Match:
    copy = match.clone()
    copy.apply(option)
    return copy
