"""Define the options of commands that play matches: policies, budgets, precision, processes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from cardwright import Options, Package
from cardwright.apps.commands.options import (
    MOST_ITERATIONS,
    MOST_SECONDS,
    PROCESSES,
    F,
    NumberRange,
)
from cardwright.apps.face.session import Session, UserError
from cardwright.apps.lab.cluster import SCHEME, cluster
from cardwright.apps.policies.budget import Budget, Executor, Processes, processor_count
from cardwright.apps.policies.endless import LONGEST
from cardwright.apps.policies.policies import POLICIES, RANDOM, THINKING, weights_of

if TYPE_CHECKING:
    from cardwright.apps.lab.simulate.run import Plan


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
        type=click.IntRange(1, Options.MOST_DECISIONS),
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


NEAR: Final = "processes"
_WORDS: Final = re.compile(rf"{NEAR}|dask|{SCHEME}(?P<address>[\w.\[\]:-]+:\d+)")
_FEW_MATCHES: Final = 200
"""So many are played before other processes have begun."""


def executor_options(function: F) -> F:
    """Add `--executor` and `-j` to a command."""
    jobs = click.option(
        "-j", "jobs", type=PROCESSES, help="The number of processes. Default: the useful number."
    )
    where = click.option(
        "--executor",
        callback=_checked,
        default=NEAR,
        show_default=True,
        metavar=f"[{NEAR}|dask|{SCHEME}HOST:PORT]",
        help="The place to play matches; Dask needs the extra `cluster`.",
    )
    return where(jobs(function))


def _checked(_: click.Context, __: click.Parameter, word: str) -> str:
    """Return a word that says where.

    Raises:
        UserError: It does not.
    """
    if _WORDS.fullmatch(word) is None:
        raise UserError("bad-executor", word=word)
    return word


@contextmanager
def chosen_executor(given: Mapping[str, Any], matches: int | None = None) -> Iterator[Executor]:
    """Yield the executor that a person chose.

    Args:
        matches: How many, where that tells whether more than one process is worth while.
    """
    is_small = matches is not None and matches < _FEW_MATCHES
    word = given["executor"]
    if word == NEAR:
        yield Processes(given["jobs"] or (1 if is_small else processor_count()))
        return
    address = word.removeprefix("dask").removeprefix("://")
    with cluster(address, given["jobs"] or processor_count()) as found:
        yield found
