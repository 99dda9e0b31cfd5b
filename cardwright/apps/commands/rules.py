"""Print the rules of a game as people read them."""

from __future__ import annotations

import shutil

import click

import cardwright
from cardwright import find_package
from cardwright.apps.commands.options import words_option
from cardwright.apps.face.session import common_options, current

EPILOG = """\b
Examples:
  cardwright rules dream-tricks
  cardwright rules my-game/ --lang ja
  cardwright rules equilibrion -o books=true
  cardwright rules my-game/ --markdown > rules.md

They are made from the package: places, set-up, the course of a round, actions, events, permanent
rules, the end, words and counts. `cardwright site` writes them as pages, with all cards."""
SIZE = (80, 24)


@click.command("rules", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@words_option
@click.option("--markdown", is_flag=True, help="Write Markdown, in lines of any length.")
@common_options
def command(target: str, words: tuple[str, ...], markdown: bool) -> None:
    """Print the rules of a game, made from its package."""
    from cardwright.apps.press.rulebook_text import rulebook_text, rules_lines

    session = current()
    package, _ = find_package(target, session.path).settled_words(words)
    model = cardwright.load(package, cache=session.cache, whole=True).model
    if markdown:
        click.echo(rulebook_text(model, session.lang))
        return
    width = shutil.get_terminal_size(SIZE).columns
    click.echo("\n".join(rules_lines(model, session.lang, width)))
