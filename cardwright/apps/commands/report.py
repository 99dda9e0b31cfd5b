"""Write one page of numbers about a game: wins, length, cards."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from msgspec.structs import replace

from cardwright import write_atomically
from cardwright.apps.commands import options
from cardwright.apps.commands.policy_options import (
    chosen_executor,
    chosen_plan,
    executor_options,
    longest_option,
    policy_options,
    thinking_options,
)
from cardwright.apps.face.console import rate_bar
from cardwright.apps.face.session import Session, common_options, current
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.policies.policies import GREEDY, THINKING

EPILOG = """\b
Examples:
  cardwright report dream-tricks                    writes dream-tricks-report.html
  cardwright report res-arcana -n 2000 --lang ja
  cardwright report dream-tricks -n 500 --iterations 50    the gain of thinking
  cardwright report my-game/ -n 500 --policy greedy -O report.html

It writes one HTML file: wins by seat and first player, by cards held and played, lengths, scores,
decisions, leads, unused actions, and the gain of thinking. The main findings stand first, each
with its interval. `greedy` plays all seats and looks one decision ahead. It needs the extra
`numbers`; without it, the command prints the line that installs it.
More: docs/numbers.md

\b
Status: 0 written, 1 the package has errors, 2 wrong usage."""


@click.command("report", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option("-n", "number", type=options.MATCHES, default=400, show_default=True,
              help="The number of matches.")  # fmt: skip
@options.output_option("Else GAME-report.html.")
@options.players_option
@options.seed_option
@options.words_option
@click.option(
    "--ladder/--no-ladder",
    default=True,
    help="Let other policies play, too; with a budget, also a search.",
)
@partial(policy_options, policy=GREEDY)
@longest_option
@thinking_options
@executor_options
@common_options
def command(target: str, **given: Any) -> None:
    """Write one page of numbers about a game: wins, length, cards."""
    session = current()
    options.needs("numbers")
    package, _, start = options.chosen_game(session, target, given)
    also = (THINKING,) if given["iterations"] or given["seconds"] else ()
    plan = chosen_plan(session, package, start, given, also=also, case=None, is_kept=True)
    text = _made(session, plan, given)
    file = given["output"] or Path(f"{plan.package.id}-report.html")
    write_atomically(file, text)
    session.tell("written", path=file)


def _made(session: Session, plan: Plan, given: dict[str, Any]) -> str:
    """Play all matches and return the page."""
    from cardwright.apps.lab.reporting.facts import Facts
    from cardwright.apps.lab.reporting.page import page
    from cardwright.apps.lab.reporting.run import Called, Run, ladder, settings
    from cardwright.apps.lab.simulate.comparison import told_of
    from cardwright.apps.lab.simulate.run import simulate
    from cardwright.apps.lab.simulate.tables import Tables
    from dsl import Language

    say = partial(rate_bar, session.say("playing"))
    with chosen_executor(given) as executor, TemporaryDirectory(prefix="cardwright-") as place:
        with (
            say(given["number"], session.say) as advance,
            Tables(Path(place), told_of(plan)) as rows,
        ):
            simulate(plan, executor, lambda _, done: advance(done), rows.add)
        facts = Facts(Path(place))
        rules, lang = plan.game(), Language(session.lang).own
        game = rules.model
        absent = (each.id for each in game.cards if not rules.holds(each, plan.players))
        alone = replace(plan, is_kept=False)
        is_together = facts.together() is not None or plan.players == 1
        run = Run(
            facts=facts,
            game=game,
            told=told_of(plan),
            lang=lang,
            called=Called(game, lang),
            absent=frozenset(absent),
            ladder=ladder(alone, executor) if given["ladder"] else (),
            settings=settings(alone, executor) if is_together else (),
        )
        return page(run)
