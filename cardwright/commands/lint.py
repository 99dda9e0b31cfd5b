"""Check packages and say what is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

import click

from cardwright import api
from cardwright.commands.session import common_options, current
from cardwright.packages import chosen_packages
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import most_important, severity_of
from dsl.diagnostics.render import as_plain, in_order, render_text

CLEAN, FOUND, NOTHING_CHECKED = 0, 1, 3

EPILOG = """\b
Examples:
  cardwright lint                      every package
  cardwright lint equilibrion          one game
  cardwright lint my-game/ --strict    a folder; warnings count as errors
  cardwright lint --format json        for programs

\b
Status: 0 clean or warnings only, 1 errors, 2 wrong usage, 3 nothing was checked."""


@click.command("lint", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@common_options
@click.pass_context
def command(context: click.Context, targets: tuple[str, ...], strict: bool, form: str) -> None:
    """Check packages and say what is wrong with them."""
    packages = chosen_packages(targets, current().path)
    found = [each for package in packages for each in api.lint_all(package)]
    show(found, len(packages), form)
    context.exit(status(found, len(packages), strict))


def status(found: Sequence[Diagnostic], packages: int, strict: bool) -> int:
    """Return the exit status."""
    if packages == 0:
        return NOTHING_CHECKED
    bad = {"error", "warning"} if strict else {"error"}
    return FOUND if any(severity_of(each) in bad for each in found) else CLEAN


def show(found: Iterable[Diagnostic], packages: int, form: str) -> None:
    """Print what was found and, for people, how much of it.

    What is beyond the most that is shown is one line; for programs one finding, the last.
    """
    every = in_order(found)
    ordered, more = most_important(every)
    if form == "json":
        last = ordered[-1:] if more else ()
        rest = (Diagnostic("more-findings", f"and {more} more", each.span) for each in last)
        plain = [as_plain(each) for each in (*ordered, *rest)]
        click.echo(json.dumps(plain, ensure_ascii=False, indent=1))
        return
    for each in ordered:
        click.echo(styled(each) + "\n")
    if more:
        current().tell("lint-more", more=more)
    counts = Counter(severity_of(each) for each in every)
    key = "lint-summary" if packages else "lint-nothing"
    current().tell(key, packages=packages, errors=counts["error"], warnings=counts["warning"])


def styled(diagnostic: Diagnostic) -> str:
    """Return the text of a finding, its head in colour; click takes colours off for files."""
    head, line_end, rest = render_text(diagnostic).partition("\n")
    colour = {"error": "red", "warning": "yellow"}.get(severity_of(diagnostic), "cyan")
    return click.style(head, fg=colour, bold=True) + line_end + rest
