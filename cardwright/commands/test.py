"""Run all examples and scripts of packages."""

from __future__ import annotations

import click

from cardwright import api
from cardwright.commands.session import Session, common_options, current
from cardwright.packages import Package, chosen_packages
from cardwright.parallel import in_order, processor_count
from cardwright.scripts import Case, cases_of, first_difference

FAILED, NOTHING_CHECKED = 1, 3

EPILOG = """\b
Examples:
  cardwright test                        every package
  cardwright test dream-tricks -k promise
  cardwright test my-game/ -j 1

\b
Status: 0 all passed, 1 failures, 2 wrong usage, 3 nothing was run."""


@click.command("test", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[GAME|PATH]...")
@click.option("-k", "words", default="", metavar="WORDS", help="Only those with all these words.")
@click.option("-j", "jobs", type=click.IntRange(min=1), help="Processes; else one a processor.")
@common_options
@click.pass_context
def command(context: click.Context, targets: tuple[str, ...], words: str, jobs: int | None) -> None:
    """Run all examples and scripts of packages; a line a failure."""
    session = current()
    packages = chosen_packages(targets, session.path)
    work = [
        (package, case.number, session)
        for each in packages
        for package in api.variants(each, session.cache)
        for case in _cases(session, package)
        if case.has_words(tuple(words.split()))
    ]
    failed = 0
    for lines in in_order(run_case, work, jobs or min(processor_count(), 1 + len(work) // 20)):
        failed += bool(lines)
        for line in lines:
            click.echo(line)
    session.tell("test-summary" if work else "test-nothing", number=len(work), failed=failed)
    context.exit(NOTHING_CHECKED if not work else FAILED if failed else 0)


def _cases(session: Session, package: Package) -> list[Case]:
    """Return the examples and scripts of a package."""
    return cases_of(package, api.load_package(package, cache=session.cache).model)


def run_case(work: tuple[Package, int, Session]) -> list[str]:
    """Run one example or script in whatever process; return a line a failure."""
    package, number, session = work
    case = _cases(session, package)[number]
    try:
        result = api.run_case(case, cache=session.cache)
    except Exception as error:  # one broken script must not end the others
        reason = f"{type(error).__name__}: {error}"
        return [session.say("test-broken", place=case.place, title=case.title, reason=reason)]
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
    if result.ok:
        difference = first_difference(case, api.recorded_form(result))
        if difference is not None:
            lines.append(session.say("test-transcript", title=case.title, **difference.slots()))
    return lines
