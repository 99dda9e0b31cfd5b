"""Choose options without a person: policies for play and simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from cardwright import api
from cardwright.protocols import Match
from cardwright.search.budget import Budget, Progress, silent

Policy: TypeAlias = Callable[[Match, Random], int]
"""Return the index of an option of the present decision."""

_SEEDS = 1 << 62


def choose_randomly(match: Match, random: Random) -> int:
    """Return any option, all alike."""
    decision = match.decision
    assert decision is not None
    return random.randrange(len(decision.options))


def choose_greedily(match: Match, random: Random) -> int:
    """Return the option after which the decider's rank is best, ties broken at random.

    It looks one decision ahead, on copies of a match that is consistent with what the decider
    knows: nothing hidden from that player has any influence.
    """
    decision = match.decision
    assert decision is not None
    world = match.determinize(decision.player, random.randrange(_SEEDS))
    best: list[int] = []
    best_worth: tuple[int, tuple[int, ...]] | None = None
    for option in range(len(decision.options)):
        worth = _worth_after(world, option, decision.player)
        if best_worth is None or worth > best_worth:
            best, best_worth = [], worth
        if worth == best_worth:
            best.append(option)
    return random.choice(best)


def _worth_after(world: Match, option: int, seat: int) -> tuple[int, tuple[int, ...]]:
    """Return (1 won, 0 open or drawn, -1 lost; then the rank) after an option."""
    copy = world.clone()
    copy.apply(option)
    outcome = copy.outcome
    result = 0
    if outcome is not None and outcome.kind != "draw":
        result = 1 if seat in outcome.winners else -1
    return result, tuple(api.rank_value(copy, seat))


def choose_by_search(
    match: Match, random: Random, budget: Budget | None = None, progress: Progress = silent
) -> int:
    """Return the option that does best in matches imagined to the end, within a budget."""
    from cardwright.search.mcts import most_visited

    return most_visited(cast(Any, match), random, budget or Budget(), progress)


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {"random": choose_randomly, "greedy": choose_greedily, "mcts": choose_by_search}
)
THINKING = "mcts"
"""The policy that a budget is for."""


def policy_with(name: str, budget: Budget | None, progress: Progress = silent) -> Policy:
    """Return a policy of the table; the one that thinks does so within a budget."""
    if name == THINKING:
        return partial(choose_by_search, budget=budget, progress=progress)
    return POLICIES[name]
