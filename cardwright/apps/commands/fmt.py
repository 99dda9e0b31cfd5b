"""Write packages in one style."""

from __future__ import annotations

from difflib import unified_diff

import click

from cardwright import write_atomically
from cardwright.apps.face.session import common_options, current

FOUND = 1

EPILOG = """\b
Examples:
  cardwright fmt my-game/              every file of a package, its expansions too
  cardwright fmt my-game/rules.yaml    one file
  cardwright fmt my-game/ --check      change nothing; status 1 if something would change
  cardwright fmt my-game/ --diff       show the changes

\b
Indentation, blanks, empty lines and the spacing of effect texts change; comments, the order of
keys, quotes and line breaks stay, and so does the digest of the game. docs/authoring.md

\b
Status: 0 done, 1 something would change or cannot be read as YAML, 2 wrong usage."""


@click.command("fmt", epilog=EPILOG)
@click.argument("targets", nargs=-1, required=True, metavar="[PATH|GAME]...")
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show the changes.")
@common_options
@click.pass_context
def command(context: click.Context, targets: tuple[str, ...], check: bool, diff: bool) -> None:
    """Write packages in one style."""
    from cardwright.apps.authors.authoring.rewriting import styled_files

    session = current()
    found = list({each.file: each for each in styled_files(targets, session.path)}.values())
    changed = [each for each in found if each.new not in (None, each.old)]
    unread = [each for each in found if each.new is None]
    for each in changed:
        if diff:
            old, new = each.old.splitlines(), (each.new or "").splitlines()
            click.echo("\n".join(unified_diff(old, new, each.shown, each.shown, lineterm="")))
        elif not check:
            assert each.new is not None
            write_atomically(each.file, each.new)
        session.warn("fmt-would" if check or diff else "fmt-did", path=each.shown)
    for each in unread:
        session.warn("fmt-unread", path=each.shown)
    session.tell("fmt-summary", changed=len(changed), same=len(found) - len(changed) - len(unread))
    context.exit(FOUND if unread or (changed and (check or diff)) else 0)
