"""Bring a table into a package: which cards are new, which change, what cannot be read.

Nothing is written here. The plan holds every file as it would be; the ordinary checker has read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardwright import Checks, Package, check
from cardwright.apps.authors.sheets import rows, written
from cardwright.apps.authors.sheets.written import ByHand, Edit, InFile, quoted, texts, worded
from cardwright.apps.face.words import AppMistake
from dsl import CardTable, Diagnostic, Record, Source, in_order
from dsl.model.game import Game
from dsl.model.nouns import Definition

HEAD: Final = "# Cards of a table, written by `cardwright import`; edit them here or there.\n"
_ROUNDS: Final = 12
_MOST_ALONE: Final = 200
"""Cards that are checked one by one."""


class Change(Record):
    """What a card says anew: `old` and `new` as the files have it, `new` "" where nothing."""

    card: str
    cell: CardTable.Cell
    old: str
    new: str


@dataclass(slots=True)
class Plan:
    """What an import would do.

    Attributes:
        added: The new cards.
        texts: Files as they would be, by path.
        notes: What to say about the table.
        findings: What the checker finds at no cell of the table.
        added_attributes: Name and type of each new attribute.
    """

    package: Package
    path: Path
    game: Game
    added: list[CardTable.Row] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    texts: dict[Path, str] = field(default_factory=dict)
    notes: list[CardTable.Note] = field(default_factory=list)
    findings: tuple[Diagnostic, ...] = ()
    added_attributes: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the package's own files lie."""
        return self.package.parts[-1].folder if self.package.parts else self.package.folder

    @property
    def shown(self) -> str:
        """How the checker names that folder."""
        return self.package.parts[-1].shown if self.package.parts else self.package.shown


class Settings(Record):
    """What the author asked for.

    Attributes:
        kind: Of cards whose kind the table does not say.
        sheet: The only sheet to read; "" for all.
        is_file_a_card: Whether each new card has a file of its own.
    """

    kind: str = ""
    sheet: str = ""
    add_attributes: bool = False
    is_file_a_card: bool = False


def plan(package: Package, path: Path, table: CardTable, settings: Settings) -> Plan:
    """Return what an import of a table would do.

    Raises:
        PackageError: The package has errors.
        BadTable: No sheet is a list of cards.
    """
    game = check(package).sound()
    found = Plan(package, path, game, notes=table.notes)
    table.use(game)
    if settings.kind and table.headings.kind_of(settings.kind) is None:
        raise AppMistake("sheet-unknown-kind", word=settings.kind, all=", ".join(game.kinds))
    table.choose(settings.sheet)
    if settings.add_attributes:
        _widen(found, table, settings)
    table.note_unknown()
    there = written.cards_in_files(package, found.game, found.texts)
    _settle(found, table.cards(settings.kind), there)
    return found


def _widen(found: Plan, table: CardTable, settings: Settings) -> None:
    """Give the game an attribute for each unknown column, and read the sheets again."""
    lines, enums = rows.attributes(table, found.game)
    if lines:
        kinds = rows.base_kinds(table, settings.kind)
        try:
            edits = written.new_attributes(found.package, found.game, kinds, lines)
        except ByHand as place:
            raise AppMistake("sheet-attributes-by-hand", place=place) from None
        found.texts.update(_edited(edits, found.texts))
        found.added_attributes = {name: ", ".join(kinds) for name in lines}
    if enums:
        file = found.folder / f"{_stem(found.path)}-words.yaml"
        found.texts.update(rows.with_enums(found.game, file, enums, found.texts))
    found.texts = {path: text for path, text in found.texts.items()
            if not path.is_file() or path.read_text("utf-8-sig") != text}  # fmt: skip
    if not found.texts:
        return
    checked = check(found.package, texts=found.texts)
    if checked.game is None:
        message = in_order(checked.diagnostics)[0].message
        raise AppMistake("sheet-attributes-refused", message=message)
    found.game = checked.game
    table.use(found.game)


Refused = dict[str, tuple[CardTable.Row, CardTable.Cell | None, Diagnostic]]
"""The rows at fault by their cards' ids: the cell, and what the checker says."""


