"""Write packages in one style."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING

import click

from cardwright import write_atomically
from cardwright.apps.face.session import Session, common_options, current

if TYPE_CHECKING:
    from cardwright.apps.authors.authoring.rewriting import Styled

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
            click.echo("\n".join(_difference(each)))
        elif not check:
            assert each.new is not None
            write_atomically(each.file, each.new)
        _tell(session, each, check or diff)
    for each in unread:
        session.warn("fmt-unread", path=each.shown)
    session.tell("fmt-summary", changed=len(changed), same=len(found) - len(changed) - len(unread))
    context.exit(FOUND if unread or (changed and (check or diff)) else 0)


def _tell(session: Session, styled: Styled, is_dry: bool) -> None:
    """Say that a file is, or would be, another."""
    session.warn("fmt-would" if is_dry else "fmt-did", path=styled.shown)


def _difference(styled: Styled) -> Iterator[str]:
    """Yield the lines that differ."""
    old, new = styled.old.splitlines(), (styled.new or "").splitlines()
    return unified_diff(old, new, styled.shown, styled.shown, lineterm="")
