"""Measure the effect of a change on wins, lengths and scores, on the same seeds."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import click
from msgspec.structs import replace

import cardwright
from cardwright import Package
from cardwright.apps.commands.options import chosen_start, players_option, seed_option
from cardwright.apps.commands.policy_options import (
    checked_policy,
    chosen_executor,
    chosen_plan,
    executor_options,
    policy_options,
    thinking_options,
)
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import Session, UserError, common_options, current, total
from cardwright.apps.lab.simulate import comparison, paired
from cardwright.apps.lab.simulate.comparison import Comparison, Knockouts
from cardwright.apps.lab.simulate.paired import Result
from cardwright.apps.lab.simulate.run import Plan

EACH = "each"
WAYS = ("other", "without", "settings", "other_words", "versus")

EPILOG = """\b
Examples:
  cardwright compare my-game-1/ my-game/ -n 4000
  cardwright compare HEAD~3:cards/worldmonger worldmonger
  cardwright compare worldmonger --without aqueduct
  cardwright compare worldmonger --without each -n 1000      the worth of each card
  cardwright compare res-arcana --set 'cards.athanor.price=2 elan'
  cardwright compare dream-tricks --with promise-breaking=forbidden
  cardwright compare dream-tricks --versus greedy            one greedy seat against the rest

Both versions play the same seeds with the same chance, so differences come from the change.
docs/numbers.md

\b
Status: 0 compared, 2 wrong usage, 130 interrupted."""


@click.command("compare", epilog=EPILOG)
@click.argument("target", metavar="A")
@click.argument("other", metavar="[B]", required=False)
@click.option("--without", multiple=True, metavar="CARD|each", help="B is A without this card.")
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="A changed value of B."
)
@click.option(
    "--with", "other_words", multiple=True, metavar="OPTION=VALUE", help="An option of B alone."
)
@click.option("--versus", metavar="POLICY", help="B has this policy, on each seat in turn.")
@click.option("-n", "number", type=click.IntRange(2, 1_000_000), default=1000, show_default=True,
              help="The number of matches of each.")  # fmt: skip
@players_option
@seed_option
@click.option("-o", "words", multiple=True, metavar="OPTION=VALUE", help="An option of both.")
@policy_options
@thinking_options
@executor_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(target: str, as_json: bool, **given: Any) -> None:
    """Measure how a change affects wins and lengths, on the same seeds."""
    session = current()
    if total(bool(given[way]) for way in WAYS) != 1:
        raise UserError("compare-ways")
    with ExitStack() as stack:
        first, second = _packages(session, target, given, stack)
        plan = _plan(session, first, given, given["words"])
        plans = _plans(session, plan, second, given)
        executor = stack.enter_context(chosen_executor(given, given["number"]))

        def played(some: Sequence[Plan]) -> list[list[Result]]:
            number = total(each.looks[-1] for each in some)
            with progress_bar(session.say("playing"), number, shown=not as_json) as advance:
                return [*paired.play_all(some, executor, advance)]

        found = _compared(plans, given, played)
    if as_json:
        click.echo(json.dumps(found.plain(), ensure_ascii=False))
    else:
        found.show(session)


def _packages(
    session: Session, target: str, given: dict[str, Any], stack: ExitStack
) -> tuple[Package, Package]:
    """Return both packages; those that are not folders of their own last as long as the stack."""
    from cardwright.apps.authors.diff.report import version_of
    from cardwright.apps.lab.tuning.knobs import changed

    other = given["other"] or ""
    first = stack.enter_context(version_of(target, session.path, other))
    if other:
        return first, stack.enter_context(version_of(other, session.path))
    if not given["settings"]:
        return first, first
    changes = []
    for word in given["settings"]:
        path, equals, value = word.partition("=")
        if not (equals and path.strip(".") == path and path and value):
            raise UserError("compare-set", word=word)
        changes.append((path, value))
    return first, stack.enter_context(changed(first, changes))


def _plan(
    session: Session, package: Package, given: dict[str, Any], words: tuple[str, ...]
) -> Plan:
    """Return what is to be played of a package."""
    package, words = package.settled_words(words)
    model = cardwright.load(package, cache=session.cache, named=words).model
    start = chosen_start(package, model, None, given["players"], words)
    versus = (checked_policy(given["versus"]),) if given["versus"] else ()
    return chosen_plan(session, package, start, given, also=versus, case=None)


def _compared(
    plans: Sequence[Plan],
    given: dict[str, Any],
    played: Callable[[Sequence[Plan]], list[list[Result]]],
) -> Comparison | Knockouts:
    """Play both, or all, and return how they differ."""
    plan = plans[0]
    if EACH in given["without"]:
        (first,) = played(plans)
        held = sorted({card for each in first for card in each.holders})
        others = [replace(plan, without=(card,)) for card in held]
        return comparison.knocked_out(plan, first, zip(held, played(others), strict=True))
    if given["versus"]:
        return comparison.versus(plans, played(plans), given["versus"])
    without = (f"without {word}" for word in given["without"])
    words = (*given["settings"], *given["other_words"], *without)
    called = plan.package.id, ", ".join(words)
    if given["other"]:
        called = plan.package.shown, plans[1].package.shown
    return comparison.compared(plans, played(plans), called)


def _plans(session: Session, plan: Plan, second: Package, given: dict[str, Any]) -> list[Plan]:
    """Return A's plan, then that of B, or those of a policy on each seat; A's alone where B is to
    be A without each card that somebody held in it."""
    if given["versus"]:
        seats = range(plan.players)
        words = [[*plan.policies] for _ in seats]
        for seat in seats:
            words[seat][seat] = given["versus"]
        return [plan, *(replace(plan, policies=tuple(each)) for each in words)]
    if not given["without"]:
        other = _plan(session, second, given, (*given["words"], *given["other_words"]))
        if other.players != plan.players:
            raise UserError("compare-players", first=plan.players, second=other.players)
        return [plan, other]
    game, kept = plan.game(), replace(plan, is_kept=True)
    if EACH in given["without"]:
        return [kept]
    known = [each.id for each in game.model.cards if game.holds(each, plan.players)]
    for id_ in given["without"]:
        if id_ not in known:
            raise UserError("compare-no-card", word=id_)
    return [kept, replace(plan, without=given["without"])]
