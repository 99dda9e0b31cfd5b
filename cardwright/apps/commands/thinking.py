"""Let people say how long a policy may think about a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cardwright.apps.commands.numbers import MOST_ITERATIONS, MOST_SECONDS, F, NumberRange
from cardwright.apps.face.session import UserError
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.policies import THINKING

_ENDLESS = 1 << 40


def thinking_options(function: F) -> F:
    """Add `--iterations` and `--seconds` to a command."""
    seconds = click.option(
        "--seconds",
        type=NumberRange(0, MOST_SECONDS, min_open=True),
        help=f"The time for a decision (--policy {THINKING}).",
    )
    iterations = click.option(
        "--iterations",
        type=click.IntRange(1, MOST_ITERATIONS),
        help=f"The number of simulated matches for a decision (--policy {THINKING}); "
        f"else {Budget().iterations}.",
    )
    return iterations(seconds(function))


def chosen_budget(given: Mapping[str, Any], processes: int = 1) -> Budget | None:
    """Return the budget a person chose; None for a policy that does not think.

    Args:
        processes: How many think together where the time is limited.

    Raises:
        UserError: There is nothing to be limited.
    """
    iterations, seconds = given["iterations"], given["seconds"]
    if given["policy"] != THINKING:
        if iterations is not None or seconds is not None:
            raise UserError("no-thinking", policy=given["policy"], thinking=THINKING)
        return None
    if iterations is not None or seconds is None:
        return Budget(iterations=iterations or Budget().iterations, seconds=seconds)
    return Budget(iterations=_ENDLESS, seconds=seconds, processes=processes)
