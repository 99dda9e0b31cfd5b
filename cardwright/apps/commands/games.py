"""List the games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

import cardwright
from cardwright import Package, PackageError, data_folder, find_packages
from cardwright.apps.authors.tables import plain_notes, ruling_lines
from cardwright.apps.commands.options import expansions_option, with_options
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session, common_options, current, require_language
from cardwright.apps.face.words import GENRES, in_language
from dsl.model.game import Game

if TYPE_CHECKING:
    from cardwright.apps.authors.stats import Stats

EPILOG = """\b
Examples:
  cardwright games
  cardwright games equilibrion --lang ja     one game: options, sources, reconstructed parts,
                                             and rulings on its rulebook
  cardwright games cerebria --json
  cardwright games fair -o harbour=true      with an expansion: its values of options too
  cardwright games --stats                   lines of rules and cards, numbers of things
  cardwright games worldmonger --stats --json

\b
--stats counts lines without blanks, comments and the keys name, text, show, source, genre and
examples. A line of over 100 columns counts once for each 100 begun, and one with several
statements once for each. Lines per card with rules: the median, the 90th percentile, the maximum.

\b
Status: 0 fine, 1 a package has errors (with --stats), 2 wrong usage."""
BROKEN = 1


@click.command("games", epilog=EPILOG)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...")
@expansions_option
@click.option("--stats", "counts", is_flag=True, help="Count lines, cards, rules and scripts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
@common_options
def command(
    targets: tuple[str, ...], options: tuple[str, ...], counts: bool, as_json: bool
) -> None:
    """List the games: players, options, published and reconstructed parts."""
    session = current()
    packages = find_packages(targets, session.path)
    if options:
        packages = tuple(with_options(session, each, options) for each in packages)
    if counts:
        _count(session, packages, as_json)
        return
    if not packages:
        session.tell("no-games")
        return
    models = [(package, cardwright.check(package, session.cache).game) for package in packages]
    if as_json:
        _print_plainly(session, models)
        return
    for package, model in models if targets else ():
        if model is not None:
            require_language(package.id, model.manifest.languages)
    _show_list(session, models)
    for package, model in models:
        if model is not None:
            show_notes(session, package, model, in_full=bool(targets))


def _count(session: Session, packages: Sequence[Package], as_json: bool) -> None:
    """Print the numbers of games; those with errors are named and left out."""
    from cardwright.apps.authors.stats import stats_of_package
    from cardwright.apps.authors.tables import show_stats, show_stats_plainly

    found: dict[tuple[str, str], Stats] = {}
    broken = 0
    for package in packages:
        try:
            stats = stats_of_package(package, session.cache)
        except PackageError:
            session.warn("stats-broken", game=package.id)
            broken += 1
        else:
            found |= {(each.game, each.expansion): each for each in stats}
    if as_json:
        show_stats_plainly(tuple(found.values()))
    elif found:
        show_stats(session, tuple(found.values()))
    elif not packages:
        session.tell("no-games")
    click.get_current_context().exit(BROKEN if broken else 0)


def _show_list(session: Session, models: list[tuple[Package, Game | None]]) -> None:
    """Print a line a game; the classics stand in tables of their own, one a genre."""
    heads = [session.say(key) for key in ("game", "title", "players", "version", "summary")]
    shelf = data_folder("examples/classics").resolve()
    others: list[list[str]] = []
    classics: dict[str, list[list[str]]] = {}
    for package, model in models:
        is_classic = package.folder.parent == shelf
        genre = model.manifest.genre if model is not None else ""
        rows = classics.setdefault(genre, []) if is_classic else others
        if model is None:
            rows.append([package.id, session.say("has-errors"), "", "", ""])
            continue
        manifest, players, lang = model.manifest, model.players, session.lang
        count = str(players.low) if players.low == players.high else f"{players.low}–{players.high}"
        title = in_language(manifest.title, lang, manifest.default_language)
        summary = in_language(manifest.summary, lang, manifest.default_language)
        rows.append([manifest.id, title or manifest.id, count, manifest.version, summary])
    if others:
        show_table(heads, others)
    for genre in sorted(classics, key=_rank):
        name = session.say(genre) if genre in GENRES else genre
        click.echo(": ".join(filter(None, (session.say("classics"), name))))
        show_table(heads, classics[genre])


def _rank(genre: str) -> tuple[int, str]:
    """Return where a genre stands: those with a heading first, then all else by the alphabet."""
    return (GENRES.index(genre) if genre in GENRES else len(GENRES)), genre


def show_notes(session: Session, package: Package, model: Game, in_full: bool) -> None:
    """Print the reconstructed parts; in full also options, sources, published parts, rulings."""
    manifest = model.manifest
    lines: list[str] = []
    if in_full:
        lines += [f"  -o {line}" for line in option_lines(session, model)]
        lines += [f"  --scenario {line}" for line in scenario_lines(session, model)]
        expansions = _expansions(session, package)
        lines += [f"  -o {line}" for line in expansion_lines(session, expansions)]
        lines += [f"  {key}: {text}" for key, text in manifest.source.items()]
        lines += _notes(session, "published", manifest.published, manifest.default_language)
    lines += _notes(session, "reconstructed", manifest.reconstructed, manifest.default_language)
    if in_full:
        lines += ruling_lines(session, model)
        for id_, game in expansions.items():
            lines += ruling_lines(session, game, id_) if game is not None else ()
    if lines:
        click.echo(f"{manifest.id} ({package.shown})")
        click.echo("\n".join(lines) + "\n")


def _notes(session: Session, key: str, texts: tuple[object, ...], default: str) -> list[str]:
    """Return a line a note."""
    head = session.say(key)
    return [f"  {head}: {in_language(text, session.lang, default)}" for text in texts]


def _expansions(session: Session, package: Package) -> dict[str, Game | None]:
    """Return the game with each of its expansions, by the expansion; None where it has errors."""
    return {
        id_: cardwright.check(package.with_expansions([id_]), session.cache).game
        for id_ in package.installed()
    }


def expansion_lines(session: Session, expansions: Mapping[str, Game | None]) -> list[str]:
    """Return a line an expansion: the option that puts it in, and what it is called."""
    lines = []
    for id_, game in expansions.items():
        if game is None:
            lines.append(f"{id_}=false  {session.say('has-errors')}")
        else:
            manifest = next(each for each in game.expansions if each.id == id_)
            title = in_language(manifest.title, session.lang, manifest.default_language)
            summary = in_language(manifest.summary, session.lang, manifest.default_language)
            lines.append(f"{id_}=false  [false|true]  {title}: {summary}")
    return lines


def _print_plainly(session: Session, models: Sequence[tuple[Package, Game | None]]) -> None:
    """Print what is to be known of games before a match; of one with errors only its id."""
    found = []
    for package, model in models:
        expansions = _expansions(session, package) if model is not None else {}
        found.append(
            {"id": package.id}
            if model is None
            else plain_notes(model, {id_: game for id_, game in expansions.items() if game})
        )
    click.echo(json.dumps(found, ensure_ascii=False, indent=1))


def option_lines(session: Session, model: Game) -> list[str]:
    """Return a line an option: its name, the default, the choices, what it means."""
    from cardwright import Options

    lines = []
    for option in Options(model):
        text = in_language(option.text, session.lang, model.manifest.default_language)
        choices = "|".join(Options(model).choices(option))
        default = Options(model).text(option, option.default)
        lines.append(f"{option.id}={default}" + (f"  [{choices}]" if choices else "") + f"  {text}")
    return lines


def scenario_lines(session: Session, model: Game) -> list[str]:
    """Return a line a scenario: its name, how many can play, what it is called."""
    lines = []
    for scenario in model.scenarios.values():
        low, high = scenario.players or (model.players.low, model.players.high)
        text = in_language(scenario.text, session.lang, model.manifest.default_language)
        lines.append(f"{scenario.id}  ({low}–{high})  {text}")
    return lines
