"""Show in a minute what the program does: check, play, find a mistake."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

import cardwright
from cardwright import find_packages
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import common_options, current

FOUND = 1
NEXT = (
    ("play dream-tricks", "demo-play"),
    ("rules worldmonger", "demo-rules"),
    ("cards res-arcana 'does:\"gain gold\"'", "demo-cards"),
    ("sim hearts -n 200", "demo-sim"),
    ("new game my-game --like tricks", "demo-new"),
)
"""What to try next: the words behind the name of the program, and what they do."""

EPILOG = """\b
Examples:
  cardwright demo
  cardwright demo --lang ja

\b
Status: 0 fine, 1 a package has errors or warnings."""


@click.command("demo", epilog=EPILOG)
@common_options
@click.pass_context
def command(context: click.Context) -> None:
    """Check all packages, play a match between two programs, and find a planted mistake."""
    from cardwright.apps.table.demo import match_lines, mistake_lines

    session = current()
    findings = _findings()
    click.echo()
    for line in match_lines(session.lang, session.cache):
        click.echo(line)
    click.echo()
    file, card, said = mistake_lines()
    session.tell("demo-mistake", file=file)
    for line in (*card, "", *said):
        click.echo(f"     {line}".rstrip())
    session.tell("demo-next")
    program = program_name()
    for words, key in NEXT:
        click.echo(f"  {program} {words:<42}  {session.say(key)}")
    context.exit(FOUND if findings else 0)


def _findings() -> int:
    """Check every package, print the result in one line, and return the number of findings."""
    session = current()
    packages = find_packages((), session.path)
    cards = findings = 0
    with progress_bar(session.say("demo-checking"), len(packages)) as advance:
        for package in packages:
            found = cardwright.lint(package, variants=True)
            findings += sum(each.severity != "advice" for each in found)
            cards += len(list(package.folder.rglob("*.yaml")))
            advance(1)
    key = "demo-checked" if not findings else "demo-found"
    session.tell(key, packages=len(packages), files=cards, findings=findings)
    return findings


def program_name() -> str:
    """Return what a person types to call this program: its name where the shell finds it, else
    the path of the script from here."""
    script = Path(sys.argv[0])
    found = shutil.which("cardwright")
    if found is not None and (not script.exists() or Path(found).samefile(script)):
        return "cardwright"
    if script.name != "cardwright":
        return f"{os.path.relpath(sys.executable)} -m cardwright"
    return os.path.relpath(script)
