"""Play one match to its end by a policy and say how it went, whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cardwright.policies import Policy
from cardwright.protocols import Match
from cardwright.simulate.tally import Fault, Tally

MOST_DECISIONS = 100_000


def play_out(start: Callable[[int], Match], seed: int, policy: Policy, tally: Tally) -> None:
    """Play the match of a seed and count it.

    A fault is an exception, a match that ends in a fault, a decision without options, or a match
    longer than `MOST_DECISIONS`.
    """
    decisions = 0
    try:
        match = start(seed)
        random = Random(f"policy {seed}")
        while not match.over:
            _check(match, decisions)
            match.apply(policy(match, random))
            decisions += 1
        reason = _count_outcome(match, tally)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    tally.lengths[decisions] += 1
    if reason:
        tally.faults.append(Fault(seed, decisions, reason))


def _check(match: Match, decisions: int) -> None:
    """Stop a match that cannot go on or does not come to an end."""
    if match.decision is None or not match.decision.options:
        raise RuntimeError("a decision without options")
    if decisions >= MOST_DECISIONS:
        raise RuntimeError(f"not over after {MOST_DECISIONS} decisions")


def _count_outcome(match: Match, tally: Tally) -> str:
    """Count how a match ended; return the reason if that is a fault, else nothing."""
    outcome = match.outcome
    if outcome is None:
        return "over without an outcome"
    if outcome.kind == "fault":
        return outcome.reason or "fault"
    tally.outcomes[outcome.kind, tuple(outcome.winners), outcome.reason] += 1
    return ""
