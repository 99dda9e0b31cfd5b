"""Show the cards of a game: a table, or one card in full."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cardwright import api
from cardwright.commands.session import Session, UserError, common_options, current
from cardwright.expansions import installed, settled_words, with_expansions
from cardwright.packages import Package, find_package
from dsl.model.game import Game

if TYPE_CHECKING:
    from cardwright.cardbase.entries import Entry
    from cardwright.cardbase.query_errors import QueryError

EPILOG = """\b
Examples:
  cardwright cards worldmonger                       all cards
  cardwright cards worldmonger aqueduct              one card in full
  cardwright cards worldmonger kind:culture worth>=2 dividend:true
  cardwright cards worldmonger 廃棄 --lang ja         cards that say so, in either language
  cardwright cards equilibrion expansion:books
  cardwright cards equilibrion elements:fire --json

\b
Words are searched in ids, names, texts and rules texts, of both languages. Filters:
  id:ID  kind:KIND  zone:ZONE (where it begins; none)  expansion:ID  and every attribute
  with : = != and, for numbers, < <= > >= (quote these for the shell: 'worth>=2').
  Of an amount such as a price: price:gold (gold is named), price:any (a part is left open),
  'price>=5' (so many units). A value that a match decides, such as points for what lies on a
  card, fits neither way: those cards are named below the others.
All of several words must fit. -o EXPANSION=true lists the game as it is with that expansion;
without it, the cards of all installed expansions follow those of the game.

\b
Status: 0 fine, 1 the package has errors, 2 wrong usage, an unknown word among it."""


NEAR = {
    "card-filter": "card-filter-near",
    "card-value": "card-value-near",
    "card-word": "card-word-near",
}
"""The message with a guess for each that can have one."""


@click.command("cards", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.argument("words", nargs=-1, metavar="[WORD|FILTER]...")
@click.option("-o", "options", multiple=True, metavar="EXPANSION=true", help="With this one only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
def command(
    target: str, words: tuple[str, ...], options: tuple[str, ...], as_json: bool
) -> None:  # fmt: skip
    """List, filter and search the cards of a game; show one in full."""
    session = current()
    package = find_package(target, session.path)
    cards = _cards(session, package, options)
    found, depends = _found(session, cards, words)
    if as_json:
        click.echo(json.dumps(_as_plain(package, found, depends), ensure_ascii=False))
    elif len(found) == 1:
        from cardwright.view.card_list import card_in_full

        click.echo("\n".join(card_in_full(found[0], session.lang)))
    elif found:
        from cardwright.view.card_list import show_cards

        show_cards(found, session.lang)
        session.tell("card-count", number=len(found))
    else:
        session.warn("card-none")
    if depends and not as_json:
        shown = ", ".join(card.name(session.lang) for card in depends)
        session.tell("card-depends", number=len(depends), names=shown)


def _cards(session: Session, package: Package, options: Sequence[str]) -> list[Entry]:
    """Return the cards of a game and of its expansions, or of those that options switch on."""
    from cardwright.cardbase.entries import entries

    whole, rest = settled_words(package, options)
    base = _model(session, whole)
    if rest:
        from cardwright.options import OptionError, read_options

        try:
            read_options(base, rest)
        except OptionError as error:
            raise UserError(error.key, **error.slots) from None
    others = [] if whole.parts else [
        model for id_ in installed(package) if (model := _expanded(session, package, id_))
    ]  # fmt: skip
    return entries(base, others)


def _model(session: Session, package: Package) -> Game:
    """Return the checked model of a package.

    Raises:
        PackageError: It has errors.
    """
    checked = api.check(package, session.cache)
    if checked.game is None:
        raise api.PackageError(checked.diagnostics)
    return checked.game


def _expanded(session: Session, package: Package, id_: str) -> Game | None:
    """Return a game with an expansion; one with errors is left out, and that is said."""
    model = api.check(with_expansions(package, [id_]), session.cache).game
    if model is None:
        session.warn("card-broken", word=id_)
    return model


def _found(
    session: Session, cards: list[Entry], words: Sequence[str]
) -> tuple[list[Entry], list[Entry]]:
    """Return the cards that words mean, and those of which only a match can tell.

    They mean one by its id or name, else all that fit.
    """
    from cardwright.cardbase.query import read_query
    from cardwright.cardbase.query_errors import QueryError, folded

    wanted = folded(" ".join(words))
    called = [card for card in cards if wanted and wanted in map(folded, _called(card))]
    if called:
        return called, []
    try:
        query = read_query(words, cards)
    except QueryError as error:
        raise _message(session, error) from None
    fits = [(card, query.fits(card)) for card in cards]
    return [card for card, fit in fits if fit], [card for card, fit in fits if fit is None]


def _called(card: Entry) -> tuple[str, ...]:
    return (card.id, *card.definition.name.values())


def _message(session: Session, error: QueryError) -> UserError:
    """Return the message for a word that means nothing, with carets under it."""
    from dsl.diagnostics.snippet import draw_snippet

    guess = error.slots.get("guess", "")
    key = NEAR[error.key] if guess else error.key
    return UserError(
        "card-query",
        message=session.say(key, **error.slots),
        snippet="\n".join(draw_snippet(error.span, "", 1)),
    )


def _as_plain(
    package: Package, found: Sequence[Entry], depends: Sequence[Entry]
) -> dict[str, object]:
    """Return what was found as plain data; `card` is the one in full where there is one alone."""
    from cardwright.cardbase.plain import as_plain, full_plain

    return {
        "game": package.id,
        "cards": [as_plain(card) for card in found],
        "card": full_plain(found[0]) if len(found) == 1 else None,
        "depends": [card.id for card in depends],
    }
