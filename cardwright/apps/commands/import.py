"""Bring the cards of a spreadsheet into a package."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardwright import find_package, write_atomically
from cardwright.apps.authors.sheets.importing import Plan, Settings, plan, split_files
from cardwright.apps.authors.sheets.rows import reading_tables
from cardwright.apps.face.session import Session, UserError, common_options, current
from dsl import FINDINGS, CardTable

FOUND = 1
MOST = 40
LEVELS = {"error": "sheet-error", "warning": "sheet-warning", "advice": "sheet-note"}
OWN_LEVELS = {"sheet-refused": "error", "sheet-refused-row": "error", "sheet-by-hand": "warning"}
EPILOG = """\b
Examples:
  cardwright import harbour.xlsx --into harbour            cards of a workbook
  cardwright import cards.csv --into ./my-game --kind boat all cards are boats
  cardwright import cards.ods --into ./my-game --dry-run   show what would change
  cardwright import cards.csv --into ./my-game --add-attributes

\b
The first row has the headings: name, type, text, copies, and the attributes by their names in any
language of the game. A row is the card of its id, else the card of its name. New cards go to
TABLE.yaml in the package, or to a file each with --files. `cardwright cards GAME --table FILE`
writes a table in the same columns. More: docs/spreadsheets.md.

\b
Status: 0 all was read, 1 something was left out or the package has errors, 2 wrong usage."""


@click.command("import", epilog=EPILOG)
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--into", "target", required=True, metavar="GAME|PATH", help="The package.")
@click.option("--kind", default="", metavar="KIND", help="The kind of cards without one.")
@click.option("--sheet", default="", metavar="NAME", help="Read this sheet only.")
@click.option("--add-attributes", is_flag=True, help="Declare an attribute for unknown columns.")
@click.option("--files", "is_split", is_flag=True, help="Write a file for each new card.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", is_flag=True, help="Change cards without a question.")
@common_options
@click.pass_context
def command(
    context: click.Context,
    table: Path,
    target: str,
    kind: str,
    sheet: str,
    add_attributes: bool,
    is_split: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Bring the cards of a table (XLSX, CSV, ODS, JSON) into a package."""
    session = current()
    package = find_package(target, session.path)
    if package.id == target and package.comes_with_program and not dry_run:
        raise UserError("new-not-here", game=target)
    settings = Settings(kind, sheet, add_attributes, is_split)
    with reading_tables(session.lang):
        found = plan(package, table, CardTable.read(table), settings)
    if is_split:
        split_files(found)
    _tell(session, found)
    is_wrong = bool(found.findings) or any(level_of(each) == "error" for each in found.notes)
    if found.findings:
        session.warn("sheet-not-written")
    elif not found.texts:
        session.tell("sheet-nothing")
    elif dry_run:
        for path in found.texts:
            session.tell("sheet-would-write", path=path)
    else:
        _write(session, found, yes)
    context.exit(FOUND if is_wrong else 0)


def _tell(session: Session, found: Plan) -> None:
    """Print the notes, then what is new and what changes."""
    for note in found.notes:
        click.echo(line_of(session, found.path.name, note), err=True)
    for finding in found.findings[:MOST]:
        click.echo(finding.rendered(session.lang) + "\n", err=True)
    for name, kinds in found.added_attributes.items():
        session.tell("sheet-new-attribute", name=name, kinds=kinds)
    for card in found.added[:MOST]:
        session.tell("sheet-new-card", id=card.id, kind=card.kind, row=card.row)
    if len(found.added) > MOST:
        session.tell("sheet-new-more", number=len(found.added) - MOST)
    for change in found.changes:
        name = change.cell.key + (f".{change.cell.lang}" if change.cell.lang else "")
        session.tell("sheet-change", card=change.card, what=name,
                     old=change.old or "–", new=change.new or "–")  # fmt: skip


def level_of(note: CardTable.Note) -> str:
    """Return how bad it is what a note says."""
    return OWN_LEVELS.get(note.key) or FINDINGS[note.key.partition(".")[0]].severity


def line_of(session: Session, file: str, note: CardTable.Note) -> str:
    """Return a note with its place: `cards.xlsx, cards!C18 (cost): …`."""
    where = file if note.sheet in ("", file) else f"{file}, {note.sheet}"
    if note.row and note.column:
        heading = f" ({note.heading})" if note.heading else ""
        where += f"!{note.place}{heading}"
    elif note.row:
        where += ", " + session.say("sheet-row", row=note.row)
    is_own = note.key in OWN_LEVELS
    text = session.say(note.key, **note.slots) if is_own else note.told(session.lang)
    return session.say(LEVELS[level_of(note)], place=where, text=text)


def _write(session: Session, found: Plan, yes: bool) -> None:
    """Write the files, after a question where cards change."""
    if found.changes and not yes:
        if not sys.stdin.isatty():
            raise UserError("sheet-say-yes", number=len(found.changes))
        if not click.confirm(session.say("sheet-ask", number=len(found.changes))):
            session.tell("sheet-not-written")
            return
    for path, text in found.texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() and b"\r\n" in path.read_bytes():
            text = text.replace("\n", "\r\n")
        write_atomically(path, text)
        session.tell("new-written", path=path)
