"""Check packages and report every mistake."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import click

import cardwright
from cardwright import Package, PackageError, find_packages
from cardwright.apps.face.session import UserError, common_options, current
from dsl import Diagnostic, in_order

CLEAN, FOUND, NOTHING_CHECKED = 0, 1, 3

EPILOG = """\b
Examples:
  cardwright lint                      every package
  cardwright lint equilibrion          one game
  cardwright lint my-game/ --strict    a folder; warnings count as errors
  cardwright lint my-game/ --fix       apply safe fixes, such as a misspelt name
  cardwright lint my-game/ --watch     check again after each change
  cardwright lint my-game/ --faces     texts that have no room on printed cards, too
  cardwright lint --format json        for programs; sarif and github for others
  cardwright lint my-game/ --baseline known.json    new findings only

\b
Status: 0 clean or warnings only, 1 errors, 2 wrong usage, 3 nothing was checked."""


@click.command("lint", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
)
@click.option("--fix", is_flag=True, help="Apply all safe fixes.")
@click.option("--watch", is_flag=True, help="Check again after each change of a file.")
@click.option("--baseline", type=click.Path(dir_okay=False, path_type=Path),
              help="Hide the findings in this file; write it if it does not exist.")  # fmt: skip
@click.option("--faces", is_flag=True, help="Find texts that have no room on printed cards, too.")
@click.option("--skipped", is_flag=True, help="Name the unread files, with the reason.")
@common_options
@click.pass_context
def command(
    context: click.Context,
    targets: tuple[str, ...],
    strict: bool,
    form: str,
    fix: bool,
    watch: bool,
    baseline: Path | None,
    faces: bool,
    skipped: bool,
) -> None:
    """Check packages and report every mistake."""
    packages = find_packages(targets, current().path)
    if fix and not targets:
        raise UserError("lint-fix-what")
    if watch:
        _watch(targets, form)
    found = _mended(packages) if fix else in_order(_found(packages))
    if faces:
        found = in_order((*found, *_overflows(packages)))
    found = found if baseline is None else _new(baseline, found)
    with cardwright.nothing_collected():
        show(found, len(packages), form)
    for package in filter(cardwright.Checks.is_large, packages) if current().cache else ():
        from cardwright.apps.cards.store import Cardbase

        Cardbase(package).prepare()  # the index of a pool that was read for the first time
    if skipped:
        from cardwright.apps.authors.authoring import reports

        for path, reason in (each for package in packages for each in reports.skipped(package)):
            current().warn(reason, path=path)
    context.exit(status(found, len(packages), strict))


def _found(packages: Sequence[Package]) -> list[Diagnostic]:
    """Return what is found in packages."""
    cache = current().cache
    return [
        each
        for package in packages
        for each in cardwright.lint(package, variants=True, cache=cache)
    ]


def _overflows(packages: Sequence[Package]) -> Iterator[Diagnostic]:
    """Yield the texts of cards that have no room on their faces, in the languages of each game."""
    from cardwright.apps.cards.store import cards
    from cardwright.apps.press.faces import overflows
    from dsl import Language

    for package in packages:
        with suppress(PackageError):  # its errors are among the findings
            shown = cards(package.folder, path=current().path)
            langs = [tag for tag in Language.OWN if shown and tag in shown[0].model.manifest.title]
            yield from overflows(shown, langs)


def _mended(packages: Sequence[Package]) -> tuple[Diagnostic, ...]:
    """Apply the safe fixes, print them, and return the remaining findings."""
    from cardwright import write_atomically
    from cardwright.apps.authors.authoring.rewriting import mended

    left: list[Diagnostic] = []
    for package in packages:
        done = mended(package)
        for path, text in done.texts.items():
            write_atomically(path, text)
        for each in done.fixed:
            key = "lint-fixed" if each.after else "lint-removed"
            current().warn(key, place=each.place, before=each.before, after=each.after)
        left += done.left
    return in_order(left)


def _new(baseline: Path, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings that are not known; all are, where nothing was noted yet."""
    from cardwright.apps.authors.authoring.reports import without_known, write_baseline

    if not baseline.exists():
        write_baseline(baseline, found)
        current().warn("lint-noted", number=len(found), path=baseline)
        return ()
    try:
        return tuple(without_known(baseline, found))
    except ValueError:
        raise UserError("lint-no-baseline", path=baseline) from None


def _watch(targets: tuple[str, ...], form: str) -> None:
    """Check again and again, until the person interrupts."""
    from cardwright.apps.authors.authoring.reports import changes

    packages = find_packages(targets, current().path)
    show(in_order(_found(packages)), len(packages), form)
    for _ in changes([each.folder for package in packages for each in (package, *package.parts)]):
        packages = find_packages(targets, current().path)
        click.clear()
        show(in_order(_found(packages)), len(packages), form)


def status(found: Sequence[Diagnostic], packages: int, strict: bool) -> int:
    """Return the exit status."""
    if packages == 0:
        return NOTHING_CHECKED
    bad = {"error", "warning"} if strict else {"error"}
    return FOUND if any(each.severity in bad for each in found) else CLEAN


def show(found: Sequence[Diagnostic], packages: int, form: str) -> None:
    """Print what was found, in order, and, for people, how much of it.

    What is beyond the most that is shown is one line; for programs one finding, the last.
    """
    every = tuple(found)
    ordered = in_order(every, at_once=True)
    more = len(every) - len(ordered)
    if form != "text":
        last = ordered[-1:] if more else ()
        rest = (Diagnostic("more-findings", f"and {more} more", each.span) for each in last)
        every = (*ordered, *rest)
        if form == "json":
            told = json.dumps([each.as_plain() for each in every], ensure_ascii=False, indent=1)
        else:
            from cardwright.apps.authors.authoring.reports import as_annotations, as_sarif

            told = as_sarif(every) if form == "sarif" else as_annotations(every)
        click.echo(told)
        return
    for each in ordered:
        click.echo(styled(each) + "\n")
    if more:
        current().tell("lint-more", more=more)
    counts = Counter(each.severity for each in every)
    key = "lint-summary" if packages else "lint-nothing"
    current().tell(key, packages=packages, errors=counts["error"], warnings=counts["warning"])


def styled(diagnostic: Diagnostic) -> str:
    """Return the text of a finding, its head in colour; click takes colours off for files."""
    head, line_end, rest = diagnostic.rendered(current().lang).partition("\n")
    colour = {"error": "red", "warning": "yellow"}.get(diagnostic.severity, "cyan")
    return click.style(head, fg=colour, bold=True) + line_end + rest
