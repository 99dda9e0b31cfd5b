"""Compare two versions of a game by their meaning."""

from __future__ import annotations

import json
from contextlib import ExitStack

import click

from cardwright.apps.face.session import UserError, common_options, current
from dsl import Language

EPILOG = """\b
Examples:
  cardwright diff my-game-1/ my-game/
  cardwright diff HEAD~3:cards/res-arcana cards/res-arcana
  cardwright diff res-arcana@v0.1 res-arcana --markdown > release-note.md
  cardwright diff v0.1 worldmonger --lang ja
  cardwright diff main worldmonger --json --exit-code

\b
OLD and NEW are each a folder, a game by its id, REVISION:PATH as git writes it, or GAME@REVISION;
OLD alone may be a revision of NEW's folder. It compares the checked rules, and names the rules that
read, do or hear a changed thing. Wording, comments and layout stand apart. docs/diff.md

\b
Status: 0 compared, 1 a package has errors, 2 wrong usage; with --exit-code, 4 if a
meaning changed."""
OTHER = 4


@click.command("diff", epilog=EPILOG)
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown, for a release note.")
@click.option("--exit-code", is_flag=True, help="End with 4 if a meaning changed.")
@common_options
def command(old: str, new: str, as_json: bool, as_markdown: bool, exit_code: bool) -> None:
    """Compare two versions of a game by their meaning, and list the impact of each change."""
    from cardwright.apps.authors.diff import forms
    from cardwright.apps.authors.diff.report import compare, version_of

    if as_json and as_markdown:
        raise UserError("diff-forms")
    session = current()
    with ExitStack() as stack:
        before = stack.enter_context(version_of(old, session.path, new))
        after = stack.enter_context(version_of(new, session.path))
        report = compare(before, after, session.cache)
    if as_json:
        click.echo(json.dumps(forms.plain(report), ensure_ascii=False))
    else:
        click.echo(
            (forms.markdown if as_markdown else forms.terminal)(report, Language(session.lang).own)
        )
    if exit_code and report.entries:
        click.get_current_context().exit(OTHER)
