"""Search for numbers of a game that meet a goal."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from cardwright import write_atomically
from cardwright.apps.commands import options
from cardwright.apps.commands.policy_options import (
    chosen_executor,
    chosen_plan,
    executor_options,
    policy_options,
    thinking_options,
)
from cardwright.apps.face.console import rate_bar
from cardwright.apps.face.session import Session, common_options, current
from cardwright.apps.lab.simulate import comparison
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.lab.tuning.goals import goal_of
from cardwright.apps.lab.tuning.knobs import knobs_of, patch, texts_with
from cardwright.apps.lab.tuning.search import Search, Tried, Tuned, figure_told

MISSED, INTERRUPTED = 1, 130
LAST = 4
"""Times as many matches as a try has show in the end what was found."""

EPILOG = """\b
Examples:
  cardwright tune my-game/ --vary cards.anvil.price=1..6 --goal 'anvil wins 50%'
  cardwright tune my-game/ --goal 'seat 1 wins 50% ± 1%'     numbers marked `# tune 1..6`
  cardwright tune my-game/ --vary options.rounds.default=3..12 --goal 'median length 60'
  cardwright tune my-game/ --goal 'no mage above 30%' --goal 'mean length 40..60' -O tune.patch

\b
A goal is a measure with its target: `50%`, `50% ± 1%`, `45%..55%`, `above 40%`, `below 9%`.
Measures: `seat N wins`, `players win`, `draws`, `CARD wins` (of its holders), `median length` and
`mean length` in decisions; `no KIND above 30%`, `every KIND 20%..30%`. docs/numbers.md

\b
It needs the extra `tune`. It writes only the patch, and only if all goals are met;
Ctrl-C shows the best result so far.
Status: 0 all goals are met, 1 not all, 2 wrong usage, 130 interrupted."""


@click.command("tune", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option("--vary", multiple=True, metavar="PATH=LOW..HIGH",
              help="A number, by its path as in `compare --set`; else those with a comment "
              "`# tune LOW..HIGH`.")  # fmt: skip
@click.option("--goal", "goals", multiple=True, required=True, metavar="GOAL",
              help="A goal for the game.")  # fmt: skip
@click.option("-n", "number", type=click.IntRange(20, 1_000_000), default=1000, show_default=True,
              help="The number of matches of a version.")  # fmt: skip
@click.option("--tries", type=click.IntRange(2, 100_000), default=40, show_default=True,
              help="The largest number of versions.")  # fmt: skip
@options.output_option("Write the patch there; else it is shown.")
@options.players_option
@options.seed_option
@options.words_option
@policy_options
@thinking_options
@executor_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(target: str, as_json: bool, **given: Any) -> None:
    """Search for numbers of a game that meet a goal."""
    session = current()
    options.needs("tune")
    package, model, start = options.chosen_game(session, target, given)
    goals = tuple(goal_of(each, model, start[0]) for each in given["goals"])
    is_kept = any(goal.needs_cards for goal in goals)
    plan = chosen_plan(session, package, start, given, case=None, is_kept=is_kept)
    knobs = knobs_of(package, given["vary"])
    search = Search(plan, knobs, goals)
    with chosen_executor(given) as search.executor:
        found = _tuned(session, search, given, shown=not as_json)
    if as_json:
        click.echo(json.dumps(found.plain(), ensure_ascii=False))
    else:
        found.show(session)
    _give(session, search.plan, found, given["output"], as_json)
    status = INTERRUPTED if found.interrupted else 0 if found.is_met else MISSED
    click.get_current_context().exit(status)


def _tuned(session: Session, search: Search, given: dict[str, Any], shown: bool) -> Tuned:
    """Search, and play what was found once more on other seeds, beside the package as it is."""
    number, tries = given["number"], given["tries"]
    total = (tries + len(search.knobs)) * number
    with rate_bar(session.say("tuning"), total, session.say, shown=shown) as advance:
        search.progress = lambda done, best: advance(done, _noted(search, best))
        best = search.run(tries)
    if best is None:
        raise KeyboardInterrupt
    fresh = replace(search.plan, seed=search.plan.seed + number, number=number * LAST)
    last = dataclasses.replace(search, plan=fresh)
    plans = [plan for v in (search.now, best.values) if (plan := last.version(v)) is not None]
    with rate_bar(session.say("tune-last"), 2 * LAST * number, session.say, shown=shown) as advance:
        results = [*play_all(plans, search.executor, advance)]
    before, after = (tuple(goal.figure(each) for goal in search.goals) for each in results)
    texts = texts_with(search.knobs, best.values)
    names = search.plan.package.id, session.say("tune-found")
    return Tuned(
        knobs=search.knobs,
        goals=search.goals,
        values=best.values,
        tries=len(search.known),
        interrupted=search.interrupted,
        before=before,
        after=after,
        comparison=comparison.compared(plans, results, names),
        patch=patch(texts, _root(search.plan)),
    )


def _noted(search: Search, best: Tried | None) -> str:
    """Return in short what is known so far."""
    if best is None or not best.figures:
        return ""
    values = ", ".join(
        f"{knob.name}={value}" for knob, value in zip(search.knobs, best.values, strict=True)
    )
    return f"{values}: {figure_told(search.goals[0], best.figures[0])}"


def _root(plan: Plan) -> Path:
    """Return the folder in which the patch is for: this one, if the package lies in it."""
    here, folder = Path.cwd().resolve(), plan.package.folder
    return here if folder.is_relative_to(here) else folder


def _give(session: Session, plan: Plan, found: Tuned, file: Path | None, as_json: bool) -> None:
    """Write the patch, or show it, and say how to use it; none is written that misses a goal."""
    if not found.patch:
        return
    if file is None:
        if not as_json:
            missed = "" if found.is_met else f"# {session.say('tune-bad')}\n"
            click.echo(missed + found.patch)
        return
    if not found.is_met:
        session.warn("tune-unwritten", path=file)
        return
    write_atomically(file, found.patch)
    if not as_json:
        root = _root(plan)
        where = "" if root == Path.cwd().resolve() else f" -d {root}"
        session.tell("written", path=file)
        session.tell("tune-apply", where=where, path=file)
