"""Print the cards of a game: pages to cut out, pictures, and decks for tables on the web."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardwright.apps.cards.query_reader import QueryError
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.options import (
    expansions_option,
    needs,
    output_option,
    with_expansions_of,
)
from cardwright.apps.face.console import progress_bar
from cardwright.apps.face.session import (
    Session,
    UserError,
    common_options,
    current,
    require_language,
)
from cardwright.apps.face.words import AppMistake, in_language
from dsl import Phrase, Record

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from cardwright.apps.press.faces.fonts import Fonts, NoGlyph
    from cardwright.apps.press.printing.deck import Card, Paper
    from cardwright.apps.press.printing.images import Printed

WRONG = 1
SERVICES = ("tabletop-simulator", "tabletopia", "playingcards.io")
MOST_SHOWN = 20
EPILOG = """\b
Examples:
  cardwright print worldmonger -O worldmonger.pdf
  cardwright print worldmonger -O cultures.pdf --cards 'kind:culture worth>=2' --backs
  cardwright print res-arcana -O ja.pdf --language ja --paper letter --bleed 3
  cardwright print dream-tricks --sheets dream-tricks/
  cardwright print dream-tricks --sheets dream-tricks/ --for playingcards.io
  cardwright print res-arcana --png pictures/ --dpi 300 --bleed 3 --backs
  cardwright print cerebria --boards -O board.pdf --paper A3
  cardwright print equilibrion -O changed.pdf --paper card --bleed 3 --changed

\b
The PDF has all copies of a card in true size: print at 100 %, without fitting to the page. With
--backs a page of backs follows each page; print on both sides, turned over at the left edge
(--flip top: at the upper one). With --changed only the cards that differ from the last print.
`look:` in the package sets the looks. --cards takes a query, as `cardwright cards` does.
More: docs/printing.md.

It needs the extra `print`; without it, the command prints the line that installs it.