def _settle(found: Plan, cards: list[CardTable.Row], there: Mapping[str, InFile]) -> None:
    """Fill the plan; cells that the checker refuses are left out, then their rows."""
    base = dict(found.texts)
    for _ in range(_ROUNDS):
        refused, found.findings = _tried(found, cards, there, base)
        if found.findings and not refused:
            refused = _one_by_one(found, cards, there, base)
            found.findings = _tried(found, cards, there, base)[1]
        if not refused:
            return
        for card, cell, finding in refused.values():
            is_row = cell is None or cell.key in ("id", "kind") or cell not in card.cells
            helps = "; ".join(finding.helps)
            slots: dict[str, object] = {
                "message": finding.message, "helps": helps, "card": card.id,
            }  # fmt: skip
            column, heading = (0, "") if cell is None else (cell.column, cell.heading)
            key = "sheet-refused-row" if is_row else "sheet-refused"
            found.notes.append(CardTable.Note(key, card.sheet, card.row, column, heading, slots))
            if is_row:
                cards.remove(card)
            elif cell is not None:
                card.cells.remove(cell)


def _tried(
    found: Plan, cards: list[CardTable.Row], there: Mapping[str, InFile], base: Mapping[Path, str]
) -> tuple[Refused, tuple[Diagnostic, ...]]:
    """Write some cards into the plan; return what the checker refuses of them, and its errors."""
    places = _write(found, cards, there, base)
    if not found.texts:
        return {}, ()
    every = Checks(texts=found.texts).of(found.package).diagnostics
    findings = in_order(each for each in every if each.severity == "error")
    refused: Refused = {}
    for each in findings:
        spans = (each.span, *(label.span for label in each.labels))
        cells = [places.get((span.source.path, span.source.position(span.start)[0]))
                 for span in spans]  # fmt: skip
        for at in cells[:1] if cells[0] else cells:
            if at is not None:
                refused.setdefault(at[0].id, (*at, each))
    return refused, findings


def _one_by_one(
    found: Plan, cards: list[CardTable.Row], there: Mapping[str, InFile], base: Mapping[Path, str]
) -> Refused:
    """Return the rows that the checker refuses alone: of many faults it may name only the cause."""
    refused: Refused = {}
    for card in cards[:_MOST_ALONE]:
        alone, findings = _tried(found, [card], there, base)
        refused |= alone or ({card.id: (card, None, findings[0])} if findings else {})
    return refused


Places = dict[tuple[str, int], tuple[CardTable.Row, CardTable.Cell | None]]
"""The row and cell behind each written line, by the shown path and number of the line."""


def _write(
    found: Plan, cards: list[CardTable.Row], there: Mapping[str, InFile], base: Mapping[Path, str]
) -> Places:
    """Put all that the rows say into the texts of a plan; return where each cell stands."""
    found.texts, found.added, found.changes = dict(base), [], []
    edits: list[tuple[Edit, CardTable.Row, CardTable.Cell]] = []
    known = {each.id: each for each in found.game.cards}
    for card in cards:
        if card.id not in there:
            found.added.append(card)
            continue
        for cell in [*card.cells]:
            try:
                change = _change(found, card, known[card.id], cell, there[card.id])
            except ByHand:
                card.cells.remove(cell)
                found.notes.append(CardTable.Note("sheet-by-hand", card.sheet, card.row,
                                        cell.column, cell.heading, {"card": card.id}))  # fmt: skip
                continue
            if change is not None:
                found.changes.append(change[0])
                edits.append((change[1], card, cell))
    places: Places = {}
    texts_then = _edited((each for each, _, _ in edits), found.texts)
    shifts: dict[Path, int] = {}
    shown = {path: _shown(found, path) for path in texts_then}
    for edit, card, cell in sorted(edits, key=lambda each: each[0].start):
        shift = shifts.get(edit.path, 0)
        shifts[edit.path] = shift + len(edit.text) - (edit.end - edit.start)
        at = edit.start + shift + len(edit.text) - len(edit.text.lstrip("\n"))
        line, _ = Source(str(edit.path), texts_then[edit.path]).position(at)
        places[shown[edit.path], line] = (card, cell)
    found.texts.update(texts_then)
    places.update(_write_new(found))
    return places


def _change(
    found: Plan, card: CardTable.Row, known: Definition, cell: CardTable.Cell, there: InFile
) -> tuple[Change, Edit] | None:
    """Return what a cell changes of a card that is there; None where it says the same."""
    default = found.game.manifest.default_language
    old = rows.present(found.game, there, known, cell.key, cell.lang)
    if cell.text is not None and rows.is_same(cell, old):
        return None
    if cell.text is None:
        if not old or cell.key in ("id", "kind"):
            return None
        edit = written.cleared(there, cell.key, cell.lang)
    else:
        edit = written.set_key(there, cell.key, cell.lang, cell.text, default)
    return Change(card.id, cell, old, cell.text or ""), edit


