"""Run scripted games and show their transcripts."""

from __future__ import annotations

import click

import cardwright
from cardwright import Case, Checks, Package, write_atomically
from cardwright.apps.commands.options import split_place
from cardwright.apps.face.session import (
    Session,
    UserError,
    common_options,
    current,
    require_language,
)

FAILED, NOTHING_CHECKED = 1, 3

EPILOG = """\b
Examples:
  cardwright run cards/equilibrion/scripts/matches.yaml
  cardwright run cards/equilibrion/scripts/matches.yaml:1    the script on that line
  cardwright run cards/equilibrion/scripts/ --quiet
  cardwright run my-game/scripts/first.yaml --record    write the transcript beside the script

\b
Status: 0 all as expected, 1 a script failed, 2 wrong usage, 3 no script was found."""


@click.command("run", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="SCRIPT...")
@click.option("--record", is_flag=True, help="Write the transcripts instead of comparing them.")
@click.option("--quiet", is_flag=True, help="Do not print the transcripts.")
@common_options
@click.pass_context
def command(context: click.Context, files: tuple[str, ...], record: bool, quiet: bool) -> None:
    """Run scripted games, show their transcripts and compare them with the recorded ones.

    SCRIPT is a file, a folder, or FILE:LINE for the script that begins on that line.
    """
    session = current()
    cases = [case for name in files for case in cases_in(session, name)]
    results = [_run_case(session, case, record, quiet) for case in cases]
    if not cases:
        session.warn("run-nothing")
        context.exit(NOTHING_CHECKED)
    session.tell("run-summary", passed=sum(results), number=len(results))
    context.exit(0 if all(results) else FAILED)


def cases_in(session: Session, word: str) -> list[Case]:
    """Return the scripts in a file or below a folder, or the one at `FILE:LINE`."""
    path, line = split_place(word)
    package = Package.around(path, session.path)
    if package is None:
        raise UserError("script-without-package", path=path)
    return [
        case
        for each in Checks(session.cache).combinations(package)
        for case in Case.all_in(
            each, cardwright.load(each, cache=session.cache, whole=True).model, path, line
        )
    ]


def _run_case(session: Session, case: Case, record: bool, quiet: bool) -> bool:
    """Run one script and print what came of it; return whether all was as expected."""
    model = cardwright.load(case.package, cache=session.cache, whole=True).model
    require_language(case.package.id, model.manifest.languages)
    session.tell("run-title", title=case.title, place=case.place)
    result = case.run(cache=session.cache)
    if not quiet:
        click.echo(result.transcript(session.lang))
    for failure in result.failures:
        place = failure.span.place
        session.tell("failed-step", place=place, expected=failure.expected, found=failure.found)
    if record:
        file = case.recorded_file
        if not result.ok or file is None or file.is_symlink():
            session.tell("not-recorded")
            return False
        write_atomically(file, result.recorded())
        session.tell("recorded", path=file)
    elif result.ok and (difference := case.first_difference(result.recorded())) is not None:
        session.tell("failed-transcript", **difference.slots())
        return False
    return result.ok
