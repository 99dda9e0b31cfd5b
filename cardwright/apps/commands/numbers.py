"""Say which numbers commands take: those with which they come to an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

MOST_ITERATIONS: Final = 1_000_000_000
MOST_SECONDS: Final = 24 * 60 * 60

SEED: Final = click.IntRange(0, 2**64 - 1)
MATCHES: Final = click.IntRange(1, 10_000_000)
PROCESSES: Final = click.IntRange(1, 512)


class NumberRange(click.FloatRange):
    """A range of numbers, of which what is no number is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number of a text."""
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number
