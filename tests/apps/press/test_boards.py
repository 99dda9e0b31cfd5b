"""Boards on paper: each place once, none over another, ways between them, a page for each."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.press import faces
from cardwright.apps.press.faces.primitives import Line, Rect

HUNT = str(Path(__file__).resolve().parents[3] / "examples/recipes/hunt")
ROOM = (200.0, 287.0)


def drawn(game: str, lang: str = "en") -> dict[str, faces.Face]:
    """Return the boards of a game by id."""
    return dict(faces.boards(cardwright.load(game).model, lang, ROOM))


@pytest.mark.parametrize(
    ("game", "board", "places"),
    [("chess", "board", 64), (HUNT, "country", 10), ("cerebria", "board", 10),
     ("klondike", "columns", 7)],
)  # fmt: skip
def test_each_place_lies_on_the_board_and_none_over_another(game, board, places):
    face = drawn(game)[board]
    marks = [mark for mark in face.marks[1:] if isinstance(mark, Rect)]
    edges = [m for m in marks if m.width == max(m.width for m in marks)]
    boxes = {(round(m.x, 3), round(m.y, 3), round(m.width, 3)) for m in edges}

    assert len(boxes) == places
    assert sorted((face.width, face.height)) <= sorted(ROOM)
    for x, y, wide in boxes:
        assert x >= 0 and y >= 0 and x + wide <= face.width and y + wide <= face.height
        others = ((a, b) for a, b, _ in boxes if (a, b) != (x, y))
        assert all(abs(a - x) >= wide or abs(b - y) >= wide for a, b in others)


def test_ways_are_drawn_and_each_place_says_its_name():
    face = drawn(HUNT, "ja")["country"]
    game = cardwright.load(HUNT).model
    layout = game.layouts[0]

    assert sum(isinstance(mark, Line) for mark in face.marks) == len(layout.paths)
    said = "".join(text.text for text in face.texts)
    known = {card.id: card.name["ja"] for card in game.definitions}
    assert all(known[id_] in said for row in layout.rows for id_ in row if id_)


def test_a_ring_goes_around_clockwise():
    face, game = drawn("cerebria")["board"], cardwright.load("cerebria").model
    [layout] = [each for each in game.layouts if each.id == "board"]
    first = {}
    for text in face.texts:
        first.setdefault(text.text.split()[0].split("-")[0], (text.x, text.y))

    assert layout.rows[0][0] == "valley"
    corner = min(first.values(), key=lambda at: (at[1], at[0]))
    assert first["Valley"][0] < first["Cradle"][0]
    assert corner[1] <= first["Valley"][1]


def test_boards_are_printed_in_place_of_cards(tmp_path: Path):
    pypdf = pytest.importorskip("pypdf")
    out, svgs = tmp_path / "board.pdf", tmp_path / "svg"
    asked = ["print", HUNT, "--boards", "-O", str(out), "--svg", str(svgs)]
    result = CliRunner().invoke(group, asked)

    assert result.exit_code == 0, result.output
    assert len(pypdf.PdfReader(out).pages) == 1
    assert [path.name for path in svgs.iterdir()] == ["country.svg"]


@pytest.mark.parametrize(
    ("words", "said"),
    [(("hearts", "-O", "x.pdf"), "no board"), ((HUNT, "--sheets", "x"), "no cards")],
)
def test_what_has_no_boards_is_said(words, said, tmp_path, monkeypatch):
    pytest.importorskip("reportlab")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(group, ["print", *words, "--boards"])

    assert result.exit_code == 2 and said in result.output
    assert not [*tmp_path.iterdir()]


LARGE = """\
id: large
version: "1"
language: 1
title: {en: Large}
kinds: {spot: {unique: true}, tile: {unique: true}}
players: {count: 1}
zones: {shelf: {of: tile, order: row, seen-by: everyone, text: {en: Shelf}}}
phases: [{id: all, do: end game}]
end: {rank: [0]}
layout:
  field: {rows: every spot, columns: 30}
  tiles: {rows: shelf, columns: 3}
cards:
- {kind: tile, id: brick}
- {kind: tile, id: beam}
- {kind: tile, id: plank}
- each: {kind: spot}
  rows:
"""
LARGE += "".join(f"  - {{id: s-{number}}}\n" for number in range(900))


def test_a_large_board_has_several_sheets_and_each_place_lies_on_one(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(LARGE, "utf-8")
    sheets = {id_: face for id_, face in drawn(str(tmp_path)).items() if id_ != "tiles"}

    assert len(sheets) > 1 and set(sheets) == {f"field-{n + 1}" for n in range(len(sheets))}
    said = [text.text for face in sheets.values() for text in face.texts]
    names = [text for text in said if "/" not in text and text != "Field"]
    assert len(names) == len(set(names)) == 900
    for number, face in enumerate(sheets.values(), start=1):
        assert sorted((face.width, face.height)) <= sorted(ROOM)
        assert f"{number} / {len(sheets)}" in [text.text for text in face.texts]


def test_a_zone_without_a_number_of_places_has_one_for_each_of_its_cards(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(LARGE, "utf-8")
    face = drawn(str(tmp_path))["tiles"]
    marks = [mark for mark in face.marks[1:] if isinstance(mark, Rect)]

    assert sum(mark.width == max(m.width for m in marks) for mark in marks) == 3


def test_points_are_joined_to_those_beside_them_and_have_no_fields() -> None:
    face = drawn("go-nine")["board"]
    lines = [mark for mark in face.marks if isinstance(mark, Line)]
    ends = {frozenset(((m.x1, m.y1), (m.x2, m.y2))) for m in lines}

    assert len(ends) == len(lines) == 2 * 9 * 8
    corners = {each for end in ends for each in end}
    assert len({(round(x, 3), round(y, 3)) for x, y in corners}) == 81
    assert {f"{file}{rank}" for file in "abcdefghj" for rank in range(1, 10)} <= {
        text.text for text in face.texts
    }


def test_a_line_goes_to_the_edge_of_a_sheet_where_its_other_end_is_on_the_next(
    tmp_path: Path,
) -> None:
    (tmp_path / "game.yaml").write_text(f"{LARGE}look: {{spot: {{frame: point}}}}\n", "utf-8")
    game = cardwright.load(tmp_path).model
    sheets = [f for id_, f in faces.boards(game, "en", ROOM) if id_.startswith("field")]
    lines = [mark for face in sheets for mark in face.marks if isinstance(mark, Line)]
    lengths = [round(abs(m.x2 - m.x1) + abs(m.y2 - m.y1), 3) for m in lines]

    whole = max(lengths)
    assert len(sheets) > 1 and set(lengths) == {whole, round(whole / 2, 3)}
    assert sum(each / whole for each in lengths) == pytest.approx(2 * 30 * 29, rel=0.001)