def _edited(edits: Iterable[Edit], known: Mapping[Path, str]) -> dict[Path, str]:
    """Return the files with all edits."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.path, []).append(edit)
    found = {}
    for path, listed in by_file.items():
        text = known.get(path)
        if text is None:
            text = path.read_text("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        for edit in sorted(listed, key=lambda each: each.start, reverse=True):
            text = text[: edit.start] + edit.text + text[edit.end :]
        found[path] = text
    return found


def _write_new(found: Plan) -> Places:
    """Write the new cards, and return where their cells stand."""
    places: Places = {}
    if not found.added:
        return places
    path = found.folder / f"{_stem(found.path)}.yaml"
    text = found.texts.get(path) or (path.read_text("utf-8") if path.is_file() else "")
    while text and not text.startswith(HEAD):
        path = path.with_name(f"{path.stem}-table.yaml")
        text = path.read_text("utf-8") if path.is_file() else ""
    lines = (text or f"{HEAD}cards:\n- rows:\n").removesuffix("\n").split("\n")
    shown = _shown(found, path)
    for card in found.added:
        for number, (cell, line) in enumerate(card_lines(card)):
            lines.append(("    " if number else "  - ") + line)
            places[shown, len(lines)] = (card, cell)
    found.texts[path] = "\n".join(lines) + "\n"
    return places


def split_files(found: Plan) -> None:
    """Give each new card a file of its own, in the folder `cards`."""
    path = next((p for p, text in found.texts.items() if text.startswith(HEAD)
                 and p.parent == found.folder), None)  # fmt: skip
    if path is None or not found.added:
        return
    if path.is_file():
        found.texts[path] = path.read_text("utf-8")
    else:
        del found.texts[path]
    for card in found.added:
        lines = [line for cell, line in card_lines(card) if cell is None or cell.key != "id"]
        text = "".join(f"{line}\n" for line in lines if not line.startswith("id: "))
        found.texts[found.folder / "cards" / f"{card.id}.yaml"] = text


def card_lines(card: CardTable.Row) -> list[tuple[CardTable.Cell | None, str]]:
    """Return the keys of a card as YAML, a line each, with the cell that each comes from."""
    by_key = {cell.key: cell for cell in card.cells if not cell.lang}
    of_name = next((cell for cell in card.cells if cell.key == "name"), None)
    id_, kind = by_key.get("id", of_name), by_key.get("kind")
    lines = [(id_, f"id: {quoted(card.id)}"), (kind, f"kind: {card.kind}")]
    spoken: dict[str, list[CardTable.Cell]] = {}
    for cell in card.cells:
        if cell.text is not None and cell.key not in ("id", "kind"):
            spoken.setdefault(cell.key, []).append(cell)
    about = [(key, cells) for key, cells in spoken.items() if key.startswith(CardTable.ABOUT)]
    for key, cells in spoken.items():
        by_lang = {cell.lang: cell.text or "" for cell in cells}
        if key.startswith(CardTable.ABOUT):
            continue
        if cells[0].lang:
            lines.append((cells[0], f"{key}: {texts(by_lang)}"))
        else:
            lines.append((cells[0], f"{key}: {quoted(cells[0].text or '')}"))
    if about:
        said = (f"{key.removeprefix(CardTable.ABOUT)}: "
                + worded(key, {cell.lang: cell.text or "" for cell in cells})
                for key, cells in about)  # fmt: skip
        lines.append((about[0][1][0], f"about: {{{', '.join(said)}}}"))
    return lines


def _stem(path: Path) -> str:
    """Return the name of the file that holds the cards of a table."""
    return CardTable.slug(path.stem, ("game", "expansion", "library"), "cards")


def _shown(found: Plan, path: Path) -> str:
    """Return a path as the checker names it."""
    for files in found.package.files():
        if path.is_relative_to(files.place.folder) and files.place.folder in (
            found.folder, *(each.folder for each in found.package.parts), found.package.folder
        ):  # fmt: skip
            return f"{files.place.shown}/{path.relative_to(files.place.folder).as_posix()}"
    return f"{found.shown}/{path.relative_to(found.folder).as_posix()}"
