"""Let people say which policy plays which seat, and how well a share is to be known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cardwright.api.packages import Package
from cardwright.apps.commands.numbers import F
from cardwright.apps.commands.thinking import chosen_budget
from cardwright.apps.face.session import Session, UserError
from cardwright.apps.policies.endless import LONGEST
from cardwright.apps.policies.policies import POLICIES, RANDOM, THINKING, weights_of
from interpreter.program.limits import DECISIONS

if TYPE_CHECKING:
    from cardwright.apps.lab.simulate.run import Plan


def checked_policy(word: str) -> str:
    """Return a word that names a policy.

    Raises:
        NotAPolicy: There is none.
    """
    weights_of(word)
    return word


def policy_options(function: F, policy: str = RANDOM) -> F:
    """Add `--policy` and `--seat` to a command.

    Args:
        policy: What plays where nothing is said.
    """
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
        default=policy,
        show_default=True,
        help="The policy; a mixture draws one for each decision.",
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


def chosen_plan(
    session: Session,
    package: Package,
    start: tuple[int, dict[str, object]],
    given: Mapping[str, Any],
    *,
    also: Sequence[str] = (),
    **further: Any,
) -> Plan:
    """Return what is to be played as a person chose.

    Args:
        start: How many play, and the options.
        also: Further policies that the budget is for.
        further: Of the plan.
    """
    from cardwright.apps.lab.simulate.run import Plan

    players, options = start
    policies = chosen_policies(given["policy"], given["seats"], players)
    thinking = {"policy": THINKING} if thinks((*policies, *also)) else {}
    return Plan(
        session=session,
        package=package,
        options=options,
        players=players,
        policies=policies,
        budget=chosen_budget({**given, **thinking}),
        seed=given["seed"],
        number=given["number"],
        longest=given.get("longest", LONGEST),
        **further,
    )


def longest_option(function: F) -> F:
    """Add `--longest` to a command."""
    return click.option(
        "--longest",
        type=click.IntRange(1, DECISIONS),
        default=LONGEST,
        show_default=True,
        help="The number of decisions that counts as endless.",
    )(function)


def until_option(function: F) -> F:
    """Add `--until` to a command."""
    return click.option(
        "--until",
        metavar="WIDTH",
        callback=_share,
        help="Stop when the interval of every seat's wins is this narrow, such as 1%.",
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