\b
Status: 0 fine, 1 the package has errors or a card cannot be printed, 2 wrong usage."""


@click.command("print", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@output_option("Write pages of cards to this PDF.")
@expansions_option
@click.option(
    "--sheets",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the cards for a table on the web, or for Tabletop Simulator.",
)
@click.option(
    "--for",
    "service",
    type=click.Choice(SERVICES, case_sensitive=False),
    default=SERVICES[0],
    help="The program that the cards of --sheets are for.",
)
@click.option(
    "--png",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a PNG of each card.",
)
@click.option(
    "--jpeg",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a JPEG of each card.",
)
@click.option(
    "--svg",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write an SVG of each card.",
)
@click.option(
    "--contact",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    help="Write one picture with all cards, small.",
)
@click.option(
    "--dpi", type=click.IntRange(30, 1200), default=300, help="Pixels an inch of a picture."
)
@click.option("--boards", is_flag=True, help="Print the boards in place of the cards.")
@click.option("--copies", type=click.IntRange(1, 999), help="As many of each card as this.")
@click.option("--changed", is_flag=True, help="Only cards that have changed since the last print.")
@click.option("--cards", "query", metavar="QUERY", help="Only the cards of this query.")
@click.option("--backs", is_flag=True, help="Add a page of backs behind each page.")
@click.option(
    "--flip",
    type=click.Choice(("left", "top")),
    default="left",
    help="The edge at which pages are turned over.",
)
@click.option(
    "--paper",
    type=click.Choice(("A4", "A3", "letter", "legal", "tabloid", "card"), case_sensitive=False),
    default="A4",
    help="The size of a page; `card` gives each card a page.",
)
@click.option(
    "--gutter",
    type=click.FloatRange(0, 50),
    default=0.0,
    metavar="MM",
    help="The room between two cards.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 10),
    default=0.0,
    metavar="MM",
    help="The width of the edge beyond the cut.",
)
@click.option(
    "--font",
    "named",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A font to print with (.ttf .otf .ttc); others supply missing characters.",
)
@common_options
def command(
    target: str,
    output: Path | None,
    options: tuple[str, ...],
    sheets: Path | None,
    service: str,
    boards: bool,
    png: Path | None,
    jpeg: Path | None,
    svg: Path | None,
    contact: Path | None,
    dpi: int,
    copies: int | None,
    changed: bool,
    query: str | None,
    backs: bool,
    flip: str,
    paper: str,
    gutter: float,
    bleed: float,
    named: tuple[Path, ...],
) -> None:
    """Print the cards of a game: a PDF to cut out, pictures, or decks for tables on the web."""
    session = current()
    targets = [each for each in (output, sheets, png, jpeg, svg, contact) if each is not None]
    if not targets:
        raise UserError("print-where")
    needs("print")
    from cardwright.apps.press.faces.fonts import Fonts
    from cardwright.apps.press.printing.deck import Paper, board_deck

    cards = _chosen(session, target, options, query)
    fonts = Fonts(named)
    if boards:
        deck = board_deck(cards[0], session.lang, fonts, paper, bleed)
        if not deck or sheets is not None:
            raise UserError("print-no-board" if not deck else "print-board-sheets")
    else:
        deck = _deck(session, cards, fonts, dpi)
    record = _record(targets[0]) if changed else None
    if record is not None:
        deck = record.changed(deck)
        if not deck:
            session.tell("print-unchanged")
            return
    if copies is not None:
        deck = [replace(card, copies=copies) for card in deck]
    manifest = cards[0].model.manifest
    title = in_language(manifest.title, session.lang, manifest.default_language) or manifest.id
    if output is not None:
        on = Paper(name=paper, bleed=bleed, has_backs=backs, gutter=gutter,
                   is_over_top=flip == "top")  # fmt: skip
        _pages(session, deck, fonts, on, title, output)
    if sheets is not None:
        _sheets(session, deck, fonts, title, sheets, service)
    _pictures(session, deck, fonts, Pictured(png, jpeg, svg, contact, dpi, bleed, backs))
    if record is not None:
        record.write(deck)


class Pictured(Record):
    """Which pictures of single cards are written, and how."""

    png: Path | None
    jpeg: Path | None
    svg: Path | None
    contact: Path | None
    dpi: int
    bleed: float
    has_backs: bool


def _record(target: Path) -> Printed:
    """Return what was printed to a place before: it stands in the folder, or beside the file."""
    from cardwright.apps.press.printing.images import RECORD, Printed

    is_file = target.suffix in (".pdf", ".png")
    return Printed(target.with_suffix(f".{RECORD}") if is_file else target / RECORD)


def _pictures(session: Session, deck: Sequence[Card], fonts: Fonts, wanted: Pictured) -> None:
    """Write pictures of single cards, and say how many."""
    from cardwright.apps.press.printing import images

    sides = [*images.sides_of(deck, wanted.has_backs)]
    for folder, ending in ((wanted.png, "png"), (wanted.jpeg, "jpg")):
        if folder is not None:
            with progress_bar(session.say("print-writing"), len(sides)) as advance:
                dots = wanted.dpi, wanted.bleed
                images.write_pictures(sides, fonts, folder, *dots, advance, ending)
    if wanted.svg is not None:
        images.write_drawings(sides, wanted.svg)
    if wanted.contact is not None:
        images.write_contact(sides, fonts, wanted.contact)
    for target in (wanted.png, wanted.jpeg, wanted.svg, wanted.contact):
        if target is not None:
            session.tell("print-pictures", number=len(sides))
            session.tell("written", path=target)


def _chosen(
    session: Session, target: str, options: tuple[str, ...], query: str | None
) -> list[Entry]:
    """Return the cards that a query means; without one all that are cards to play with."""
    from cardwright.apps.press.printing.deck import printed

    [package] = with_expansions_of(session, [target], options)
    base = Cardbase(package, session.cache, lambda id_: session.warn("card-broken", word=id_))
    try:
        found = base.find(query or "")
    except QueryError as error:
        raise UserError("card-query", message=error.shown(session.lang)) from None
    cards = printed((base.cards[row] for row in found.rows), is_chosen=query is not None)
    require_language(package.id, base.index.shown)
    if not cards:
        raise UserError("print-none")
    return cards


def _deck(session: Session, cards: Sequence[Entry], fonts: Fonts, dpi: int) -> list[Card]:
    """Return the sides of cards; end the command where some cannot be printed."""
    from cardwright.apps.press.faces import DoesNotFit
    from cardwright.apps.press.printing.deck import Unprintable, deck

    try:
        with progress_bar(session.say("print-drawing"), len(cards)) as advance:
            drawn = deck(cards, session.lang, fonts, advance, dpi / 25.4)
        missing = {str(each.slots["path"]) for card in drawn for each in card.face.problems}
        if missing:
            paths = f"{', '.join(sorted(missing)[:3])}{' …' * (len(missing) > 3)}"
            session.warn("print-missing", number=len(missing), paths=paths)
        return drawn
    except Unprintable as error:
        for entry, problem in error.problems[:MOST_SHOWN]:
            if isinstance(problem, DoesNotFit):
                click.echo(problem.finding.rendered(session.lang), err=True)
                continue
            click.echo(session.say("error", message=_problem(session, entry, problem)), err=True)
        if len(error.problems) > MOST_SHOWN:
            session.warn("print-more", number=len(error.problems) - MOST_SHOWN)
    click.get_current_context().exit(WRONG)


def _problem(session: Session, entry: Entry, problem: NoGlyph | AppMistake) -> str:
    """Return why a card cannot be printed, and what to do."""
    slots = {"place": entry.definition.span.place, "card": entry.id}
    if isinstance(problem, AppMistake):
        return session.say("print-file", **slots, message=session.say(problem.key, **problem.slots))
    code = f"U+{ord(problem.char):04X}"
    key = "print-no-japanese" if Phrase.is_wide(problem.char) else "print-no-glyph"
    return session.say(key, **slots, char=problem.char, code=code)


def _pages(
    session: Session, deck: Sequence[Card], fonts: Fonts, paper: Paper, title: str, output: Path
) -> None:
    """Write pages, and say how many."""
    from cardwright.apps.press.printing.deck import TooLarge, write_pdf

    number = sum(card.copies for card in deck)
    try:
        with progress_bar(session.say("print-writing"), number) as advance:
            pages = write_pdf(deck, fonts, paper, title, output, advance)
    except TooLarge:
        raise UserError("print-too-large", paper=paper.name) from None
    session.tell("print-done", number=number, different=len(deck), pages=pages)
    session.tell("written", path=output)


def _sheets(
    session: Session, deck: Sequence[Card], fonts: Fonts, title: str, folder: Path, service: str
) -> None:
    """Write cards for a program that shows a table, and say how many."""
    from cardwright.apps.press.printing import images

    with progress_bar(session.say("print-writing"), len(deck)) as advance:
        if service == "tabletopia":
            number, file = images.write_pieces(deck, fonts, folder, advance), images.LIST
        elif service == "playingcards.io":
            number, file = images.write_room(deck, fonts, folder, advance), images.ROOM
        else:
            number, file = (
                images.write_sheets(deck, fonts, title, folder, advance),
                images.OBJECT,
            )
    key = "print-sheets" if file == images.OBJECT else "print-decks"
    session.tell(key, number=len(deck), sheets=number)
    session.tell("written", path=folder / file)
