"""Play matches alone by what guesses, to see how good the guesses are.

Their seeds are always the same. Who plays sees all that is hidden and looks only to the end of an
action: it has to be quick, not clever.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright.apps.policies.search.lessons import MOST_MATCHES, begun
from cardwright.apps.policies.search.plans import Guess, Plans
from cardwright.apps.policies.search.rewards import Rewards
from interpreter.walk.machine import Machine

TRIES = 30
"""Each action is the best of so many plans drawn at random."""
LONGEST = 500
"""Actions of one of these matches."""


def trials(machine: Machine, guess: Guess, number: int) -> Iterator[float]:
    """Play matches; yield after each action, and of each match what it brought."""
    rewards = Rewards(machine)
    plans = Plans(machine, rewards, guess)
    for match in range(number):
        st, random = begun(machine, MOST_MATCHES + match), Random(match).random
        for _ in range(LONGEST):
            if st.outcome is not None:
                break
            st = plans.after_best(st, TRIES, random)
            yield 0.0
        yield rewards.of(st)[0] if st.outcome is not None else 0.0
