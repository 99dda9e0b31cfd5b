"""List missing and differing texts for translators, and write skeletons of translations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

import cardwright
from cardwright import Game, Match, Package, find_package, write_atomically
from cardwright.apps.authors import translating
from cardwright.apps.commands.options import output_option
from cardwright.apps.face.session import TAG, Session, UserError, common_options, current
from dsl import Language

FOUND = 1
MOST = 20
WIDTH, HEIGHT = 200, 60
"""The size of the terminal on which a match is drawn."""
SORTS = {
    "two-words": "translating-two-words",
    "two-meanings": "translating-two-meanings",
    "other-word": "translating-other-word",
    "slots": "translating-slots",
    "numbers": "translating-numbers",
    "may": "translating-may",
    "each": "translating-each",
}
"""What is said above the doubtful texts of each sort."""

EPILOG = """\b
Examples:
  cardwright i18n worldmonger                 missing texts, and differences between languages
  cardwright i18n worldmonger --skeleton de -O worldmonger-de.yaml
  cardwright i18n dream-tricks --pseudo       texts of the screen without translation
  cardwright i18n cerebria --json

\b
The file of --skeleton has an open entry for each missing text, with the texts in other languages
above it. Fill it in and put it into the package's folder, by custom as texts/TAG.yaml:
docs/translating.md.

\b
Status: 0 nothing is missing or doubtful, 1 something is, 2 wrong usage."""


@click.command("i18n", epilog=EPILOG)
@click.argument("target", metavar="GAME")
@click.option("--skeleton", "tag", metavar="TAG", help="Write the missing texts of this language.")
@output_option("Where to write it.")
@click.option(
    "--expansion",
    default="",
    metavar="ID",
    help="The skeleton of an expansion's texts.",
)
@click.option("--pseudo", is_flag=True, help="Play in a pseudo-language; list texts without it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@common_options
@click.pass_context
def command(
    context: click.Context,
    target: str,
    tag: str | None,
    output: Path | None,
    expansion: str,
    pseudo: bool,
    as_json: bool,
) -> None:
    """List missing and differing texts of a game's languages; write skeletons for translators."""
    session = current()
    package = find_package(target, session.path)
    found = translating.gather(package)
    if tag is not None:
        _write(session, found, tag, expansion, output)
        return
    game = cardwright.load(package, cache=session.cache, whole=True) if pseudo else None
    report = translating.report_on(found, game, _drawn)
    if as_json:
        click.echo(json.dumps(report.plain(package.id), ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(session, package, report, pseudo)))
    context.exit(0 if report.is_clean else FOUND)


def _drawn(game: Game, match: Match, seat: int) -> str:
    """Return the table as a seat sees it, in the pseudo-language."""
    from cardwright.apps.screen import Viewer
    from cardwright.apps.table.terminal.drawing import Drawing

    return "\n".join(
        Drawing(Viewer(game, Language.PSEUDO).view(match, seat), WIDTH, HEIGHT).whole()
    )


def _write(
    session: Session, found: translating.Gathered, tag: str, expansion: str, output: Path | None
) -> None:
    """Write the skeleton of a language to a file, else print it."""
    if TAG.fullmatch(tag) is None:
        raise UserError("language-none", word=tag)
    if expansion not in {each.expansion for each in found.texts}:
        raise UserError("translating-expansion", word=expansion)
    text = translating.skeleton(found, tag, expansion)
    if output is None:
        click.echo(text, nl=False)
        return
    if output.exists():
        raise UserError("translating-exists", path=output)
    write_atomically(output, text)
    number = sum(each.expansion == expansion for each in found.missing(tag))
    session.tell("translating-written", path=output, number=number)


def _lines(
    session: Session, package: Package, report: translating.Report, pseudo: bool
) -> Iterator[str]:
    """Yield what was found, a heading and the findings below it."""
    number = len(report.found.texts)
    for tag, missing in report.missing.items():
        told = {"tag": tag, "there": number - len(missing), "number": number}
        yield session.say("translating-language", game=package.id, **told)
        yield from _some(session, [f"{'.'.join(t.path)}  ({t.span.place})" for t in missing])
    for sort, key in SORTS.items():
        of_sort = [each for each in report.doubtful if each.sort == sort]
        if of_sort:
            yield session.say(key)
            yield from _some(session, list(map(_doubt, of_sort)))
    for key, texts in (
        ("translating-effects", [f"{message}  ({place})" for place, message in report.effects]),
        ("translating-unnamed", [f"{message}  ({place})" for place, message in report.unnamed]),
        ("translating-twice", list(report.twice)),
        ("translating-bypassing", [f"{words}: {line}" for words, line in report.bypassing.items()]),
    ):
        if texts:
            yield session.say(key)
            yield from _some(session, texts)
    if report.is_clean:
        yield session.say("translating-clean-pseudo" if pseudo else "translating-clean")


def _doubt(found: translating.Doubtful) -> str:
    """Return something doubtful as a line."""
    words, places = " | ".join(found.words), ", ".join(found.places)
    return f"[{found.language}] {found.term}: {words}  ({places})"


def _some(session: Session, texts: list[str]) -> Iterator[str]:
    """Yield the first of some texts, and how many there are more."""
    yield from (f"  {text}" for text in texts[:MOST])
    if len(texts) > MOST:
        yield "  " + session.say("translating-more", number=len(texts) - MOST)
