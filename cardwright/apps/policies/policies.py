"""Choose options without a person: policies for play and simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from math import inf
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from cardwright.apps.face.words import AppMistake
from cardwright.apps.policies.budget import Budget, Progress, silent

if TYPE_CHECKING:
    from cardwright import Match

Policy: TypeAlias = "Callable[[Match, Random], int]"
"""Return the index of an option of the present decision."""

Worth: TypeAlias = tuple[int, tuple[int, ...]]
"""1 won, 0 open or drawn, -1 lost; then the rank."""

_SEEDS = 1 << 62
A_MOMENT = Budget(iterations=30, work=10_000_000)
"""What a quick policy thinks about a decision: the work is a tenth of a second or so."""


def choose_randomly(match: Match, random: Random) -> int:
    """Return any option, all alike."""
    decision = match.decision
    assert decision is not None
    return int(random.random() * decision.count)


def choose_greedily(match: Match, random: Random) -> int:
    """Return the option after which the decider's rank is best, ties broken at random.

    It looks one decision ahead, on copies of a match that is consistent with what the decider
    knows: nothing hidden from that player has any influence. Where the match has been before is
    worth less than anything else (`cardwright.apps.policies.endless`).
    """
    decision = match.decision
    assert decision is not None
    world = match.determinize(decision.player, random.randrange(_SEEDS))
    from cardwright.apps.policies.endless import thought

    free = thought(match, lambda: world.state, random)
    if free.taken is not None:
        return free.taken
    best: list[int] = []
    best_worth: tuple[int, tuple[int, ...]] | None = None
    for option in free.places:
        after = world.clone()
        after.apply(option)
        outcome, result = after.outcome, 0
        if outcome is not None and outcome.kind != "draw":
            result = 1 if decision.player in outcome.winners else -1
        worth = result, tuple(after.rank(decision.player))
        if best_worth is None or worth > best_worth:
            best, best_worth = [], worth
        if worth == best_worth:
            best.append(option)
    return random.choice(best)


def choose_by_search(
    match: Match, random: Random, budget: Budget | None = None, progress: Progress = silent
) -> int:
    """Return the option that does best in matches imagined to the end, within a budget."""
    from cardwright.apps.policies.mcts import most_visited

    return most_visited(match, random, budget or Budget(), progress)


def choose_quickly(match: Match, random: Random) -> int:
    """Return the option that does best in a few imagined matches: in well under a second, and the
    same for the same seed on every machine."""
    return choose_by_search(match, random, A_MOMENT)


def _thinking(budget: Budget | None, progress: Progress) -> Policy:
    """Return a policy that searches, and keeps what it knows from one choice to the next."""
    from cardwright.apps.policies.mcts import Thinker

    return Thinker(budget or Budget(), progress).choose


RANDOM, GREEDY, QUICK, THINKING = "random", "greedy", "quick", "mcts"
"""The policy that chooses any option, one that looks one decision ahead, one that thinks for a
moment, and the one that a budget is for."""

POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        RANDOM: choose_randomly,
        GREEDY: choose_greedily,
        QUICK: choose_quickly,
        "mcts": choose_by_search,
    }
)


class NotAPolicy(AppMistake, ValueError):
    """A word that names no policy; `part` is what is wrong in it."""

    def __init__(self, part: str) -> None:
        super().__init__("bad-policy", word=part, all=", ".join(POLICIES))


def weights_of(word: str) -> dict[str, float]:
    """Return the weights of a policy's word, by name: `greedy`, or `random:0.9,greedy:0.1`.

    Raises:
        NotAPolicy: It is no such word.
    """
    found: dict[str, float] = {}
    for part in word.split(","):
        name, colon, number = part.strip().partition(":")
        if name not in POLICIES or name in found or (bool(colon) != ("," in word)):
            raise NotAPolicy(part)
        try:
            found[name] = float(number) if colon else 1.0
        except ValueError:
            raise NotAPolicy(part) from None
        if not 0 < found[name] < inf:
            raise NotAPolicy(part)
    return found


def policy_with(word: str, budget: Budget | None, progress: Progress = silent) -> Policy:
    """Return the policy of a word; one that thinks does so within a budget.

    Of a mixture one is drawn for each decision.

    Raises:
        NotAPolicy: There is none.
    """
    weights = weights_of(word)
    policies = [
        _thinking(budget, progress) if name == THINKING else POLICIES[name] for name in weights
    ]
    if len(policies) == 1:
        return policies[0]
    bounds = [*accumulate(weights.values())]

    def mixed(match: Match, random: Random) -> int:
        return random.choices(policies, cum_weights=bounds)[0](match, random)

    return mixed
