"""Play what a report tells beside its own matches: thinking policies, other settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.api.options import PLAYER_COUNT, option_text
from cardwright.api.repeatable import total
from cardwright.apps.lab.reporting.facts import Share
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.policies.parallel import Executor
from cardwright.apps.policies.policies import GREEDY, RANDOM, THINKING

RUNGS = ((RANDOM, 1.0), (GREEDY, 0.25), (THINKING, 0.01))
"""Policies, and which part of the report's matches each plays: thinking takes long."""
FEWEST, MOST = 20, 1_000
MOST_VARIANTS = 8


def ladder(plan: Plan, executor: Executor) -> list[tuple[str, Share]]:
    """Return how often a policy wins in one seat against random ones, by policy; the seat changes
    from match to match. Thinking takes long: it is tried where the plan has a budget."""
    found = []
    for word, part in RUNGS if plan.budget is not None else RUNGS[:-1]:
        matches = min(MOST, max(FEWEST, int((plan.number or 0) * part)))
        each = max(1, matches // plan.players)
        plans = [
            replace(plan, policies=_one(plan.players, seat, word), number=each)
            for seat in range(plan.players)
        ]
        wins = total(
            result.wins[seat]
            for seat, results in enumerate(play_all(plans, executor, lambda done: None))
            for result in results
        )
        found.append((word, Share(wins, each * plan.players)))
    return found


def _one(players: int, seat: int, word: str) -> tuple[str, ...]:
    return tuple(word if each == seat else RANDOM for each in range(players))


def settings(plan: Plan, executor: Executor) -> list[tuple[str, Share]]:
    """Return how often somebody wins with one option changed, by the words that change it."""
    plan = replace(plan, number=min(MOST, max(FEWEST, (plan.number or 0) // 4)))
    varied = [("", plan), *_variants(plan)][: 1 + MOST_VARIANTS]
    results = play_all([each for _, each in varied], executor, lambda done: None)
    return [
        (word, Share(total(any(result.wins) for result in played), len(played)))
        for (word, _), played in zip(varied, results, strict=True)
    ]


def _variants(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """Yield the same game with one option changed, as `-o` says it."""
    game = plan.game()
    for id_, option in game.model.options.items():
        if id_ == PLAYER_COUNT:
            continue
        for value in option.choices[:5]:
            if value != game.options.get(id_):
                words = f"{id_}={option_text(game.model, option, value)}"
                yield words, replace(plan, options={**plan.options, id_: value})
