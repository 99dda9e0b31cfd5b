"""Find leaks of hidden cards to a player."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from msgspec.structs import replace

from cardwright import write_atomically
from cardwright.apps.commands import options
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import Session, common_options, current
from cardwright.apps.lab.leaks.report import MOST_TRIES, Told
from cardwright.apps.lab.leaks.search import TRIES, Pair, Plan, script_of, search
from cardwright.apps.lab.shrinking.written import Written
from cardwright.apps.policies.budget import processor_count

FOUND = 1
PAIRS: Final = 600
MOST_SCRIPTS: Final = 6
"""Of so many leaks a script is looked for, until one shows its leak."""
FEW: Final = 50
"""So many pairs are played before other processes have begun."""

EPILOG = """\b
Examples:
  cardwright leaks my-game
  cardwright leaks my-game --players 4 -n 2000 -j 2
  cardwright leaks my-game -o open-hands=false --seed 5 --json
  cardwright leaks my-game --first 41 -n 1         one pair again

A pair of matches differs only in facts hidden from a player, such as two exchanged cards, or the
number of a die under a cup. Both get the same answers. The player must get the same information in
both, until a rule shows the card. For a leak, the command writes the shortest script with both
worlds: to the game's `scripts/leak-SEED-NUMBER.yaml`, or to FILE. `cardwright test` fails on it
while the game leaks.

\b
Status: 0 no leak was found, 1 a leak was found, 2 wrong usage."""


@click.command("leaks", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option("-n", "number", type=options.MATCHES, default=PAIRS, show_default=True,
              help="The number of pairs.")  # fmt: skip
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="The number of players. Default: each possible number.",
)
@options.seed_option
@click.option("--first", type=click.IntRange(0), default=0, show_default=True,
              help="The number of the first pair.")  # fmt: skip
@options.words_option
@click.option(
    "-j", "jobs", type=options.PROCESSES, help="The number of processes. Default: one a processor."
)
@options.output_option("Write the script there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(target: str, jobs: int | None, output: Path | None, as_json: bool,
            **given: Any) -> None:  # fmt: skip
    """Find leaks of hidden cards to a player."""
    session = current()
    plan = _plan(session, target, given)
    jobs = jobs or min(processor_count(), 1 + plan.number // FEW)
    with progress_bar(session.say("leaking"), plan.number, shown=not as_json) as advance:
        pairs = [*search(plan, jobs, advance)]
    leaks = [pair for pair in pairs if pair.told is not None]
    pair, shown = _shrunk(session, plan, leaks, not as_json)
    file = _write(session, plan, pair, shown, output) if pair and shown else None
    if as_json:
        click.echo(json.dumps(_plain(plan, pairs, file), ensure_ascii=False))
    else:
        _show(session, plan, pairs, shown[1] if shown else pair.told if pair else None)
        if pair:
            _tell_how_again(session, plan, pair, file, target, given)
    click.get_current_context().exit(FOUND if leaks else 0)


def _plan(session: Session, target: str, given: dict[str, Any]) -> Plan:
    """Return what is to be played; errors in usage show before anything runs."""
    package, model, (players, chosen) = options.chosen_game(session, target, given)
    low, high = model.players.low, model.players.high
    return Plan(
        package=package,
        options=chosen,
        counts=[players] if given["players"] else [*range(low, high + 1)],
        number=given["number"],
        seed=given["seed"],
        first=given["first"],
        language=session.lang,
        cache=session.cache,
    )


def _shrunk(
    session: Session, plan: Plan, leaks: list[Pair], is_watched: bool
) -> tuple[Pair | None, tuple[Written, Told] | None]:
    """Return the first pair whose leak a script shows, with the shortest one and what it shows;
    else the first pair alone."""
    for pair in leaks[:MOST_SCRIPTS]:
        with progress_bar(session.say("shrinking"), MOST_TRIES, is_watched) as advance:
            found = script_of(plan, pair.number, partial(_advance, advance))
        if found is not None:
            return pair, found
    return (leaks[0] if leaks else None), None


def _advance(advance: Callable[[int], None], _size: int) -> None:
    advance(1)


def _write(
    session: Session, plan: Plan, pair: Pair, shown: tuple[Written, Told], output: Path | None
) -> Path:
    """Write a script with both worlds side by side above it; return where."""
    written, told = shown
    title = session.say("leaks-script", seat=told.seat)
    text = replace(written, head={**written.head, "script": title}).text()
    said = "".join(f"# {line}".rstrip() + "\n" for line in told.lines(session.lang))
    file = output or _scripts(plan) / f"leak-{plan.seed}-{pair.number}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, said + text)
    return file


def _scripts(plan: Plan) -> Path:
    return plan.package.folder / "scripts"


def _show(session: Session, plan: Plan, pairs: list[Pair], told: Told | None) -> None:
    """Tell what was found, the first leak with both worlds side by side."""
    name = plan.package.id
    leaks = [pair.told for pair in pairs if pair.told is not None]
    alone = sum(pair.is_alone for pair in pairs)
    if alone == len(pairs):
        session.tell("leaks-open", game=name, tries=TRIES * len(pairs))
        return
    key = "leaks-found" if leaks else "leaks-none"
    session.tell(key, game=name, leaks=len(leaks), pairs=len(pairs) - alone)
    if alone:
        session.tell("leaks-alone", number=alone)
    if told is None:
        return
    click.echo("\n" + "\n".join(told.lines(session.lang)) + "\n")
    kinds = Counter(each.parts[0] for each in leaks[1:])
    for part, number in kinds.most_common():
        session.tell("leaks-more", number=number, part=part)


def _tell_how_again(
    session: Session, plan: Plan, pair: Pair, file: Path | None, target: str, given: dict[str, Any]
) -> None:
    """Say by which command a leak is seen again."""
    if file is None:
        again = ["cardwright", "leaks", target, "--seed", str(given["seed"])]
        again += ("--first", str(pair.number), "-n", "1")
        again += ("--players", str(given["players"])) if given["players"] else ()
        again += (part for word in given["words"] for part in ("-o", word))
        again += (part for folder in session.path for part in ("--path", str(folder)))
        session.tell("leaks-no-script", command=shlex.join(again))
        return
    session.tell("written", path=file)
    if file.parent == _scripts(plan):
        session.tell("leaks-again", command=f"cardwright test {shlex.quote(target)}")


def _plain(plan: Plan, pairs: list[Pair], file: Path | None) -> dict[str, Any]:
    """Return all that was found as plain data."""
    return {
        "game": plan.package.id,
        "seed": plan.seed,
        "pairs": sum(not pair.is_alone for pair in pairs),
        "without": sum(pair.is_alone for pair in pairs),
        "leaks": [
            {
                "pair": pair.number,
                "players": pair.players,
                "seat": told.seat,
                "differ": [{"where": w, "worlds": worlds} for w, *worlds in told.differ],
                "answers": list(told.answers),
                "told": {"by": told.parts[0], "worlds": [*told.parts[1:]]},
            }
            for pair in pairs
            if (told := pair.told) is not None
        ],
        "script": None if file is None else str(file),
    }
