"""Run all examples and scripts of packages."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import click

import cardwright
from cardwright import Case, Checks, Coverage, Package, find_packages, write_atomically
from cardwright.apps.commands.options import PROCESSES, NumberRange, needs
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import Session, UserError, common_options, current
from cardwright.apps.policies.budget import in_order, processor_count
from dsl import Language, Record, model

FAILED, NOTHING_CHECKED = 1, 3

EPILOG = """\b
Examples:
  cardwright test                        every package
  cardwright test dream-tricks -k promise
  cardwright test my-game/ -j 1
  cardwright test worldmonger --coverage            the rules that no script reaches
  cardwright test my-game/ --coverage --at-least 95
  cardwright test worldmonger --coverage --json     one JSON object a game
  cardwright test my-game/ --coverage --html pages  the graph coloured, beginnings of scripts

With --coverage the walker runs everything. A node is an action, one of its parameters, an event,
value, phase, rule or step in the game's own texts. It is reached when it runs or is evaluated.

\b
Status: 0 all passed, 1 failures or too little coverage, 2 wrong usage, 3 nothing was run."""


class Task(Record):
    """One example or script to be run, in whatever process.

    Attributes:
        game: Number of the package, as it was asked for.
        number: Number of the case in the variant.
        watches: Whether to note which nodes it comes to.
    """

    game: int
    variant: Package
    number: int
    session: Session
    watches: bool


class Done(Record):
    """What came of a task: a line a failure, and the places it came to.

    Attributes:
        script: `FILE:LINE` of a script that failed; "" for examples, which are short.
    """

    game: int
    lines: tuple[str, ...]
    reached: frozenset[tuple[str, int, int]] = frozenset()
    script: str = ""


@click.command("test", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[GAME|PATH]...")
@click.option("-k", "words", default="", metavar="WORDS", help="Only those with all these words.")
@click.option(
    "-j", "jobs", type=PROCESSES, help="The number of processes. Default: one a processor."
)
@click.option("--coverage", "watches", is_flag=True, help="List the nodes that are never reached.")
@click.option(
    "--at-least",
    type=NumberRange(0, 100),
    metavar="N",
    help="With --coverage: fail if less than N percent of a game's nodes are reached.",
)
@click.option("--json", "as_json", is_flag=True, help="With --coverage: print JSON.")
@click.option("--html", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="With --coverage: write a page a game (needs the extra `site`).")  # fmt: skip
@common_options
@click.pass_context
def command(
    context: click.Context, targets: tuple[str, ...], words: str, jobs: int | None, watches: bool,
    at_least: float | None, as_json: bool, html: Path | None,
) -> None:  # fmt: skip
    """Run all examples and scripts of packages; a line a failure."""
    session = current()
    if not watches and (as_json or at_least is not None or html is not None):
        raise click.UsageError(session.say("test-needs-coverage"))
    if html is not None:
        needs("site")
    packages = find_packages(targets, session.path)
    tasks = [
        Task(game, variant, case.number, session, watches)
        for game, package in enumerate(packages)
        for variant in Checks(session.cache).variants(package)
        for case in _cases(session, variant)
        if case.has_words(tuple(words.split()))
    ]
    done = _run(session, tasks, jobs, shown=not as_json)
    failed = sum(bool(each.lines) for each in done)
    for line in (line for each in done for line in each.lines):
        click.echo(line, err=as_json)
    for script in dict.fromkeys(each.script for each in done if each.script):
        offer = session.say("shrink-offer", command=f"cardwright shrink {shlex.quote(script)}")
        click.echo(offer, err=as_json)
    for package in packages:
        for each in Case.unknown_answers(_whole(session, package)):
            click.echo(each.rendered(session.lang), err=True)
    enough = True
    if watches and tasks:
        enough = _show_coverage(session, packages, done, at_least, as_json, html)
    if not as_json:
        session.tell("test-summary" if tasks else "test-nothing", number=len(tasks), failed=failed)
    context.exit(NOTHING_CHECKED if not tasks else FAILED if failed or not enough else 0)


def _cases(session: Session, package: Package) -> list[Case]:
    """Return the examples and scripts of a package."""
    return Case.all_in(package, _whole(session, package))


def _whole(session: Session, package: Package) -> model.game.Game:
    """Return the rules of a package with all its cards."""
    return cardwright.load(package, cache=session.cache, whole=True).model


def _run(session: Session, tasks: Sequence[Task], jobs: int | None, shown: bool) -> list[Done]:
    """Run tasks on several processors; return what came of them, in their order."""
    done = []
    jobs = jobs or min(processor_count(), 1 + len(tasks) // 20)
    with progress_bar(session.say("testing"), len(tasks), shown) as advance:
        for each in in_order(run_task, tasks, jobs):
            done.append(each)
            advance(1)
    return done


def run_task(task: Task) -> Done:
    """Run one example or script in whatever process. Lines tell of each failure, and where it comes
    out of the first unlike line of its record."""
    session = task.session
    case = _cases(session, task.variant)[task.number]
    try:
        if task.watches:
            result, reached = case.watch(cache=session.cache)
        else:
            result, reached = case.run(cache=session.cache), frozenset()
    except Exception as error:  # one broken script must not end the others
        reason = f"{type(error).__name__}: {error}"
        line = session.say("test-broken", place=case.place, title=case.title, reason=reason)
        return Done(task.game, (line,), script=_script(case))
    lines = [
        session.say(
            "test-failure",
            place=failure.span.place,
            title=case.title,
            expected=failure.expected,
            found=failure.found,
        )
        for failure in result.failures
    ]
    difference = case.first_difference(result.recorded()) if result.ok else None
    if difference is not None:
        lines.append(session.say("test-transcript", title=case.title, **difference.slots()))
    return Done(task.game, tuple(lines), reached, "" if result.ok else _script(case))


def _script(case: Case) -> str:
    """Return what commands call a script; "" for an example."""
    line, _ = case.script.span.source.position(case.script.span.start)
    return "" if case.is_example else f"{case.file}:{line}"


def _show_coverage(
    session: Session, packages: Sequence[Package], done: Sequence[Done], at_least: float | None,
    as_json: bool, html: Path | None,
) -> bool:  # fmt: skip
    """Show what was reached in each game; return whether it is enough."""
    from cardwright.apps.authors.tables import show_coverage, show_coverage_plainly

    reached = defaultdict[int, set[tuple[str, int, int]]](set)
    for each in done:
        reached[each.game] |= each.reached
    show, enough = show_coverage_plainly if as_json else show_coverage, True
    for game, package in enumerate(packages):
        found = Coverage.of(package, reached[game], session.cache)
        show(session, found)
        if html is not None:
            _write_page(session, package, found, html)
        if at_least is not None and not found.is_at_least(at_least):
            enough = False
            session.warn("coverage-below", game=found.title, wanted=f"{at_least:g}")
    return enough


def _write_page(session: Session, package: Package, found: Coverage, folder: Path) -> None:
    """Write the page of a game's coverage."""
    from cardwright.apps.lab.reporting.page import coverage_page
    from cardwright.apps.pictures.parts import NoGraphviz, NotDrawn

    game = cardwright.load(package, cache=session.cache, whole=True).model
    try:
        text = coverage_page(found, game, session.say, Language(session.lang).own)
    except NoGraphviz:
        raise UserError("no-graphviz") from None
    except NotDrawn as error:
        raise UserError("dot-failed", reason=error) from None
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{package.id}.html"
    write_atomically(file, text)
    session.warn("written", path=file)
