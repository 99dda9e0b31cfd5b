"""Boxes of a look: each part stands in its own, as large as it fits; what is empty is not drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces.primitives import Rect, Text

GAME = """\
id: boxes
version: "1"
language: 1
title: Boxes
kinds:
  thing: {attributes: {worth: int, weight: int}}
  jewel: {extends: thing}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- {kind: thing, id: stone, name: Stone, text: Take a card., worth: 3, weight: 7}
- {kind: jewel, id: ruby, name: Ruby, worth: 5, weight: 1}
"""
BOXES = {
    "name": (30, 4, 28, 9),
    "corner": (4, 4, 12, 9),
    "art": (4, 15, 55, 20),
    "text": (5, 40, 40, 18),
    "values": (5, 62, 50, 6),
    "foot": (5, 80, 53, 4),
}


def entries(folder: Path, boxes: str, more: str = "") -> dict[str, object]:
    """Return the cards of the game with boxes, by id."""
    package = folder / "boxes"
    package.mkdir(exist_ok=True)
    look = f"look:\n  thing: {{corner: worth, line: [weight], boxes: {{{boxes}}}{more}}}\n"
    (package / "game.yaml").write_text(GAME + look, "utf-8")
    return {card.id: card for card in cardwright.cards(package, cache=False)}


def written(boxes: dict[str, tuple[int, ...]]) -> str:
    return ", ".join(f"{name}: {' '.join(map(str, box))}" for name, box in boxes.items())


def said(face: faces.Face) -> dict[str, Text]:
    return {mark.text: mark for mark in face.marks if isinstance(mark, Text)}


@pytest.mark.parametrize("id_", ["stone", "ruby"])
def test_every_part_lies_in_its_box_of_a_kind_that_extends_it_too(tmp_path, id_):
    card = entries(tmp_path, written(BOXES))[id_]
    found = said(faces.face(card, "en"))
    parts = {"3": "corner", "5": "corner", "Stone": "name", "Ruby": "name", "Take a card.": "text",
             "7": "values", "1": "values", "Boxes": "foot"}  # fmt: skip
    assert {parts[text] for text in found if text in parts} == (
        {"corner", "name", "values", "foot", "text"} - ({"text"} if id_ == "ruby" else set())
    )
    for text, mark in found.items():
        if text in parts:
            x, y, width, height = BOXES[parts[text]]
            assert x <= mark.x and mark.x + mark.width <= x + width + 0.01
            assert y <= mark.y - mark.size * 0.72 and mark.y <= y + height


def test_a_part_without_a_box_is_left_out(tmp_path):
    card = entries(tmp_path, "name: 4 4 50 9")["stone"]
    assert set(said(faces.face(card, "en"))) == {"Stone"}


def test_a_name_is_as_large_as_its_box_has_room(tmp_path):
    sizes = []
    for width in (10, 20, 40):
        card = entries(tmp_path, f"name: 4 4 {width} 9")["stone"]
        sizes.append(said(faces.face(card, "en"))["Stone"].size)
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]


def test_over_a_background_what_is_there_has_a_field_and_what_is_empty_none(tmp_path):
    cards = entries(tmp_path, written(BOXES), ", background: navy")

    def fields(id_: str) -> set[tuple[float, ...]]:
        rects = (m for m in faces.face(cards[id_], "en").marks if isinstance(m, Rect))
        boxes = {(rect.x, rect.y, rect.width, rect.height) for rect in rects}
        return {name for name, box in BOXES.items() if box in boxes}

    assert fields("stone") == set(BOXES)
    assert fields("ruby") == set(BOXES) - {"text"}


@pytest.mark.parametrize(
    "box", ["name: 30 4 40 9", "text: 4 80 50 9", "text: 4 40 4 4", "name: 4 4 2 1"]
)
def test_what_does_not_fit_or_lies_beside_the_card_is_a_finding(tmp_path, box):
    card = entries(tmp_path, box)["stone"]
    part = box.partition(":")[0]
    (found, *_) = faces.overflows([card], ["en"])
    assert found.key == f"text-overflow.{part}"


@pytest.mark.parametrize(
    "box", ["4 4 50", "4 4 50 9 1", "4 4 0 9", "a 4 50 9", "4,4,50,9", "-4 4 50 9"]
)
def test_a_box_of_other_than_four_numbers_is_a_finding(tmp_path, box):
    with pytest.raises(cardwright.PackageError) as found:
        entries(tmp_path, f'name: "{box}"')
    assert [each.key for each in found.value.diagnostics] == ["bad-look.no-box"]
