"""Show the cards of a game: a table, or one card in full."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from cardwright import Package, find_package
from cardwright.apps.cards.query_reader import QueryError
from cardwright.apps.cards.store import Answer, Cardbase
from cardwright.apps.face.console import passing_line
from cardwright.apps.face.session import (
    Session,
    UserError,
    common_options,
    current,
    require_language,
)

EPILOG = """\b
Examples:
  cardwright cards worldmonger                       all cards
  cardwright cards worldmonger aqueduct              one card in full
  cardwright cards worldmonger 'kind:culture worth>=2 dividend:true'
  cardwright cards worldmonger 'does:trash or does:discard' --lang ja
  cardwright cards res-arcana 'does:"gain gold" -costs:destroy sort:-price show:name,price'
  cardwright cards equilibrion 'expansion:books /left|right/'
  cardwright cards worldmonger kind:culture --export cultures.csv

\b
A query has words, "quoted words", /patterns/ and fields, combined by `or`, `not` or `-`, and
parentheses. Words are found in ids, names, texts and rules of both languages. Fields take
: != < <= > >=.
  every attribute; id name kind zone copies expansion source text
  does costs (events: does:draw, does:"gain gold"), reads writes, asks (me, opponent),
  reacts replaces forbids (events), changes (values), until (turn), reaches (events, through all),
  changed (since a git revision or a folder)
  sort:worth  sort:-name (largest first)  show:name,worth,does (columns)
A price or another amount has price:gold (gold is named), price:any (a part is left open) and
'price>=5' (units). Some values depend on the match, such as points for things on a card: the
result names such cards below the others.
-o EXPANSION=true lists the game with that expansion. Without it, the cards of all installed
expansions follow those of the game. More: docs/cards.md.

\b
Status: 0 fine, 1 the package has errors, 2 wrong usage or an unknown word."""


class _Asking(click.Command):
    """A command whose words may begin with `-`: what is no option of it is part of the query."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options first, wherever they stand, then the words."""
        known = {name: each for each in self.get_params(ctx) for name in each.opts}
        options, words, rest = list[str](), list[str](), iter(args)
        for word in rest:
            if word == "--":
                words += rest
            elif word in known or word.startswith("--"):
                options.append(word)
                option = known.get(word)
                if isinstance(option, click.Option) and not option.is_flag:
                    options += [*islice(rest, 1)]
            else:
                words.append(word)
        return super().parse_args(ctx, [*options, "--", *words])


@click.command("cards", cls=_Asking, epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[QUERY]...", type=click.UNPROCESSED)
@click.option("-o", "options", multiple=True, metavar="EXPANSION=true", help="With this one only.")
@click.option(
    "--export",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the cards found to FILE: .sqlite .csv .json .jsonl .md .parquet .xlsx",
)
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the cards found as a table for `cardwright import`: .xlsx .csv",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(
    target: str,
    words: tuple[str, ...],
    options: tuple[str, ...],
    output: Path | None,
    table: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """List, filter and search the cards of a game; show one in full."""
    session = current()
    package = find_package(target, session.path)
    cards = _cards(session, package, options)
    writes = output is not None or table is not None
    try:
        query = " ".join(words)
        if writes:
            answer = Answer(cards.find(query), cards.index)
        else:
            answer = cards.answer(query, is_hurried=not as_json)
    except QueryError as error:
        raise UserError("card-query", message=error.shown(session.lang)) from None
    found, index = answer.found, answer.index
    require_language(package.id, index.shown)
    if output is not None and output.suffix.lower() == ".xlsx":
        table = output
    if table is not None:
        from cardwright.apps.authors.sheets.rows import reading_tables, write_table

        ids = [index.ids[row] for row in found.rows] if words else []
        with reading_tables(session.lang):
            number = write_table(cards.packages[0], table, ids)
        session.tell("card-count", number=number)
        session.tell("written", path=table)
        return
    if output is not None:
        from cardwright.apps.cards.export import write_cards

        write_cards(cards, found, query, output)
        session.tell("card-count", number=len(found.rows))
        session.tell("written", path=output)
        return
    if as_json:
        click.echo(json.dumps(_as_plain(cards, answer), ensure_ascii=False))
        return
    _show(session, cards, answer)
    if found.depends:
        names = ", ".join(index.cells(row, session.lang)[0] for row in found.depends)
        session.tell("card-depends", number=len(found.depends), names=names)
    if answer.is_partial:
        session.tell("card-partial")


def _show(session: Session, cards: Cardbase, answer: Answer) -> None:
    """Print one card in full, or a table of several."""
    from cardwright.apps.cards.query import show_cards, show_columns

    found, index = answer.found, answer.index
    if found.show and found.rows:
        show_columns(found.rows, found.show, index, session.lang)
    elif len(found.rows) == 1:
        from cardwright.apps.cards.card import card_in_full

        (card,) = cards.chosen(found.rows, index)
        click.echo("\n".join(card_in_full(card, session.lang)))
    elif found.rows:
        show_cards(found.rows, index, session.lang)
        session.tell("card-count", number=len(found.rows))
    else:
        session.warn("card-none")


def _cards(session: Session, package: Package, options: Sequence[str]) -> Cardbase:
    """Return the cards of a game and of its expansions, or of those that options switch on."""
    whole, rest = package.settled_words(options)
    if rest:
        import cardwright
        from cardwright import Options, PackageError

        checked = cardwright.check(whole, session.cache)
        if checked.game is None:
            raise PackageError(checked.diagnostics)
        Options(checked.game).read(rest)
    return Cardbase(
        whole,
        session.cache,
        broken=lambda id_: session.warn("card-broken", word=id_),
        waiting=lambda: passing_line(session.say("card-reading")),
    )


def _as_plain(cards: Cardbase, answer: Answer) -> dict[str, object]:
    """Return what was found as plain data; `card` is the one in full where there is one alone."""
    from cardwright.apps.cards.card import as_plain, full_plain

    found = answer.found
    chosen = cards.chosen(found.rows, answer.index)
    return {
        "game": cards.package.id,
        "cards": [as_plain(card) for card in chosen],
        "card": full_plain(chosen[0]) if len(chosen) == 1 else None,
        "depends": [answer.index.ids[row] for row in found.depends],
    }
