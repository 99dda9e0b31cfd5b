"""Let people say which policy plays which seat, and how well a share is to be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from cardwright.commands.session import UserError
from cardwright.policies import POLICIES, THINKING, NotAPolicy, weights_of

F = TypeVar("F", bound=Callable[..., Any])


def checked_policy(word: str) -> str:
    """Return a word that names a policy.

    Raises:
        UserError: There is none.
    """
    try:
        weights_of(word)
    except NotAPolicy as error:
        raise UserError("bad-policy", word=error.part, all=", ".join(POLICIES)) from None
    return word


def policy_options(function: F) -> F:
    """Add `--policy` and `--seat` to a command."""
    function = click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="SEAT=POLICY",
        help="Another policy for a seat, from 1.",
    )(function)
    return click.option(
        "--policy",
        callback=lambda _, __, word: checked_policy(word),
        metavar=f"[{'|'.join(POLICIES)}|NAME:WEIGHT,…]",
        default="random",
        show_default=True,
        help="What plays; of a mixture one is drawn for each decision.",
    )(function)


def chosen_policies(policy: str, words: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the policies by seat: those of `--seat` words in the place of `--policy`'s."""
    found = [policy] * players
    for word in words:
        seat, _, name = word.partition("=")
        if not (seat.isascii() and seat.isdigit() and 0 < int(seat) <= players and name):
            raise UserError("bad-seat", word=word, players=players)
        found[int(seat) - 1] = checked_policy(name)
    return tuple(found)


def thinks(policies: Sequence[str]) -> bool:
    """Return whether a policy among them takes a budget."""
    return any(THINKING in weights_of(word) for word in policies)


def until_option(function: F) -> F:
    """Add `--until` to a command."""
    return click.option(
        "--until",
        metavar="WIDTH",
        callback=_share,
        help="Stop when every seat's share of wins is known so well, such as 1%.",
    )(function)


def _share(_: click.Context, __: click.Parameter, word: str | None) -> float | None:
    """Return a share such as `1%` or `0.01` as a number."""
    if word is None:
        return None
    text = word.strip()
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = 0.0
    if not 0.001 <= number <= 0.5:
        raise UserError("bad-until", word=word)
    return number
