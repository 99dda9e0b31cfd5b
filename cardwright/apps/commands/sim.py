"""Let policies play many matches and count."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import cardwright
from cardwright import Package, find_package
from cardwright.apps.commands import options
from cardwright.apps.commands.policy_options import (
    chosen_executor,
    chosen_plan,
    executor_options,
    longest_option,
    policy_options,
    thinking_options,
    until_option,
)
from cardwright.apps.face.console import Advance, rate_bar
from cardwright.apps.face.session import Session, UserError, common_options, current
from cardwright.apps.lab.simulate import comparison
from cardwright.apps.lab.simulate.play_out import Tally, half_width
from cardwright.apps.lab.simulate.run import Plan, Sample, simulate
from cardwright.apps.policies.endless import NO_END
from cardwright.apps.policies.policies import RANDOM

if TYPE_CHECKING:
    from cardwright.apps.lab.simulate.tables import Batches

FAULTS, INTERRUPTED = 1, 130

EPILOG = """\b
Examples:
  cardwright sim dream-tricks -n 1000 --players 4
  cardwright sim equilibrion -n 200 --policy greedy --seed 5 --json
  cardwright sim dream-tricks -n 100 -o promise-breaking=forbidden
  cardwright sim dream-tricks --until 1% --players 4     as many as it takes
  cardwright sim dream-tricks -n 10 --policy mcts --iterations 50
  cardwright sim dream-tricks -n 200 --seat 1=greedy     one against the rest
  cardwright sim dream-tricks -n 200 --policy random:0.2,greedy:0.8
  cardwright sim dream-tricks -n 1000 --out data         the data of all matches, as Parquet
  cardwright sim dream-tricks -n 1000000 --executor dask://boss:8786    on many machines
  cardwright sim equilibrion -n 100 --from cards/equilibrion/scripts/matches.yaml:1

A seed gives the same match for any number of matches and processes.

\b
Status: 0 no faults, 1 faults, 2 wrong usage, 130 interrupted (with the results so far)."""


@click.command("sim", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option(
    "-n",
    "number",
    type=options.MATCHES,
    help="The number of matches; with --until, the largest number.",
)
@until_option
@options.players_option
@options.seed_option
@options.words_option
@click.option("--scenario", metavar="NAME", help="Begin with one of the game's scenarios.")
@policy_options
@longest_option
@thinking_options
@click.option(
    "--from", "script", metavar="SCRIPT", help="Begin at the end of a script: FILE[:LINE]."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the data as Parquet files (needs the extra `numbers`).",
)
@executor_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(target: str, as_json: bool, **given: Any) -> None:
    """Let policies play many matches; show speed, length, outcomes and every fault."""
    session = current()
    plan = _plan(session, target, given)
    if plan.case is not None:
        try:
            plan.starter()(plan.seed)
        except ValueError as error:
            raise UserError("script-fails", reason=error) from None
    number = plan.looks[-1]
    with (
        chosen_executor(given, number) as executor,
        rate_bar(session.say("playing"), number, session.say, shown=not as_json) as advance,
        tables(plan, given["out"]) as keep,
    ):
        sample = simulate(plan, executor, partial(_tell, plan, advance), keep)
    names = [session.say("seat", number=seat + 1) for seat in range(plan.players)]
    if as_json:
        plain_names = [f"seat {seat + 1}" for seat in range(plan.players)]
        click.echo(json.dumps(comparison.as_plain(plan, sample, plain_names), ensure_ascii=False))
    else:
        comparison.show(session, plan, sample, names)
        _offer(session, target, given, sample)
    click.get_current_context().exit(
        INTERRUPTED if sample.interrupted else FAULTS if sample.tally.faults else 0
    )


def _offer(session: Session, target: str, given: dict[str, Any], sample: Sample) -> None:
    """Say by which command the first match that went wrong is made short; one without an end is
    not."""
    faults = [each for each in sample.tally.faults if not each.reason.startswith(NO_END)]
    if not faults or given["script"] or given["scenario"]:
        return
    words = [target, "--seed", str(faults[0].seed)]
    for option in ("players", "iterations", "seconds"):
        words += [] if given[option] is None else [f"--{option}", str(given[option])]
    words += [word for each in given["words"] for word in ("-o", each)]
    words += [] if given["policy"] == RANDOM else ["--policy", given["policy"]]
    words += [word for each in given["seats"] for word in ("--seat", each)]
    words += [word for each in session.path for word in ("--path", str(each))]
    session.tell("shrink-offer", command=f"cardwright shrink {shlex.join(words)}")


@contextmanager
def tables(plan: Plan, folder: Path | None) -> Iterator[Callable[[Batches], None] | None]:
    """Give what keeps the rows of a simulation in a folder; None for no folder."""
    if folder is None:
        yield None
        return
    from cardwright.apps.lab.simulate.tables import Tables

    with Tables(folder, comparison.told_of(plan)) as found:
        yield found.add


def _tell(plan: Plan, advance: Advance, so_far: Tally, done: int) -> None:
    """Show how many matches there are, and how well the least known share of wins is known."""
    seat = max(range(plan.players), key=partial(half_width, so_far))
    share = so_far.wins(seat) / max(1, so_far.matches)
    advance(done, f"{seat + 1}: {share:.1%} ± {half_width(so_far, seat):.1%}")


def _plan(session: Session, target: str, given: dict[str, Any]) -> Plan:
    """Return what is to be played; errors in usage show before anything runs."""
    package, words = find_package(target, session.path).settled_words(given["words"])
    if given["script"] is not None:
        package = Package.around(options.split_place(given["script"])[0], session.path) or package
    has_script = given["script"] is not None
    model = cardwright.load(package, cache=session.cache, whole=has_script, named=words).model
    case = options.script_case(package, model, given["script"])
    if case is not None:
        if given["players"] or given["words"] or given["scenario"]:
            raise UserError("script-decides")
        if given["out"] is not None:
            raise UserError("out-with-script")
        start = len(case.script.players), dict(case.script.options)
    else:
        start = options.chosen_start(package, model, given["scenario"], given["players"], words)
    if given["number"] is None and given["until"] is None:
        raise UserError("no-number")
    return chosen_plan(
        session,
        package,
        start,
        given,
        case=case,
        until=given["until"],
        is_kept=given["out"] is not None,
    )
