"""Explain a diagnostic, a word of the language, or whatever has a name in a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

import cardwright
from cardwright import Checks, Package, find_package, find_packages, prelude
from cardwright.apps.authors.explained.reference import Named, named, says, sentences
from cardwright.apps.cards.card import card_lines, written
from cardwright.apps.face.session import Session, UserError, common_options, current
from cardwright.apps.face.words import find_cards, in_language
from dsl import FINDINGS, VOCABULARY, Language, nearest
from dsl.model.game import Game
from dsl.model.rules import Event

FEWEST = 3
"""Characters that are looked for in texts."""

EPILOG = """\b
Examples:
  cardwright explain unknown-zone
  cardwright explain NAM107
  cardwright explain move
  cardwright explain until
  cardwright explain draw
  cardwright explain settle equilibrion
  cardwright explain player.stocks worldmonger
  cardwright explain 'each opponent' res-arcana     all with these words in their text"""


@click.command("explain", epilog=EPILOG)
@click.argument("name")
@click.argument("game", required=False)
@click.option(
    "--game", "named_game", metavar="GAME", help="Look in this game only, like the second argument."
)
@common_options
def command(name: str, game: str | None, named_game: str | None) -> None:
    """Explain a diagnostic (by name or code), a word of the language, or a name of a game: of GAME
    alone, where it is said."""
    session, target = current(), named_game or game
    of_language = [*_diagnostic_pages(name, session.lang), *_word_pages(name, session)]
    pages = [] if target else of_language
    if not pages:
        named = (find_package(target, session.path),) if target else ()
        packages = named or find_packages((), session.path)
        whole = [v for each in packages for v in Checks(session.cache).variants(each)]
        pages = [*_once(p for each in whole for p in _game_pages(session, each, name))]
        pages = pages or of_language
        pages = pages or [*_once(p for each in whole for p in _found_in_texts(session, each, name))]
    if not pages:
        words = [*prelude(), *VOCABULARY.natives, *VOCABULARY.written, *sentences()]
        guess = nearest(name, [*FINDINGS, *words])
        raise UserError("unknown-word-near" if guess else "unknown-word", word=name, guess=guess)
    click.echo("\n\n".join(pages))


def _once(pages: Iterable[str]) -> Iterable[str]:
    """Return each page once, of those about one thing the last: with expansions more is said."""
    return {page.partition("\n")[0]: page for page in pages}.values()


def _diagnostic_pages(name: str, language: str) -> Iterator[str]:
    """Yield the page of a diagnostic, found by name or code."""
    for kind in FINDINGS.values():
        if name in (kind.name, kind.code):
            head = f"{kind.severity}[{kind.name} {kind.code}]: {kind.summary}"
            page = cardwright.Checks.page_of(kind.name, language)
            yield f"{head}\n\n{page}".rstrip()


def _word_pages(name: str, session: Session) -> Iterator[str]:
    """Yield the pages of the words that every game knows."""
    if name in sentences():
        yield f"{name}\n  {in_language(sentences()[name], session.lang)}"
    for row in (VOCABULARY.natives.get(name), VOCABULARY.written.get(name)):
        if row is not None:
            yield f"{row.signature}\n  {Language(session.lang).worded(row.summary)}"
    for span in prelude().get(name, ()):
        lines = (f"    {line}".rstrip() for line in span.text.splitlines())
        yield f"prelude: {name}  {span.place}\n" + "\n".join(lines)


def _game_pages(session: Session, package: Package, name: str) -> Iterator[str]:
    """Yield the pages of all in a game that has a name."""
    model = cardwright.check(package, session.cache).game
    if model is None:
        return
    for event in model.events.get(name, ()):
        if not event.native:
            yield _event_page(session, model, event)
    for each in named(model):
        if each.is_called(name):
            yield _named_page(session, model, each)
    for card in find_cards(model, name):
        names = {each.casefold() for each in (card.id, *card.name.values())}
        if name.casefold() not in names:
            continue
        lines = card_lines(model, card, session.lang)
        examples = [script for script in model.examples if script.card == card.id]
        lines += [f"  {session.say('example')}: {script.span.place}" for script in examples]
        yield f"{model.manifest.id}: " + "\n".join(lines)


def _found_in_texts(session: Session, package: Package, words: str) -> Iterator[str]:
    """Yield what in a game says some words to people: what it is, and its text."""
    model = cardwright.check(package, session.cache).game
    if model is None or len(words) < FEWEST:
        return
    events = (Named("thing-event", e.id, e.text, e.span) for v in model.events.values() for e in v)
    cards = (Named("thing-card", each.id, each.text, each.span) for each in model.cards)
    for thing in (*events, *named(model), *cards):
        if thing.text and thing.span is not None and says(thing.text, words):
            page = _named_page(session, model, thing).splitlines()
            yield "\n".join(page[:2])


def _named_page(session: Session, model: Game, thing: Named) -> str:
    """Return what a thing is: its sort, its text, its place and what its author wrote."""
    text = in_language(thing.text, session.lang, model.manifest.default_language)
    sort = session.say(thing.sort)
    whose = f" ({thing.of})" if thing.of else ""
    lines = [f"{model.manifest.id}: {thing.name}  {sort}{whose}  {thing.span.place}"]
    lines += [f"  {text}"] if text else []
    return "\n".join([*lines, *(f"    {line}" for line in written(thing.span))])


def _event_page(session: Session, model: Game, event: Event) -> str:
    """Return what an event is: its text, its place and what its author wrote."""
    text = in_language(event.text, session.lang, model.manifest.default_language)
    listeners = [
        rule.span.place
        for rules in (model.triggers, model.replacements, model.forbids)
        for rule in rules
        if rule.pattern.event == event.id
    ]
    lines = [f"{model.manifest.id}: {event.id}  {event.span.place}"]
    lines += [f"  {text}"] if text else []
    lines += [f"    {line}" for line in written(event.span)]
    lines += [f"  {session.say('listened-to')}: {place}" for place in listeners]
    return "\n".join(lines)
