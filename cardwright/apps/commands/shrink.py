"""Turn what fails into the shortest script that still fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

import cardwright
from cardwright import Game, SavedFile, write_atomically
from cardwright.apps.commands import options
from cardwright.apps.commands.policy_options import chosen_plan, policy_options, thinking_options
from cardwright.apps.commands.run import cases_in
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import Session, UserError, common_options, current
from cardwright.apps.lab.shrinking import written
from cardwright.apps.lab.shrinking.reduce import MOST_TRIES, NotFailing, OfScripts, Shrinker
from cardwright.apps.lab.shrinking.written import Written

NOT_FAILING = 1
CHECKS = ("clone", "save", "log")
SUFFIX = ".yaml"

EPILOG = """\b
Examples:
  cardwright shrink my-game --players 3 --seed 41         a match from `sim`
  cardwright shrink my-game/scripts/first.yaml:1          a script from `test`
  cardwright shrink match.cardwright-match                a recorded match
  cardwright shrink my-game --seed 41 --check save        a match that was saved differs
  cardwright shrink my-game --seed 41 --output my-game/scripts/fault.yaml

It removes answers first. Then it starts the match in a late position and removes needless parts of
it. It prints the shortest script that fails in the same way; `run` shows that script.

\b
Status: 0 a shorter script, 1 it does not fail, 2 wrong usage."""


@click.command("shrink", epilog=EPILOG)
@click.argument("target", metavar="GAME|FILE[:LINE]")
@options.players_option
@click.option(
    "--seed", type=options.SEED, default=0, show_default=True, help="The seed of the failing match."
)
@options.words_option
@click.option("--check", "checks", multiple=True, type=click.Choice(CHECKS),
              help="A match fails if this gives another result.")  # fmt: skip
@policy_options
@thinking_options
@click.option("--tries", type=click.IntRange(1, 1_000_000), default=MOST_TRIES, show_default=True,
              help="The largest number of scripts to run.")  # fmt: skip
@options.output_option("Write the script there.")
@common_options
def command(target: str, tries: int, output: Path | None, **given: Any) -> None:
    """Turn what fails into the shortest script that still fails: a random match, a recorded one,
    a script."""
    # Simulations keep no log, scripts do: what fails without one alone gets a check that says so.
    session = current()
    game, written = _found(session, target, given)
    found = shrunk(session, game, written, tries)
    if found is None and written.head.get("seed") is not None and "log" not in given["checks"]:
        checked = {**written.head, "check": [*given["checks"], "log"]}
        found = shrunk(session, game, replace(written, head=checked), tries)
    if found is None:
        session.warn("shrink-none")
        click.get_current_context().exit(NOT_FAILING)
    small, way = found
    session.warn("shrink-did", before=written.size, after=small.size, way=way)
    if output is None:
        click.echo(small.text(), nl=False)
    else:
        output.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(output, small.text())


def shrunk(
    session: Session, game: Game, written: Written, tries: int
) -> tuple[Written, str] | None:
    """Return the shortest script that fails as one does, and how; None where that one does not."""
    oracle = OfScripts.failing_like(game, written)
    if oracle is None:
        return None
    try:
        with progress_bar(session.say("shrinking"), tries) as advance:
            shrinker = Shrinker(written, oracle, tries, lambda size: advance(1))
            return shrinker.shrink(oracle.position_after), oracle.wanted
    except NotFailing:
        return None


def _found(session: Session, target: str, given: dict[str, Any]) -> tuple[Game, Written]:
    """Return the game, and what fails as a script."""
    checks: Sequence[str] = given["checks"]
    try:
        file, _ = options.split_place(target)
    except FileNotFoundError:
        file = None
    if file is None or file.is_dir():
        package, _, start = options.chosen_game(session, target, given)
        plan = chosen_plan(session, package, start, {**given, "number": 1}, case=None)
        return plan.game(), written.of_plan(plan, checks)
    if file.suffix == SUFFIX:
        cases = cases_in(session, target)
        if len(cases) != 1:
            raise UserError("not-one-script", path=target, number=len(cases))
        game = cardwright.load(cases[0].package, cache=session.cache, whole=True)
        return game, written.of_case(cases[0], checks)
    saved = SavedFile(file, session.cache)
    game = saved.game(session.path)
    return game, written.of_trajectory(game, saved, checks)
