"""Tables of OpenDocument, written by another library, are read as they are shown."""

from __future__ import annotations

from pathlib import Path

from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableProperties
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import LineBreak, P, S

from dsl.tables.reading import read_table
from tests.apps.authors.sheets.conftest import Bring


def cell(text: str = "", **more: object) -> TableCell:
    """Return a cell with a text."""
    made = TableCell(**more)
    if text:
        made.addElement(P(text=text))
    return made


def sheet(name: str, rows: list[list[TableCell]], **more: object) -> Table:
    """Return a sheet."""
    made = Table(name=name, **more)
    for row in rows:
        line = TableRow()
        for each in row:
            line.addElement(each)
        made.addElement(line)
    return made


def test_values_formulas_merges_and_hidden_sheets(tmp_path: Path, bring: Bring) -> None:
    document = OpenDocumentSpreadsheet()
    hidden = Style(name="gone", family="table")
    hidden.addElement(TableProperties(display="false"))
    document.automaticstyles.addElement(hidden)
    broken = TableCell()
    lines = P(text="Line one.")
    lines.addElement(LineBreak())
    lines.addText("Line")
    lines.addElement(S(c=1))
    lines.addText("two.")
    broken.addElement(lines)
    head = ("name", "kind", "worth", "cost", "text", "old")
    document.spreadsheet.addElement(sheet("cards", [
        [*map(cell, head)],
        [cell("Ferry"), cell("boat"), cell("3", valuetype="float", value="3"), cell("2 gold"),
         broken, cell("TRUE", valuetype="boolean", booleanvalue="true")],
        [cell("Tug"), cell("boat"), cell("4", valuetype="float", value="4", formula="of:=[.C2]+1"),
         cell("3-1", valuetype="date", datevalue="2026-01-03")],
        [cell("Barge", numbercolumnsspanned=2), CoveredTableCell()],
    ]))  # fmt: skip
    document.spreadsheet.addElement(sheet("more", [[*map(cell, head)]], stylename="gone"))
    file = tmp_path / "t.ods"
    document.save(str(file))

    first, second = read_table(file)
    assert first.rows[1] == ["Ferry", "boat", 3, "2 gold", "Line one.\nLine two.", True]
    assert second.is_hidden
    found = bring(file)
    assert [card.id for card in found.added] == ["ferry", "tug"]
    assert {(note.key, note.row, note.column) for note in found.notes} == {
        ("table-note.formula", 3, 3), ("table-cell.date", 3, 4), ("table-doubt.merged", 4, 1),
        ("table-cell.no-kind", 4, 2), ("table-note.hidden", 0, 0),
    }  # fmt: skip
